// See nexthop_groups.h.
#include "control/nexthop_groups.h"

#include "control/interfaces.h"
#include "control/neighbors.h"
#include "control/urpf.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t
size_of(const struct nexthop_group *group)
{
	return 1u << group->bits;
}

// ------------------------------------------------------------------------------------- usable

// Nexthops that need no link can always be used: a box that is told to drop a share of the flows does.
static bool
usable(const struct state *state, uint32_t id)
{
	const struct nexthop_record *record = &state->nexthops[id];

	switch (record->type) {
	case SBX_NEXTHOP_UNICAST:
		return record->neighbor != 0 && interface_forwards(state, record->interface) &&
			!neighbor_at(state, record->neighbor)->failed;
	case SBX_NEXTHOP_CONNECTED:
		return interface_forwards(state, record->interface);
	case SBX_NEXTHOP_NONE:
	case SBX_NEXTHOP_GROUP:
		return false;
	default:
		return true;
	}
}

uint32_t
nexthop_group_usable(const struct nexthop_group *group)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < group->members; i++)
		count += group->member[i].usable;
	return count;
}

static void
look(struct state *state, struct group_member *member)
{
	struct nexthop_group *group = member->group;
	bool now = usable(state, member->id);

	if (now == member->usable)
		return;
	member->usable = now;
	if (group->dirty)
		return;
	group->dirty = true;
	group->next_dirty = state->groups->dirty;
	state->groups->dirty = group;
}

void
nexthop_groups_changed(struct state *state, uint32_t id)
{
	for (struct group_member *member = state->nexthops[id].memberships; member != NULL;
		member = member->next)
		look(state, member);
}

void
nexthop_groups_interface_changed(struct state *state, uint16_t interface)
{
	for (struct nexthop_group *group = state->groups->first; group != NULL; group = group->next)
		for (uint32_t i = 0; i < group->members; i++)
			if (state->nexthops[group->member[i].id].interface == interface)
				look(state, &group->member[i]);
}

// ------------------------------------------------------------------------------------- buckets

// While no member is usable all of them are in: traffic is what finds out that one is back.
static void
shares_of(const struct nexthop_group *group, bool all, struct bucket_share *shares)
{
	all |= nexthop_group_usable(group) == 0;
	for (uint32_t i = 0; i < group->members; i++)
		shares[i] = (struct bucket_share){ .weight = group->member[i].weight,
			.in = all || group->member[i].usable };
}

static void
show(struct nexthop_group *group)
{
	for (uint32_t bucket = 0; bucket < size_of(group); bucket++) {
		uint32_t id = group->member[group->owners[bucket]].id;

		if (atomic_load_explicit(&group->buckets[bucket], memory_order_relaxed) != id)
			atomic_store_explicit(&group->buckets[bucket], id, memory_order_relaxed);
	}
}

static void
spread(struct nexthop_group *group)
{
	struct bucket_share shares[SBX_GROUP_MEMBERS_MAX];

	shares_of(group, false, shares);
	buckets_spread(group->owners, group->home, size_of(group), shares, group->members);
	show(group);
}

void
nexthop_groups_repair(struct state *state)
{
	struct nexthop_group *group = state->groups->dirty;

	state->groups->dirty = NULL;
	for (; group != NULL; group = group->next_dirty) {
		group->dirty = false;
		spread(group);
	}
}

// ------------------------------------------------------------------------------------- make

static _Atomic uint32_t *
make_buckets(uint8_t bits)
{
	size_t bytes = RTE_ALIGN(sizeof(uint32_t) << bits, RTE_CACHE_LINE_SIZE);
	_Atomic uint32_t *buckets = aligned_alloc(RTE_CACHE_LINE_SIZE, bytes);

	if (buckets != NULL)
		memset((void *)buckets, 0, bytes);
	return buckets;
}

