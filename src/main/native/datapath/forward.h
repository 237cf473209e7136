// Fourth stage: what the nexthop says is done with the packet: sent, punted or dropped.
// Owns: the counts of each nexthop. Thread: the worker.
// Must not: read a shared nexthop but through the core's own cache.
// Next: datapath/forward_rest.h for what is not ready to go; datapath/rewrite.h, datapath/send.h.
#pragma once

#include "datapath/forward_rest.h"
#include "datapath/send.h"

// Whether nothing but rewriting is left to be done. A nexthop that is not ready to send to takes no frame at all.
static inline bool
forward_plain(const uint8_t *frame, uint32_t bytes, uint32_t frame_max, uint8_t family)
{
	return likely(hops_in(frame, family) > 1) && likely(bytes <= frame_max);
}

// Any packets, each with its nexthop.
static inline void
forward_each(struct road *road, const struct burst *burst, struct burst_family packets, uint64_t changes)
{
	const struct nexthop_table *table = &road->tables->nexthops;
	struct nexthop_cached *cache = road->worker->nexthops;
	struct sending sending = send_begin(road, 0);

	for (size_t i = 0; i < packets.count; i++) {
		struct rte_mbuf *packet = packets.packets[i];
		uint32_t id = FIB_NEXTHOP(packets.slots[i]), bytes = packet->pkt_len;
		struct nexthop_cached *routed = nexthop_get_at(table, cache, id, changes);
		uint8_t *frame = rte_pktmbuf_mtod(packet, void *);
		uint16_t port = routed->adjacency.port;

		if (forward_plain(frame, bytes, routed->adjacency.frame_max, packets.family))
			forward_rewrite(frame, &routed->adjacency, packets.family);
		else if ((port = forward_rest(road, burst, (uint32_t)i, packets.family)) == NO_PORT)
			continue;
		nexthop_count(routed, 1, bytes);
		send_add(road, &sending, port, packet, bytes);
	}
	send_end(road, &sending);
}

// All of them by one nexthop that is ready: one flow, or one uplink for all.
static inline void
forward_alike(struct road *road, const struct burst *burst, struct burst_family packets,
	struct nexthop_cached *routed)
{
	const struct adjacency adjacency = routed->adjacency; // a copy: a store to a frame may be one to anything
	struct sending sending = send_begin(road, adjacency.port);
	const size_t count_before = sending.count, bytes_before = sending.bytes;

	for (size_t i = 0; i < packets.count; i++) {
		struct rte_mbuf *packet = packets.packets[i];
		uint8_t *frame = rte_pktmbuf_mtod(packet, void *);
		uint32_t bytes = packet->pkt_len;
		uint16_t port = adjacency.port;

		if (forward_plain(frame, bytes, adjacency.frame_max, packets.family))
			forward_rewrite(frame, &adjacency, packets.family);
		else if ((port = forward_rest(road, burst, (uint32_t)i, packets.family)) == NO_PORT)
			continue;
		send_add(road, &sending, port, packet, bytes);
	}
	nexthop_count(routed, sending.count - count_before, sending.bytes - bytes_before);
	send_end(road, &sending);
}

// Each loop is a function of its own, since it needs all registers.
static __rte_noinline void
forward_alike4(struct road *road, const struct burst *burst, struct nexthop_cached *routed)
{
	forward_alike(road, burst, burst_family4(burst), routed);
}

static __rte_noinline void
forward_alike6(struct road *road, const struct burst *burst, struct nexthop_cached *routed)
{
	forward_alike(road, burst, burst_family6(burst), routed);
}

// The nexthop of all packets if they have the same, and it is ready to send to; else NULL.
static inline struct nexthop_cached *
forward_common(const struct road *road, struct burst_family packets, uint64_t changes)
{
	struct nexthop_cached *first;

	if (!burst_alike(packets.slots, packets.count, FIB_NEXTHOP(UINT32_MAX)))
		return NULL;
	first = nexthop_get_at(&road->tables->nexthops, road->worker->nexthops, FIB_NEXTHOP(packets.slots[0]),
		changes);
	return first->adjacency.frame_max != 0 ? first : NULL;
}

// Not by one nexthop, as far as the routes say; by one, perhaps, when groups have chosen.
static __rte_noinline void
forward_mixed4(struct road *road, struct burst *burst, uint64_t changes)
{
	struct nexthop_cached *common = NULL;

	if (unlikely(choose_needed(road))) {
		choose_members4(road, burst, changes);
		common = forward_common(road, burst_family4(burst), changes);
	}
	if (unlikely(common != NULL))
		forward_alike4(road, burst, common);
	else
		forward_each(road, burst, burst_family4(burst), changes);
}

static __rte_noinline void
forward_mixed6(struct road *road, struct burst *burst, uint64_t changes)
{
	struct nexthop_cached *common = NULL;

	if (unlikely(choose_needed(road))) {
		choose_members6(road, burst, changes);
		common = forward_common(road, burst_family6(burst), changes);
	}
	if (unlikely(common != NULL))
		forward_alike6(road, burst, common);
	else
		forward_each(road, burst, burst_family6(burst), changes);
}

static inline void
forward(struct road *road, struct burst *burst)
{
	const uint64_t changes = nexthop_changes(&road->tables->nexthops);
	struct nexthop_cached *common;

	if (burst->count4 != 0) {
		common = forward_common(road, burst_family4(burst), changes);
		if (common == NULL)
			forward_mixed4(road, burst, changes);
		else
			forward_alike4(road, burst, common);
	}
	if (burst->count6 != 0) {
		common = forward_common(road, burst_family6(burst), changes);
		if (common == NULL)
			forward_mixed6(road, burst, changes);
		else
			forward_alike6(road, burst, common);
	}
}
