// The slow path: what workers punt (ARP, ND, ICMP, packets that wait for a neighbor), on a thread
// of its own.
// Owns: the thread. It takes packets from each worker's punts ring (its only consumer) and sends by
// port_send (control/ports.h). It is RCU reader state_slowpath_reader() and counts in
// counters_core(state->workers).
// Must not: wait for a grace period, or for state_lock while online as a reader.
// Next: slowpath/thread.c.
#pragma once

#include "control/state.h"

// The workers' rings exist, the workers may run already. Returns when the thread is up.
int slowpath_start(struct state *state);
// The workers have ended; interfaces are still there. Frees all packets that it holds. Returns when
// the thread has ended.
void slowpath_stop(struct state *state);
