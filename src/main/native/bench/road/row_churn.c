// Row churn: the road while routes change, 1,000 to 100,000 a second.
// Owns: its contest, and the thread that changes routes. The traffic is Zipf's, where a cache has something to lose.
// Threads: the measuring one; churn.c's. Must not: call a pace reached that was not.
// Next: report.h.
#include "row.h"

#include "churn.h"

#include <errno.h>

#define REACHED 0.9                    // of a pace, less is another one

static const uint32_t rates[CHURN_LEVELS] = {0, 1000, 10000, 100000};

struct pace {
	struct churn *churn;
	uint32_t level;
};

static int
enter(void *argument)
{
	const struct pace *pace = argument;

	churn_pace(pace->churn, pace->level);
	return atomic_load(&pace->churn->failed);
}

static double
achieved(struct churn_level *level)
{
	double seconds = (double)atomic_load(&level->nanoseconds) * 1e-9;

	return seconds > 0 ? (double)atomic_load(&level->done) / seconds : 0;
}

static void
report_level(struct bench *bench, const struct contest *contest, struct churn *churn, uint32_t level,
	const char *measure, double at_least)
{
	struct report_line *line = row_ratio(bench, contest, "churn", measure, level, 0, at_least);
	double rate = achieved(&churn->level[level]);

	if (line->absent == NULL && rate < REACHED * rates[level])
		line->absent = "the other core had no time for so many changes";
	report_detail(line, "changesPerSecond", rate);
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct target *ours = bench_target(bench, TARGET_OURS);
	struct contest contest = bench_contest(bench, family);
	struct pace paces[CHURN_LEVELS];
	struct churn churn = {
		.table = family == SBX_IPV6 ? &bench->table6 : &bench->table4,
		.nexthops = bench->options->nexthops,
		.nexthop_base = ours_nexthop(bench->options->nexthops, family, 0),
	};
	int result, failed;

	for (uint32_t i = 0; i < CHURN_LEVELS; i++) {
		churn.level[i].rate = rates[i];
		paces[i] = (struct pace){&churn, i};
		contest_add(&contest, (struct side){.target = ours, .enter = enter, .argument = &paces[i],
			.stream = bench_stream(family, STREAM_ZIPF)});
	}
	result = churn_start(&churn);
	if (result != 0)
		return result;
	result = contest_run(&contest);
	failed = churn_stop(&churn);
	if (result != 0 || failed != 0)
		return result != 0 ? result : failed;
	report_level(bench, &contest, &churn, 1, "1k / none rate", 0.98);
	report_level(bench, &contest, &churn, 2, "10k / none rate", 0);
	report_level(bench, &contest, &churn, 3, "100k / none rate", 0.80);
	return 0;
}

static int
run(struct bench *bench)
{
	int result = run_family(bench, SBX_IPV4);

	return result == 0 ? run_family(bench, SBX_IPV6) : result;
}

const struct row row_churn = {"churn", "traffic while routes change", run};
