// Route changes at a steady pace, as a control plane that follows BGP makes them.
// Owns: a thread of its own, where the measuring one may run. A route goes away and comes back by another next hop some
// thousand changes later; the table is as it was when the thread has ended.
// Threads: the measuring one starts, paces and ends it. Must not: go another way than sbx_routes_apply.
// Next: row_churn.c.
#pragma once

#include <bench/table.h>

#include <pthread.h>
#include <stdatomic.h>

#define CHURN_LEVELS 4

struct churn_level {
	uint32_t rate;                 // changes a second
	_Atomic uint64_t done;         // changes; the thread: rw
	_Atomic uint64_t nanoseconds;  // at this pace; the thread: rw
};

struct churn {
	const struct table *table;     // what the data plane holds
	uint32_t nexthops;             // that the table's routes have: 1..nexthops
	uint32_t nexthop_base;         // added to them: the data plane's ids
	struct churn_level level[CHURN_LEVELS];
	_Atomic uint32_t pace;         // which level; the measuring thread: rw
	_Atomic int failed;            // -errno of a batch; the thread: rw
	_Atomic bool stop;
	pthread_t thread;
	uint32_t *order;               // the routes in random order
	uint64_t at;                   // changes so far
};

// Starts at level 0. `churn` has its first three fields and the rates; it must stay where it is. -errno.
int churn_start(struct churn *churn);
// From now on it goes at that level's pace.
void churn_pace(struct churn *churn, uint32_t level);
// -errno when a batch was refused.
int churn_stop(struct churn *churn);
