// VRFs: a FIB for each, found by number.
// Owns: state->fibs and tables->vrfs, and who may still use one that is being removed.
// Threads: any; add and remove take port_lock, so that no interface comes into one that goes.
// Must not: show readers one that is half made, or free one that a reader may have.
// Next: control/fib_writer.h.
#pragma once

#include "control/state.h"

// -EEXIST, -ENOMEM.
int vrf_add(struct state *state, uint16_t vrf);
// Its FIB goes, when no reader can have it, and what the route caches kept of it. -ENOENT, -EBUSY (interfaces).
int vrf_remove(struct state *state, uint16_t vrf);

// Whether there is one of that number. For who holds port_lock or the VRF.
bool vrf_exists(const struct state *state, uint16_t vrf);
// Keeps all VRFs from being removed until vrfs_release; the writer of that one, or NULL: there is none.
struct fib_vrf *vrf_hold(struct state *state, uint16_t vrf);
void vrfs_release(struct state *state);

// No thread is left.
void vrfs_free(struct state *state);
