// Nexthops and groups that routes name by id, and neighbors: addresses on a link with their MAC.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

enum sbx_nexthop_type {
	SBX_NEXTHOP_NONE = 0,          // as a record: delete it. As id 0: no route
	SBX_NEXTHOP_UNICAST = 1,       // address on interface
	SBX_NEXTHOP_CONNECTED = 2,     // interface only: the packet's own destination is the neighbor
	SBX_NEXTHOP_LOCAL = 3,         // the box itself
	SBX_NEXTHOP_BLACKHOLE = 4,     // drop in silence
	SBX_NEXTHOP_UNREACHABLE = 5,   // drop, ICMP host unreachable / no route
	SBX_NEXTHOP_PROHIBIT = 6,      // drop, ICMP administratively prohibited
	SBX_NEXTHOP_GROUP = 7,         // each flow takes one member
};

#define SBX_GROUP_MEMBERS_MAX 128

// One member of a group as it is set: a nexthop of any other type. LOCAL and the types that drop take their share
// of the flows like the others.
struct sbx_nexthop_member {
	uint32_t id;
	uint16_t weight;               // its share among the members, 1..255
	uint16_t reserved;
};

struct sbx_nexthop {
	uint32_t id;                   // 1..options.nexthops-1, chosen by the caller
	uint16_t interface;            // for UNICAST and CONNECTED, else 0
	uint8_t type;                  // enum sbx_nexthop_type
	uint8_t family;                // of `address`, for UNICAST; routes of both families may use it (RFC 8950)
	struct sbx_address address;
	uint32_t first_member;         // for GROUP: its members are so many of those passed along, from this one on
	uint32_t members;              // 1..SBX_GROUP_MEMBERS_MAX, else 0
};
// Sets, changes or deletes nexthops; routes that point to them follow at once. All or nothing: on failure
// *failed gets the index of the offending record. A group's members are nexthops of this batch, before or after it, or
// set before; -ENOENT when one is not, -EINVAL for one that is a group, is twice in it, or has no valid weight. A
// member that is deleted stays in its groups, unusable, until they are set without it or it is set again. -ENOSPC: no room for its neighbor. -ENOMEM: a worker has no
// memory for its copy. An id that routes still point to may be deleted: they then drop with reason no_route. Waits
// for a grace period when it deletes one: no packet leaves by what the id becomes next that was routed before.
SBX_API int sbx_nexthops_apply(const struct sbx_nexthop *nexthops, uint32_t count,
	const struct sbx_nexthop_member *members, uint32_t member_count, uint32_t *failed);

enum sbx_neighbor_status {
	SBX_NEIGHBOR_NONE = 0,
	SBX_NEIGHBOR_INCOMPLETE = 1,   // being resolved
	SBX_NEIGHBOR_REACHABLE = 2,
	SBX_NEIGHBOR_STALE = 3,        // old, in use, being probed
	SBX_NEIGHBOR_FAILED = 4,       // no answer; tried again on traffic
	SBX_NEIGHBOR_STATIC = 5,
};

struct sbx_nexthop_state {
	uint32_t id;
	uint16_t interface;
	uint8_t type;
	uint8_t family;
	struct sbx_address address;
	uint8_t mac[6];
	uint8_t neighbor;              // enum sbx_neighbor_status
	uint8_t reserved;
	uint64_t packets;              // sent through it, all workers; of a group: the sum of its members'
	uint64_t bytes;
	uint32_t members;              // of a group, else 0
	uint32_t usable_members;       // whose interface has admin state and link, and whose neighbor has not failed
};
// Describes the nexthops with the given ids. -ENOENT when one does not exist.
SBX_API int sbx_nexthops_describe(const uint32_t *ids, uint32_t count, struct sbx_nexthop_state *out);

struct sbx_nexthop_member_state {
	uint32_t id;
	uint16_t weight;
	uint8_t usable;                // 0 or 1. While no member is, all of them keep their flows
	uint8_t reserved;
	uint32_t buckets;              // of the group's flows that it has now
};
// Fills at most `max`, in the order in which they were set; returns how many there are in all, which is 0 for a nexthop
// that is no group. -ENOENT: no such nexthop.
SBX_API int64_t sbx_nexthop_members(uint32_t id, struct sbx_nexthop_member_state *out, uint32_t max);

// ------------------------------------------------------------------------------------- neighbors

struct sbx_neighbor {
	struct sbx_address address;
	uint16_t interface;
	uint8_t family;
	uint8_t status;                // enum sbx_neighbor_status
	uint8_t mac[6];
	uint16_t held;                 // packets waiting for it
	uint32_t age_ms;               // since its last confirmation
};
// Fills at most `max`, returns how many there are in all (may be more than max).
SBX_API int64_t sbx_neighbors_list(struct sbx_neighbor *out, uint32_t max);
// -ENOSPC: the table is full of neighbors that must stay. -ENOMEM: a worker has no memory for its copy.
SBX_API int sbx_neighbor_set(uint16_t interface, uint8_t family, const struct sbx_address *address,
	const uint8_t mac[6]);
SBX_API int sbx_neighbor_delete(uint16_t interface, uint8_t family, const struct sbx_address *address);
