// Neighbors from the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any; waits for state_lock only.
// Next: control/neighbors.h.
#include "control/neighbors.h"

#include <errno.h>

int64_t
sbx_neighbors_list(struct sbx_neighbor *out, uint32_t max)
{
	struct state *state;
	int64_t rc = -ENOTCONN;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = neighbors_list(state, out, max);
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return rc;
}

int
sbx_neighbor_set(uint16_t interface, uint8_t family, const struct sbx_address *address,
	const uint8_t mac[6])
{
	struct state *state;
	int rc = -ENOTCONN;

	if (address == NULL || mac == NULL)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = neighbors_set(state, interface, family, address, mac);
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return rc;
}

int
sbx_neighbor_delete(uint16_t interface, uint8_t family, const struct sbx_address *address)
{
	struct state *state;
	int rc = -ENOTCONN;

	if (address == NULL)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		rc = neighbors_delete(state, interface, family, address);
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return rc;
}
