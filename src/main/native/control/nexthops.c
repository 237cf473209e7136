// See nexthops.h. Next: control/neighbors.c.
#include "control/nexthops.h"

#include "control/addresses.h"
#include "control/neighbors.h"
#include "control/nexthop_cache.h"
#include "control/urpf.h"

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
	nexthop_table_clear(table);
	return urpf_create(state);
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

	if (record->type == SBX_NEXTHOP_LOCAL)
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
follow(struct state *state, uint32_t id, struct neighbor *neighbor)
{
	struct nexthop_record *record = &state->nexthops[id];

	record->neighbor = neighbor_id(state, neighbor);
	record->previous = 0;
	record->next = neighbor->followers;
	if (record->next != 0)
		state->nexthops[record->next].previous = id;
	neighbor->followers = id;
	neighbors_requeue(state, neighbor);
}

// Takes it off its neighbor's list; the neighbor may be forgotten if nobody else needs it.
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

// Of one interface, or of none.
static void
reach(struct state *state, uint32_t id)
{
	uint16_t interface = state->nexthops[id].interface;

	urpf_reach(state, id, &interface, interface != 0);
}

void
nexthops_unfollow(struct state *state, uint32_t id)
{
	state->nexthops[id].interface = 0;
	reach(state, id);
	leave(state, id);
	nexthops_publish(state, id);
}

void
nexthops_interface_changed(struct state *state, uint16_t interface)
{
	neighbors_publish_interface(state, interface);
	for (uint32_t id = 1; id < state->options.nexthops; id++)
		if (state->nexthops[id].type == SBX_NEXTHOP_CONNECTED &&
			state->nexthops[id].interface == interface)
			nexthops_publish(state, id);
}

void
nexthops_interface_gone(struct state *state, uint16_t interface)
{
	for (uint32_t id = 1; id < state->options.nexthops; id++)
		if (state->nexthops[id].type != SBX_NEXTHOP_NONE &&
			state->nexthops[id].interface == interface && interface != 0)
			nexthops_unfollow(state, id);
	urpf_interface_gone(state, interface);
}

// ------------------------------------------------------------------------------------- apply

static int
validate_unicast(const struct state *state, const struct sbx_nexthop *nexthop)
{
	const struct interface_record *interface = interface_find(state, nexthop->interface);

	if (nexthop->family != SBX_IPV4 && nexthop->family != SBX_IPV6)
		return -EINVAL;
	if (!address_is_host(nexthop->family, &nexthop->address))
		return -EINVAL;
	if (vrf_owns(state, interface->vrf, nexthop->family, &nexthop->address) ||
		interface_broadcasts(interface, nexthop->family, &nexthop->address))
		return -EINVAL;
	return 0;
}

static int
validate(const struct state *state, const struct sbx_nexthop *nexthop)
{
	bool has_interface = nexthop->type == SBX_NEXTHOP_UNICAST ||
		nexthop->type == SBX_NEXTHOP_CONNECTED;

	if (nexthop->id == 0 || nexthop->id >= state->options.nexthops)
		return -EINVAL;
	if (nexthop->type > SBX_NEXTHOP_PROHIBIT)
		return -EINVAL;
	if (!has_interface)
		return nexthop->interface == 0 ? 0 : -EINVAL;
	if (interface_find(state, nexthop->interface) == NULL)
		return -ENODEV;
	return nexthop->type == SBX_NEXTHOP_UNICAST ? validate_unicast(state, nexthop) : 0;
}

// Checks one record, has the workers have memory for it, and its neighbor stay until `set` links to it.
static int
reserve(struct state *state, const struct sbx_nexthop *nexthop)
{
	struct neighbor *neighbor;
	int error = validate(state, nexthop);

	if (error == 0 && nexthop->type != SBX_NEXTHOP_NONE)
		error = nexthop_caches_commit(state, nexthop->id);
	if (error != 0 || nexthop->type != SBX_NEXTHOP_UNICAST)
		return error;
	error = neighbors_obtain(state, nexthop->interface, nexthop->family, &nexthop->address, true,
		&neighbor);
	if (error != 0)
		return error;
	neighbor->pins++;
	neighbors_requeue(state, neighbor);
	return 0;
}

static struct neighbor *
unpin(struct state *state, const struct sbx_nexthop *nexthop)
{
	struct neighbor *neighbor;

	if (nexthop->type != SBX_NEXTHOP_UNICAST)
		return NULL;
	neighbor = neighbors_find(state, nexthop->interface, nexthop->family, &nexthop->address);
	neighbor->pins--;
	neighbors_requeue(state, neighbor);
	return neighbor;
}

static void
set(struct state *state, const struct sbx_nexthop *nexthop)
{
	struct nexthop_record *record = &state->nexthops[nexthop->id];
	struct neighbor *neighbor = unpin(state, nexthop);

	if (neighbor == NULL || record->neighbor != neighbor_id(state, neighbor)) {
		leave(state, nexthop->id);
		if (neighbor != NULL)
			follow(state, nexthop->id, neighbor);
	}
	if (record->type == SBX_NEXTHOP_NONE && nexthop->type != SBX_NEXTHOP_NONE)
		sum_counters(state, nexthop->id, &record->packets_before, &record->bytes_before);
	record->type = nexthop->type;
	record->interface = nexthop->interface;
	record->family = nexthop->type == SBX_NEXTHOP_UNICAST ? nexthop->family : 0;
	record->address = nexthop->type == SBX_NEXTHOP_UNICAST ? nexthop->address :
		(struct sbx_address){ 0 };
	reach(state, nexthop->id);
	nexthops_publish(state, nexthop->id);
}

int
nexthops_apply(struct state *state, const struct sbx_nexthop *nexthops, uint32_t count,
	uint32_t *failed)
{
	for (uint32_t i = 0; i < count; i++) {
		int error = reserve(state, &nexthops[i]);

		if (error == 0)
			continue;
		*failed = i;
		while (i-- > 0) {
			struct neighbor *neighbor = unpin(state, &nexthops[i]);

			if (neighbor != NULL)
				neighbors_forget_idle(state, neighbor);
		}
		return error;
	}
	for (uint32_t i = 0; i < count; i++)
		set(state, &nexthops[i]);
	return 0;
}

// ------------------------------------------------------------------------------------- describe

static void
describe(const struct state *state, uint32_t id, struct sbx_nexthop_state *out)
{
	const struct nexthop_record *record = &state->nexthops[id];
	uint64_t packets, bytes;

	sum_counters(state, id, &packets, &bytes);
	*out = (struct sbx_nexthop_state){
		.id = id,
		.interface = record->interface,
		.type = record->type,
		.family = record->family,
		.address = record->address,
		.packets = packets - record->packets_before,
		.bytes = bytes - record->bytes_before,
	};
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
	(void)out;
	(void)max;
	return exists(state, id) ? 0 : -ENOENT;
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
