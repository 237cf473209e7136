// Sets nexthops by batches: all or nothing, and so that no packet meets a group whose members are not there yet.
// Owns: the checks, and the order of the changes. Threads: any, under state_lock, which the caller holds.
// Must not: fail once anything has changed.
// Next: control/nexthops.c, control/nexthop_groups.c.
#include "control/addresses.h"
#include "control/neighbors.h"
#include "control/nexthop_cache.h"
#include "control/nexthop_groups.h"

#include <errno.h>
#include <stdlib.h>

// ------------------------------------------------------------------------------------- one record

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

// ------------------------------------------------------------------------------------- what will be

// What an id will be when the batch is applied.
static uint8_t
type_after(const struct state *state, const struct nexthop_batch *batch, uint32_t id)
{
	const struct nexthop_record *record = &state->nexthops[id];

	return record->pending != 0 ? batch->nexthops[record->pending - 1].type : record->type;
}

static bool
is_last(const struct state *state, const struct nexthop_batch *batch, uint32_t i)
{
	return state->nexthops[batch->nexthops[i].id].pending == i + 1;
}

static int
plan(struct state *state, const struct nexthop_batch *batch, uint32_t *failed)
{
	for (uint32_t i = 0; i < batch->count; i++) {
		uint32_t id = batch->nexthops[i].id;

		if (id == 0 || id >= state->options.nexthops) {
			*failed = i;
			return -EINVAL;
		}
		state->nexthops[id].pending = i + 1;
	}
	return 0;
}

static void
forget_plan(struct state *state, const struct nexthop_batch *batch)
{
	for (uint32_t i = 0; i < batch->count; i++)
		if (batch->nexthops[i].id < state->options.nexthops)
			state->nexthops[batch->nexthops[i].id].pending = 0;
}

// ------------------------------------------------------------------------------------- checks

static int
validate_member(const struct state *state, const struct nexthop_batch *batch, const struct sbx_nexthop_member *members,
	uint32_t at)
{
	const struct sbx_nexthop_member *member = &members[at];

	if (member->weight < 1 || member->weight > 255 || member->reserved != 0)
		return -EINVAL;
	for (uint32_t i = 0; i < at; i++)
		if (members[i].id == member->id)
			return -EINVAL;
	if (member->id == 0 || member->id >= state->options.nexthops)
		return -ENOENT;
	switch (type_after(state, batch, member->id)) {
	case SBX_NEXTHOP_NONE:
		return -ENOENT;
	case SBX_NEXTHOP_GROUP:
		return -EINVAL;
	default:
		return 0;
	}
}

// It must not be a member itself: whatever has it so now is set again in the same batch.
static int
validate_group(const struct state *state, const struct nexthop_batch *batch, const struct sbx_nexthop *nexthop)
{
	const struct group_member *membership = state->nexthops[nexthop->id].memberships;

	if (nexthop->members < 1 || nexthop->members > SBX_GROUP_MEMBERS_MAX ||
		nexthop->first_member > batch->member_count ||
		nexthop->members > batch->member_count - nexthop->first_member)
		return -EINVAL;
	for (; membership != NULL; membership = membership->next)
		if (state->nexthops[membership->group->id].pending == 0)
			return -EINVAL;
	for (uint32_t i = 0; i < nexthop->members; i++) {
		int error = validate_member(state, batch, batch->members + nexthop->first_member, i);

		if (error != 0)
			return error;
	}
	return 0;
}

static int
validate(const struct state *state, const struct nexthop_batch *batch, const struct sbx_nexthop *nexthop)
{
	bool has_interface = nexthop->type == SBX_NEXTHOP_UNICAST ||
		nexthop->type == SBX_NEXTHOP_CONNECTED;

	if (nexthop->type > SBX_NEXTHOP_GROUP)
		return -EINVAL;
	if (!has_interface && nexthop->interface != 0)
		return -EINVAL;
	if (nexthop->type == SBX_NEXTHOP_GROUP)
		return validate_group(state, batch, nexthop);
	if (nexthop->members != 0)
		return -EINVAL;
	if (has_interface && interface_find(state, nexthop->interface) == NULL)
		return -ENODEV;
	return nexthop->type == SBX_NEXTHOP_UNICAST ? validate_unicast(state, nexthop) : 0;
}

// ------------------------------------------------------------------------------------- reserve

static int
reserve_neighbor(struct state *state, const struct sbx_nexthop *nexthop)
{
	struct neighbor *neighbor;
	int error = neighbors_obtain(state, nexthop->interface, nexthop->family, &nexthop->address, true,
		&neighbor);

	if (error != 0)
		return error;
	neighbor->pins++;
	neighbors_requeue(state, neighbor);
	return 0;
}

