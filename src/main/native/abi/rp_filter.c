// rp_filter from the control plane: the mode of an interface, and whether the default route counts.
// Owns: nothing. Threads: any; waits for state_lock only.
// Next: control/interfaces.h, control/urpf.h.
#include "control/interfaces.h"
#include "control/urpf.h"

#include <errno.h>

int
sbx_interface_set_rp_filter(uint16_t id, uint8_t mode)
{
	struct state *state;
	int rc;

	if (mode > SBX_RP_LOOSE)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_rp_filter(state, id, mode);
	state_release(state);
	return rc;
}

int
sbx_rp_filter_set_default_route(int counts)
{
	struct state *state;

	if (counts != 0 && counts != 1)
		return -EINVAL;
	state = state_hold();
	if (state != NULL)
		urpf_default_route(state, counts != 0);
	state_release(state);
	return state != NULL ? 0 : -ENOTCONN;
}
