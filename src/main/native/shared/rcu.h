// Grace periods: QSBR of DPDK's librte_rcu, one variable for everything that readers may still hold.
// Owns: the words for it here. Readers: each worker and the slow path, registered by a small number;
// they report a quiescent state once a turn of their loop and go offline to sleep. Writers: control threads.
// Must not: be waited for by a reader.
// Next: control/, whoever frees what readers saw.
#pragma once

#include <rte_rcu_qsbr.h>

// Waits until every online reader has passed a quiescent state since the call began.
static inline void
rcu_synchronize(struct rte_rcu_qsbr *rcu)
{
	rte_rcu_qsbr_synchronize(rcu, RTE_QSBR_THRID_INVALID);
}
