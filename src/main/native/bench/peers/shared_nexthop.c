// The worker with the nexthop that Linux had until 3.6-rc1 (July 2012, before "ipv4: percpu nh_rth_output cache"):
// one object for all cores, that each packet holds from its lookup until it has been sent. The L2 header, the MTU, the
// reference count and the count of uses are one line, as rt_pmtu, __refcnt and __use were in struct rtable.
// Owns: the model. The loop around it is the product's own file, compiled with two of its words changed.
// Threads: workers. Must not: be slower than need be: no lock, counts that lose some, as then.
// Next: bench/peers/workers.c.
#include "datapath/send.h"

#include <rte_spinlock.h>

#define NEXTHOPS 256                   // ids that this program may meet
#define HELD (2 * BURST_MAX)

// Written by all workers, as the kernel's was. `reserved` is the reference count.
static struct nexthop_cached one_for_all[NEXTHOPS];
static rte_spinlock_t changing = RTE_SPINLOCK_INITIALIZER;

static __thread struct {
	uint32_t count;
	struct nexthop_cached *nexthop[HELD];
} held;

static __rte_noinline void
refresh(const struct nexthop_table *table, uint32_t id, uint64_t changes)
{
	rte_spinlock_lock(&changing);
	nexthop_refresh(&table->entries[id], &one_for_all[id]);
	one_for_all[id].changes = changes;
	rte_spinlock_unlock(&changing);
}

// dst_hold()
static inline struct nexthop_cached *
hold(const struct nexthop_table *table, uint32_t id, uint64_t changes)
{
	struct nexthop_cached *nexthop = &one_for_all[id % NEXTHOPS];

	if (unlikely(nexthop->changes != changes))
		refresh(table, id % NEXTHOPS, changes);
	__atomic_fetch_add(&nexthop->reserved, 1, __ATOMIC_RELAXED);
	held.nexthop[held.count++ % HELD] = nexthop;
	return nexthop;
}

// dst_release(), when the driver has freed the packets.
static inline void
release_all(void)
{
	while (held.count > 0)
		__atomic_fetch_sub(&held.nexthop[--held.count % HELD]->reserved, 1, __ATOMIC_RELEASE);
}

#define nexthop_get_at(table, cache, id, changes) ((void)(cache), hold(table, id, changes))
#define send_flush(road) ((send_flush)(road), release_all())

#include "datapath/worker.c"
