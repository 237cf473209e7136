// Adaptive on a clock of the test's own: traffic whose cost with the cache and without is known, and what it makes of
// it. Where it says "share", that is what the packets took beyond what they would have with the better way from the
// start.
// Owns: the worker's road and its time. Threads: the test's own. Next: road_worker.c has the worker that calls it.
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

static int
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

static int
unmake(void **state)
{
	free(*state);
	return 0;
}

static void
clear(struct scene *scene)
{
	scene->spent = scene->best = scene->used = 0;
}

static void
set(struct scene *scene, enum cache_kind kind, struct traffic traffic)
{
	scene->traffic[kind] = traffic;
	clear(scene);
}

// One unit of busy turns.
static void
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

static void
run(struct scene *scene, uint64_t cycles)
{
	for (uint64_t end = scene->now + cycles; scene->now < end; )
		unit(scene);
}

// Packets that came since the last look at the clock are not in any window: their cycles are not known.
static void
begin_idle(struct scene *scene)
{
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		bool with = scene->road.adapted >> kind & 1;

		scene->road.routed[kind] += scene->traffic[kind].packets;
		scene->road.probed[kind] += with ? scene->traffic[kind].packets : 0;
	}
}

static void
idle(struct scene *scene, uint64_t cycles, uint32_t turns)
{
	begin_idle(scene);
	for (uint32_t i = 0; i < turns; i++) {
		adaptive_idle(&scene->adaptive, &scene->road);
		scene->now += cycles / turns;
	}
}

static uint64_t
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

static void
assert_decided(const struct scene *scene, enum cache_kind kind, bool in_use, enum sbx_cache_reason reason)
{
	assert_int_equal(scene->road.adapted >> kind & 1, in_use);
	assert_int_equal(atomic_load(&scene->worker.cache.finding[kind].in_use), in_use);
	assert_int_equal(finding(scene, kind, "reason"), reason);
}

// Until the sample that may have begun is over.
static void
settle(struct scene *scene)
{
	do
		unit(scene);
	while (scene->adaptive.phase != ADAPTIVE_CRUISE);
}

// What was spent beyond the best, per mille.
static uint64_t
share(const struct scene *scene)
{
	return (scene->spent - scene->best) * 1000 / scene->best;
}

// ------------------------------------------------------------------------------------- what it decides

static void
a_flood_bypasses_it_for_few_hits(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, flood);
	run(scene, SECONDS(0.05));
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_FEW_HITS);
	assert_int_equal(finding(scene, CACHE_ROUTE4, "hits"), 0);
	clear(scene);
	run(scene, SECONDS(10));
	assert_in_range(share(scene), 0, 2);
}

static void
what_is_faster_is_used(void **state)
{
	struct scene *scene = *state;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		set(scene, kind, zipf);
		run(scene, SECONDS(0.05));
		settle(scene);
		assert_decided(scene, kind, true, SBX_CACHE_FASTER);
		assert_int_equal(finding(scene, kind, "with"), 6500);
		assert_int_equal(finding(scene, kind, "without"), 8000);
		assert_in_range(finding(scene, kind, "hits"), 638, 640);
		clear(scene);
		run(scene, SECONDS(10));
		assert_in_range(share(scene), 0, 2);
		set(scene, kind, nothing);
	}
}

static void
what_is_slower_is_not_used_however_many_hits(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE6, one_flow);
	run(scene, SECONDS(0.05));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE6, false, SBX_CACHE_SLOWER);
	assert_int_equal(finding(scene, CACHE_ROUTE6, "hits"), 1000);
	clear(scene);
	run(scene, SECONDS(10));
	assert_in_range(share(scene), 0, 2);
}

// Two per cent are not worth a change of one's mind.
static void
a_small_gain_changes_nothing(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, (struct traffic){UNIT, 5000, 4950, 900});
	run(scene, SECONDS(1));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_SLOWER);
	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(1));
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
	set(scene, CACHE_ROUTE4, (struct traffic){UNIT, 5000, 5050, 900});
	run(scene, SECONDS(1));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
}

// From pattern to pattern it finds what is right each time, soon, and costs little on the way.
static void
it_follows_the_traffic(void **state)
{
	static const struct {
		struct traffic traffic;
		bool in_use;
	} phases[] = {{flood, false}, {zipf, true}, {one_flow, false}, {zipf, true}, {flood, false},
		{one_flow, false}, {zipf, true}};
	struct scene *scene = *state;

	for (uint32_t i = 0; i < RTE_DIM(phases); i++) {
		set(scene, CACHE_ROUTE6, phases[i].traffic);
		run(scene, SECONDS(0.04));
		settle(scene);
		assert_int_equal(scene->road.adapted >> CACHE_ROUTE6 & 1, phases[i].in_use);
		run(scene, SECONDS(1));
		assert_in_range(share(scene), 0, 20);
		idle(scene, SECONDS(3), 1000);
	}
}

