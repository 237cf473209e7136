// The timer wheel: in time, however far, whatever the clock does.
// Owns: checks of control/neighbor_timers.c. Next: slow_resolve.c.
#include "control/neighbor_timers.h"
#include "slow_world.h"

static uint32_t fired[WORLD_NEIGHBORS];

static void
note(struct state *state, struct neighbor *neighbor)
{
	fired[neighbor - state->neighbors->table]++;
}

static void
note_and_set_again(struct state *state, struct neighbor *neighbor)
{
	note(state, neighbor);
	neighbor_timer_set(state->neighbors, neighbor, state->neighbors->now);
}

static uint32_t
run_until(uint64_t now, void (*fire)(struct state *state, struct neighbor *neighbor))
{
	world_state()->neighbors->now = now;
	return neighbor_timers_run(world_state(), fire);
}

static int
setup(void **context)
{
	memset(fired, 0, sizeof(fired));
	return world_setup(context);
}

static void
each_fires_once_at_its_time_and_not_before(void **context)
{
	struct neighbors *neighbors = world_state()->neighbors;
	uint64_t start = neighbors->now;
	// From the next tick to some turns of the wheel, slots shared by some.
	uint64_t wheel = NEIGHBOR_WHEEL * NEIGHBOR_TICK_MS;
	uint64_t after[] = { 1, 7, 8, 9, 100, 5000, wheel - 1, wheel, wheel + 100,
		3 * wheel + 100 };

	(void)context;
	for (uint32_t i = 0; i < RTE_DIM(after); i++)
		neighbor_timer_set(neighbors, &neighbors->table[i], start + after[i]);
	for (uint64_t now = start; now <= start + 4 * wheel; now += 3) {
		run_until(now, note);
		for (uint32_t i = 0; i < RTE_DIM(after); i++) {
			assert_true(fired[i] == 0 || now >= start + after[i]);
			assert_true(fired[i] == 1 || now < start + after[i] + NEIGHBOR_TICK_MS + 3);
		}
	}
}

static void
a_clock_that_jumps_fires_what_is_due_and_keeps_the_rest(void **context)
{
	struct neighbors *neighbors = world_state()->neighbors;
	uint64_t start = neighbors->now;

	(void)context;
	neighbor_timer_set(neighbors, &neighbors->table[0], start + 50);
	neighbor_timer_set(neighbors, &neighbors->table[1], start + 50000);
	neighbor_timer_set(neighbors, &neighbors->table[2], start + 100000);
	assert_int_equal(run_until(start + 60000, note), 2);
	assert_int_equal(fired[2], 0);
	assert_int_equal(run_until(start + 100008, note), 1);
}

static void
set_anew_it_fires_at_the_new_time_only_and_cleared_never(void **context)
{
	struct neighbors *neighbors = world_state()->neighbors;
	uint64_t start = neighbors->now;

	(void)context;
	neighbor_timer_set(neighbors, &neighbors->table[0], start + 100);
	neighbor_timer_set(neighbors, &neighbors->table[0], start + 500);
	neighbor_timer_set(neighbors, &neighbors->table[1], start + 100);
	neighbor_timer_clear(neighbors, &neighbors->table[1]);
	assert_int_equal(run_until(start + 300, note), 0);
	assert_int_equal(run_until(start + 600, note), 1);
	assert_int_equal(fired[0], 1);
}

static void
set_for_now_while_it_fires_it_waits_for_the_next_tick(void **context)
{
	struct neighbors *neighbors = world_state()->neighbors;
	uint64_t start = neighbors->now;

	(void)context;
	for (uint32_t i = 0; i < 5; i++)
		neighbor_timer_set(neighbors, &neighbors->table[i], start + 8);
	assert_int_equal(run_until(start + 8, note_and_set_again), 5);
	assert_int_equal(run_until(start + 8, note_and_set_again), 0);
	assert_int_equal(run_until(start + 16, note), 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, world_teardown)
		TEST(each_fires_once_at_its_time_and_not_before),
		TEST(a_clock_that_jumps_fires_what_is_due_and_keeps_the_rest),
		TEST(set_anew_it_fires_at_the_new_time_only_and_cleared_never),
		TEST(set_for_now_while_it_fires_it_waits_for_the_next_tick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
