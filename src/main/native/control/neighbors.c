// See neighbors.h. Next: control/neighbor_queues.c (where entries come from and go to).
#include "control/neighbors.h"

#include "control/addresses.h"
#include "control/neighbor_timers.h"
#include "control/nexthops.h"

#include <errno.h>

// ------------------------------------------------------------------------------------- adjacencies

void
neighbors_adjacency(const struct state *state, uint16_t interface, const struct neighbor *neighbor,
	struct adjacency *out)
{
	const struct interface *facts = &state->tables->interfaces[interface];

	*out = (struct adjacency){ .action = ADJACENCY_DROP, .reason = DROP_interface_down,
		.interface = interface };
	if (!interface_forwards(state, interface))
		return;
	out->port = facts->port;
	out->mtu = facts->mtu;
	out->reason = 0;
	memcpy(&out->l2[6], facts->mac, 6);
	out->action = neighbor == NULL ? ADJACENCY_CONNECTED : ADJACENCY_RESOLVE;
	if (neighbor == NULL || !neighbor_forwards(neighbor))
		return;
	memcpy(out->l2, neighbor->mac, 6);
	out->action = ADJACENCY_FORWARD;
}

void
neighbors_publish(struct state *state, struct neighbor *neighbor)
{
	struct nexthop_table *table = &state->tables->nexthops;
	struct adjacency adjacency = { .action = ADJACENCY_DROP, .reason = DROP_neighbor_failed };

	if (neighbor->phase != NEIGHBOR_FREE)
		neighbors_adjacency(state, neighbor->interface, neighbor, &adjacency);
	nexthop_publish(table, neighbor_id(state, neighbor), &adjacency);
	for (uint32_t id = neighbor->followers; id != 0; id = state->nexthops[id].next)
		nexthop_publish(table, id, &adjacency);
}

void
neighbors_enter(struct state *state, struct neighbor *neighbor, enum neighbor_phase phase)
{
	bool forwarded = neighbor_forwards(neighbor), had_failed = neighbor->failed;

	neighbor->phase = (uint8_t)phase;
	neighbor->tries = 0;
	neighbor->failed = phase == NEIGHBOR_FAILED || (had_failed && phase == NEIGHBOR_INCOMPLETE);
	if (neighbor->failed && !had_failed)
		nexthops_neighbor_changed(state, neighbor);
	if (!neighbor_forwards(neighbor))
		neighbor->proven = false;
	neighbors_requeue(state, neighbor);
	if (forwarded != neighbor_forwards(neighbor))
		neighbors_publish(state, neighbor);
	if (had_failed && !neighbor->failed)
		nexthops_neighbor_changed(state, neighbor);
}

// ------------------------------------------------------------------------------------- interfaces

// Calls `visit` for each neighbor of an interface; it may release that neighbor.
static void
visit_interface(struct state *state, uint16_t interface,
	void (*visit)(struct state *state, struct neighbor *neighbor))
{
	for (uint32_t i = 0; i < state->neighbors->size; i++) {
		struct neighbor *neighbor = &state->neighbors->table[i];

		if (neighbor->phase != NEIGHBOR_FREE && neighbor->interface == interface)
			visit(state, neighbor);
	}
}

void
neighbors_interface_gone(struct state *state, uint16_t interface)
{
	visit_interface(state, interface, neighbors_release);
}

void
neighbors_publish_interface(struct state *state, uint16_t interface)
{
	visit_interface(state, interface, neighbors_publish);
}

// A learned neighbor stays as long as its address is on the link; one that a nexthop needs stays
// anyway, unless its address has become our own.
static void
recheck(struct state *state, struct neighbor *neighbor)
{
	const struct interface_record *interface = interface_find(state, neighbor->interface);

	if (interface == NULL || neighbor->phase == NEIGHBOR_STATIC ||
		interface_on_link(interface, neighbor->family, &neighbor->address))
		return;
	if (neighbor->followers == 0 && neighbor->pins == 0)
		neighbors_release(state, neighbor);
	else if (interface_owns(interface, neighbor->family, &neighbor->address))
		neighbors_reset(state, neighbor);
}

