// The nexthop table's writer: what the control plane says a nexthop is, as adjacencies for the
// workers.
// Owns: tables->nexthops and state->nexthops; tells control/urpf.h each nexthop's interface.
// Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: wait for a grace period, send a packet.
// Next: control/nexthop_apply.c, control/nexthop_groups.h, control/neighbors.h.
#pragma once

#include "control/state.h"

struct group_member;
struct neighbor;
struct nexthop_group;

// What control knows of a nexthop id of its own. All fields: control and slow path, under
// state_lock.
struct nexthop_record {
	struct sbx_address address;
	struct nexthop_group *group;       // of a GROUP, else NULL
	struct group_member *memberships;  // in groups, NULL = end
	uint32_t neighbor;        // id of the neighbor that a UNICAST follows, 0 = none
	uint32_t pending;         // its last record in the batch being applied, from 1; 0 = none
	uint32_t next, previous;  // ids among those that follow the same neighbor, 0 = end
	uint16_t interface;       // 0 when it is gone: the nexthop drops until it is set again
	uint8_t type;             // enum sbx_nexthop_type
	uint8_t family;
	uint64_t packets_before;  // sums when the id was set: a worker's counters never go back
	uint64_t bytes_before;
};

// The table, all entries dropping with no_route: options.nexthops ids and one for each neighbor;
// and what uRPF knows of them. -ENOMEM.
int nexthops_create(struct state *state);
void nexthops_free(struct state *state);

// A batch as sbx_nexthops_apply takes it.
struct nexthop_batch {
	const struct sbx_nexthop *nexthops;
	uint32_t count;
	const struct sbx_nexthop_member *members;
	uint32_t member_count;
};

// As sbx_nexthops_apply; of several records for one id the last counts. -EINVAL bad record, -ENODEV no such
// interface, -ENOENT no such member, -ENOSPC no room for its neighbor, -ENOMEM no memory for it, or a worker has
// none for its copy or its neighbor's.
int nexthops_apply(struct state *state, const struct nexthop_batch *batch, uint32_t *failed);
int nexthops_describe(const struct state *state, const uint32_t *ids, uint32_t count,
	struct sbx_nexthop_state *out);
// As sbx_nexthop_members.
int64_t nexthops_members(const struct state *state, uint32_t id,
	struct sbx_nexthop_member_state *out, uint32_t max);

// The interface's MAC, MTU, port, link or admin state changed: groups first, then its adjacencies are written again.
void nexthops_interface_changed(struct state *state, uint16_t interface);
// The interface is gone: its nexthops drop with interface_down until they are set again.
void nexthops_interface_gone(struct state *state, uint16_t interface);

// It follows this neighbor from now on, or none (NULL); the one before may be forgotten.
void nexthops_follow(struct state *state, uint32_t id, struct neighbor *neighbor);
// Its interfaces may have changed: uRPF, also of the groups that it is in.
void nexthops_reach(struct state *state, uint32_t id);
// Whether its neighbor can be sent to may have changed: the groups of all that follow it are repaired.
void nexthops_neighbor_changed(struct state *state, const struct neighbor *neighbor);

// Writes the adjacency of an id of the control plane's again: its neighbor or interface changed.
void nexthops_publish(struct state *state, uint32_t id);
// It stops following its neighbor, which goes, and drops from now on.
void nexthops_unfollow(struct state *state, uint32_t id);
// Packets that the workers have sent through an id since start.
uint64_t nexthops_packets(const struct state *state, uint32_t id);
// From now on what is described counts from here.
void nexthops_count_from_now(struct state *state, uint32_t id);