static void
vanished_hits_end_its_use_at_once(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_PAIR6, zipf);
	run(scene, SECONDS(5));
	settle(scene);
	assert_decided(scene, CACHE_PAIR6, true, SBX_CACHE_FASTER);
	set(scene, CACHE_PAIR6, flood);
	for (uint32_t i = 0; i < 2 * ADAPTIVE_UNITS; i++) // two windows
		unit(scene);
	assert_decided(scene, CACHE_PAIR6, false, SBX_CACHE_FEW_HITS);
}

// What was quiet for long is looked at anew as soon as packets cost another time.
static void
a_shift_is_sampled_at_once(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE6, flood);
	run(scene, SECONDS(20));
	settle(scene);
	set(scene, CACHE_ROUTE6, zipf);
	run(scene, SECONDS(0.02));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE6, true, SBX_CACHE_FASTER);
}

// ------------------------------------------------------------------------------------- how often

static void
samples_grow_rare_while_nothing_changes(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(60));
	// 0.1 s, 0.2 s, ... 1.6 s.
	assert_in_range(finding(scene, CACHE_ROUTE4, "samples"), 60 / 1.7, 60 / 1.6 + 6);
}

// A slow change of pattern, with no shift to be seen, is found in time as well.
static void
a_change_that_costs_the_same_is_found_by_the_next_sample(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, (struct traffic){UNIT, 5000, 9000, 300});
	run(scene, SECONDS(10));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_SLOWER);
	set(scene, CACHE_ROUTE4, (struct traffic){UNIT, 5000, 3000, 900});
	run(scene, SECONDS(1.7));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
}

// ------------------------------------------------------------------------------------- what must not fool it

static void
a_noisy_machine_does_not_change_its_mind(void **state)
{
	struct scene *scene = *state;
	uint64_t wrong = 0;

	scene->noise = 30;
	for (uint32_t i = 0; i < 2; i++) {
		set(scene, CACHE_ROUTE6, i == 0 ? zipf : one_flow);
		run(scene, SECONDS(0.2));
		clear(scene);
		for (uint32_t j = 0; j < 200; j++) {
			run(scene, SECONDS(0.2));
			wrong += (scene->adaptive.kinds[CACHE_ROUTE6].in_use) != (i == 0);
		}
		assert_in_range(share(scene), 0, 15);
	}
	assert_in_range(wrong, 0, 4);
}

// The first moments after a switch are not measured.
static void
what_a_switch_costs_is_not_counted(void **state)
{
	struct scene *scene = *state;

	scene->cold = 3;
	set(scene, CACHE_ROUTE6, zipf);
	run(scene, SECONDS(0.05));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE6, true, SBX_CACHE_FASTER);
	for (uint32_t pair = 0; pair < scene->adaptive.sample.pairs; pair++)
		assert_int_equal(scene->adaptive.sample.cycles[true][pair], 6500);
}

static void
idle_time_is_not_counted(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE6, one_flow);
	for (uint32_t i = 0; i < 300; i++) {
		unit(scene);
		// Traffic pauses now and then while the cache is in use.
		if (i % 10 == 0 && scene->road.adapted >> CACHE_ROUTE6 & 1)
			idle(scene, SECONDS(0.001), 1);
	}
	settle(scene);
	assert_decided(scene, CACHE_ROUTE6, false, SBX_CACHE_SLOWER);
}

// On a box with little to do there are no windows, and it stays out of the way.
static void
too_little_traffic_is_not_measured(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE6, zipf);
	for (uint32_t i = 0; i < 20000; i++) {
		unit(scene);
		idle(scene, 1000, 1);
	}
	assert_decided(scene, CACHE_ROUTE6, false, SBX_CACHE_UNMEASURED);
	assert_int_equal(finding(scene, CACHE_ROUTE6, "samples"), 0);
	assert_int_equal(scene->used, 0);
}

// A sample that idle turns cut short is given up.
static void
a_sample_ends_when_traffic_does(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE6, zipf);
	for (uint32_t i = 0; i < 10; i++)
		unit(scene);
	assert_int_equal(finding(scene, CACHE_ROUTE6, "reason"), SBX_CACHE_SAMPLING);
	idle(scene, SECONDS(1), 100);
	assert_decided(scene, CACHE_ROUTE6, false, SBX_CACHE_UNMEASURED);
	run(scene, SECONDS(0.3));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE6, true, SBX_CACHE_FASTER);
}

