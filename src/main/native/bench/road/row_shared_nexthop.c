// Row shared-nexthop: two workers, all packets through one nexthop; each worker with its own copy, as it is, or both
// with one refcounted object, as Linux had it. The seed (2012): 24 senders, 5.24 s -> 2.06 s, 2.5 times.
// Owns: its contest, of processes with workers of their own. A figure is per core; two cores together do twice that.
// Threads: the measuring one. Must not: be read without leastCoreShare: two workers that take turns on their
// cores do not meet at the line that they share.
// Next: peers/workers.c, peers/shared_nexthop.c.
#include "row.h"

#include <bench/priority.h>

static int
run(struct bench *bench)
{
	struct contest contest = bench_contest(bench, SBX_IPV4);
	struct report_line *line;
	uint32_t one = contest_add(&contest, (struct side){.target = bench_target(bench, TARGET_WORKER)});
	uint32_t two = contest_add(&contest, (struct side){.target = bench_target(bench, TARGET_WORKERS)});
	uint32_t shared = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_WORKERS_SHARED)});
	int result;

	priority_raise();
	result = contest_run(&contest);
	priority_give_back();
	if (result != 0)
		return result;
	report_seed(row_ratio(bench, &contest, "shared-nexthop", "per-core / shared", two, shared, 2.0), 2012, 2.5);
	line = row_ratio(bench, &contest, "shared-nexthop", "two / one worker", two, one, 1.8);
	line->value *= 2;
	return 0;
}

const struct row row_shared_nexthop = {"shared-nexthop", "two workers through one nexthop", run};
