// Workers: from lcores that wait to packet roads that run, and back.
// Owns: struct worker of each worker lcore, its punts ring and nexthop cache.
// Threads: the one that starts or stops, alone with the state.
// Next: datapath/worker.c.
#pragma once

#include "control/state.h"

// One for each worker lcore of EAL, with an empty plan; not running yet. -ENOMEM.
int workers_create(struct state *state);
void workers_free(struct state *state);

// Launches them and waits until each polls. -EBUSY when an lcore runs something else, -ETIMEDOUT.
int workers_start(struct state *state);
// Each finishes its burst. Returns when all have ended.
void workers_stop(struct state *state);
