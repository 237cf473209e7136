// Row good-under-flood: 64 well-behaved flows, alone and while a flood fills 80 % of what the road can do. The seed
// (2003) proposed to measure it and never did.
// Owns: the pace of its traffic. A packet's time is from when it was due at the port until it is given back to it, so
// that it counts what waits because the road is late.
// Threads: the measuring one. Must not: count what was lost while nothing was measured. A core that is taken away for
// longer than the ring holds (0.2 ms) loses packets, whatever runs on it, and each of its interruptions (a virtual
// machine's clock: 20 to 50 us, 250 times a second) is five times as long for a road that is busy at 80 %. So a figure
// is the median of windows of 10 ms, or of 1 ms for latency; `pooled` details have all of them.
// Next: report.h.
#include "row.h"

#include "latency.h"

#include <bench/priority.h>

#include <rte_cycles.h>

#include <errno.h>
#include <math.h>

#define LOAD 0.8
#define GOOD_EVERY 100                 // of the flood's packets one is good: 1 %
#define WINDOWS 10                     // a round
#define SLICES 10                      // a window, for latency
#define NOTHING 1                      // packets a second: the clock runs, nothing comes
#define ANY 1000000000                 // packets a second: more than can be taken
#define DRAIN_SECONDS 0.002            // a worker's sleep and its turn, ten times

// As many descriptors as a bnxt has (e1000: half).
static const char device4[] = "pattern=juno,good=100,ring=8192,rate=1";
static const char device6[] = "pattern=ipv6-perprefix@uniform,good=100,ring=8192,rate=1";

struct load {
	uint64_t rate;                 // packets a second, good ones among them
	uint64_t good;                 // every good-th is good
};

struct figure {
	double delivery[CONTEST_ROUNDS];
	double p50[CONTEST_ROUNDS], p99[CONTEST_ROUNDS]; // microseconds
	double missed, lost;           // in all windows: in front of the road, on it
	struct latency pooled;
	double share;                  // of the core, the least of all windows
};

static void
set_load(struct figures *figures, struct load load)
{
	atomic_store(&figures->control.good, load.good);
	atomic_store(&figures->control.rate, load.rate);
}

// The road's rate with the same traffic, when more is due than it can take.
static int
measure_capacity(struct target *target, double seconds, double *rate)
{
	struct window window;
	int result;

	set_load(target->figures, (struct load){ANY, GOOD_EVERY});
	result = target->measure(target, 0, 0, seconds, &window);
	set_load(target->figures, (struct load){NOTHING, GOOD_EVERY});
	atomic_store(&target->figures->control.burst, FIGURES_BURST_MAX);
	*rate = window.packets_per_second;
	return result;
}

static double
micros(uint64_t cycles)
{
	return (double)cycles * 1e6 / (double)rte_get_tsc_hz();
}

// The median of the slices' percentiles. What the clock of a virtual machine takes away, every 4 ms, is in some of them.
static void
time_slices(struct target *target, double seconds, uint32_t at, struct figure *figure)
{
	struct latency first = latency_read(target->figures), from = first, to;
	double p50[SLICES], p99[SLICES];

	for (uint32_t i = 0; i < SLICES; i++) {
		struct latency slice;

		target_sleep(seconds / SLICES);
		to = latency_read(target->figures);
		slice = latency_between(&from, &to);
		p50[i] = micros(latency_percentile(&slice, 0.50));
		p99[i] = micros(latency_percentile(&slice, 0.99));
		from = to;
	}
	figure->p50[at] = report_median(p50, SLICES);
	figure->p99[at] = report_median(p99, SLICES);
	latency_pool(&figure->pooled, &first, &to);
}

