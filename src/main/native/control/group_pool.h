// The groups of 256 slots of one trie: which are free, and which wait until no reader can hold them.
// Owns: the groups' memory, the count of what each holds, the queue of retired ones.
// Thread: the FIB's writer; readers read the slots. Must not: clear or give out a group before its grace period.
// Next: control/fib_trie.c.
#pragma once

#include "control/pages.h"
#include "shared/fib.h"
#include "shared/rcu.h"

struct retired_group {
	uint64_t token;           // of the grace period that ends the readers' hold
	uint32_t group;
};

struct group_pool {
	_Atomic uint32_t *slots;  // writer: rw, readers: ro
	uint16_t *uses;           // by group: prefixes that end in it and groups below it, at most 766
	struct retired_group *retired; // ring of `max`: [free, waiting) may be given out, [waiting, tail) not yet
	struct rte_rcu_qsbr *rcu;
	uint32_t max;
	uint32_t fresh;           // groups from here on were never given out
	uint64_t free, waiting, tail; // counts since the start; the ring's index is modulo max
	struct pages slot_pages, use_pages, retired_pages;
};

int group_pool_init(struct group_pool *pool, uint32_t max, struct rte_rcu_qsbr *rcu);
void group_pool_free(struct group_pool *pool);

// Gives out a group with undefined slots and no uses. Waits for a grace period only when all others are in
// use. -ENOSPC.
int group_pool_take(struct group_pool *pool, uint32_t *group);
// Takes back a group that no slot names any more.
void group_pool_retire(struct group_pool *pool, uint32_t group);

// Groups given out, or retired with a grace period that still runs.
uint32_t group_pool_in_use(struct group_pool *pool);
// Memory held, all included; groups never given out have taken none.
uint64_t group_pool_bytes(const struct group_pool *pool);

static inline _Atomic uint32_t *
group_pool_slots(const struct group_pool *pool, uint32_t group)
{
	return pool->slots + (size_t)group * FIB_GROUP_SLOTS;
}
