// The life of the process's data plane: EAL, start, stop.
// Owns: checks of the options and the order in which the parts come and go.
// Threads: any; start and stop run alone, after all other calls have returned.
// Next: control/state.h.
#include "control/cache.h"
#include "control/eal.h"
#include "control/interfaces.h"
#include "control/links.h"
#include "control/neighbors.h"
#include "control/nexthops.h"
#include "control/workers.h"
#include "slowpath/slowpath.h"

#include <errno.h>
#include <stdbool.h>

uint32_t
sbx_abi_version(void)
{
	return SBX_ABI_VERSION;
}

int
sbx_eal_start(int argc, char **argv, char *error, size_t error_size)
{
	if (argc < 1 || argv == NULL || (error == NULL && error_size != 0))
		return -EINVAL;
	return eal_start(argc, argv, error, error_size);
}

int
sbx_eal_state(void)
{
	return eal_state();
}

int
sbx_eal_stop(void)
{
	struct state **running = state_hold_alone();
	int rc = *running != NULL ? -EBUSY : eal_stop();

	state_release_alone();
	return rc;
}

static bool
within(uint32_t value, uint32_t least, uint32_t most)
{
	return value >= least && value <= most;
}

static bool
options_valid(const struct sbx_options *options)
{
	return within(options->mbufs, 1024, 8388608) &&
		within(options->mbuf_data_bytes, 2048, 10240) &&
		options->nexthops >= 2 && options->neighbors >= 1 &&
		(uint64_t)options->nexthops + options->neighbors <= SBX_NEXTHOP_ID_MAX + 1 &&
		options->routes4 >= 1 && options->routes6 >= 1 &&
		within(options->groups4, 1, SBX_GROUPS_MAX) && within(options->groups6, 1, SBX_GROUPS_MAX) &&
		within(options->burst, 4, BURST_MAX) && options->idle_sleep_micros <= 1000000 &&
		within(options->hold_packets, 1, 64);
}

// Frees what is there once no thread runs. Also for a start that got half way.
static void
end(struct state *state)
{
	interfaces_remove_all(state);
	cache_free(state);
	workers_free(state);
	neighbors_free(state);
	nexthops_free(state);
	state_free(state);
}

static int
begin(struct state *state)
{
	int rc = nexthops_create(state);

	if (rc == 0)
		rc = neighbors_create(state);
	if (rc == 0)
		rc = workers_create(state);
	if (rc == 0)
		rc = cache_create(state);
	if (rc == 0)
		rc = workers_start(state);
	if (rc != 0)
		return rc;
	rc = slowpath_start(state);
	if (rc == 0) {
		rc = links_start(state);
		if (rc != 0)
			slowpath_stop(state);
	}
	if (rc != 0)
		workers_stop(state);
	return rc;
}

int
sbx_start(const struct sbx_options *options)
{
	struct state **running;
	struct state *state;
	int rc;

	if (options == NULL || !options_valid(options))
		return -EINVAL;
	if (eal_state() != SBX_EAL_UP)
		return -ENOTCONN;
	running = state_hold_alone();
	rc = *running != NULL ? -EALREADY : state_create(options, &state);
	if (rc == 0) {
		rc = begin(state);
		if (rc == 0)
			*running = state;
		else
			end(state);
	}
	state_release_alone();
	return rc;
}

int
sbx_stop(void)
{
	struct state **running = state_hold_alone();
	struct state *state = *running;

	if (state != NULL) {
		links_stop(state);
		workers_stop(state);
		slowpath_stop(state);
		end(state);
		*running = NULL;
	}
	state_release_alone();
	return state != NULL ? 0 : -ENOTCONN;
}
