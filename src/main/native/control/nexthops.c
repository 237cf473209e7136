// See nexthops.h.
#include "control/nexthops.h"

#include <rte_malloc.h>

#include <errno.h>

int
nexthops_create(struct state *state)
{
	struct nexthop_table *table = &state->tables->nexthops;
	uint32_t size = state->options.nexthops + state->options.neighbors;

	table->entries = rte_zmalloc("nexthops", size * sizeof(*table->entries), RTE_CACHE_LINE_SIZE);
	if (table->entries == NULL)
		return -ENOMEM;
	table->size = size;
	table->neighbors_first = state->options.nexthops;
	for (uint32_t id = 0; id < size; id++)
		table->entries[id].adjacency.reason = DROP_no_route;
	return 0;
}

void
nexthops_free(struct state *state)
{
	rte_free(state->tables->nexthops.entries);
	state->tables->nexthops.entries = NULL;
}

void
nexthops_interface_changed(struct state *state, uint16_t interface)
{
	(void)state;
	(void)interface;
}

void
nexthops_interface_gone(struct state *state, uint16_t interface)
{
	(void)state;
	(void)interface;
}
