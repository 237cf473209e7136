// One timer a neighbor: a wheel of slots, each a list through the neighbors, that the slow path
// turns.
// Owns: neighbors->wheel and the timer fields of a neighbor.
// Threads: as control/neighbors.h.
// Must not: know what a timer is for.
// Next: slowpath/resolve.c.
#pragma once

#include "control/neighbors.h"

void neighbor_timers_init(struct neighbors *neighbors);
// Sets it, or sets it anew. It fires in the first turn at or after `due` (ms), at most a tick late.
void neighbor_timer_set(struct neighbors *neighbors, struct neighbor *neighbor, uint64_t due);
void neighbor_timer_clear(struct neighbors *neighbors, struct neighbor *neighbor);
// Turns the wheel to neighbors->now; each timer that is due is cleared, then fired. Returns how
// many.
uint32_t neighbor_timers_run(struct state *state,
	void (*fire)(struct state *state, struct neighbor *neighbor));
