// Row off: the route cache off, on and adaptive, for every pattern, both families, rp_filter off and strict.
// Owns: its contests, one a pattern; our own data plane only. The seed (2011): "is it possible to turn off route
// cache?" Adaptive begins anew with each window: what it needs to find out is in its figures.
// Threads: the measuring one. Must not: leave a mode or rp_filter behind.
// Next: report.h.
#include "row.h"

#include <string.h>

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

// ------------------------------------------------------------------------------------- hits

static uint64_t
counted(const char *name)
{
	struct sbx_counter_description all[256];
	const struct sbx_counters *counters = sbx_counters();
	int count = sbx_counters_list(all, 256);
	uint64_t sum = 0;

	for (int i = 0; i < count; i++)
		for (uint32_t core = 0; core < counters->cores && strcmp(all[i].name, name) == 0; core++)
			sum += __atomic_load_n((const uint64_t *)((const char *)counters + counters->cores_offset +
				core * counters->core_stride) + all[i].index, __ATOMIC_ACQUIRE);
	return sum;
}

struct looked {
	uint64_t hits, misses, packets;
};

static struct looked
looked_so_far(const struct target *ours)
{
	return (struct looked){counted("cache_hits"), counted("cache_misses"),
		atomic_load(&ours->figures->queue[0].tx_packets)};
}

// ------------------------------------------------------------------------------------- one pattern

// A side's mode, and what the cache saw while it was this side's turn.
struct turn {
	enum sbx_cache_mode mode;
	struct looked sum, begin;
	const struct target *ours;
	struct turn **now;             // whose turn it is, of all sides
};

static void
end_turn(struct turn *turn)
{
	struct looked at = looked_so_far(turn->ours);

	turn->sum.hits += at.hits - turn->begin.hits;
	turn->sum.misses += at.misses - turn->begin.misses;
	turn->sum.packets += at.packets - turn->begin.packets;
}

static int
set_mode(enum sbx_cache_mode mode)
{
	struct sbx_cache_settings settings;
	int result = sbx_cache_get(&settings);

	settings.mode = mode;
	return result == 0 ? sbx_cache_set(&settings) : result;
}

static int
enter(void *argument)
{
	struct turn *turn = argument;

	if (*turn->now != NULL)
		end_turn(*turn->now);
	*turn->now = turn;
	turn->begin = looked_so_far(turn->ours);
	// Off between two turns of adaptive, which so begins anew.
	return set_mode(turn->mode);
}

// Of all packets, those that went through the cache.
static double
used(const struct turn *turn)
{
	return (double)(turn->sum.hits + turn->sum.misses) / (double)(turn->sum.packets + 1);
}

static double
hit_rate(const struct turn *turn)
{
	double packets = (double)(turn->sum.hits + turn->sum.misses);

	return packets > 0 ? (double)turn->sum.hits / packets : 0;
}

static void
report(struct bench *bench, const struct contest *contest, const char *measure, const uint32_t *side,
	const struct turn *turns)
{
	uint32_t better = contest_ratio(contest, side[SBX_CACHE_ON], side[SBX_CACHE_OFF]) > 1 ?
		SBX_CACHE_ON : SBX_CACHE_OFF;
	struct report_line *line = row_ratio(bench, contest, "off", measure, side[SBX_CACHE_ADAPTIVE],
		side[better], 0.97);

	report_detail(line, "offCyclesPerPacket", contest_cycles(contest, side[SBX_CACHE_OFF]));
	report_detail(line, "onCyclesPerPacket", contest_cycles(contest, side[SBX_CACHE_ON]));
	report_detail(line, "onOverOff", contest_ratio(contest, side[SBX_CACHE_ON], side[SBX_CACHE_OFF]));
	report_detail(line, "onHitRate", hit_rate(&turns[SBX_CACHE_ON]));
	report_detail(line, "adaptiveUse", used(&turns[SBX_CACHE_ADAPTIVE]));
	report_detail(line, "adaptiveHitRate", hit_rate(&turns[SBX_CACHE_ADAPTIVE]));
}

static int
run_pattern(struct bench *bench, uint8_t family, struct target *ours, uint64_t stream, const char *measure)
{
	struct contest contest = bench_contest(bench, family);
	struct turn turns[MODES] = {{0}}, *now = NULL;
	uint32_t side[MODES];
	int result;

	for (uint32_t mode = 0; mode < MODES; mode++) {
		turns[mode] = (struct turn){.mode = mode, .ours = ours, .now = &now};
		side[mode] = contest_add(&contest, (struct side){.target = ours, .stream = stream,
			.enter = enter, .argument = &turns[mode]});
	}
	result = contest_run(&contest);
	if (result != 0)
		return result;
	end_turn(now);
	report(bench, &contest, measure, side, turns);
	return 0;
}

// ------------------------------------------------------------------------------------- all

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
	set_mode(SBX_CACHE_ADAPTIVE);
	return result;
}

const struct row row_off = {"off", "the route cache off, on and adaptive", run};
