// Grace periods: QSBR of DPDK's librte_rcu, one variable for everything that readers may still hold.
// Owns: the words for it here. Readers: each worker and the slow path, registered by a small number;
// they report a quiescent state once a turn of their loop and go offline to sleep. Writers: control threads.
// Must not: be waited for by a reader.
// Next: control/, whoever frees what readers saw.
#pragma once

#include <rte_cycles.h>
#include <rte_rcu_qsbr.h>

#define RCU_SPINS 64      // looks at the readers before the first nap: a busy worker's turn is shorter
#define RCU_NAP_MICROS 20

// Waits until every online reader has passed a quiescent state since the call began. It naps, since the
// reader that it waits for may need this very CPU.
static inline void
rcu_synchronize(struct rte_rcu_qsbr *rcu)
{
	uint64_t token = rte_rcu_qsbr_start(rcu);

	for (uint32_t looks = 1; rte_rcu_qsbr_check(rcu, token, false) == 0; looks++)
		if (looks > RCU_SPINS)
			rte_delay_us_sleep(RCU_NAP_MICROS);
}
