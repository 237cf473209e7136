// Row sustained: kernel pktgen's `flows 256 flowlen 8` on random destinations, without a pause, until any table of
// flows would be full. The seed (2011): from 5 M to 0.7 M packets a second past 1 M entries, 0.14.
// Owns: its device and the order of its windows. The route cache is always on, and empty when a run begins: what is
// measured is whether it wears out. Threads: the measuring one.
// Must not: call a run sustained that met fewer destinations than it says.
// Next: report.h.
#include "row.h"

#include "cache_turn.h"

#include <errno.h>
#include <math.h>

#define FLOW_LENGTH 8
#define DESTINATIONS 4000000
#define SECOND 10                      // windows: with the usual 0.1 s, a second
#define WINDOWS (3 * SECOND)

// The seed's range is not in the table: a default route leads there, as it did then. IPv6 goes to the table's
// prefixes. Both streams hold at least a million destinations, some thirty times what the cache does, and then repeat.
static const char device4[] = "pattern=pktgen.256.8,range=10.0.0.0-10.18.255.255,keys=33554432";
static const char device6[] = "pattern=ipv6-pktgen.256.8,keys=8388608";

struct runs {
	uint32_t done;
	double ratio[CONTEST_ROUNDS];
	double first[CONTEST_ROUNDS], last[CONTEST_ROUNDS]; // cycles a packet
	double destinations;           // the fewest of any run
	double least_share;
};

static double
median_cycles(const struct window *windows, uint32_t count)
{
	double cycles[WINDOWS];

	for (uint32_t i = 0; i < count; i++)
		cycles[i] = windows[i].cycles;
	return report_median(cycles, count);
}

static int
take_run(struct target *target, double seconds, struct runs *runs)
{
	struct window windows[WINDOWS];
	uint32_t at = runs->done;
	double packets = 0;
	int result = sbx_cache_flush();

	if (result == 0)
		result = target_sustain(target, seconds, WINDOWS, windows);
	if (result != 0)
		return result;
	for (uint32_t i = 0; i < WINDOWS; i++) {
		packets += windows[i].packets;
		runs->least_share = fmin(runs->least_share, windows[i].share);
	}
	runs->first[at] = median_cycles(windows, SECOND);
	runs->last[at] = median_cycles(windows + WINDOWS - SECOND, SECOND);
	runs->ratio[at] = runs->first[at] / runs->last[at];
	runs->destinations = fmin(runs->destinations, packets / FLOW_LENGTH);
	runs->done++;
	return 0;
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct target *target = bench_ours(bench, family == SBX_IPV6 ? device6 : device4);
	struct runs runs = {.destinations = INFINITY, .least_share = 1};
	struct report_line *line, made = {.row = "sustained", .measure = "last / first", .unit = "ratio",
		.family = family == SBX_IPV6 ? "ipv6" : "ipv4", .goal = 0.97, .goal_kind = REPORT_AT_LEAST};

	if (target->absent != NULL)
		return -ENODEV;
	for (uint32_t run = 0; run < CONTEST_ROUNDS && run < bench->options->rounds; run++) {
		int result = take_run(target, bench->options->seconds, &runs);

		if (result != 0)
			return result;
	}
	if (runs.destinations < DESTINATIONS)
		made.absent = "the time was too short for 4 M destinations";
	made.rounds = runs.done;
	made.value = report_median(runs.ratio, runs.done);
	line = report_add(&bench->report, &made);
	report_detail(line, "firstCyclesPerPacket", report_median(runs.first, runs.done));
	report_detail(line, "lastCyclesPerPacket", report_median(runs.last, runs.done));
	report_detail(line, "noise", report_noise(runs.ratio, runs.done));
	report_detail(line, "destinations", runs.destinations);
	report_detail(line, "leastCoreShare", runs.least_share);
	report_seed(line, 2011, 0.14);
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

const struct row row_sustained = {"sustained", "4 million destinations, 256 flows of 8 packets at a time", run};