// Percentiles leave out the first moments, in which the worker wakes up; the count of packets does not.
static void
measure(struct target *target, struct load load, double seconds, uint32_t at, struct figure *figure)
{
	struct latency before = latency_read(target->figures), last, after;
	uint64_t sent, missed, back;
	double start, cpu;

	set_load(target->figures, load);
	target_sleep(seconds / SLICES);
	start = target_clock();
	cpu = target_cpu(target);
	time_slices(target, seconds, at, figure);
	figure->share = fmin(figure->share, (target_cpu(target) - cpu) / (target_clock() - start));
	last = latency_read(target->figures);
	set_load(target->figures, (struct load){NOTHING, load.good});
	target_sleep(DRAIN_SECONDS);
	after = latency_read(target->figures);
	sent = after.sent - before.sent;
	back = after.back - before.back;
	missed = last.missed - before.missed;
	figure->delivery[at] = (double)back / (double)(sent + missed);
	figure->missed += (double)missed;
	figure->lost += (double)(sent - back);
}

static double
median(const double *values, uint32_t count)
{
	double copy[CONTEST_ROUNDS];

	for (uint32_t i = 0; i < count; i++)
		copy[i] = values[i];
	return report_median(copy, count);
}

static double
median_ratio(const double *a, const double *b, uint32_t count)
{
	double ratios[CONTEST_ROUNDS];

	for (uint32_t i = 0; i < count; i++)
		ratios[i] = a[i] / b[i];
	return report_median(ratios, count);
}

static void
report(struct bench *bench, uint8_t family, uint32_t windows, double capacity, const struct figure *with,
	const struct figure *without)
{
	struct report_line *line, made = {.row = "good-under-flood", .measure = "delivery", .unit = "ratio",
		.family = family == SBX_IPV6 ? "ipv6" : "ipv4", .rounds = windows, .goal = 1,
		.goal_kind = REPORT_AT_LEAST, .value = median(with->delivery, windows)};

	line = report_add(&bench->report, &made);
	report_detail(line, "deliveryWithout", median(without->delivery, windows));
	report_detail(line, "missedBeforeTheRoad", with->missed);
	report_detail(line, "lostOnTheRoad", with->lost);
	report_detail(line, "packetsPerSecond", LOAD * capacity);
	report_detail(line, "leastCoreShare", with->share);
	made.measure = "p99 with / without";
	made.value = median_ratio(with->p99, without->p99, windows);
	made.goal = 2;
	made.goal_kind = REPORT_AT_MOST;
	line = report_add(&bench->report, &made);
	report_detail(line, "p50WithMicroseconds", median(with->p50, windows));
	report_detail(line, "p99WithMicroseconds", median(with->p99, windows));
	report_detail(line, "p50WithoutMicroseconds", median(without->p50, windows));
	report_detail(line, "p99WithoutMicroseconds", median(without->p99, windows));
	report_detail(line, "p99PooledWithMicroseconds", micros(latency_percentile(&with->pooled, 0.99)));
	report_detail(line, "p99PooledWithoutMicroseconds",
		micros(latency_percentile(&without->pooled, 0.99)));
	report_detail(line, "leastCoreShare", with->share);
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct target *target = bench_ours(bench, family == SBX_IPV6 ? device6 : device4);
	uint32_t windows = RTE_MIN(WINDOWS * bench->options->rounds, (uint32_t)CONTEST_ROUNDS);
	double seconds = bench->options->seconds / WINDOWS;
	struct figure with = {.share = 1}, without = {.share = 1};
	struct load flood = {.good = GOOD_EVERY}, good = {.good = 1};
	double capacity;
	int result = target->absent != NULL ? -ENODEV :
		measure_capacity(target, bench->options->seconds, &capacity);

	if (result != 0)
		return result;
	flood.rate = (uint64_t)(LOAD * capacity);
	good.rate = flood.rate / GOOD_EVERY;
	priority_raise();
	for (uint32_t i = 0; i < windows; i++) {
		measure(target, i % 2 == 0 ? good : flood, seconds, i,
			i % 2 == 0 ? &without : &with);
		measure(target, i % 2 == 0 ? flood : good, seconds, i,
			i % 2 == 0 ? &with : &without);
	}
	priority_give_back();
	report(bench, family, windows, capacity, &with, &without);
	return 0;
}

static int
run(struct bench *bench)
{
	int result = run_family(bench, SBX_IPV4);

	return result == 0 ? run_family(bench, SBX_IPV6) : result;
}

const struct row row_good_under_flood = {"good-under-flood", "well-behaved flows beside a flood", run};
