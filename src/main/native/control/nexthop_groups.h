// Nexthop groups: who their members are, which of them can be used now, and so whose the buckets are.
// Owns: state->groups, the groups of state->nexthops and their tables of buckets, which workers read.
// Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: touch a route; wait for a grace period; move a flow whose member can go on with it.
// Next: control/nexthop_buckets.h.
#pragma once

#include "control/nexthop_buckets.h"
#include "control/nexthops.h"

struct nexthop_group;

// One member of one group. All fields: under state_lock.
struct group_member {
	uint32_t id;
	uint16_t weight;
	bool usable;
	struct nexthop_group *group;
	struct group_member *next, **link; // among those with the same id: record->memberships
};

struct nexthop_group {
	uint32_t id;
	uint8_t bits;                  // 2^bits buckets
	uint8_t members;
	bool dirty;                    // in groups->dirty: a member's `usable` has changed
	_Atomic uint32_t *buckets;     // ids of members. control: rw, workers: ro
	uint8_t *owners;               // by bucket: the index of the member that has it
	uint8_t *home;                 // by bucket: who has it when all members are usable
	uint64_t retired;              // grace period token
	struct nexthop_group *next, **link; // in groups->first or groups->retired
	struct nexthop_group *next_dirty;
	struct group_member member[];
};

struct nexthop_groups {
	struct nexthop_group *first;
	struct nexthop_group *dirty;
	struct nexthop_group *retired; // workers may still read their buckets
};

// -ENOMEM.
int nexthop_groups_create(struct state *state);
// No worker is left.
void nexthop_groups_free(struct state *state);

// A group of valid members that is not the nexthop's yet, with enough buckets to take over from the one that `id` has
// now. NULL: no memory.
struct nexthop_group *nexthop_group_make(const struct state *state, uint32_t id,
	const struct sbx_nexthop_member *members, uint32_t count);
void nexthop_group_discard(struct nexthop_group *group);
// It takes the place of the one that its id has, if any: members of both keep their flows, as far as their shares go.
// Its nexthop's record says GROUP already.
void nexthop_group_put(struct state *state, struct nexthop_group *group);
// The id is what else its record says.
void nexthop_group_drop(struct state *state, uint32_t id);

// What a packet by the group needs.
void nexthop_group_adjacency(const struct nexthop_group *group, struct adjacency *out);

// Something about a nexthop, or all nexthops of an interface, may have changed what is usable: noted until repair.
void nexthop_groups_changed(struct state *state, uint32_t id);
void nexthop_groups_interface_changed(struct state *state, uint16_t interface);
// The groups of all members that changed give their flows to those that can take them. Allocates nothing.
void nexthop_groups_repair(struct state *state);

// Sources come by the interfaces of all members, usable or not.
void nexthop_group_reach(struct state *state, uint32_t id);

uint32_t nexthop_group_usable(const struct nexthop_group *group);
// As sbx_nexthop_members.
uint32_t nexthop_group_list(const struct nexthop_group *group, struct sbx_nexthop_member_state *out,
	uint32_t max);
