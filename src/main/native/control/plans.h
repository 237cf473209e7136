// Plans: which queues each worker polls and how it sends from each port.
// Owns: making them from the interfaces, handing them over, freeing the old ones after a grace period.
// Threads: any control thread, under port_lock and not under state_lock (it waits for the workers).
// Must not: touch a device.
// Next: shared/worker.h, datapath/worker.c.
#pragma once

#include "control/state.h"

// A plan for each worker, to be filled: made before anything is changed, since only this can fail.
struct plans {
	struct worker_plan *of[SBX_WORKERS_MAX];
};

// -ENOMEM: nothing is held.
int plans_prepare(const struct state *state, struct plans *plans);
// For prepared plans that are not wanted after all.
void plans_discard(struct plans *plans);
// Fills them from state->interfaces and hands them over; returns when every worker follows its own and no
// reader has anything that it found before. Consumes `plans`.
void plans_publish(struct state *state, struct plans *plans);

// Receive queues that each worker polls now.
void plans_load(const struct state *state, uint32_t load[SBX_WORKERS_MAX]);
// The workers have ended.
void plans_free(struct state *state);
