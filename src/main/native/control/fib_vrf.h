// What one VRF's FIB is made of.
// Owns: the two tries, the readers' structs, the lock that makes writers one at a time.
// Threads: any, with the lock, but for what is atomic. Must not: be known beyond the FIB's writers.
// Next: control/fib_writer.c writes it, control/fib_audit.c looks whether it is right.
#pragma once

#include "control/fib_slices.h"
#include "control/fib_writer.h"

#include <pthread.h>

struct fib_vrf {
	struct fib4 readers4;
	struct fib6 readers6;
	struct fib_trie trie4;
	struct fib_trie trie6;
	struct fib_slices slices4;
	struct fib_slices slices6;
	_Atomic uint64_t *generation;
	uint32_t verified[2];     // IPv4, IPv6: parts that fib_verify has looked at in their order
	pthread_mutex_t turn;     // held while one waits for `lock`: an audit takes that again and again
	pthread_mutex_t lock;
};

// No batch is being written between the two. One at a time, in the order of asking.
static inline void
fib_hold(struct fib_vrf *vrf)
{
	pthread_mutex_lock(&vrf->turn);
	pthread_mutex_lock(&vrf->lock);
	pthread_mutex_unlock(&vrf->turn);
}

static inline void
fib_let_go(struct fib_vrf *vrf)
{
	pthread_mutex_unlock(&vrf->lock);
}
