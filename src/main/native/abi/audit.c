// Whether the data plane holds what it was told, asked by the control plane.
// Owns: which arguments are valid. Threads: any. Next: control/fib_audit.h, control/cache.h.
#include "control/cache.h"
#include "control/fib_audit.h"
#include "control/vrfs.h"

#include <errno.h>

// The FIB in question, kept until let_go, or -errno and nothing kept.
static int
keep_fib(uint16_t vrf, uint8_t family, struct state **state, struct fib_vrf **fib)
{
	if (family != SBX_IPV4 && family != SBX_IPV6)
		return -EINVAL;
	*state = state_hold();
	if (*state == NULL)
		return -ENOTCONN;
	*fib = vrf_hold(*state, vrf);
	if (*fib != NULL)
		return 0;
	vrfs_release(*state);
	state_release(*state);
	return -ENOENT;
}

static void
let_go(struct state *state)
{
	vrfs_release(state);
	state_release(state);
}

int64_t
sbx_fib_digests(uint16_t vrf, uint8_t family, uint64_t digests[SBX_FIB_SLICES],
	uint32_t generations[SBX_FIB_SLICES])
{
	struct fib_vrf *fib;
	struct state *state;
	int64_t rc;

	if (generations == NULL)
		return -EINVAL;
	rc = keep_fib(vrf, family, &state, &fib);
	if (rc != 0)
		return rc;
	rc = fib_digests(fib, family, digests, generations);
	let_go(state);
	return rc;
}

int64_t
sbx_fib_routes(uint16_t vrf, uint8_t family, uint32_t slice, struct sbx_route *out, uint32_t max)
{
	struct fib_vrf *fib;
	struct state *state;
	int64_t rc;

	if (slice >= SBX_FIB_SLICES || (out == NULL && max > 0))
		return -EINVAL;
	rc = keep_fib(vrf, family, &state, &fib);
	if (rc != 0)
		return rc;
	rc = fib_routes(fib, family, slice, out, max);
	let_go(state);
	return rc;
}

int
sbx_fib_verify(uint16_t vrf, uint8_t family, uint32_t part, uint32_t count, struct sbx_fib_check *out)
{
	struct fib_vrf *fib;
	struct state *state;
	int rc;

	if (out == NULL || part > SBX_FIB_PARTS || count > SBX_FIB_PARTS - part)
		return -EINVAL;
	rc = keep_fib(vrf, family, &state, &fib);
	if (rc != 0)
		return rc;
	fib_verify(fib, family, part, count, out);
	let_go(state);
	return 0;
}

int
sbx_cache_verify(struct sbx_cache_check *out)
{
	struct state *state;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	if (state == NULL)
		return -ENOTCONN;
	vrf_hold(state, 0); // whichever VRF an entry is of
	cache_verify(state, out);
	let_go(state);
	return 0;
}
