// Row burst: the same flood in bursts of 8 and of 32, since a router below its limit sees short bursts.
// Owns: its contest; our own data plane only. Zipf and one flow are measured beside it for comparison.
// Threads: the measuring one. Must not: need a peer.
// Next: report.h.
#include "row.h"

static int
run(struct bench *bench)
{
	struct target *ours = bench_target(bench, TARGET_OURS);
	struct contest contest = bench_contest(bench, SBX_IPV4);
	struct report_line *line;
	uint32_t eight = contest_add(&contest, (struct side){.target = ours, .burst = 8});
	uint32_t many = contest_add(&contest, (struct side){.target = ours, .burst = 32});
	uint32_t full = contest_add(&contest, (struct side){.target = ours});
	uint32_t zipf = contest_add(&contest, (struct side){.target = ours, .stream = STREAM_ZIPF});
	uint32_t one = contest_add(&contest, (struct side){.target = ours, .stream = STREAM_SINGLE});
	int result = contest_run(&contest);

	if (result != 0)
		return result;
	line = row_ratio(bench, &contest, "burst", "burst 8 / burst 32 flood", eight, many, 0.85);
	report_detail(line, "fullBurstCyclesPerPacket", contest_cycles(&contest, full));
	report_detail(line, "zipfCyclesPerPacket", contest_cycles(&contest, zipf));
	report_detail(line, "oneFlowCyclesPerPacket", contest_cycles(&contest, one));
	return 0;
}

const struct row row_burst = {"burst", "the flood in short bursts", run};
