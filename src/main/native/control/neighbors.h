// The neighbors' writer: who is behind which interface, at which MAC.
// Owns: tables->neighbors. Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: wait for a grace period.
// Next: shared/neighbors.h.
#pragma once

#include "control/state.h"

int neighbors_create(struct state *state);
void neighbors_free(struct state *state);

// The interface is gone: its neighbors go, and the packets held for them.
void neighbors_interface_gone(struct state *state, uint16_t interface);
