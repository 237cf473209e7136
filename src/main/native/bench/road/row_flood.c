// Row flood: a random flood through the full table, against one flow, DPDK's l3fwd, Linux and the floor.
// Owns: its contest. The seed (2003 Juno): 102 k packets a second of 330 k, 0.31.
// Threads: the measuring one. Must not: compare figures of two contests.
// Next: report.h.
#include "row.h"

static void
report_floor(struct bench *bench, const struct contest *contest, uint32_t flood, uint32_t io,
	uint32_t testpmd, uint32_t macswap)
{
	struct report_line *line = row_ratio(bench, contest, "flood", "flood / io floor", io, flood, 0);

	line->goal_kind = REPORT_AT_MOST;
	line->goal = 3.8;
	if (contest_has(contest, testpmd))
		report_detail(line, "testpmdIoCyclesPerPacket", contest_cycles(contest, testpmd));
	if (contest_has(contest, macswap))
		report_detail(line, "testpmdMacswapCyclesPerPacket", contest_cycles(contest, macswap));
}

// A target's side for each kind of traffic.
struct sides {
	uint32_t flood, zipf, one;
};

static struct sides
add_sides(struct contest *contest, struct target *target)
{
	return (struct sides){
		.flood = contest_add(contest, (struct side){.target = target,
			.stream = bench_stream(contest->family, STREAM_JUNO)}),
		.zipf = contest_add(contest, (struct side){.target = target,
			.stream = bench_stream(contest->family, STREAM_ZIPF)}),
		.one = contest_add(contest, (struct side){.target = target,
			.stream = bench_stream(contest->family, STREAM_SINGLE)}),
	};
}

// The goals are IPv4's: how much a trie's depth costs depends on the table.
static void
report_sides(struct bench *bench, const struct contest *contest, struct sides ours, struct sides l3fwd)
{
	double has_goal = contest->family == SBX_IPV4 ? 1 : 0;

	report_seed(row_ratio(bench, contest, "flood", "flood / one flow", ours.flood, ours.one, 0.65 * has_goal),
		2003, 0.31);
	row_ratio(bench, contest, "flood", "ours / l3fwd flood", ours.flood, l3fwd.flood, 1.25 * has_goal);
	row_ratio(bench, contest, "flood", "ours / l3fwd zipf", ours.zipf, l3fwd.zipf, 1.20 * has_goal);
	row_ratio(bench, contest, "flood", "ours / l3fwd one flow", ours.one, l3fwd.one, 0.95 * has_goal);
}

static int
run4(struct bench *bench)
{
	struct contest contest = bench_contest(bench, SBX_IPV4);
	struct sides ours = add_sides(&contest, bench_target(bench, TARGET_OURS));
	struct sides l3fwd = add_sides(&contest, bench_target(bench, TARGET_L3FWD));
	uint32_t io = contest_add(&contest, (struct side){.target = bench_target(bench, TARGET_IO)});
	uint32_t testpmd = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_TESTPMD_IO)});
	uint32_t macswap = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_TESTPMD_MACSWAP)});
	uint32_t kernel = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_LINUX), .stream = STREAM_JUNO});
	int result = contest_run(&contest);

	if (result != 0)
		return result;
	report_sides(bench, &contest, ours, l3fwd);
	row_ratio(bench, &contest, "flood", "ours / linux flood", ours.flood, kernel, 50);
	report_floor(bench, &contest, ours.flood, io, testpmd, macswap);
	return 0;
}

static int
run6(struct bench *bench)
{
	struct contest contest = bench_contest(bench, SBX_IPV6);
	struct sides ours = add_sides(&contest, bench_target(bench, TARGET_OURS));
	struct sides l3fwd = add_sides(&contest, bench_target(bench, TARGET_L3FWD));
	uint32_t kernel = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_LINUX), .stream = STREAM_JUNO6});
	int result = contest_run(&contest);

	if (result != 0)
		return result;
	report_sides(bench, &contest, ours, l3fwd);
	row_ratio(bench, &contest, "flood", "ours / linux flood", ours.flood, kernel, 0);
	return 0;
}

static int
run(struct bench *bench)
{
	int result = run4(bench);

	return result == 0 ? run6(bench) : result;
}

const struct row row_flood = {"flood", "a random flood through the full table", run};
