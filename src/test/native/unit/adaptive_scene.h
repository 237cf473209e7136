// Adaptive on a clock of the test's own: traffic whose cost with the cache and without is known.
// Owns: the worker's road and its time. Threads: the test's own. Next: adaptive.c, adaptive_noise.c.
#pragma once

#include <datapath/adaptive.h>

#include <bench/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define HZ UINT64_C(2000000000)
#define UNIT 2048             // packets between two looks at the clock
#define SECONDS(n) ((uint64_t)((n) * (double)HZ))

// Of one kind: its packets of a unit, what each costs, in hundredths of a cycle, and how many hit, per mille.
struct traffic {
	uint32_t packets, without, with, hits;
};

struct scene {
	struct worker worker;
	struct tables tables;
	struct core_counters counters;
	struct cache_tables cache;
	struct road road;
	struct adaptive adaptive;
	struct random random;
	struct traffic traffic[CACHE_KINDS];
	uint32_t noise;           // per mille of the units that take up to ten times as long
	uint32_t cold;            // times as much that the first unit after a switch costs
	uint32_t before;          // kinds in use in the unit before
	uint32_t exits;           // packets of a unit that are punted; each costs 1,000 cycles more
	uint64_t now;             // TSC
	uint64_t spent, best;     // cycles since the last clear
	uint64_t used;            // packets that went through the cache since then
};

static const struct traffic flood = {UNIT, 5000, 9000, 0}, zipf = {UNIT, 8000, 6500, 640},
	one_flow = {UNIT, 3500, 4000, 1000}, nothing = {0, 0, 0, 0};

static inline int
make(void **state)
{
	struct scene *scene = aligned_alloc(RTE_CACHE_LINE_SIZE,
		RTE_ALIGN_CEIL(sizeof(*scene), RTE_CACHE_LINE_SIZE));

	assert_non_null(scene);
	*scene = (struct scene){.now = 1000 * HZ, .cache.version = 1};
	scene->worker.cache.tsc_hz = HZ;
	scene->tables.cache.mode = SBX_CACHE_ADAPTIVE;
	scene->tables.cache.bypass_below_hits = 100;
	scene->road = (struct road){.worker = &scene->worker, .tables = &scene->tables,
		.counters = &scene->counters, .cache = &scene->cache};
	*state = scene;
	return 0;
}

static inline int
unmake(void **state)
{
	free(*state);
	return 0;
}

static inline void
clear(struct scene *scene)
{
	scene->spent = scene->best = scene->used = 0;
}

static inline void
set(struct scene *scene, enum cache_kind kind, struct traffic traffic)
{
	scene->traffic[kind] = traffic;
	clear(scene);
}

// One unit of busy turns.
static inline void
unit(struct scene *scene)
{
	uint64_t cycles = 0, best = 0;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		const struct traffic *traffic = &scene->traffic[kind];
		bool with = scene->road.adapted >> kind & 1;

		cycles += (uint64_t)traffic->packets * (with ? traffic->with : traffic->without) / 100;
		best += (uint64_t)traffic->packets * RTE_MIN(traffic->with, traffic->without) / 100;
		scene->road.routed[kind] += traffic->packets;
		scene->road.probed[kind] += with ? traffic->packets : 0;
		scene->road.hits[kind] += with ? (uint64_t)traffic->packets * traffic->hits / 1000 : 0;
		scene->used += with ? traffic->packets : 0;
	}
	if (scene->cold != 0 && (scene->road.adapted & ~scene->before) != 0)
		cycles *= scene->cold;
	scene->before = scene->road.adapted;
	cycles += scene->exits * 1000;
	scene->counters.core[CORE_punted] += scene->exits;
	scene->spent += cycles;
	scene->best += best;
	if (random_below(&scene->random, 1000) < scene->noise)
		cycles *= 2 + random_below(&scene->random, 9);
	scene->now += cycles;
	adaptive_busy(&scene->adaptive, &scene->road, cycles, scene->now);
}

static inline void
run(struct scene *scene, uint64_t cycles)
{
	for (uint64_t end = scene->now + cycles; scene->now < end; )
		unit(scene);
}

// Packets that came since the last look at the clock are not in any window: their cycles are not known.
static inline void
begin_idle(struct scene *scene)
{
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		bool with = scene->road.adapted >> kind & 1;

		scene->road.routed[kind] += scene->traffic[kind].packets;
		scene->road.probed[kind] += with ? scene->traffic[kind].packets : 0;
	}
}

static inline void
idle(struct scene *scene, uint64_t cycles, uint32_t turns)
{
	begin_idle(scene);
	for (uint32_t i = 0; i < turns; i++) {
		adaptive_idle(&scene->adaptive, &scene->road);
		scene->now += cycles / turns;
	}
}

static inline uint64_t
finding(const struct scene *scene, enum cache_kind kind, const char *what)
{
	const struct cache_finding *finding = &scene->worker.cache.finding[kind];

	switch (what[0]) {
	case 'r': return atomic_load(&finding->reason);
	case 'w': return what[4] == 'o' ? atomic_load(&finding->cycles_without) :
		atomic_load(&finding->cycles_with);
	case 'h': return atomic_load(&finding->hits_per_mille);
	default: return atomic_load(&finding->samples);
	}
}

static inline void
assert_decided(const struct scene *scene, enum cache_kind kind, bool in_use, enum sbx_cache_reason reason)
{
	assert_int_equal(scene->road.adapted >> kind & 1, in_use);
	assert_int_equal(atomic_load(&scene->worker.cache.finding[kind].in_use), in_use);
	assert_int_equal(finding(scene, kind, "reason"), reason);
}

// Until the sample that may have begun is over.
static inline void
settle(struct scene *scene)
{
	do
		unit(scene);
	while (scene->adaptive.phase != ADAPTIVE_CRUISE);
}

// What was spent beyond the best, per mille.
static inline uint64_t
share(const struct scene *scene)
{
	return (scene->spent - scene->best) * 1000 / scene->best;
}
