// Nexthops from the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any; waits for state_lock, and for a grace period when it has deleted one.
// Next: control/nexthops.h.
#include "control/nexthops.h"

#include <errno.h>

static bool
deletes(const struct sbx_nexthop *nexthops, uint32_t count)
{
	uint32_t i = 0;

	while (i < count && nexthops[i].type != SBX_NEXTHOP_NONE)
		i++;
	return i < count;
}

// A packet that was routed to an id before it was deleted must not leave by what it becomes next: the caller may
// use the id again at once.
int
sbx_nexthops_apply(const struct sbx_nexthop *nexthops, uint32_t count,
	const struct sbx_nexthop_member *members, uint32_t member_count, uint32_t *failed)
{
	const struct nexthop_batch batch = { nexthops, count, members, member_count };
	struct state *state;
	int rc = -ENOTCONN;

	if ((nexthops == NULL && count != 0) || (members == NULL && member_count != 0) || failed == NULL)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = nexthops_apply(state, &batch, failed);
		pthread_mutex_unlock(&state->state_lock);
		if (rc == 0 && deletes(nexthops, count))
			rcu_synchronize(state->tables->rcu);
	}
	state_release(state);
	return rc;
}

int
sbx_nexthops_describe(const uint32_t *ids, uint32_t count, struct sbx_nexthop_state *out)
{
	struct state *state;
	int rc = -ENOTCONN;

	if ((ids == NULL || out == NULL) && count != 0)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = nexthops_describe(state, ids, count, out);
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return rc;
}

int64_t
sbx_nexthop_members(uint32_t id, struct sbx_nexthop_member_state *out, uint32_t max)
{
	struct state *state;
	int64_t rc = -ENOTCONN;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = nexthops_members(state, id, out, max);
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return rc;
}
