// What uRPF may know of each nexthop: by which interfaces its sources come.
// Owns: tables->urpf, and the sets of several interfaces: each is kept once, however many nexthops
// name it, and is given another meaning only after a grace period.
// Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: wait for a grace period; look at a neighbor's state.
// Next: control/nexthops.c calls it, datapath/urpf.h reads what it writes.
#pragma once

#include "control/state.h"

// A table by which every source comes from nowhere, for options.nexthops ids. -ENOMEM.
int urpf_create(struct state *state);
void urpf_free(struct state *state);

// Sources of this nexthop come by any of `count` interfaces; 0: by none. -ENOSPC, with nothing
// changed, when it would be one different set of several interfaces too many; never for fewer than
// two interfaces.
int urpf_reach(struct state *state, uint32_t nexthop, const uint16_t *interfaces, uint32_t count);
// Sources of this nexthop come by any interface: where there is no room for the set that they come by.
void urpf_reach_any(struct state *state, uint32_t nexthop);
// Whether a source that only the default route matches passes.
void urpf_default_route(struct state *state, bool counts);
// The interface leaves every set that has it with others.
void urpf_interface_gone(struct state *state, uint16_t interface);
