// Gives out groups: those whose grace period has passed first, then those never used, then it waits.
// Owns: the ring of retired groups. Thread: the FIB's writer. Must not: wait while a free group exists.
// Next: control/fib_trie.c.
#include "group_pool.h"

#include <errno.h>

#define GROUP_BYTES (FIB_GROUP_SLOTS * sizeof(uint32_t))

int
group_pool_init(struct group_pool *pool, uint32_t max, struct rte_rcu_qsbr *rcu)
{
	*pool = (struct group_pool) {.rcu = rcu, .max = max};
	if (pages_map(max * GROUP_BYTES, &pool->slot_pages) != 0
			|| pages_map(max * sizeof(*pool->uses), &pool->use_pages) != 0
			|| pages_map(max * sizeof(*pool->retired), &pool->retired_pages) != 0) {
		group_pool_free(pool);
		return -ENOMEM;
	}
	pool->slots = pool->slot_pages.memory;
	pool->uses = pool->use_pages.memory;
	pool->retired = pool->retired_pages.memory;
	return 0;
}

void
group_pool_free(struct group_pool *pool)
{
	pages_unmap(&pool->slot_pages);
	pages_unmap(&pool->use_pages);
	pages_unmap(&pool->retired_pages);
}

static struct retired_group *
retired_at(const struct group_pool *pool, uint64_t at)
{
	return &pool->retired[at % pool->max];
}

static void
reclaim(struct group_pool *pool)
{
	while (pool->waiting < pool->tail
			&& rte_rcu_qsbr_check(pool->rcu, retired_at(pool, pool->waiting)->token, false))
		pool->waiting++;
}

int
group_pool_take(struct group_pool *pool, uint32_t *group)
{
	reclaim(pool);
	if (pool->free == pool->waiting && pool->fresh < pool->max) {
		*group = pool->fresh++;
		return 0;
	}
	if (pool->free == pool->waiting) {
		if (pool->waiting == pool->tail)
			return -ENOSPC;
		rte_rcu_qsbr_check(pool->rcu, retired_at(pool, pool->waiting)->token, true);
		pool->waiting++;
	}
	*group = retired_at(pool, pool->free++)->group;
	return 0;
}

void
group_pool_retire(struct group_pool *pool, uint32_t group)
{
	*retired_at(pool, pool->tail++) = (struct retired_group) {
		.token = rte_rcu_qsbr_start(pool->rcu), .group = group};
}

uint32_t
group_pool_in_use(struct group_pool *pool)
{
	reclaim(pool);
	return pool->fresh - (uint32_t)(pool->waiting - pool->free);
}

uint64_t
group_pool_bytes(const struct group_pool *pool)
{
	uint64_t slots = pool->fresh * GROUP_BYTES;
	uint64_t page = (uint64_t)pool->slot_pages.page_kib << 10;

	return (slots + page - 1) / page * page + pool->use_pages.bytes + pool->retired_pages.bytes;
}
