// The route cache from the control plane: checks of what is asked, then control does it.
// Owns: which settings are valid. Threads: any; waits for a grace period where signalbox.h says so.
// Next: control/cache.h.
#include "control/cache.h"
#include "control/vrfs.h"

#include <errno.h>

#define ENTRIES_LEAST 1024
#define ENTRIES_MOST 1048576
#define MAX_AGE_MOST 86400

static bool
within(uint32_t value, uint32_t least, uint32_t most)
{
	return value >= least && value <= most;
}

static bool
power_of_two(uint32_t value)
{
	return (value & (value - 1)) == 0;
}

static bool
settings_valid(const struct sbx_cache_settings *settings)
{
	return settings->mode <= SBX_CACHE_ADAPTIVE &&
		within(settings->entries, ENTRIES_LEAST, ENTRIES_MOST) && power_of_two(settings->entries) &&
		within(settings->ways, 1, CACHE_WAYS_MAX) && power_of_two(settings->ways) &&
		within(settings->max_age_seconds, 1, MAX_AGE_MOST) &&
		within(settings->insert_probability, 1, CACHE_ALWAYS) && settings->bypass_below_hits <= 1000;
}

int
sbx_cache_set(const struct sbx_cache_settings *settings)
{
	struct state *state;
	int rc;

	if (settings == NULL || !settings_valid(settings))
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : cache_set(state, settings);
	state_release(state);
	return rc;
}

int
sbx_cache_get(struct sbx_cache_settings *out)
{
	struct state *state;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	if (state != NULL)
		cache_get(state, out);
	state_release(state);
	return state != NULL ? 0 : -ENOTCONN;
}

int
sbx_cache_flush(void)
{
	struct state *state = state_hold();

	if (state != NULL)
		cache_flush(state);
	state_release(state);
	return state != NULL ? 0 : -ENOTCONN;
}

int64_t
sbx_cache_describe(struct sbx_cache_state *out, uint32_t max)
{
	struct state *state;
	int64_t rc;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : cache_describe(state, out, max);
	state_release(state);
	return rc;
}

int64_t
sbx_cache_entries(uint32_t worker, struct sbx_cache_entry *out, uint32_t max)
{
	struct state *state;
	int64_t rc;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	if (state == NULL)
		return -ENOTCONN;
	vrf_hold(state, 0); // whichever VRF an entry is of
	rc = cache_entries(state, worker, out, max);
	vrfs_release(state);
	state_release(state);
	return rc;
}
