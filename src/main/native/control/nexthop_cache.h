// The memory of the workers' nexthop caches: in each worker one line an id, flat, so that the road
// finds a copy by its id alone. It is taken share by share, for all workers, as ids come into use.
// Owns: worker->nexthops of each worker, and which shares have memory.
// Threads: any, under state_lock, which the caller holds (but for create, free and `has`).
// Must not: write a copy, that is its worker's; give a share back before sbx_stop.
// Next: shared/nexthop.h.
#pragma once

#include "control/state.h"

// Reserves the ranges and takes the first share, which has id 0. After nexthops_create; the workers
// are there but do not run. -ENOMEM.
int nexthop_caches_create(struct state *state);
void nexthop_caches_free(struct state *state);

// Has every worker have memory for this id, before anything makes the road use it: seldom, and then
// for milliseconds. -ENOMEM: one of them cannot, and none has taken any.
int nexthop_caches_commit(struct state *state, uint32_t id);

// Whether they have it already. Any thread.
static inline bool
nexthop_caches_have(const struct state *state, uint32_t id)
{
	return atomic_load_explicit(&state->nexthop_shares[id / NEXTHOP_SHARE],
		memory_order_acquire);
}
