// Third stage: the longest match of each destination, and the nexthops' lines on their way.
// Owns: burst->slots4 and slots6. Thread: the worker.
// Must not: branch on what was found, that is the next stage's.
// Next: datapath/forward.h.
#pragma once

#include "shared/burst.h"

static inline void
route_prefetch(const struct road *road, uint32_t slot)
{
	uint32_t id = FIB_NEXTHOP(slot);

	rte_prefetch0(&road->tables->nexthops.entries[id]);
	rte_prefetch0(&road->worker->nexthops[id]);
}

static inline void
route(const struct road *road, struct burst *burst)
{
	const struct vrf_fibs *fibs =
		&road->tables->vrfs[road->tables->interfaces[burst->interface].vrf];

	for (uint16_t i = 0; i < burst->count4; i++) {
		burst->slots4[i] = fib4_lookup(fibs->fib4, burst->destinations4[i]);
		route_prefetch(road, burst->slots4[i]);
	}
	if (burst->count6 == 0)
		return;
	fib6_lookup_bulk(fibs->fib6, burst->destinations6, burst->slots6, burst->count6);
	for (uint16_t i = 0; i < burst->count6; i++)
		route_prefetch(road, burst->slots6[i]);
}
