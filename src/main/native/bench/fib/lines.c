// Turns cycles into ratios of the same round, and those into medians beside their goals.
// Owns: the goals. Threads: one. Must not: compare figures of different rounds.
// Next: bench/report.c.
#include "lines.h"

#include <rte_cycles.h>

#include <stdlib.h>
#include <string.h>

#define UPDATES_LEAST 200000      // a second, on the full table, a reader running
#define LOAD_SECONDS_MOST 0.5
#define BYTES4_MOST (128u << 20)  // of a full table's FIB, all included
#define BYTES6_MOST (64u << 20)

// At least so many times the peer's rate, by pattern; 0 = no goal.
struct goal {
	const struct structure *peer;
	double at_least[PATTERNS];
};

static const struct goal goals[] = {
	{&peer_fib, {[PATTERN_UNIFORM] = 1, [PATTERN_ZIPF] = 1}},
	{&peer_fib6, {[PATTERN_UNIFORM] = 1, [PATTERN_COVERED] = 1, [PATTERN_ZIPF] = 1.9,
		[PATTERN_PKTGEN] = 1, [PATTERN_SINGLE] = 1}},
	{&peer_lpm6, {[PATTERN_UNIFORM] = 1, [PATTERN_COVERED] = 1, [PATTERN_ZIPF] = 1,
		[PATTERN_PKTGEN] = 1, [PATTERN_SINGLE] = 1}},
};

static double
goal_of(const struct structure *peer, enum pattern pattern)
{
	for (uint32_t i = 0; i < sizeof(goals) / sizeof(goals[0]); i++)
		if (goals[i].peer == peer)
			return goals[i].at_least[pattern];
	return 0;
}

// Lives as long as the process: the report keeps it.
static const char *
text(const char *format, const char *a, const char *b)
{
	char *made = NULL;

	return asprintf(&made, format, a, b) < 0 ? "" : made;
}

static struct report_line
line_of(const struct measurement *measurement, const char *measure, const char *unit)
{
	return (struct report_line) {.row = "fib", .measure = measure, .unit = unit,
		.family = measurement->family == SBX_IPV6 ? "ipv6" : "ipv4"};
}

// Half of all rounds lie within this share of the median: what the machine's noise was.
static double
spread(const double *values, uint32_t count)
{
	double sorted[ROUNDS_MAX], median;

	memcpy(sorted, values, count * sizeof(*values));
	median = report_median(sorted, count);
	return median > 0 ? (sorted[count * 3 / 4] - sorted[count / 4]) / median : 0;
}

static double
median(const double *values, uint32_t count)
{
	double copy[ROUNDS_MAX];

	memcpy(copy, values, count * sizeof(*values));
	return report_median(copy, count);
}

static void
add_cycles(struct report_line *line, const struct subject *subject, enum pattern pattern,
	uint32_t rounds)
{
	const char *name = subject->structure->name;
	double cycles = median(subject->cycles[pattern], rounds);

	report_detail(line, text("%sLookupsPerSecond", name, ""), rte_get_tsc_hz() / cycles);
	report_detail(line, text("%sCycles", name, ""), cycles);
	report_detail(line, text("%sSpread", name, ""), spread(subject->cycles[pattern], rounds));
}

static void
add_ratio(const struct measurement *measurement, const struct subject *peer, enum pattern pattern,
	struct report *report)
{
	const struct subject *ours = &measurement->subjects[0];
	struct report_line line = line_of(measurement,
		text("ours / %s %s", peer->structure->name, pattern_names[pattern]), "ratio");
	double ratios[ROUNDS_MAX];
	struct report_line *added;

	line.goal = goal_of(peer->structure, pattern);
	line.goal_kind = line.goal > 0 ? REPORT_AT_LEAST : REPORT_FREE;
	line.rounds = measurement->rounds;
	line.absent = peer->self == NULL ? "it does not hold this table" : NULL;
	for (uint32_t i = 0; i < line.rounds && peer->self != NULL; i++)
		ratios[i] = peer->cycles[pattern][i] / ours->cycles[pattern][i];
	line.value = peer->self == NULL ? 0 : median(ratios, line.rounds);
	added = report_add(report, &line);
	add_cycles(added, ours, pattern, line.rounds);
	if (peer->self == NULL)
		return;
	add_cycles(added, peer, pattern, line.rounds);
	report_detail(added, "ratioSpread", spread(ratios, line.rounds));
	report_detail(added, "peerRoutes", peer->routes);
}

