// Fifth stage: the packet as it leaves, its L2 header and its TTL.
// Owns: nothing. Thread: the worker; the slow path for packets that it held.
// Must not: be used for a TTL or hop limit below 2.
// Next: datapath/send.h.
#pragma once

#include "shared/nexthop.h"

#include <rte_byteorder.h>
#include <rte_ip.h>

// Both MAC addresses; the Ethernet type stays the packet's own.
static inline void
rewrite_l2(void *frame, const struct adjacency *adjacency)
{
	memcpy(frame, adjacency->l2, 12);
}

// One hop less. The TTL is the high byte of a checksum word: that word falls by 0x0100, so the checksum
// grows by it, with the end-around carry (RFC 1624 eqn. 3). TTL, protocol and checksum are one word of memory,
// TTL lowest: adding 0xFFFF takes one from the TTL (which is not 0) and gives one to the checksum.
static inline void
rewrite4(struct rte_ipv4_hdr *ip)
{
	uint32_t word;

	static_assert(RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN, "TTL is the lowest byte of the word");
	memcpy(&word, &ip->time_to_live, sizeof(word));
	word += 0xFFFF + ((uint32_t)(word >= 0xFFFE0000) << 16);
	memcpy(&ip->time_to_live, &word, sizeof(word));
}

static inline void
rewrite6(struct rte_ipv6_hdr *ip)
{
	ip->hop_limits--;
}

static inline void
forward_rewrite(uint8_t *frame, const struct adjacency *adjacency, uint8_t family)
{
	rewrite_l2(frame, adjacency);
	if (family == SBX_IPV4)
		rewrite4((struct rte_ipv4_hdr *)(frame + RTE_ETHER_HDR_LEN));
	else
		rewrite6((struct rte_ipv6_hdr *)(frame + RTE_ETHER_HDR_LEN));
}
