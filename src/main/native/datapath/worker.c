// The packet road: one worker's loop over the queues of its plan.
// Owns: the order of the stages. Thread: the worker's lcore, nobody else.
// Must not: allocate, lock, log, make a system call, or hold anything of a plan over a turn.
// Next: datapath/receive.h.
#include "shared/worker.h"

#include <rte_pause.h>

void
worker_run(struct worker *worker)
{
	struct rte_rcu_qsbr *rcu = worker->tables->rcu;

	while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
		worker->counters->core[CORE_loops]++;
		rte_rcu_qsbr_quiescent(rcu, worker->number);
		rte_pause();
	}
}
