// ICMP settings from the control plane: checks of what is asked, then the slow path goes by it.
// Owns: nothing. Threads: any; waits for state_lock only.
// Next: slowpath/icmp.c.
#include "control/state.h"

#include <errno.h>

#define RATION_MOST 1000000       // errors a second

int
sbx_icmp_set(const struct sbx_icmp_settings *settings)
{
	struct state *state;

	if (settings == NULL || settings->errors_per_second > RATION_MOST ||
		settings->errors_per_prefix > RATION_MOST)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		state->icmp = *settings;
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return state != NULL ? 0 : -ENOTCONN;
}

int
sbx_icmp_get(struct sbx_icmp_settings *out)
{
	struct state *state;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	if (state != NULL) {
		pthread_mutex_lock(&state->state_lock);
		*out = state->icmp;
		pthread_mutex_unlock(&state->state_lock);
	}
	state_release(state);
	return state != NULL ? 0 : -ENOTCONN;
}