// Checks one record, has the workers have memory for it, and what it needs stay until it is set: its neighbor, or the
// new group in *made.
static int
reserve(struct state *state, const struct nexthop_batch *batch, uint32_t i, struct nexthop_group **made)
{
	const struct sbx_nexthop *nexthop = &batch->nexthops[i];
	int error = validate(state, batch, nexthop);

	if (error == 0 && nexthop->type != SBX_NEXTHOP_NONE)
		error = nexthop_caches_commit(state, nexthop->id);
	if (error != 0)
		return error;
	if (nexthop->type == SBX_NEXTHOP_UNICAST)
		return reserve_neighbor(state, nexthop);
	if (nexthop->type != SBX_NEXTHOP_GROUP || !is_last(state, batch, i))
		return 0;
	*made = nexthop_group_make(state, nexthop->id, batch->members + nexthop->first_member, nexthop->members);
	return *made != NULL ? 0 : -ENOMEM;
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
release(struct state *state, const struct sbx_nexthop *nexthop)
{
	struct neighbor *neighbor = unpin(state, nexthop);

	if (neighbor != NULL)
		neighbors_forget_idle(state, neighbor);
}

static int
reserve_all(struct state *state, const struct nexthop_batch *batch, struct nexthop_group **made, uint32_t *failed)
{
	for (uint32_t i = 0; i < batch->count; i++) {
		int error = reserve(state, batch, i, &made[i]);

		if (error == 0)
			continue;
		*failed = i;
		while (i-- > 0) {
			release(state, &batch->nexthops[i]);
			nexthop_group_discard(made[i]);
		}
		return error;
	}
	return 0;
}

// ------------------------------------------------------------------------------------- set

static void
write(struct nexthop_record *record, const struct sbx_nexthop *nexthop)
{
	record->type = nexthop->type;
	record->interface = nexthop->interface;
	record->family = nexthop->type == SBX_NEXTHOP_UNICAST ? nexthop->family : 0;
	record->address = nexthop->type == SBX_NEXTHOP_UNICAST ? nexthop->address :
		(struct sbx_address){ 0 };
}

static void
set(struct state *state, const struct sbx_nexthop *nexthop, struct nexthop_group *group)
{
	struct nexthop_record *record = &state->nexthops[nexthop->id];
	struct nexthop_group *before = record->group;

	nexthops_follow(state, nexthop->id, unpin(state, nexthop));
	if (record->type == SBX_NEXTHOP_NONE && nexthop->type != SBX_NEXTHOP_NONE)
		nexthops_count_from_now(state, nexthop->id);
	write(record, nexthop);
	if (group != NULL)
		nexthop_group_put(state, group);
	else if (before != NULL)
		nexthop_group_drop(state, nexthop->id);
	else
		nexthops_publish(state, nexthop->id);
	nexthops_reach(state, nexthop->id);
	nexthop_groups_changed(state, nexthop->id);
}

// Members before the groups that they come into, and what groups have before it becomes one itself; last of all, what
// is deleted.
enum turn { TURN_PLAIN, TURN_GROUP, TURN_MEMBER_TO_GROUP, TURN_DELETE, TURNS };

static enum turn
turn_of(const struct state *state, const struct sbx_nexthop *nexthop)
{
	if (nexthop->type == SBX_NEXTHOP_NONE)
		return TURN_DELETE;
	if (nexthop->type != SBX_NEXTHOP_GROUP)
		return TURN_PLAIN;
	return state->nexthops[nexthop->id].memberships == NULL ? TURN_GROUP : TURN_MEMBER_TO_GROUP;
}

static void
set_all(struct state *state, const struct nexthop_batch *batch, struct nexthop_group **made)
{
	for (uint32_t i = 0; i < batch->count; i++)
		if (!is_last(state, batch, i))
			release(state, &batch->nexthops[i]);
	for (enum turn turn = TURN_PLAIN; turn < TURNS; turn++)
		for (uint32_t i = 0; i < batch->count; i++) {
			uint32_t *pending = &state->nexthops[batch->nexthops[i].id].pending;

			if (*pending != i + 1 || turn_of(state, &batch->nexthops[i]) > turn)
				continue;
			*pending = 0;
			set(state, &batch->nexthops[i], made[i]);
		}
	nexthop_groups_repair(state);
}

int
nexthops_apply(struct state *state, const struct nexthop_batch *batch, uint32_t *failed)
{
	struct nexthop_group **made = calloc(batch->count + 1, sizeof(struct nexthop_group *));
	int error = made == NULL ? -ENOMEM : plan(state, batch, failed);

	if (error == 0)
		error = reserve_all(state, batch, made, failed);
	if (error == 0)
		set_all(state, batch, made);
	if (made != NULL)
		forget_plan(state, batch);
	free(made);
	return error;
}
