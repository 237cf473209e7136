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
// grows by it, with the end-around carry (RFC 1624 eqn. 3).
static inline void
rewrite4(struct rte_ipv4_hdr *ip)
{
	uint32_t sum = (uint32_t)ip->hdr_checksum + RTE_BE16(0x0100);

	ip->hdr_checksum = (rte_be16_t)(sum + (sum >= 0xFFFF));
	ip->time_to_live--;
}

static inline void
rewrite6(struct rte_ipv6_hdr *ip)
{
	ip->hop_limits--;
}
