// Martians from the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any; waits for a grace period.
// Next: control/martians.h.
#include "control/martians.h"

#include <errno.h>

// Bits beyond the length are zero; an IPv4 address is in the first four bytes.
static bool
canonical(const struct sbx_martian *martian)
{
	for (uint32_t bit = martian->length; bit < 8 * sizeof(martian->address); bit++)
		if ((martian->address.bytes[bit / 8] & 0x80 >> bit % 8) != 0)
			return false;
	return true;
}

static bool
valid(const struct sbx_martian *martian)
{
	static const uint8_t zero[3];

	return ((martian->family == SBX_IPV4 && martian->length <= 32) ||
		(martian->family == SBX_IPV6 && martian->length <= 128)) && canonical(martian) &&
		martian->source <= 1 && martian->destination <= 1 && martian->enabled <= 1 &&
		memcmp(martian->reserved, zero, sizeof(zero)) == 0;
}

int
sbx_martians_set(const struct sbx_martian *martians, uint32_t count)
{
	struct state *state;
	int rc;

	if (martians == NULL && count != 0)
		return -EINVAL;
	if (count > SBX_MARTIANS_MAX)
		return -ENOSPC;
	for (uint32_t i = 0; i < count; i++)
		if (!valid(&martians[i]))
			return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : martians_set(state, martians, count);
	state_release(state);
	return rc;
}

int64_t
sbx_martians_list(struct sbx_martian_state *out, uint32_t max)
{
	struct state *state;
	int64_t rc;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : martians_list(state, out, max);
	state_release(state);
	return rc;
}
