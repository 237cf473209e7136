// The two other exits of the road: drop(reason) and punt(reason). Nothing leaves it but here or by send.
// Owns: the count of both. Thread: the worker.
// Must not: free one by one (a flood of drops is freed in bulk), wait for the slow path.
// Next: slowpath/thread.c takes what was punted.
#pragma once

#include "shared/burst.h"

static inline void
free_dropped(struct road *road)
{
	rte_pktmbuf_free_bulk(road->drop, road->dropped);
	road->freed += road->dropped;
	road->dropped = 0;
}

// Without counting: for who has counted already.
static inline void
discard(struct road *road, struct rte_mbuf *packet)
{
	if (road->dropped == BURST_MAX)
		free_dropped(road);
	road->drop[road->dropped++] = packet;
}

static inline void
drop(struct road *road, uint16_t interface, struct rte_mbuf *packet, enum drop_reason reason)
{
	count_drop(road->counters, interface, reason, 1);
	discard(road, packet);
}

// What a flood can ask for (errors, unknown neighbors, fragments) fills three quarters of the ring: the rest is for
// ARP, ND and echo, without which the box's own links die under that flood.
static inline bool
punt_has_room(const struct rte_ring *punts, uint8_t reason)
{
	bool floods = reason == PUNT_ERROR || reason == PUNT_RESOLVE || reason == PUNT_RESOLVE_CONNECTED ||
		reason == PUNT_FRAGMENT;

	return !floods || rte_ring_free_count(punts) > rte_ring_get_capacity(punts) / 4;
}

// False when the slow path is too busy: the ring is full, and the packet is still the caller's.
static inline bool
punt_try(struct road *road, uint16_t interface, struct rte_mbuf *packet, struct punt why)
{
	why.interface = interface;
	*punt_of(packet) = why;
	if (likely(punt_has_room(road->worker->punts, why.reason) &&
		rte_ring_sp_enqueue(road->worker->punts, packet) == 0)) {
		road->counters->core[CORE_punted]++;
		return true;
	}
	road->counters->core[CORE_punt_full]++;
	return false;
}

static inline void
punt(struct road *road, uint16_t interface, struct rte_mbuf *packet, enum punt_reason reason,
	uint32_t nexthop)
{
	struct punt why = { .nexthop = nexthop, .reason = (uint8_t)reason };

	if (!punt_try(road, interface, packet, why))
		drop(road, interface, packet, DROP_punt_full);
}

// Whether an ICMP error may be due for a drop (RFC 1812 4.3.3, RFC 4443 3); the slow path decides.
static inline bool
drop_has_error(enum drop_reason reason)
{
	const uint64_t with_error = UINT64_C(1) << DROP_ttl_exceeded | UINT64_C(1) << DROP_no_route |
		UINT64_C(1) << DROP_unreachable | UINT64_C(1) << DROP_prohibit |
		UINT64_C(1) << DROP_too_big | UINT64_C(1) << DROP_neighbor_failed |
		UINT64_C(1) << DROP_link_local_scope | UINT64_C(1) << DROP_interface_down |
		UINT64_C(1) << DROP_ip4_options;

	static_assert(DROP_REASONS <= 64, "a bit a reason");
	return (with_error >> reason & 1) != 0;
}

// A drop of a packet that was to be forwarded: counted here, shown to the slow path if it may owe an error.
static inline void
drop_and_tell(struct road *road, uint16_t interface, struct rte_mbuf *packet, enum drop_reason reason,
	uint32_t nexthop)
{
	struct punt why = { .nexthop = nexthop, .reason = PUNT_ERROR, .drop = (uint8_t)reason };

	count_drop(road->counters, interface, reason, 1);
	if (!drop_has_error(reason) || !punt_try(road, interface, packet, why))
		discard(road, packet);
}
