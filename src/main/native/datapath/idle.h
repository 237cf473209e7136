// What a worker does when nothing comes: first it waits a moment, then it sleeps, longer each time.
// Owns: the back-off. Thread: the worker. The one system call of the road is here: a sleep, with nothing held.
// Must not: sleep while online as a reader, since writers would wait for it.
// Next: datapath/worker.c.
#pragma once

#include "shared/worker.h"

#include <rte_cycles.h>
#include <rte_pause.h>

#define IDLE_SPINS 256       // empty turns before the first sleep: some 10 us
#define IDLE_SLEEP_FIRST 1   // microseconds

struct idle {
	uint32_t turns;          // empty ones in a row
	uint32_t sleep;          // microseconds of the next sleep
};

static inline void
idle_over(struct idle *idle)
{
	idle->turns = 0;
	idle->sleep = IDLE_SLEEP_FIRST;
}

// After an empty turn.
static inline void
idle_wait(struct idle *idle, struct worker *worker)
{
	if (++idle->turns <= IDLE_SPINS || worker->idle_sleep_micros == 0) {
		rte_pause();
		return;
	}
	worker->counters->core[CORE_sleeps]++;
	rte_rcu_qsbr_thread_offline(worker->tables->rcu, worker->number);
	rte_delay_us_sleep(RTE_MIN(idle->sleep, worker->idle_sleep_micros));
	rte_rcu_qsbr_thread_online(worker->tables->rcu, worker->number);
	idle->sleep = RTE_MIN(idle->sleep * 2, worker->idle_sleep_micros);
}
