// The list of martians that the operator sets, and what it has dropped.
// Owns: tables->martians, the slots of the workers' counters. Threads: any; it has a lock of its own.
// Must not: know the rule (that is datapath/martian.h).
// Next: shared/martians.h.
#pragma once

#include "control/state.h"

// Before there is a worker: the list of the start. -ENOMEM.
int martians_create(struct state *state);
// No reader is left. NULL-safe.
void martians_free(struct state *state);

// See sbx_martians_set and sbx_martians_list. The records are valid, each for itself.
int martians_set(struct state *state, const struct sbx_martian *martians, uint32_t count);
int64_t martians_list(struct state *state, struct sbx_martian_state *out, uint32_t max);
