// Row churn: the road while routes change, 1,000 to 100,000 a second.
// Owns: its contest, and the thread that changes routes. The traffic is Zipf's, where a cache has something to lose.
// Rates are those of the default mode; hit rates those of a cache that is always on.
// Threads: the measuring one; churn.c's. Must not: call a pace reached that was not.
// Next: report.h.
#include "row.h"

#include "cache_turn.h"
#include "churn.h"

#include <errno.h>

#define REACHED 0.9                    // of a pace, less is another one

enum { NONE, THOUSAND, TEN_THOUSAND, HUNDRED_THOUSAND };
static const uint32_t rates[CHURN_LEVELS] = {0, 1000, 10000, 100000};

struct pace {
	struct churn *churn;
	uint32_t level;
	struct cache_turn turn;
};

static int
enter(void *argument)
{
	struct pace *pace = argument;

	churn_pace(pace->churn, pace->level);
	return atomic_load(&pace->churn->failed) != 0 ? atomic_load(&pace->churn->failed)
		: cache_turn_enter(&pace->turn);
}

static void
leave(void *argument)
{
	struct pace *pace = argument;

	cache_turn_leave(&pace->turn);
}

static double
achieved(struct churn_level *level)
{
	double seconds = (double)atomic_load(&level->nanoseconds) * 1e-9;

	return seconds > 0 ? (double)atomic_load(&level->done) / seconds : 0;
}

// Absent when the writer did not keep up.
static void
say_pace(struct report_line *line, struct churn_level *level)
{
	double rate = achieved(level);

	if (line->absent == NULL && rate < REACHED * level->rate)
		line->absent = "the other core had no time for so many changes";
	report_detail(line, "changesPerSecond", rate);
}

static void
report_rate(struct bench *bench, const struct contest *contest, struct churn *churn, uint32_t level,
	const char *measure, double at_least)
{
	struct report_line *line = row_ratio(bench, contest, "churn", measure, level, NONE, at_least);

	report_detail(line, "alwaysOnRatio", contest_ratio(contest, CHURN_LEVELS + level, CHURN_LEVELS + NONE));
	say_pace(line, &churn->level[level]);
}

static void
report_hits(struct bench *bench, const struct contest *contest, struct churn *churn, const struct pace *on)
{
	double none = cache_turn_hit_rate(&on[NONE].turn);
	struct report_line made = {.row = "churn", .measure = "1k / none hits", .unit = "ratio",
		.family = contest->family == SBX_IPV6 ? "ipv6" : "ipv4", .goal = 0.95,
		.goal_kind = REPORT_AT_LEAST, .rounds = contest->done,
		.value = cache_turn_hit_rate(&on[THOUSAND].turn) / none};
	struct report_line *line = report_add(&bench->report, &made);

	report_detail(line, "hitRate", none);
	report_detail(line, "hitRateAt1k", cache_turn_hit_rate(&on[THOUSAND].turn));
	report_detail(line, "hitRateAt10k", cache_turn_hit_rate(&on[TEN_THOUSAND].turn));
	report_detail(line, "hitRateAt100k", cache_turn_hit_rate(&on[HUNDRED_THOUSAND].turn));
	say_pace(line, &churn->level[THOUSAND]);
}

static void
report(struct bench *bench, const struct contest *contest, struct churn *churn, const struct pace *on)
{
	report_rate(bench, contest, churn, THOUSAND, "1k / none rate", 0.98);
	report_hits(bench, contest, churn, on);
	report_rate(bench, contest, churn, TEN_THOUSAND, "10k / none rate", 0);
	report_rate(bench, contest, churn, HUNDRED_THOUSAND, "100k / none rate", 0.80);
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct target *ours = bench_target(bench, TARGET_OURS);
	struct contest contest = bench_contest(bench, family);
	struct pace paces[2 * CHURN_LEVELS]; // adaptive, then on
	struct churn churn = {
		.table = family == SBX_IPV6 ? &bench->table6 : &bench->table4,
		.nexthops = bench->options->nexthops,
		.nexthop_base = ours_nexthop(bench->options->nexthops, family, 0),
	};
	int result, failed;

	for (uint32_t i = 0; i < 2 * CHURN_LEVELS; i++) {
		churn.level[i % CHURN_LEVELS].rate = rates[i % CHURN_LEVELS];
		paces[i] = (struct pace){&churn, i % CHURN_LEVELS,
			{.mode = i < CHURN_LEVELS ? SBX_CACHE_ADAPTIVE : SBX_CACHE_ON}};
		contest_add(&contest, (struct side){.target = ours, .enter = enter, .leave = leave,
			.argument = &paces[i], .stream = bench_stream(family, STREAM_ZIPF)});
	}
	result = churn_start(&churn);
	if (result != 0)
		return result;
	result = contest_run(&contest);
	failed = churn_stop(&churn);
	cache_mode(SBX_CACHE_ADAPTIVE);
	if (result != 0 || failed != 0)
		return result != 0 ? result : failed;
	report(bench, &contest, &churn, paces + CHURN_LEVELS);
	return 0;
}

static int
run(struct bench *bench)
{
	int result = run_family(bench, SBX_IPV4);

	return result == 0 ? run_family(bench, SBX_IPV6) : result;
}

const struct row row_churn = {"churn", "traffic while routes change", run};
