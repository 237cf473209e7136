// Adaptive on a clock of the test's own: traffic whose cost with the cache and without is known, and what it makes of
// it. Where it says "share", that is what the packets took beyond what they would have with the better way from the
// start.
// Owns: the worker's road and its time. Threads: the test's own. Next: road_worker.c has the worker that calls it.
#include "adaptive_scene.h"

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
	};

	return cmocka_run_group_tests_name("adaptive", tests, NULL, NULL);
}
