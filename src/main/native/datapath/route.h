// Third stage: the longest match of each destination, and the nexthops' own copies on their way.
// Owns: burst->slots4 and slots6. Thread: the worker.
// Must not: branch on what was found, that is the next stage's.
// Next: datapath/forward.h.
#pragma once

#include "shared/burst.h"

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
	if (burst->count6 == 0)
		return;
	fib6_lookup_bulk(fibs->fib6, burst->destinations6, burst->slots6, burst->count6);
	for (uint16_t i = 0; i < burst->count6; i++)
		rte_prefetch0(&cache[FIB_NEXTHOP(burst->slots6[i])]);
}
