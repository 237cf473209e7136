// The nexthop table's writer: what the control plane says a nexthop is, as adjacencies for the
// workers.
// Owns: tables->nexthops and state->nexthops; tells control/urpf.h each nexthop's interface.
// Threads: any, under state_lock, which the caller holds (but for create and free).
// Must not: wait for a grace period, send a packet.
// Next: control/neighbors.h, shared/nexthop.h.
#pragma once

#include "control/state.h"

// What control knows of a nexthop id of its own. All fields: control and slow path, under
// state_lock.
struct nexthop_record {
	struct sbx_address address;
	uint32_t neighbor;        // id of the neighbor that a UNICAST follows, 0 = none
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

// As sbx_nexthops_apply. -EINVAL bad record, -ENODEV no such interface, -ENOSPC no room for its
// neighbor, -ENOMEM a worker has no memory for its copy or its neighbor's.
int nexthops_apply(struct state *state, const struct sbx_nexthop *nexthops, uint32_t count,
	uint32_t *failed);
int nexthops_describe(const struct state *state, const uint32_t *ids, uint32_t count,
	struct sbx_nexthop_state *out);
// As sbx_nexthop_members.
int64_t nexthops_members(const struct state *state, uint32_t id,
	struct sbx_nexthop_member_state *out, uint32_t max);

// The interface's MAC, MTU, port or admin state changed: its adjacencies are written again.
void nexthops_interface_changed(struct state *state, uint16_t interface);
// The interface is gone: its nexthops drop with interface_down until they are set again.
void nexthops_interface_gone(struct state *state, uint16_t interface);

// Writes the adjacency of an id of the control plane's again: its neighbor or interface changed.
void nexthops_publish(struct state *state, uint32_t id);
// It stops following its neighbor, which goes, and drops from now on.
void nexthops_unfollow(struct state *state, uint32_t id);
// Packets that the workers have sent through an id since start.
uint64_t nexthops_packets(const struct state *state, uint32_t id);
