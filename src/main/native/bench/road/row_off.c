// Row off: the route cache off, on and adaptive, for every pattern, both families, rp_filter off and strict.
// Owns: its contests, one a pattern; our own data plane only. The seed (2011): "is it possible to turn off route
// cache?" Adaptive begins anew with each window: what it needs to find out is in its figures.
// Threads: the measuring one. Must not: leave a mode or rp_filter behind.
// Next: report.h.
#include "row.h"

#include "cache_turn.h"

#define MODES 3

static const char *const words[] = {
	"pattern=juno/perprefix@covered/zipf/pktgen.256.8/single/zipf+juno",
	"pattern=ipv6-perprefix@covered/ipv6-juno/ipv6-zipf/ipv6-pktgen.256.8/ipv6-single/ipv6-zipf+perprefix",
};
#define PATTERNS_SENT 6
// The flood is each family's own: see enum bench_stream.
static const char *const measures[2][2][PATTERNS_SENT] = {
	{{"adaptive / better uniform", "adaptive / better covered", "adaptive / better zipf",
		"adaptive / better pktgen", "adaptive / better single", "adaptive / better mix"},
	{"adaptive / better uniform strict", "adaptive / better covered strict",
		"adaptive / better zipf strict", "adaptive / better pktgen strict",
		"adaptive / better single strict", "adaptive / better mix strict"}},
	{{"adaptive / better covered", "adaptive / better uniform", "adaptive / better zipf",
		"adaptive / better pktgen", "adaptive / better single", "adaptive / better mix"},
	{"adaptive / better covered strict", "adaptive / better uniform strict",
		"adaptive / better zipf strict", "adaptive / better pktgen strict",
		"adaptive / better single strict", "adaptive / better mix strict"}},
};

static void
report(struct bench *bench, const struct contest *contest, const char *measure, const uint32_t *side,
	const struct cache_turn *turns)
{
	uint32_t better = contest_ratio(contest, side[SBX_CACHE_ON], side[SBX_CACHE_OFF]) > 1 ?
		SBX_CACHE_ON : SBX_CACHE_OFF;
	struct report_line *line = row_ratio(bench, contest, "off", measure, side[SBX_CACHE_ADAPTIVE],
		side[better], 0.97);

	report_detail(line, "offCyclesPerPacket", contest_cycles(contest, side[SBX_CACHE_OFF]));
	report_detail(line, "onCyclesPerPacket", contest_cycles(contest, side[SBX_CACHE_ON]));
	report_detail(line, "onOverOff", contest_ratio(contest, side[SBX_CACHE_ON], side[SBX_CACHE_OFF]));
	report_detail(line, "onHitRate", cache_turn_hit_rate(&turns[SBX_CACHE_ON]));
	report_detail(line, "adaptiveUse", cache_turn_use(&turns[SBX_CACHE_ADAPTIVE]));
	report_detail(line, "adaptiveHitRate", cache_turn_hit_rate(&turns[SBX_CACHE_ADAPTIVE]));
}

static int
run_pattern(struct bench *bench, uint8_t family, struct target *ours, uint64_t stream, const char *measure)
{
	struct contest contest = bench_contest(bench, family);
	struct cache_turn turns[MODES];
	uint32_t side[MODES];
	int result;

	for (uint32_t mode = 0; mode < MODES; mode++) {
		turns[mode] = (struct cache_turn){.mode = mode, .figures = ours->figures};
		side[mode] = contest_add(&contest, (struct side){.target = ours, .stream = stream,
			.enter = cache_turn_enter, .leave = cache_turn_leave, .argument = &turns[mode]});
	}
	result = contest_run(&contest);
	if (result != 0)
		return result;
	report(bench, &contest, measure, side, turns);
	return 0;
}

static int
run_family(struct bench *bench, uint8_t family)
{
	bool ipv6 = family == SBX_IPV6;
	struct target *ours = bench_ours(bench, words[ipv6]);
	int result = 0;

	for (int rp_filter = SBX_RP_OFF; rp_filter <= SBX_RP_STRICT && result == 0; rp_filter++) {
		result = sbx_interface_set_rp_filter(bench->interface, (uint8_t)rp_filter);
		for (uint64_t stream = 0; stream < PATTERNS_SENT && result == 0; stream++)
			result = run_pattern(bench, family, ours, stream, measures[ipv6][rp_filter][stream]);
	}
	sbx_interface_set_rp_filter(bench->interface, SBX_RP_OFF);
	return result;
}

static int
run(struct bench *bench)
{
	int result = run_family(bench, SBX_IPV4);

	if (result == 0)
		result = run_family(bench, SBX_IPV6);
	cache_mode(SBX_CACHE_ADAPTIVE);
	return result;
}

const struct row row_off = {"off", "the route cache off, on and adaptive", run};
