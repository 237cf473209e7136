// Third stage: the longest match of each destination, and the nexthops' own copies on their way;
// where rp_filter is not off, also that of each source.
// Owns: burst->slots4, slots6 and the sources'. Thread: the worker.
// Must not: branch on what was found, that is the next stage's.
// Next: datapath/urpf.h.
#pragma once

#include "shared/burst.h"

static __rte_noinline void
route_sources(const struct vrf_fibs *fibs, struct burst *burst)
{
	const struct fib4 fib4 = *fibs->fib4;
	const uint16_t count4 = burst->count4;

	for (uint16_t i = 0; i < count4; i++)
		burst->source_slots4[i] = fib4_lookup(&fib4, burst->sources4[i]);
	fib6_lookup_bulk(fibs->fib6, burst->sources6, burst->source_slots6, burst->count6);
}

static inline void
route(const struct road *road, struct burst *burst)
{
	const struct vrf_fibs *fibs =
		&road->tables->vrfs[road->tables->interfaces[burst->interface].vrf];
	const struct nexthop_cached *cache = road->worker->nexthops;
	const struct fib4 fib4 = *fibs->fib4;
	const uint16_t count4 = burst->count4;

	for (uint16_t i = 0; i < count4; i++) {
		burst->slots4[i] = fib4_lookup(&fib4, burst->destinations4[i]);
		rte_prefetch0(&cache[FIB_NEXTHOP(burst->slots4[i])]);
	}
	if (unlikely(burst->rp_filter != SBX_RP_OFF))
		route_sources(fibs, burst);
	if (burst->count6 == 0)
		return;
	fib6_lookup_bulk(fibs->fib6, burst->destinations6, burst->slots6, burst->count6);
	for (uint16_t i = 0; i < burst->count6; i++)
		rte_prefetch0(&cache[FIB_NEXTHOP(burst->slots6[i])]);
}