static uint8_t
bits_for(const struct nexthop_group *before, const struct sbx_nexthop_member *members, uint32_t count)
{
	struct bucket_share shares[SBX_GROUP_MEMBERS_MAX];
	uint8_t least = before != NULL ? before->bits : 0;

	for (uint32_t i = 0; i < count; i++)
		shares[i].weight = members[i].weight;
	return RTE_MAX(least, buckets_bits(shares, count));
}

// A table never shrinks while its group lives: fewer buckets would put flows together that were apart.
struct nexthop_group *
nexthop_group_make(const struct state *state, uint32_t id, const struct sbx_nexthop_member *members,
	uint32_t count)
{
	const struct nexthop_group *before = state->nexthops[id].group;
	uint8_t bits = bits_for(before, members, count);
	size_t own = sizeof(struct nexthop_group) + count * sizeof(struct group_member);
	struct nexthop_group *group = calloc(1, own + ((size_t)2 << bits));

	if (group == NULL)
		return NULL;
	group->id = id;
	group->bits = bits;
	group->members = (uint8_t)count;
	group->owners = (uint8_t *)group + own;
	group->home = group->owners + size_of(group);
	memset(group->owners, BUCKET_FREE, (size_t)2 << bits);
	for (uint32_t i = 0; i < count; i++)
		group->member[i] = (struct group_member){ .id = members[i].id,
			.weight = members[i].weight, .group = group };
	if (before == NULL || before->bits != bits)
		group->buckets = make_buckets(bits);
	if (group->buckets != NULL || (before != NULL && before->bits == bits))
		return group;
	free(group);
	return NULL;
}

void
nexthop_group_discard(struct nexthop_group *group)
{
	if (group == NULL)
		return;
	free((void *)group->buckets);
	free(group);
}

// ------------------------------------------------------------------------------------- put, drop

static void
unlink_group(struct nexthop_group *group)
{
	*group->link = group->next;
	if (group->next != NULL)
		group->next->link = group->link;
}

static void
link_group(struct nexthop_group **list, struct nexthop_group *group)
{
	group->next = *list;
	group->link = list;
	if (group->next != NULL)
		group->next->link = &group->next;
	*list = group;
}

static void
join(struct state *state, struct group_member *member)
{
	struct group_member **list = &state->nexthops[member->id].memberships;

	member->next = *list;
	member->link = list;
	if (member->next != NULL)
		member->next->link = &member->next;
	*list = member;
	member->usable = usable(state, member->id);
}

static void
leave(struct group_member *member)
{
	*member->link = member->next;
	if (member->next != NULL)
		member->next->link = member->link;
}

// Frees those that no worker reads any more.
static void
reclaim(struct state *state)
{
	for (struct nexthop_group *group = state->groups->retired, *next; group != NULL; group = next) {
		next = group->next;
		if (rte_rcu_qsbr_check(state->tables->rcu, group->retired, false) == 0)
			continue;
		unlink_group(group);
		nexthop_group_discard(group);
	}
}

// Out of everything; its buckets stay for those who read them.
static void
retire(struct state *state, struct nexthop_group *group)
{
	reclaim(state);
	for (uint32_t i = 0; i < group->members; i++)
		leave(&group->member[i]);
	for (struct nexthop_group **at = &state->groups->dirty; *at != NULL; at = &(*at)->next_dirty)
		if (*at == group) {
			*at = group->next_dirty;
			break;
		}
	unlink_group(group);
	if (group->buckets == NULL) {
		free(group);
		return;
	}
	group->retired = rte_rcu_qsbr_start(state->tables->rcu);
	link_group(&state->groups->retired, group);
}

static uint8_t
index_of(const struct nexthop_group *group, uint32_t id)
{
	for (uint8_t i = 0; i < group->members; i++)
		if (group->member[i].id == id)
			return i;
	return BUCKET_FREE;
}

