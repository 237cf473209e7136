// Routes: VRFs, and what their FIBs hold.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

// A FIB of its own for each VRF, empty at first, with the capacity that the options say; an empty one takes little memory.
// -EINVAL: 0, which is always there, or not below SBX_VRFS_MAX. -EEXIST. -ENOMEM.
SBX_API int sbx_vrf_add(uint16_t vrf);
// Its routes go with it. -EBUSY: an interface is in it. -ENOENT. Waits for a grace period.
SBX_API int sbx_vrf_remove(uint16_t vrf);

// ------------------------------------------------------------------------------------- routes

enum sbx_route_op { SBX_ROUTE_PUT = 1, SBX_ROUTE_DELETE = 2 };

struct sbx_route {
	struct sbx_address address;    // canonical: host bits zero
	uint32_t nexthop;              // for PUT, 1..SBX_NEXTHOP_ID_MAX
	uint8_t family;
	uint8_t length;
	uint8_t op;
	uint8_t reserved;
};

struct sbx_routes_result {
	uint64_t generation;           // FIB version that carries the batch
	uint32_t added;
	uint32_t changed;
	uint32_t removed;
	uint32_t unchanged;            // repeated puts, deletes of what was not there
	uint32_t failed;               // on failure only: index of the record that could not be applied
	uint32_t reserved;
};
// Applies one batch to the FIB of a VRF, both families mixed, any order. All or nothing: -ENOSPC when the
// prefixes or groups would not fit, -EINVAL for a bad record; the FIB is then as it was and out->failed names
// the record (the one exception to untouched out-parameters). Readers see each address's answer of before or of
// after the batch, never between. On return every worker's next lookup sees the batch. The same batch twice is one.
// -ENOENT: no such VRF. -EINVAL also for a nexthop id beyond options.nexthops. -ENOMEM also when a worker has no
// memory for its copy of the nexthop. A batch needs the groups for what it adds before those of what it removes
// come back.
SBX_API int sbx_routes_apply(uint16_t vrf, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *out);

struct sbx_fib_state {
	uint64_t generation;
	uint64_t routes;
	uint64_t routes_max;
	uint64_t groups;               // in use
	uint64_t groups_max;
	uint64_t bytes;                // of all that this FIB holds: tables, groups and the writer's prefix store
	uint64_t by_length[129];       // routes of each prefix length
};
SBX_API int sbx_fib_describe(uint16_t vrf, uint8_t family, struct sbx_fib_state *out);
