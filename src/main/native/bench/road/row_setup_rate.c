// Row setup-rate: new flows each second, ten times what the cache holds, against as many flows at a time that stay. The
// seed (2005): 33 k packets a second against 210 k, 0.16. Beside it a router with that cache (old_route_cache.h).
// Owns: its device and its contest. Flows end after 64, 32, 16 or 8 packets: whichever is the slowest change that
// still brings ten times the cache's size at the rate that is reached with it. The route cache is always on.
// Threads: the measuring one. Must not: let flows come back while a cache may still hold them (a stream repeats after
// 16 million packets, IPv6 4 million), or judge the old design before its table is as full as it gets.
// Next: report.h.
#include "row.h"

#include "cache_turn.h"

#define TIMES 10
#define RUNGS 4
#define SETTLE_WINDOWS 20              // with the usual 0.1 s, two seconds, four visits of its collector

static const uint32_t flow_length[RUNGS] = {64, 32, 16, 8};
static const char device4[] = "pattern=" BENCH_NEW_FLOWS("") "/" BENCH_STEADY_FLOWS("");
static const char device6[] = "pattern=" BENCH_NEW_FLOWS("ipv6-") "/" BENCH_STEADY_FLOWS("ipv6-");

static double
cache_entries(void)
{
	struct sbx_cache_settings settings;

	return sbx_cache_get(&settings) == 0 ? settings.entries : 0;
}

// The stream whose flows change often enough for this target.
static int
find_rung(const struct bench *bench, struct target *target, uint32_t *rung)
{
	double wanted = TIMES * cache_entries();
	int result = 0;

	*rung = 0;
	for (uint32_t i = 0; i < RUNGS && target->absent == NULL && result == 0; i++) {
		struct window window;

		result = target->measure(target, i, 0, bench->options->seconds * SETTLE_WINDOWS, &window);
		*rung = i;
		if (result == 0 && window.packets_per_second / flow_length[i] >= wanted)
			break;
	}
	return result;
}

static double
new_flows(const struct contest *contest, uint32_t side)
{
	return contest_rate(contest, side) / flow_length[contest->side[side].stream];
}

static void
report_old(struct report_line *line, const struct contest *contest, uint32_t fits, uint32_t many)
{
	if (!contest_has(contest, fits) || !contest_has(contest, many))
		return;
	report_detail(line, "oldDesignRatio", contest_ratio(contest, many, fits));
	report_detail(line, "oldDesignCyclesPerPacket", contest_cycles(contest, many));
	report_detail(line, "oldDesignBaselineCyclesPerPacket", contest_cycles(contest, fits));
	report_detail(line, "oldDesignNewFlowsPerSecond", new_flows(contest, many));
	report_detail(line, "oldDesignLeastDelivered", contest->least_delivered[many]);
}

static uint32_t
add_changing(struct bench *bench, struct contest *contest, struct target *target, int *result)
{
	uint32_t rung = 0;

	if (*result == 0)
		*result = find_rung(bench, target, &rung);
	return contest_add(contest, (struct side){.target = target, .stream = rung});
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct contest contest = bench_contest(bench, family);
	struct target *ours = bench_ours(bench, family == SBX_IPV6 ? device6 : device4);
	bool has_old = family == SBX_IPV4;
	uint32_t many, fits, old_many = 0, old_fits = 0;
	struct report_line *line;
	int result = 0;

	many = add_changing(bench, &contest, ours, &result);
	fits = contest_add(&contest, (struct side){.target = ours, .stream = RUNGS});
	if (has_old) {
		old_many = add_changing(bench, &contest, bench_target(bench, TARGET_OLD), &result);
		old_fits = contest_add(&contest,
			(struct side){.target = bench_target(bench, TARGET_OLD_STEADY)});
	}
	if (result == 0)
		result = contest_run(&contest);
	if (result != 0)
		return result;
	line = row_ratio(bench, &contest, "setup-rate", "10x / fits", many, fits, 0.75);
	if (line->absent == NULL && new_flows(&contest, many) < TIMES * cache_entries())
		line->absent = "too few packets for so many new flows";
	report_detail(line, "newFlowsPerSecond", new_flows(&contest, many));
	report_detail(line, "cacheEntries", cache_entries());
	report_seed(line, 2005, 0.16);
	if (has_old)
		report_old(line, &contest, old_fits, old_many);
	return 0;
}

static int
run(struct bench *bench)
{
	int result = cache_mode(SBX_CACHE_ON);

	if (result == 0)
		result = run_family(bench, SBX_IPV4);
	if (result == 0)
		result = run_family(bench, SBX_IPV6);
	cache_mode(SBX_CACHE_ADAPTIVE);
	return result;
}

const struct row row_setup_rate = {"setup-rate", "ten times the cache's size of new flows a second", run};
