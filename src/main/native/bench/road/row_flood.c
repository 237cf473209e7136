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

static int
run(struct bench *bench)
{
	struct target *ours = bench_target(bench, TARGET_OURS), *l3fwd = bench_target(bench, TARGET_L3FWD);
	struct target *kernel = bench_target(bench, TARGET_LINUX);
	struct contest contest = bench_contest(bench);
	uint32_t flood = contest_add(&contest, (struct side){.target = ours, .stream = STREAM_JUNO});
	uint32_t l3fwd_flood = contest_add(&contest, (struct side){.target = l3fwd, .stream = STREAM_JUNO});
	uint32_t zipf = contest_add(&contest, (struct side){.target = ours, .stream = STREAM_ZIPF});
	uint32_t l3fwd_zipf = contest_add(&contest, (struct side){.target = l3fwd, .stream = STREAM_ZIPF});
	uint32_t one = contest_add(&contest, (struct side){.target = ours, .stream = STREAM_SINGLE});
	uint32_t l3fwd_one = contest_add(&contest, (struct side){.target = l3fwd, .stream = STREAM_SINGLE});
	uint32_t io = contest_add(&contest, (struct side){.target = bench_target(bench, TARGET_IO)});
	uint32_t testpmd = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_TESTPMD_IO)});
	uint32_t macswap = contest_add(&contest,
		(struct side){.target = bench_target(bench, TARGET_TESTPMD_MACSWAP)});
	uint32_t kernel_flood = contest_add(&contest, (struct side){.target = kernel, .stream = STREAM_JUNO});
	int result = contest_run(&contest);

	if (result != 0)
		return result;
	row_ratio(bench, &contest, "flood", "flood / one flow", flood, one, 0.65);
	row_ratio(bench, &contest, "flood", "ours / l3fwd flood", flood, l3fwd_flood, 1.25);
	row_ratio(bench, &contest, "flood", "ours / l3fwd zipf", zipf, l3fwd_zipf, 1.20);
	row_ratio(bench, &contest, "flood", "ours / l3fwd one flow", one, l3fwd_one, 0.95);
	row_ratio(bench, &contest, "flood", "ours / linux flood", flood, kernel_flood, 50);
	report_floor(bench, &contest, flood, io, testpmd, macswap);
	return 0;
}

const struct row row_flood = {"flood", "a random flood through the full table", run};
