// See nexthops.h. Next: control/neighbors.c.
#include "control/nexthops.h"

#include "control/neighbors.h"
#include "control/nexthop_groups.h"
#include "control/urpf.h"

#include <rte_random.h>

#include <sys/mman.h>

#include <errno.h>
#include <stdlib.h>

static size_t
table_bytes(uint32_t size)
{
	return (size_t)size * sizeof(struct nexthop);
}

int
nexthops_create(struct state *state)
{
	struct nexthop_table *table = &state->tables->nexthops;
	uint32_t size = state->options.nexthops + state->options.neighbors;
	struct nexthop *entries;

	if (state->options.nexthops == 0 || size - 1 > SBX_NEXTHOP_ID_MAX)
		return -EINVAL;
	entries = mmap(NULL, table_bytes(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);
	if (entries == MAP_FAILED)
		return -ENOMEM;
	state->nexthops = calloc(state->options.nexthops, sizeof(*state->nexthops));
	if (state->nexthops == NULL) {
		munmap(entries, table_bytes(size));
		return -ENOMEM;
	}
	table->entries = entries;
	table->neighbors_first = state->options.nexthops;
	table->size = size;
	table->flow_seed = (uint32_t)rte_rand();
	nexthop_table_clear(table);
	return nexthop_groups_create(state) != 0 ? -ENOMEM : urpf_create(state);
}

void
nexthops_free(struct state *state)
{
	struct nexthop_table *table = &state->tables->nexthops;

	if (table->entries != NULL)
		munmap(table->entries, table_bytes(table->size));
	memset(table, 0, sizeof(*table));
	free(state->nexthops);
	state->nexthops = NULL;
	nexthop_groups_free(state);
	urpf_free(state);
}

static void
sum_counters(const struct state *state, uint32_t id, uint64_t *packets, uint64_t *bytes)
{
	*packets = *bytes = 0;
	for (uint32_t i = 0; i < state->workers; i++) {
		const struct nexthop_cached *cached = &state->worker[i]->nexthops[id];

		*packets += __atomic_load_n(&cached->packets, __ATOMIC_RELAXED);
		*bytes += __atomic_load_n(&cached->bytes, __ATOMIC_RELAXED);
	}
}

void
nexthops_count_from_now(struct state *state, uint32_t id)
{
	struct nexthop_record *record = &state->nexthops[id];

	sum_counters(state, id, &record->packets_before, &record->bytes_before);
}

uint64_t
nexthops_packets(const struct state *state, uint32_t id)
{
	uint64_t packets, bytes;

	sum_counters(state, id, &packets, &bytes);
	return packets;
}

// ------------------------------------------------------------------------------------- publish

static enum drop_reason
reason_of(uint8_t type)
{
	switch (type) {
	case SBX_NEXTHOP_BLACKHOLE:
		return DROP_blackhole;
	case SBX_NEXTHOP_UNREACHABLE:
		return DROP_unreachable;
	case SBX_NEXTHOP_PROHIBIT:
		return DROP_prohibit;
	default:
		return DROP_no_route;
	}
}

void
nexthops_publish(struct state *state, uint32_t id)
{
	const struct nexthop_record *record = &state->nexthops[id];
	struct adjacency adjacency = { .action = ADJACENCY_DROP,
		.reason = reason_of(record->type) };

	if (record->group != NULL)
		nexthop_group_adjacency(record->group, &adjacency);
	else if (record->type == SBX_NEXTHOP_LOCAL)
		adjacency.action = ADJACENCY_LOCAL;
	else if (record->type == SBX_NEXTHOP_CONNECTED)
		neighbors_adjacency(state, record->interface, NULL, &adjacency);
	else if (record->type == SBX_NEXTHOP_UNICAST && record->neighbor == 0)
		adjacency.reason = DROP_interface_down;
	else if (record->type == SBX_NEXTHOP_UNICAST)
		neighbors_adjacency(state, record->interface, neighbor_at(state, record->neighbor),
			&adjacency);
	nexthop_publish(&state->tables->nexthops, id, &adjacency);
}

static void
leave(struct state *state, uint32_t id)
{
	struct nexthop_record *record = &state->nexthops[id];
	struct neighbor *neighbor;

	if (record->neighbor == 0)
		return;
	neighbor = neighbor_at(state, record->neighbor);
	if (record->previous != 0)
		state->nexthops[record->previous].next = record->next;
	else
		neighbor->followers = record->next;
	if (record->next != 0)
		state->nexthops[record->next].previous = record->previous;
	record->neighbor = record->next = record->previous = 0;
	neighbors_requeue(state, neighbor);
	neighbors_forget_idle(state, neighbor);
}

void
nexthops_follow(struct state *state, uint32_t id, struct neighbor *neighbor)
{
	struct nexthop_record *record = &state->nexthops[id];

	if (neighbor != NULL && record->neighbor == neighbor_id(state, neighbor))
		return;
	leave(state, id);
	if (neighbor == NULL)
		return;
	record->neighbor = neighbor_id(state, neighbor);
	record->next = neighbor->followers;
	if (record->next != 0)
		state->nexthops[record->next].previous = id;
	neighbor->followers = id;
	neighbors_requeue(state, neighbor);
}

void
nexthops_reach(struct state *state, uint32_t id)
{
	const struct nexthop_record *record = &state->nexthops[id];

	if (record->group != NULL)
		nexthop_group_reach(state, id);
	else
		urpf_reach(state, id, &record->interface, record->interface != 0);
	for (const struct group_member *member = record->memberships; member != NULL; member = member->next)
		nexthop_group_reach(state, member->group->id);
}

void
nexthops_neighbor_changed(struct state *state, const struct neighbor *neighbor)
{
	for (uint32_t id = neighbor->followers; id != 0; id = state->nexthops[id].next)
		nexthop_groups_changed(state, id);
	nexthop_groups_repair(state);
}

void
nexthops_unfollow(struct state *state, uint32_t id)
{
	state->nexthops[id].interface = 0;
	nexthops_reach(state, id);
	nexthops_follow(state, id, NULL);
	nexthop_groups_changed(state, id);
	nexthop_groups_repair(state);
	nexthops_publish(state, id);
}

void
nexthops_interface_changed(struct state *state, uint16_t interface)
{
	nexthop_groups_interface_changed(state, interface);
	nexthop_groups_repair(state);
	neighbors_publish_interface(state, interface);
	for (uint32_t id = 1; id < state->options.nexthops; id++)
		if (state->nexthops[id].type == SBX_NEXTHOP_CONNECTED &&
			state->nexthops[id].interface == interface)
			nexthops_publish(state, id);
}

void
nexthops_interface_gone(struct state *state, uint16_t interface)
{
	nexthop_groups_interface_changed(state, interface);
	nexthop_groups_repair(state);
	for (uint32_t id = 1; id < state->options.nexthops; id++)
		if (state->nexthops[id].type != SBX_NEXTHOP_NONE &&
			state->nexthops[id].interface == interface && interface != 0)
			nexthops_unfollow(state, id);
	urpf_interface_gone(state, interface);
}

// ------------------------------------------------------------------------------------- describe

static void
add_counters(const struct state *state, uint32_t id, struct sbx_nexthop_state *out)
{
	const struct nexthop_record *record = &state->nexthops[id];
	uint64_t packets, bytes;

	sum_counters(state, id, &packets, &bytes);
	out->packets += packets - record->packets_before;
	out->bytes += bytes - record->bytes_before;
}

static void
describe_group(const struct state *state, const struct nexthop_group *group, struct sbx_nexthop_state *out)
{
	out->members = group->members;
	out->usable_members = nexthop_group_usable(group);
	for (uint32_t i = 0; i < group->members; i++)
		add_counters(state, group->member[i].id, out);
}

static void
describe(const struct state *state, uint32_t id, struct sbx_nexthop_state *out)
{
	const struct nexthop_record *record = &state->nexthops[id];

	*out = (struct sbx_nexthop_state){
		.id = id,
		.interface = record->interface,
		.type = record->type,
		.family = record->family,
		.address = record->address,
	};
	if (record->group != NULL)
		describe_group(state, record->group, out);
	else
		add_counters(state, id, out);
	if (record->neighbor != 0) {
		const struct neighbor *neighbor = neighbor_at(state, record->neighbor);

		out->neighbor = neighbor_status(neighbor);
		memcpy(out->mac, neighbor->mac, sizeof(out->mac));
	}
}

static bool
exists(const struct state *state, uint32_t id)
{
	return id != 0 && id < state->options.nexthops &&
		state->nexthops[id].type != SBX_NEXTHOP_NONE;
}

int64_t
nexthops_members(const struct state *state, uint32_t id, struct sbx_nexthop_member_state *out,
	uint32_t max)
{
	if (!exists(state, id))
		return -ENOENT;
	return state->nexthops[id].group != NULL ?
		nexthop_group_list(state->nexthops[id].group, out, max) : 0;
}

int
nexthops_describe(const struct state *state, const uint32_t *ids, uint32_t count,
	struct sbx_nexthop_state *out)
{
	for (uint32_t i = 0; i < count; i++)
		if (!exists(state, ids[i]))
			return -ENOENT;
	for (uint32_t i = 0; i < count; i++)
		describe(state, ids[i], &out[i]);
	return 0;
}
