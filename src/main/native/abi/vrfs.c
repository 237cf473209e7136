// VRFs from the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any; waits for a grace period when one is removed.
// Next: control/vrfs.h.
#include "control/vrfs.h"

#include <errno.h>

int
sbx_vrf_add(uint16_t vrf)
{
	struct state *state;
	int rc;

	if (vrf == 0 || vrf >= VRFS_MAX)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : vrf_add(state, vrf);
	state_release(state);
	return rc;
}

int
sbx_vrf_remove(uint16_t vrf)
{
	struct state *state;
	int rc;

	if (vrf == 0 || vrf >= VRFS_MAX)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : vrf_remove(state, vrf);
	state_release(state);
	return rc;
}
