// The nexthop table's writer: what the control plane says a nexthop is, as adjacencies for the workers.
// Owns: tables->nexthops. Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: wait for a grace period.
// Next: control/neighbors.h, shared/nexthop.h.
#pragma once

#include "control/state.h"

// The table, all entries dropping with no_route: options.nexthops ids and one for each neighbor. -ENOMEM.
int nexthops_create(struct state *state);
void nexthops_free(struct state *state);

// The interface's MAC, MTU or port changed: its adjacencies are written again.
void nexthops_interface_changed(struct state *state, uint16_t interface);
// The interface is gone: its nexthops drop with interface_down until they are set again.
void nexthops_interface_gone(struct state *state, uint16_t interface);
