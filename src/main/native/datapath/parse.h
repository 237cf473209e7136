// Second stage: what is in each frame. Sorts the valid IP packets by family, starts their FIB loads, and
// sends everything else to its exit.
// Owns: burst->packets4, packets6 and destinations. Thread: the worker.
// Must not: wait for a FIB line, they are only on their way.
// Next: datapath/parse_rest.h for what is not plain; datapath/route.h, when the next burst has been parsed.
#pragma once

#include "datapath/parse_rest.h"

#include <rte_prefetch.h>

#define PARSE_AHEAD 4 // frames whose first line is asked for ahead of the one being read

// The bytes of a plain frame: its destination, and from byte 12 on its type and what IP begins with.
#define PLAIN_MAC RTE_BE64(UINT64_C(0xFFFFFFFFFFFF0000))
#define PLAIN_MASK4 RTE_BE32(UINT32_C(0xFFFFFF00))
#define PLAIN_IP4 RTE_BE32(UINT32_C(0x08004500))  // version 4, no options
#define PLAIN_MASK6 RTE_BE32(UINT32_C(0xFFFFF000))
#define PLAIN_IP6 RTE_BE32(UINT32_C(0x86DD6000))  // version 6

// Whether the frame has as many bytes as its IPv4 header says. Cuts what is padded.
static inline bool
parse_length4(struct rte_mbuf *packet, const uint8_t *ip)
{
	uint32_t room = packet->data_len - RTE_ETHER_HDR_LEN, total = number16(ip, 2);

	if (unlikely(packet->data_len != packet->pkt_len || total < sizeof(struct rte_ipv4_hdr)))
		return false;
	if (likely(total == room))
		return true;
	if (packet->data_len < RTE_ETHER_HDR_LEN || total > room)
		return false;
	trim(packet, total);
	return true;
}

// Takes the packet if it is IPv4 that needs no closer look: its header has no options, that is known. Each test
// is a branch that ordinary packets never take: cheaper than a bit of it each.
static inline bool
parse_plain4(struct burst *burst, uint16_t at, const struct fib4 *fib, struct rte_mbuf *packet,
	const uint8_t *ip)
{
	uint32_t destination = number32(ip, 16);

	if (unlikely(!parse_length4(packet, ip) || !checksum4_right(ip) ||
		(martian4_first_byte[ip[12]] | martian4_first_byte[ip[16]])))
		return false;
	fib4_prefetch(fib, destination);
	burst->packets4[at] = packet;
	burst->destinations4[at] = destination;
	return true;
}

static inline bool
parse_plain6(struct burst *burst, const struct fib6 *fib, struct rte_mbuf *packet)
{
	const struct rte_ipv6_hdr *ip = ip_header(packet);

	if (unlikely(packet->data_len != packet->pkt_len || packet->data_len < RTE_ETHER_HDR_LEN ||
		validate6(ip, packet->data_len - RTE_ETHER_HDR_LEN) != NO_DROP))
		return false;
	if (unlikely(martian6_suspect(source6(ip)) | martian6_suspect(destination6(ip))))
		return false;
	trim(packet, length6(ip));
	add6(burst, packet, destination6(ip));
	fib6_prefetch(fib, &burst->destinations6[burst->count6 - 1]);
	return true;
}

// What is not plain IPv4. Not inline: the loop that calls it needs all registers.
static __rte_noinline __rte_unused void
parse_other(struct road *road, struct burst *burst, struct rte_mbuf *packet, bool plain6)
{
	uint16_t vrf = road->tables->interfaces[burst->interface].vrf;

	if (!plain6 || unlikely(!parse_plain6(burst, road->tables->vrfs[vrf].fib6, packet)))
		parse_rest(road, burst, packet);
}

// Not inline either, for the same reason.
static __rte_noinline __rte_unused void
parse(struct road *road, struct burst *burst)
{
	const struct interface *in = &road->tables->interfaces[burst->interface];
	const struct fib4 fib4 = *road->tables->vrfs[in->vrf].fib4;
	// While the interface is down no frame is plain: no 48 bits are all ones in 64.
	const uint64_t own = in->up ? load64(in->mac, 0) & PLAIN_MAC : UINT64_MAX;
	const uint32_t count = burst->count;
	uint32_t count4 = 0;      // a local: a store to the burst's arrays may be a store to anything
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < count && i < PARSE_AHEAD; i++)
		rte_prefetch0(rte_pktmbuf_mtod(burst->packets[i], void *));
	for (uint32_t i = 0; i < count; i++) {
		struct rte_mbuf *packet = burst->packets[i];
		const uint8_t *frame = rte_pktmbuf_mtod(packet, void *);
		uint64_t stranger = (load64(frame, 0) & PLAIN_MAC) ^ own;
		uint32_t kind = load32(frame, 12);

		if (i + PARSE_AHEAD < count)
			rte_prefetch0(rte_pktmbuf_mtod(burst->packets[i + PARSE_AHEAD], void *));
		bytes += packet->pkt_len;
		if (likely((stranger | ((kind & PLAIN_MASK4) ^ PLAIN_IP4)) == 0) &&
			likely(parse_plain4(burst, (uint16_t)count4, &fib4, packet, frame + RTE_ETHER_HDR_LEN))) {
			count4++;
			continue;
		}
		burst->count4 = (uint16_t)count4;
		parse_other(road, burst, packet, (stranger | ((kind & PLAIN_MASK6) ^ PLAIN_IP6)) == 0);
		count4 = burst->count4;
	}
	burst->count4 = (uint16_t)count4;
	road->counters->interface[burst->interface][INTERFACE_rx_bytes] += bytes;
}
