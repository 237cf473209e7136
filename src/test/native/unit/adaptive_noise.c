// What must not fool adaptive: noise, switches, idle time, little traffic, other traffic; and what the operator may set.
// Owns: nothing. Threads: the test's own. Next: road_worker.c has the worker that calls it.
#include "adaptive_scene.h"

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
