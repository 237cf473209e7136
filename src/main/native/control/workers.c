// See workers.h.
#include "control/workers.h"

#include "control/counters.h"
#include "control/nexthop_cache.h"
#include "control/plans.h"

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include <sys/prctl.h>

#include <errno.h>
#include <sched.h>
#include <stdio.h>

#define PUNTS 1024         // packets that a worker may have waiting for the slow path
#define START_SECONDS 2

// On the worker's lcore.
static int
run(void *argument)
{
	struct worker *worker = argument;
	struct rte_rcu_qsbr *rcu = worker->tables->rcu;

	// A sleep shall end when it was asked to: the kernel's default adds up to 50 us.
	prctl(PR_SET_TIMERSLACK, 1);
	atomic_store(&worker->cpu, (uint32_t)sched_getcpu());
	rte_rcu_qsbr_thread_register(rcu, worker->number);
	rte_rcu_qsbr_thread_online(rcu, worker->number);
	atomic_store(&worker->up, true);
	worker_run(worker);
	rte_rcu_qsbr_thread_offline(rcu, worker->number);
	rte_rcu_qsbr_thread_unregister(rcu, worker->number);
	return 0;
}

// Memory of the worker's own socket: nobody else writes it.
static int
create_one(struct state *state, uint32_t number, uint32_t lcore)
{
	int socket = (int)rte_lcore_to_socket_id(lcore);
	struct worker *worker = rte_zmalloc_socket("worker", sizeof(*worker), RTE_CACHE_LINE_SIZE,
		socket);
	char name[RTE_RING_NAMESIZE];

	if (worker == NULL)
		return -ENOMEM;
	state->worker[number] = worker;
	worker->tables = state->tables;
	worker->counters = counters_core(number);
	worker->number = number;
	worker->lcore = lcore;
	worker->burst = state->options.burst;
	worker->idle_sleep_micros = state->options.idle_sleep_micros;
	atomic_store(&worker->cpu, UINT32_MAX);
	snprintf(name, sizeof(name), "punts%u", number);
	worker->punts = rte_ring_create(name, PUNTS, socket, RING_F_SP_ENQ | RING_F_SC_DEQ);
	return worker->punts == NULL ? -rte_errno : 0;
}

int
workers_create(struct state *state)
{
	uint32_t lcore, number = 0;
	struct plans plans;
	int rc;

	RTE_LCORE_FOREACH_WORKER(lcore) {
		rc = create_one(state, number++, lcore);
		if (rc != 0)
			return rc;
	}
	rc = nexthop_caches_create(state);
	if (rc != 0)
		return rc;
	rc = plans_prepare(state, &plans);
	if (rc == 0)
		plans_publish(state, &plans);
	return rc;
}

static void
free_punts(struct rte_ring *punts)
{
	struct rte_mbuf *packet;

	while (punts != NULL && rte_ring_dequeue(punts, (void **)&packet) == 0)
		rte_pktmbuf_free(packet);
	rte_ring_free(punts);
}

void
workers_free(struct state *state)
{
	plans_free(state);
	nexthop_caches_free(state);
	for (uint32_t number = 0; number < state->workers; number++) {
		struct worker *worker = state->worker[number];

		if (worker == NULL)
			continue;
		free_punts(worker->punts);
		rte_free(worker);
		state->worker[number] = NULL;
	}
}

static int
wait_up(const struct worker *worker)
{
	uint64_t end = rte_get_timer_cycles() + START_SECONDS * rte_get_timer_hz();

	while (!atomic_load(&worker->up)) {
		if (rte_get_timer_cycles() > end)
			return -ETIMEDOUT;
		rte_delay_us_sleep(100);
	}
	return 0;
}

int
workers_start(struct state *state)
{
	int rc = 0;

	for (uint32_t number = 0; number < state->workers && rc == 0; number++) {
		struct worker *worker = state->worker[number];

		rc = rte_eal_remote_launch(run, worker, worker->lcore);
		if (rc == 0)
			rc = wait_up(worker);
	}
	if (rc != 0)
		workers_stop(state);
	return rc;
}

void
workers_stop(struct state *state)
{
	for (uint32_t number = 0; number < state->workers; number++)
		atomic_store(&state->worker[number]->stop, true);
	for (uint32_t number = 0; number < state->workers; number++)
		rte_eal_wait_lcore(state->worker[number]->lcore);
}
