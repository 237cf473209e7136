// Fourth stage: what the nexthop says is done with the packet: sent, punted or dropped.
// Owns: the counts of each nexthop. Thread: the worker.
// Must not: read a shared nexthop but through the core's own cache.
// Next: datapath/forward_rest.h for what is not ready to go; datapath/rewrite.h, datapath/send.h.
#pragma once

#include "datapath/forward_rest.h"
#include "datapath/rewrite.h"
#include "datapath/send.h"

// The rare rest of an IPv4 packet: only there its destination becomes an address in memory.
static __rte_noinline const struct adjacency *
forward_rest4(struct road *road, const struct burst *burst, uint16_t at)
{
	rte_be32_t bytes = rte_cpu_to_be_32(burst->destinations4[at]);
	struct sbx_address address = { .bytes = { 0 } };

	memcpy(address.bytes, &bytes, sizeof(bytes));
	return forward_rest(road, burst->interface, burst->packets4[at], FIB_NEXTHOP(burst->slots4[at]),
		SBX_IPV4, &address);
}

static inline const struct adjacency *
forward_rest6(struct road *road, const struct burst *burst, uint16_t at)
{
	return forward_rest(road, burst->interface, burst->packets6[at], FIB_NEXTHOP(burst->slots6[at]),
		SBX_IPV6, &burst->destinations6[at]);
}

static inline void
forward_count(struct nexthop_cached *routed, uint32_t bytes)
{
	routed->packets++;
	routed->bytes += bytes;
}

// Not inline: its loop needs all registers.
static __rte_noinline __rte_unused void
forward4(struct road *road, const struct burst *burst)
{
	const struct nexthop_table *table = &road->tables->nexthops;
	const uint64_t changes = nexthop_changes(table);
	struct nexthop_cached *cache = road->worker->nexthops;
	struct sending sending = send_begin(road);
	uint16_t count = burst->count4;

	for (uint16_t i = 0; i < count; i++) {
		struct rte_mbuf *packet = burst->packets4[i];
		uint32_t id = FIB_NEXTHOP(burst->slots4[i]), bytes = packet->pkt_len;
		struct nexthop_cached *routed = nexthop_get_at(table, cache, id, changes);
		const struct adjacency *adjacency = &routed->adjacency;
		uint8_t *frame = rte_pktmbuf_mtod(packet, void *);
		struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(frame + RTE_ETHER_HDR_LEN);

		if (unlikely(adjacency->action != ADJACENCY_FORWARD)) {
			adjacency = forward_rest4(road, burst, i);
			if (adjacency == NULL)
				continue;
		}
		if (unlikely(!forward_fits(road, burst->interface, packet, ip->time_to_live,
			adjacency->mtu, id)))
			continue;
		rewrite_l2(frame, adjacency);
		rewrite4(ip);
		forward_count(routed, bytes);
		send_add(road, &sending, adjacency->port, packet, bytes);
	}
	send_end(&sending);
}

static __rte_noinline __rte_unused void
forward6(struct road *road, const struct burst *burst)
{
	const struct nexthop_table *table = &road->tables->nexthops;
	const uint64_t changes = nexthop_changes(table);
	struct nexthop_cached *cache = road->worker->nexthops;
	struct sending sending = send_begin(road);
	uint16_t count = burst->count6;

	for (uint16_t i = 0; i < count; i++) {
		struct rte_mbuf *packet = burst->packets6[i];
		uint32_t id = FIB_NEXTHOP(burst->slots6[i]), bytes = packet->pkt_len;
		struct nexthop_cached *routed = nexthop_get_at(table, cache, id, changes);
		const struct adjacency *adjacency = &routed->adjacency;
		uint8_t *frame = rte_pktmbuf_mtod(packet, void *);
		struct rte_ipv6_hdr *ip = (struct rte_ipv6_hdr *)(frame + RTE_ETHER_HDR_LEN);

		if (unlikely(adjacency->action != ADJACENCY_FORWARD)) {
			adjacency = forward_rest6(road, burst, i);
			if (adjacency == NULL)
				continue;
		}
		if (unlikely(!forward_fits(road, burst->interface, packet, ip->hop_limits,
			adjacency->mtu, id)))
			continue;
		rewrite_l2(frame, adjacency);
		rewrite6(ip);
		forward_count(routed, bytes);
		send_add(road, &sending, adjacency->port, packet, bytes);
	}
	send_end(&sending);
}

static inline void
forward(struct road *road, const struct burst *burst)
{
	forward4(road, burst);
	if (burst->count6 != 0)
		forward6(road, burst);
}