void
neighbors_addresses_changed(struct state *state, uint16_t interface)
{
	visit_interface(state, interface, recheck);
}

// ------------------------------------------------------------------------------------- operator

uint8_t
neighbor_status(const struct neighbor *neighbor)
{
	static const uint8_t status[] = {
		[NEIGHBOR_FREE] = SBX_NEIGHBOR_NONE,
		[NEIGHBOR_IDLE] = SBX_NEIGHBOR_NONE,
		[NEIGHBOR_INCOMPLETE] = SBX_NEIGHBOR_INCOMPLETE,
		[NEIGHBOR_REACHABLE] = SBX_NEIGHBOR_REACHABLE,
		[NEIGHBOR_STALE] = SBX_NEIGHBOR_STALE,
		[NEIGHBOR_PROBE] = SBX_NEIGHBOR_STALE,
		[NEIGHBOR_FAILED] = SBX_NEIGHBOR_FAILED,
		[NEIGHBOR_STATIC] = SBX_NEIGHBOR_STATIC,
	};

	return status[neighbor->phase];
}

static void
describe(const struct state *state, const struct neighbor *neighbor, struct sbx_neighbor *out)
{
	uint64_t age = state->neighbors->now - neighbor->confirmed;

	*out = (struct sbx_neighbor){
		.address = neighbor->address,
		.interface = neighbor->interface,
		.family = neighbor->family,
		.status = neighbor_status(neighbor),
		.held = neighbor->held,
		.age_ms = age < UINT32_MAX ? (uint32_t)age : UINT32_MAX,
	};
	if (neighbor_forwards(neighbor))
		memcpy(out->mac, neighbor->mac, sizeof(out->mac));
}

int64_t
neighbors_list(const struct state *state, struct sbx_neighbor *out, uint32_t max)
{
	int64_t count = 0;

	for (uint32_t i = 0; i < state->neighbors->size; i++) {
		const struct neighbor *neighbor = &state->neighbors->table[i];

		if (neighbor_status(neighbor) == SBX_NEIGHBOR_NONE)
			continue;
		if (count < max)
			describe(state, neighbor, &out[count]);
		count++;
	}
	return count;
}

static int
validate(const struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address)
{
	const struct interface_record *record = interface_find(state, interface);

	if (record == NULL)
		return -ENODEV;
	if ((family != SBX_IPV4 && family != SBX_IPV6) || !address_is_host(family, address) ||
		interface_broadcasts(record, family, address) ||
		vrf_owns(state, record->vrf, family, address))
		return -EINVAL;
	return 0;
}

int
neighbors_set(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address, const uint8_t mac[6])
{
	static const uint8_t zero[6];
	struct neighbor *neighbor;
	int error = validate(state, interface, family, address);

	if (error != 0)
		return error;
	if ((mac[0] & 1) != 0 || memcmp(mac, zero, sizeof(zero)) == 0)
		return -EINVAL;
	error = neighbors_obtain(state, interface, family, address, true, &neighbor);
	if (error != 0)
		return error;
	memcpy(neighbor->mac, mac, sizeof(neighbor->mac));
	neighbor->confirmed = state->neighbors->now;
	neighbors_enter(state, neighbor, NEIGHBOR_STATIC);
	neighbors_publish(state, neighbor);
	neighbor_timer_set(state->neighbors, neighbor, state->neighbors->now); // sends what is held
	return 0;
}

int
neighbors_delete(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address)
{
	struct neighbor *neighbor;

	if (interface_find(state, interface) == NULL)
		return -ENODEV;
	if (family != SBX_IPV4 && family != SBX_IPV6)
		return -EINVAL;
	neighbor = neighbors_find(state, interface, family, address);
	if (neighbor == NULL || neighbor->phase == NEIGHBOR_IDLE)
		return -ENOENT;
	if (neighbor->followers == 0)
		neighbors_release(state, neighbor);
	else
		neighbors_reset(state, neighbor);
	return 0;
}
