// See neighbors.h.
#include "control/neighbors.h"

#include <rte_malloc.h>
#include <rte_random.h>

#include <errno.h>

int
neighbors_create(struct state *state)
{
	struct neighbor_map *map = &state->tables->neighbors;
	uint32_t slots = rte_align32pow2(2 * state->options.neighbors);

	map->slots = rte_zmalloc("neighbors", slots * sizeof(*map->slots), RTE_CACHE_LINE_SIZE);
	if (map->slots == NULL)
		return -ENOMEM;
	map->mask = slots - 1;
	map->seed = (uint32_t)rte_rand();
	return 0;
}

void
neighbors_free(struct state *state)
{
	rte_free(state->tables->neighbors.slots);
	state->tables->neighbors.slots = NULL;
}

void
neighbors_interface_gone(struct state *state, uint16_t interface)
{
	(void)state;
	(void)interface;
}
