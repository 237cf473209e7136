// See nexthop_cache.h.
#include "control/nexthop_cache.h"

#include <rte_lcore.h>

#include <errno.h>

static_assert(NEXTHOP_SHARE * sizeof(struct nexthop_cached) == PAGES_LARGE,
	"a share is a whole large page");

int
nexthop_caches_create(struct state *state)
{
	size_t bytes = (size_t)state->tables->nexthops.size * sizeof(struct nexthop_cached);

	for (uint32_t number = 0; number < state->workers; number++) {
		struct worker *worker = state->worker[number];
		struct pages *pages = &state->nexthop_caches[number];
		int rc = pages_reserve(bytes, (int)rte_lcore_to_socket_id(worker->lcore), pages);

		if (rc != 0)
			return rc;
		worker->nexthops = pages->memory;
	}
	return nexthop_caches_commit(state, 0);
}

void
nexthop_caches_free(struct state *state)
{
	for (uint32_t number = 0; number < state->workers; number++)
		pages_unmap(&state->nexthop_caches[number]);
	for (uint32_t share = 0; share < NEXTHOP_SHARES_MAX; share++)
		atomic_store(&state->nexthop_shares[share], false);
}

int
nexthop_caches_commit(struct state *state, uint32_t id)
{
	size_t from = (size_t)(id / NEXTHOP_SHARE) * PAGES_LARGE;

	if (nexthop_caches_have(state, id))
		return 0;
	for (uint32_t number = 0; number < state->workers; number++) {
		if (pages_commit(&state->nexthop_caches[number], from, PAGES_LARGE) == 0)
			continue;
		while (number-- > 0)
			pages_decommit(&state->nexthop_caches[number], from, PAGES_LARGE);
		return -ENOMEM;
	}
	atomic_store_explicit(&state->nexthop_shares[id / NEXTHOP_SHARE], true,
		memory_order_release);
	return 0;
}
