// See vrfs.h.
#include "control/vrfs.h"

#include "control/cache.h"
#include "control/fib_writer.h"
#include "control/interfaces.h"

#include <errno.h>

bool
vrf_exists(const struct state *state, uint16_t vrf)
{
	return vrf < VRFS_MAX && state->fibs[vrf] != NULL;
}

struct fib_vrf *
vrf_hold(struct state *state, uint16_t vrf)
{
	pthread_rwlock_rdlock(&state->vrfs_lock);
	return vrf_exists(state, vrf) ? state->fibs[vrf] : NULL;
}

void
vrfs_release(struct state *state)
{
	pthread_rwlock_unlock(&state->vrfs_lock);
}

// What readers find. Workers have no packet of that VRF now; others ask whether the FIB that they need is there.
static void
show(struct state *state, uint16_t vrf, struct fib_vrf *fib)
{
	struct vrf_fibs *readers = &state->tables->vrfs[vrf];

	pthread_rwlock_wrlock(&state->vrfs_lock);
	state->fibs[vrf] = fib;
	__atomic_store_n(&readers->fib4, fib != NULL ? fib_readers4(fib) : NULL, __ATOMIC_RELEASE);
	__atomic_store_n(&readers->fib6, fib != NULL ? fib_readers6(fib) : NULL, __ATOMIC_RELEASE);
	pthread_rwlock_unlock(&state->vrfs_lock);
}

static int
add_locked(struct state *state, uint16_t vrf)
{
	const struct fib_limits limits = {
		.routes4 = state->options.routes4,
		.routes6 = state->options.routes6,
		.groups4 = state->options.groups4,
		.groups6 = state->options.groups6,
	};
	struct fib_vrf *fib;
	int rc;

	if (vrf_exists(state, vrf))
		return -EEXIST;
	rc = fib_create(&limits, state->tables->rcu, &state->tables->generation, &fib);
	if (rc == 0)
		show(state, vrf, fib);
	return rc;
}

int
vrf_add(struct state *state, uint16_t vrf)
{
	int rc;

	pthread_mutex_lock(&state->port_lock);
	rc = add_locked(state, vrf);
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

static bool
has_interfaces(const struct state *state, uint16_t vrf)
{
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++)
		if (state->interfaces[id].used && state->interfaces[id].vrf == vrf)
			return true;
	return false;
}

// First every worker has had a turn since the last interface went, so that no packet is left of it; the flush waits
// for those who have the FIB.
static int
remove_locked(struct state *state, uint16_t vrf)
{
	struct fib_vrf *fib;

	if (!vrf_exists(state, vrf))
		return -ENOENT;
	if (has_interfaces(state, vrf))
		return -EBUSY;
	rcu_synchronize(state->tables->rcu);
	fib = state->fibs[vrf];
	show(state, vrf, NULL);
	cache_flush(state);
	fib_free(fib);
	return 0;
}

int
vrf_remove(struct state *state, uint16_t vrf)
{
	int rc;

	pthread_mutex_lock(&state->port_lock);
	rc = remove_locked(state, vrf);
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

void
vrfs_free(struct state *state)
{
	for (uint16_t vrf = 0; vrf < VRFS_MAX; vrf++)
		fib_free(state->fibs[vrf]);
}