static void
add_updates(const struct measurement *measurement, struct report *report)
{
	const struct subject *ours = &measurement->subjects[0];
	struct report_line line = line_of(measurement, "updates per second", "1/s");
	struct report_line *added;

	line.value = median(ours->updates_per_second, ours->updates);
	line.goal = UPDATES_LEAST;
	line.goal_kind = REPORT_AT_LEAST;
	line.rounds = ours->updates;
	added = report_add(report, &line);
	for (uint32_t i = 0; i < measurement->count; i++) {
		const struct subject *subject = &measurement->subjects[i];

		if (subject->updates == 0)
			continue;
		report_detail(added, text("%sUpdatesPerSecond", subject->structure->name, ""),
			median(subject->updates_per_second, subject->updates));
		report_detail(added, text("%sReaderSlowdown", subject->structure->name, ""),
			subject->reader_slowdown);
	}
}

static void
add_load(const struct measurement *measurement, struct report *report)
{
	const struct subject *ours = &measurement->subjects[0];
	struct report_line line = line_of(measurement, "load seconds", "s");
	struct report_line *added;

	line.value = median(ours->load_seconds, ours->loads);
	line.goal = LOAD_SECONDS_MOST;
	line.goal_kind = REPORT_AT_MOST;
	line.rounds = ours->loads;
	added = report_add(report, &line);
	for (uint32_t i = 0; i < measurement->count; i++) {
		const struct subject *subject = &measurement->subjects[i];

		report_detail(added, text("%sSeconds", subject->structure->name, ""),
			median(subject->load_seconds, subject->loads));
		report_detail(added, text("%sRoutes", subject->structure->name, ""), subject->routes);
	}
}

static void
add_bytes(const struct measurement *measurement, struct report *report)
{
	const struct subject *ours = &measurement->subjects[0];
	struct report_line line = line_of(measurement, "bytes per prefix", "bytes");
	struct report_line *added;

	line.value = (double)ours->bytes / ours->routes;
	line.goal = measurement->family == SBX_IPV6 ? BYTES6_MOST : BYTES4_MOST;
	line.goal /= ours->routes;
	line.goal_kind = REPORT_AT_MOST;
	line.rounds = 1;
	added = report_add(report, &line);
	for (uint32_t i = 0; i < measurement->count; i++) {
		const struct subject *subject = &measurement->subjects[i];

		if (subject->self == NULL)
			continue;
		report_detail(added, text("%sMebibytes", subject->structure->name, ""),
			(double)subject->bytes / (1 << 20));
		report_detail(added, text("%sBytesPerPrefix", subject->structure->name, ""),
			(double)subject->bytes / subject->routes);
	}
}

void
lines_of(struct measurement *measurement, struct report *report)
{
	for (uint32_t i = 1; i < measurement->count; i++)
		for (enum pattern pattern = 0; pattern < PATTERNS; pattern++)
			add_ratio(measurement, &measurement->subjects[i], pattern, report);
	add_updates(measurement, report);
	add_load(measurement, report);
	add_bytes(measurement, report);
}

void
line_of_flaps(const struct flaps *flaps, uint32_t count, struct report *report)
{
	bool ipv6 = flaps->structure->family == SBX_IPV6;
	struct report_line line = {.row = "fib", .family = ipv6 ? "ipv6" : "ipv4", .unit = "answers",
		.measure = ipv6 ? "wrong answers while /128s flap" : "wrong answers while /32s flap",
		.goal_kind = REPORT_AT_MOST, .rounds = 1, .value = flaps->wrong};
	struct report_line *added;

	line.absent = flaps->seconds > 0 ? NULL : "it could not be made";
	added = report_add(report, &line);
	for (uint32_t i = 0; i < count; i++) {
		const char *name = flaps[i].structure->name;

		if (flaps[i].seconds == 0)
			continue;
		report_detail(added, text("%sWrongAnswers", name, ""), flaps[i].wrong);
		report_detail(added, text("%sLookups", name, ""), flaps[i].lookups);
		report_detail(added, text("%sChangesPerSecond", name, ""), flaps[i].changes / flaps[i].seconds);
	}
}
