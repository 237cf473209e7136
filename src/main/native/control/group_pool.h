// Memory for the groups of one trie: blocks of five sizes, and those that wait until no reader can
// hold them.
// Owns: the blocks, the queue of retired ones. Thread: the FIB's writer; readers read the groups.
// Must not: write a retired block before its grace period has passed.
// Next: control/fib_trie.c.
#pragma once

#include "control/group.h"
#include "control/pages.h"
#include "shared/rcu.h"

#define GROUP_CLASSES 5
#define GROUP_RETIRED_MAX 16384   // that may wait: 16 ms of a slow reader at 1 M changes a second

struct group_class {
	uint32_t units;           // of FIB_GROUP_UNIT bytes, of one block
	uint32_t carved;          // blocks made so far
	uint32_t free;            // first free block + 1, 0 = none; each free one names the next
};

struct retired_group {
	uint64_t token;           // of the grace period that ends the readers' hold
	uint32_t group;
	uint32_t class;
};

// What is known of the block that begins at a unit: its class + 1, 0 = no group is there; and what an
// audit (control/fib_check.c) has found since it began.
#define GROUP_CLASS 0x0F
#define GROUP_SEEN 0x40           // a slot names it
#define GROUP_YOUNG 0x80          // made since

struct group_pool {
	uint8_t *base;            // what readers get
	struct pages pages;
	struct rte_rcu_qsbr *rcu;
	uint32_t blocks_max;      // of a class
	uint32_t top;             // units carved into blocks
	struct group_class classes[GROUP_CLASSES];
	uint8_t *blocks;          // by unit: GROUP_CLASS and the marks
	uint64_t head, tail;      // of the queue `retired`, modulo its size
	struct retired_group *retired; // GROUP_RETIRED_MAX
	struct pages retired_pages;
};

// For `groups_max` groups named at once (at most SBX_GROUPS_MAX) and one more being made. -ENOMEM.
int group_pool_init(struct group_pool *pool, uint32_t groups_max, struct rte_rcu_qsbr *rcu);
void group_pool_free(struct group_pool *pool);

// A new group of these slots, which no slot names yet. Waits for a grace period only when every
// block of its size is in use or retired.
uint32_t group_pool_make(struct group_pool *pool, const uint32_t slots[FIB_GROUP_SLOTS]);
// Takes back a group that no slot names any more. Waits when GROUP_RETIRED_MAX wait already. What is
// no group (a damaged slot said so) is left alone.
void group_pool_retire(struct group_pool *pool, uint32_t group);
// Whether `number` is a group, and it is in order: as many runs as its words say, and room for them.
bool group_pool_sound(const struct group_pool *pool, uint32_t number);

// Memory taken from the system.
uint64_t group_pool_bytes(const struct group_pool *pool);

static inline struct fib_group *
group_pool_at(const struct group_pool *pool, uint32_t group)
{
	return (struct fib_group *)(pool->base + (size_t)group * FIB_GROUP_UNIT);
}
