// Gives out blocks: those whose grace period has passed first, then new ones, then it waits.
// Owns: the blocks and the queue. Thread: the FIB's writer. Must not: wait while a free block
// exists.
// Next: control/fib_trie.c.
#include "group_pool.h"

#include <errno.h>
#include <stdlib.h>

#define SLAB 32                   // blocks carved at once, so that small FIBs stay small

// Sizes for up to 7, 23, 55, 119 and 256 runs.
static const uint32_t class_units[GROUP_CLASSES] = {1, 2, 4, 8, 17};
#define ALL_UNITS (1 + 2 + 4 + 8 + 17)

static_assert((uint64_t)(SBX_GROUPS_MAX + 2 * SLAB) * ALL_UNITS < 1 << 24, "names have 24 bits");
static_assert(17 * FIB_GROUP_UNIT >= 36 + FIB_GROUP_SLOTS * sizeof(uint32_t), "the largest fits");

int
group_pool_init(struct group_pool *pool, uint32_t groups_max, struct rte_rcu_qsbr *rcu)
{
	size_t blocks = (groups_max / SLAB + 2) * SLAB;
	int error;

	memset(pool, 0, sizeof(*pool));
	error = pages_map(blocks * ALL_UNITS * FIB_GROUP_UNIT, &pool->pages);
	if (error == 0)
		error = pages_map(GROUP_RETIRED_MAX * sizeof(*pool->retired), &pool->retired_pages);
	pool->blocks = calloc(blocks * ALL_UNITS, sizeof(*pool->blocks));
	if (error != 0 || pool->blocks == NULL)
		return -ENOMEM;
	pool->retired = pool->retired_pages.memory;
	pool->base = pool->pages.memory;
	pool->rcu = rcu;
	pool->blocks_max = (uint32_t)blocks;
	for (uint32_t i = 0; i < GROUP_CLASSES; i++)
		pool->classes[i].units = class_units[i];
	return 0;
}

void
group_pool_free(struct group_pool *pool)
{
	pages_unmap(&pool->retired_pages);
	free(pool->blocks);
	pool->blocks = NULL;
	pages_unmap(&pool->pages);
}

static uint32_t
class_for(size_t bytes)
{
	uint32_t class = 0;

	while (class_units[class] * FIB_GROUP_UNIT < bytes)
		class++;
	return class;
}

// A free block's first word: the next free one of its class.
static uint32_t *
link_in(const struct group_pool *pool, uint32_t block)
{
	return (uint32_t *)(pool->base + (size_t)block * FIB_GROUP_UNIT);
}

static void
put_free(struct group_pool *pool, struct group_class *class, uint32_t block)
{
	*link_in(pool, block) = class->free;
	class->free = block + 1;
}

static bool
has_passed(const struct group_pool *pool, bool wait)
{
	uint64_t token = pool->retired[pool->head % GROUP_RETIRED_MAX].token;

	return rte_rcu_qsbr_check(pool->rcu, token, wait) == 1;
}

// Frees the oldest retired group.
static void
reclaim(struct group_pool *pool)
{
	const struct retired_group *oldest = &pool->retired[pool->head++ % GROUP_RETIRED_MAX];

	put_free(pool, &pool->classes[oldest->class], oldest->group);
}

static void
carve(struct group_pool *pool, struct group_class *class)
{
	class->carved += SLAB;
	for (uint32_t i = 0; i < SLAB; i++, pool->top += class->units)
		put_free(pool, class, pool->top);
}

static uint32_t
take(struct group_pool *pool, struct group_class *class)
{
	uint32_t block;

	while (pool->head < pool->tail && has_passed(pool, false))
		reclaim(pool);
	if (class->free == 0 && class->carved < pool->blocks_max)
		carve(pool, class);
	// Fewer than blocks_max are named, so that one of this class is among the retired.
	while (class->free == 0 && has_passed(pool, true))
		reclaim(pool);
	block = class->free - 1;
	class->free = *link_in(pool, block);
	return block;
}

uint32_t
group_pool_make(struct group_pool *pool, const uint32_t slots[FIB_GROUP_SLOTS])
{
	uint32_t class = class_for(group_bytes(slots));
	uint32_t group = take(pool, &pool->classes[class]);

	pool->blocks[group] = (uint8_t)(GROUP_YOUNG | (class + 1));
	group_fill(group_pool_at(pool, group), slots);
	return group;
}

void
group_pool_retire(struct group_pool *pool, uint32_t group)
{
	uint32_t class = group < pool->top ? pool->blocks[group] & GROUP_CLASS : 0;

	if (class == 0)
		return;
	while (pool->tail - pool->head == GROUP_RETIRED_MAX && has_passed(pool, true))
		reclaim(pool);
	pool->blocks[group] = 0;
	pool->retired[pool->tail++ % GROUP_RETIRED_MAX] = (struct retired_group) {
		.token = rte_rcu_qsbr_start(pool->rcu), .group = group, .class = class - 1};
}

bool
group_pool_sound(const struct group_pool *pool, uint32_t number)
{
	uint32_t class = number < pool->top ? pool->blocks[number] & GROUP_CLASS : 0;
	const struct fib_group *group;
	uint32_t runs = 0;

	if (class == 0)
		return false;
	group = group_pool_at(pool, number);
	if (group->starts[0] & 1)
		return false;
	for (uint32_t word = 0; word < 4; word++) {
		if (group->before[word] != runs)
			return false;
		runs += (uint32_t)__builtin_popcountll(group->starts[word]);
	}
	return offsetof(struct fib_group, slots) + (runs + 1) * sizeof(uint32_t)
		<= class_units[class - 1] * FIB_GROUP_UNIT;
}

uint64_t
group_pool_bytes(const struct group_pool *pool)
{
	uint64_t page = (uint64_t)pool->pages.page_kib << 10;
	uint64_t carved = (uint64_t)pool->top * FIB_GROUP_UNIT;

	return (carved + page - 1) / page * page + pool->top;
}
