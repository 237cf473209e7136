// Second stage: what is in each frame. Sorts the valid IP packets by family, starts their FIB loads, and
// sends everything else to its exit.
// Owns: burst->packets4, packets6 and destinations. Thread: the worker.
// Must not: wait for a FIB line, they are only on their way.
// Next: datapath/parse_rest.h for what is not plain; datapath/route.h, when the next burst has been parsed.
#pragma once

#include "datapath/parse_rest.h"

#include <rte_prefetch.h>

#define PARSE_AHEAD 4 // frames whose first line is asked for ahead of the one being read

// Takes the packet if it is IPv4 that needs no closer look: header without options, ordinary addresses.
static inline bool
parse_plain4(struct burst *burst, const struct fib4 *fib, struct rte_mbuf *packet)
{
	const struct rte_ipv4_hdr *ip = ip_header(packet);
	uint32_t source = rte_be_to_cpu_32(ip->src_addr);
	uint32_t destination = rte_be_to_cpu_32(ip->dst_addr);
	bool plain = (packet->data_len >= RTE_ETHER_HDR_LEN + sizeof(*ip)) &
		(packet->data_len == packet->pkt_len);

	if (unlikely(!plain || !valid4_plain(ip, packet->data_len - RTE_ETHER_HDR_LEN)))
		return false;
	if (unlikely(martian4_suspect(source) | martian4_suspect(destination)))
		return false;
	trim(packet, rte_be_to_cpu_16(ip->total_length));
	fib4_prefetch(fib, destination);
	add4(burst, packet, destination);
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

static inline void
parse(struct road *road, struct burst *burst)
{
	const struct interface *in = &road->tables->interfaces[burst->interface];
	const struct vrf_fibs *fibs = &road->tables->vrfs[in->vrf];
	const struct rte_ether_addr own = mac_of(in);
	uint64_t bytes = 0;

	for (uint16_t i = 0; i < burst->count && i < PARSE_AHEAD; i++)
		rte_prefetch0(rte_pktmbuf_mtod(burst->packets[i], void *));
	for (uint16_t i = 0; i < burst->count; i++) {
		struct rte_mbuf *packet = burst->packets[i];
		const struct rte_ether_hdr *ethernet = rte_pktmbuf_mtod(packet, void *);
		bool ours = in->up & rte_is_same_ether_addr(&ethernet->dst_addr, &own);

		if (i + PARSE_AHEAD < burst->count)
			rte_prefetch0(rte_pktmbuf_mtod(burst->packets[i + PARSE_AHEAD], void *));
		bytes += packet->pkt_len;
		if (ours && ethernet->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV4) &&
			likely(parse_plain4(burst, fibs->fib4, packet)))
			continue;
		if (ours && ethernet->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV6) &&
			likely(parse_plain6(burst, fibs->fib6, packet)))
			continue;
		parse_rest(road, burst, packet);
	}
	road->counters->interface[burst->interface][INTERFACE_rx_bytes] += bytes;
}