// IPv6, which costs more, comes only in windows with the cache: that makes it no slower for IPv4.
static void
windows_of_other_traffic_are_not_compared(void **state)
{
	static const struct traffic dear = {UNIT, 20000, 20000, 0};
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(1));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
	scene->adaptive.kinds[CACHE_ROUTE6].due = UINT64_MAX;
	for (uint32_t i = 0; i < 200000; i++) {
		bool sampled = finding(scene, CACHE_ROUTE4, "reason") == SBX_CACHE_SAMPLING;

		scene->traffic[CACHE_ROUTE6] = sampled && scene->road.adapted & 1 ? dear : nothing;
		unit(scene);
		assert_true(scene->adaptive.kinds[CACHE_ROUTE4].in_use);
	}
}

static void
windows_of_other_exits_are_not_compared(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(1));
	settle(scene);
	for (uint32_t i = 0; i < 200000; i++) {
		bool sampled = finding(scene, CACHE_ROUTE4, "reason") == SBX_CACHE_SAMPLING;

		scene->exits = sampled && scene->road.adapted & 1 ? UNIT / 2 : 0;
		unit(scene);
		assert_true(scene->adaptive.kinds[CACHE_ROUTE4].in_use);
	}
}

// Both families at once, one that gains and one that loses: each has its own decision.
static void
each_kind_is_decided_by_itself(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_PAIR4, (struct traffic){UNIT / 2, 5000, 9000, 300});
	set(scene, CACHE_PAIR6, (struct traffic){UNIT / 2, 15000, 12000, 700});
	run(scene, SECONDS(2));
	settle(scene);
	assert_decided(scene, CACHE_PAIR4, false, SBX_CACHE_SLOWER);
	assert_decided(scene, CACHE_PAIR6, true, SBX_CACHE_FASTER);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_UNMEASURED);
	clear(scene);
	run(scene, SECONDS(10));
	assert_in_range(share(scene), 0, 4);
}

// ------------------------------------------------------------------------------------- settings

static void
other_modes_leave_it_alone(void **state)
{
	struct scene *scene = *state;

	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(1));
	settle(scene);
	scene->tables.cache.mode = SBX_CACHE_ON;
	run(scene, SECONDS(5));
	scene->tables.cache.mode = SBX_CACHE_ADAPTIVE;
	unit(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_UNMEASURED);
	run(scene, SECONDS(0.05));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
}

static void
new_tables_are_measured_anew(void **state)
{
	struct scene *scene = *state;
	uint64_t samples;

	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(20));
	settle(scene);
	samples = finding(scene, CACHE_ROUTE4, "samples");
	scene->cache.version++;
	unit(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_UNMEASURED);
	run(scene, SECONDS(0.05));
	settle(scene);
	assert_int_equal(finding(scene, CACHE_ROUTE4, "samples"), samples + 1);
	assert_decided(scene, CACHE_ROUTE4, true, SBX_CACHE_FASTER);
}

// Nothing was measured yet: a box whose threshold is 0 measures even what never hits.
static void
the_threshold_is_the_operators(void **state)
{
	struct scene *scene = *state;

	scene->tables.cache.bypass_below_hits = 0;
	set(scene, CACHE_ROUTE4, flood);
	run(scene, SECONDS(0.05));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_SLOWER);
	scene->tables.cache.bypass_below_hits = 700;
	set(scene, CACHE_ROUTE4, zipf);
	run(scene, SECONDS(2));
	settle(scene);
	assert_decided(scene, CACHE_ROUTE4, false, SBX_CACHE_FEW_HITS);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, unmake)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_flood_bypasses_it_for_few_hits),
		TEST(what_is_faster_is_used),
		TEST(what_is_slower_is_not_used_however_many_hits),
		TEST(a_small_gain_changes_nothing),
		TEST(it_follows_the_traffic),
		TEST(vanished_hits_end_its_use_at_once),
		TEST(a_shift_is_sampled_at_once),
		TEST(samples_grow_rare_while_nothing_changes),
		TEST(a_change_that_costs_the_same_is_found_by_the_next_sample),
		TEST(a_noisy_machine_does_not_change_its_mind),
		TEST(what_a_switch_costs_is_not_counted),
		TEST(idle_time_is_not_counted),
		TEST(too_little_traffic_is_not_measured),
		TEST(a_sample_ends_when_traffic_does),
		TEST(windows_of_other_traffic_are_not_compared),
		TEST(windows_of_other_exits_are_not_compared),
		TEST(each_kind_is_decided_by_itself),
		TEST(other_modes_leave_it_alone),
		TEST(new_tables_are_measured_anew),
		TEST(the_threshold_is_the_operators),
	};

	return cmocka_run_group_tests_name("adaptive", tests, NULL, NULL);
}
