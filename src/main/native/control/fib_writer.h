// The writer's side of one VRF's FIB: both families, batches of route changes.
// Owns: the tables that shared/fib.h reads, the store of prefixes, the groups and their grace
// periods.
// Threads: any, one at a time (a lock of its own); fib_apply may wait for a grace period, only when
// no group is free. Needs no EAL, only an initialised QSBR variable. Must not: be called by an RCU
// reader that is online.
// Next: control/fib4.h and control/fib6.h, one a family.
#pragma once

#include "shared/fib.h"
#include "shared/rcu.h"

struct fib_limits {
	uint32_t routes4;         // prefixes
	uint32_t routes6;
	uint32_t groups4;         // groups of 256 slots, 1..SBX_GROUPS_MAX
	uint32_t groups6;
};

struct fib_vrf;

// An empty FIB, its own memory. `generation` is shared by all VRFs and goes up by one with each
// batch that changed something. -ENOMEM, -EINVAL.
int fib_create(const struct fib_limits *limits, struct rte_rcu_qsbr *rcu,
	_Atomic uint64_t *generation, struct fib_vrf **out);

// No reader may reach it any more: unpublish, wait for a grace period, then free. NULL is fine.
void fib_free(struct fib_vrf *vrf);

// What readers get (struct vrf_fibs points to these). They live as long as the VRF.
struct fib4 *fib_readers4(struct fib_vrf *vrf);
struct fib6 *fib_readers6(struct fib_vrf *vrf);

// As sbx_routes_apply says. Readers see, at any moment of it, for each address its answer before
// the batch or its answer after it. Of several records for one prefix the last counts; the others
// are `unchanged`.
int fib_apply(struct fib_vrf *vrf, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *result);

// -EINVAL for an unknown family.
int fib_describe(struct fib_vrf *vrf, uint8_t family, struct sbx_fib_state *out);

// Size of the pages asked for the big tables: 2048 or 4 (KiB).
uint32_t fib_pages_kib(const struct fib_vrf *vrf);