// Whose the buckets were; one that is parted has the owner of the whole.
static void
inherit(struct nexthop_group *group, const struct nexthop_group *before)
{
	uint8_t became[UINT8_MAX + 1], shift = group->bits - before->bits;

	became[BUCKET_FREE] = BUCKET_FREE;
	for (uint32_t i = 0; i < before->members; i++)
		became[i] = index_of(group, before->member[i].id);
	for (uint32_t bucket = 0; bucket < size_of(group); bucket++) {
		group->owners[bucket] = became[before->owners[bucket >> shift]];
		group->home[bucket] = became[before->home[bucket >> shift]];
	}
}

static void
find_home(struct nexthop_group *group)
{
	struct bucket_share shares[SBX_GROUP_MEMBERS_MAX];

	shares_of(group, true, shares);
	buckets_spread(group->home, NULL, size_of(group), shares, group->members);
}

void
nexthop_group_put(struct state *state, struct nexthop_group *group)
{
	struct nexthop_record *record = &state->nexthops[group->id];
	struct nexthop_group *before = record->group;

	for (uint32_t i = 0; i < group->members; i++)
		join(state, &group->member[i]);
	if (before != NULL) {
		inherit(group, before);
		if (group->buckets == NULL) {
			group->buckets = before->buckets;
			before->buckets = NULL;
		}
	} else {
		atomic_fetch_add_explicit(&state->tables->nexthops.groups, 1, memory_order_release);
	}
	find_home(group);
	spread(group);
	link_group(&state->groups->first, group);
	record->group = group;
	nexthops_publish(state, group->id);
	if (before != NULL)
		retire(state, before);
}

void
nexthop_group_adjacency(const struct nexthop_group *group, struct adjacency *out)
{
	*out = (struct adjacency){ .action = ADJACENCY_GROUP, .reason = DROP_no_route };
	adjacency_set_buckets(out, group->buckets, group->bits);
}

void
nexthop_group_drop(struct state *state, uint32_t id)
{
	struct nexthop_group *group = state->nexthops[id].group;

	state->nexthops[id].group = NULL;
	nexthops_publish(state, id);
	retire(state, group);
	atomic_fetch_sub_explicit(&state->tables->nexthops.groups, 1, memory_order_release);
}

// ------------------------------------------------------------------------------------- what others ask

void
nexthop_group_reach(struct state *state, uint32_t id)
{
	const struct nexthop_group *group = state->nexthops[id].group;
	uint16_t interfaces[SBX_GROUP_MEMBERS_MAX];
	uint32_t count = 0;

	for (uint32_t i = 0; i < group->members; i++) {
		interfaces[count] = state->nexthops[group->member[i].id].interface;
		count += interfaces[count] != 0;
	}
	if (urpf_reach(state, id, interfaces, count) != 0)
		urpf_reach_any(state, id);
}

uint32_t
nexthop_group_list(const struct nexthop_group *group, struct sbx_nexthop_member_state *out, uint32_t max)
{
	for (uint32_t i = 0; i < group->members && i < max; i++)
		out[i] = (struct sbx_nexthop_member_state){ .id = group->member[i].id,
			.weight = group->member[i].weight, .usable = group->member[i].usable };
	for (uint32_t bucket = 0; bucket < size_of(group); bucket++)
		if (group->owners[bucket] < max)
			out[group->owners[bucket]].buckets++;
	return group->members;
}

// ------------------------------------------------------------------------------------- create

int
nexthop_groups_create(struct state *state)
{
	state->groups = calloc(1, sizeof(*state->groups));
	return state->groups != NULL ? 0 : -ENOMEM;
}

static void
free_all(struct nexthop_group *group)
{
	while (group != NULL) {
		struct nexthop_group *next = group->next;

		nexthop_group_discard(group);
		group = next;
	}
}

void
nexthop_groups_free(struct state *state)
{
	if (state->groups == NULL)
		return;
	free_all(state->groups->first);
	free_all(state->groups->retired);
	free(state->groups);
	state->groups = NULL;
}
