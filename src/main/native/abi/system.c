// The process as an operator sees it: cores, memory, versions.
// Owns: nothing. Threads: any.
// Next: control/state.h.
#include "control/eal.h"
#include "control/fib_writer.h"
#include "control/state.h"

#include <rte_eal.h>
#include <rte_malloc.h>
#include <rte_version.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static uint64_t
memory_in_use(void)
{
	uint64_t bytes = 0;

	for (int socket = 0; socket < RTE_MAX_NUMA_NODES; socket++) {
		struct rte_malloc_socket_stats stats;

		if (rte_malloc_get_socket_stats(socket, &stats) == 0)
			bytes += stats.heap_allocsz_bytes;
	}
	return bytes;
}

static void
describe_running(const struct state *state, struct sbx_system *out)
{
	out->running = 1;
	out->workers = state->workers;
	for (uint32_t i = 0; i < state->workers; i++) {
		out->worker_lcores[i] = state->worker[i]->lcore;
		out->worker_cpus[i] = atomic_load(&state->worker[i]->cpu);
	}
	out->mbufs = state->options.mbufs;
	out->fib_pages_kib = fib_pages_kib(state->fibs[0]);
	out->mbufs_free = rte_mempool_avail_count(state->tables->pool);
}

int
sbx_system_describe(struct sbx_system *out)
{
	struct state *state;

	if (out == NULL)
		return -EINVAL;
	memset(out, 0, sizeof(*out));
	snprintf(out->dpdk_version, sizeof(out->dpdk_version), "%s", rte_version());
	if (eal_state() == SBX_EAL_UP) {
		out->huge_pages = rte_eal_has_hugepages() != 0;
		out->memory_bytes = memory_in_use();
	}
	state = state_hold();
	if (state != NULL)
		describe_running(state, out);
	state_release(state);
	return 0;
}
