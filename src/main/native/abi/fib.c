// Routes from the control plane, and what the FIB holds.
// Owns: nothing. Threads: any. Must not: let a route name a nexthop that the workers' tables have
// no place for.
// Next: control/fib_writer.h.
#include "control/fib_writer.h"
#include "control/nexthop_cache.h"
#include "control/vrfs.h"

#include <errno.h>

// A route may name an id that nobody has set yet: its packets are counted there all the same.
static int
check_nexthop(struct state *state, uint32_t id)
{
	int rc;

	if (id >= state->options.nexthops)
		return -EINVAL;
	if (nexthop_caches_have(state, id))
		return 0;
	pthread_mutex_lock(&state->state_lock);
	rc = nexthop_caches_commit(state, id);
	pthread_mutex_unlock(&state->state_lock);
	return rc;
}

// fib_apply checks all else.
static int
check_nexthops(struct state *state, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *out)
{
	for (uint32_t i = 0; i < count; i++) {
		int rc = routes[i].op == SBX_ROUTE_PUT ? check_nexthop(state, routes[i].nexthop) : 0;

		if (rc != 0) {
			out->failed = i;
			return rc;
		}
	}
	return 0;
}

int
sbx_routes_apply(uint16_t vrf, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *out)
{
	struct fib_vrf *fib;
	struct state *state;
	int rc;

	if (out == NULL || (routes == NULL && count > 0))
		return -EINVAL;
	state = state_hold();
	if (state == NULL)
		return -ENOTCONN;
	fib = vrf_hold(state, vrf);
	rc = fib == NULL ? -ENOENT : check_nexthops(state, routes, count, out);
	if (rc == 0)
		rc = fib_apply(fib, routes, count, out);
	vrfs_release(state);
	state_release(state);
	return rc;
}

int
sbx_fib_describe(uint16_t vrf, uint8_t family, struct sbx_fib_state *out)
{
	struct fib_vrf *fib;
	struct state *state;
	int rc;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	if (state == NULL)
		return -ENOTCONN;
	fib = vrf_hold(state, vrf);
	rc = fib == NULL ? -ENOENT : fib_describe(fib, family, out);
	vrfs_release(state);
	state_release(state);
	return rc;
}
