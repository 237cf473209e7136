// Third stage: the longest match of each destination, and the nexthops' own copies on their way;
// where rp_filter is not off, also that of each source. Through the route cache or straight.
// Owns: burst->slots4, slots6 and the sources'. Thread: the worker.
// Must not: branch on what was found, that is the next stage's.
// Next: datapath/urpf.h.
#pragma once

#include "datapath/cache.h"

// Addresses that are all the same, as those of one flow, are looked up once.
static inline bool
route4_once(const struct fib4 *fib, const uint32_t *addresses, uint32_t *slots, uint32_t count)
{
	uint32_t slot;

	if (count == 0 || !burst_alike(addresses, count, UINT32_MAX))
		return false;
	slot = fib4_lookup(fib, addresses[0]);
	for (uint32_t i = 0; i < BURST_SIZE; i++)
		slots[i] = slot;
	return true;
}

static __rte_noinline void
route_sources4(const struct fib4 *fib, struct burst *burst)
{
	const uint32_t count = burst->count4;

	if (route4_once(fib, burst->sources4, burst->source_slots4, count))
		return;
	for (uint32_t i = 0; i < count; i++)
		burst->source_slots4[i] = fib4_lookup(fib, burst->sources4[i]);
}

static inline void
route4(const struct fib4 *fib, struct burst *burst, const struct nexthop_cached *cache)
{
	const uint32_t default_slot = atomic_load_explicit(&fib->default_slot, memory_order_relaxed);
	const uint32_t count = burst->count4;

	if (route4_once(fib, burst->destinations4, burst->slots4, count)) {
		rte_prefetch0(&cache[FIB_NEXTHOP(burst->slots4[0])]);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		burst->slots4[i] = fib4_walk(fib, burst->destinations4[i], default_slot);
		rte_prefetch0(&cache[FIB_NEXTHOP(burst->slots4[i])]);
	}
}

static inline void
route_straight4(const struct vrf_fibs *fibs, struct burst *burst, const struct nexthop_cached *cache)
{
	const struct fib4 fib4 = *fibs->fib4;

	route4(&fib4, burst, cache);
	if (unlikely(burst->rp_filter != SBX_RP_OFF))
		route_sources4(&fib4, burst);
}

static inline void
route6(const struct vrf_fibs *fibs, struct burst *burst)
{
	fib6_lookup_bulk(fibs->fib6, burst->destinations6, burst->slots6, burst->count6);
	if (unlikely(burst->rp_filter != SBX_RP_OFF))
		fib6_lookup_bulk(fibs->fib6, burst->sources6, burst->source_slots6, burst->count6);
}

static inline void
route_ask_nexthops(const struct nexthop_cached *cache, const uint32_t *slots, uint16_t count)
{
	for (uint16_t i = 0; i < count; i++)
		rte_prefetch0(&cache[FIB_NEXTHOP(slots[i])]);
}

static inline void
route(struct road *road, struct burst *burst)
{
	const struct vrf_fibs *fibs = &road->tables->vrfs[burst->vrf];
	const struct nexthop_cached *cache = road->worker->nexthops;
	uint64_t *routed = &road->routed[burst->rp_filter != SBX_RP_OFF];

	routed[CACHE_ROUTE4] += burst->count4;
	routed[CACHE_ROUTE6] += burst->count6;
	if (likely(!(burst->cached & BURST_CACHED4))) {
		route_straight4(fibs, burst, cache);
	} else {
		cache_route4(road, burst);
		route_ask_nexthops(cache, burst->slots4, burst->count4);
	}
	if (burst->count6 == 0)
		return;
	if (likely(!(burst->cached & BURST_CACHED6)))
		route6(fibs, burst);
	else
		cache_route6(road, burst);
	route_ask_nexthops(cache, burst->slots6, burst->count6);
}
