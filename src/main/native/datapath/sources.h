// After parse, where rp_filter asks for it: where the packets say that they come from, and the FIB
// loads of that, but where the route cache is asked first.
// Owns: burst->sources4 and sources6. Thread: the worker.
// Must not: cost anything while rp_filter is off, wait for a FIB line.
// Next: datapath/route.h, when the next burst has been parsed.
#pragma once

#include "datapath/frame.h"
#include "shared/burst.h"

static inline void
sources4(struct burst *burst, const struct fib4 *fib)
{
	const bool ask = !(burst->cached & BURST_CACHED4);

	for (uint16_t i = 0; i < burst->count4; i++) {
		const uint8_t *ip = ip_header(burst->packets4[i]);
		uint32_t source = number32(ip, offsetof(struct rte_ipv4_hdr, src_addr));

		if (ask)
			fib4_prefetch(fib, source);
		burst->sources4[i] = source;
	}
}

static inline void
sources6(struct burst *burst, const struct fib6 *fib)
{
	const bool ask = !(burst->cached & BURST_CACHED6);

	for (uint16_t i = 0; i < burst->count6; i++) {
		memcpy(&burst->sources6[i], source6(ip_header(burst->packets6[i])),
			sizeof(burst->sources6[i]));
		if (ask)
			fib6_prefetch(fib, &burst->sources6[i]);
	}
}

// Not inline: the road with rp_filter off stays as short as it is without.
static __rte_noinline __rte_unused void
sources_collect(const struct road *road, struct burst *burst)
{
	const struct vrf_fibs *fibs = &road->tables->vrfs[burst->vrf];
	const struct fib4 fib4 = *fibs->fib4;

	sources4(burst, &fib4);
	sources6(burst, fibs->fib6);
}

static inline void
sources(const struct road *road, struct burst *burst)
{
	if (unlikely(burst->rp_filter != SBX_RP_OFF))
		sources_collect(road, burst);
}
