// The model of the route cache of 2005 follows that kernel's rules: what is found, what is thrown out and when.
// Owns: checks of bench/road/old_route_cache.c; needs no EAL.
// Must not: measure.
// Next: bench/road/row_setup_rate.c compares with it.
#include <bench/road/old_route_cache.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SOURCE 7

// Inserts flows first..first + count - 1, which no packet holds any longer; true when there was room for all.
static bool
insert(struct old_cache *cache, uint32_t first, uint32_t count, uint32_t now)
{
	for (uint32_t i = 0; i < count; i++) {
		struct old_route *route = old_cache_insert(cache, first + i, SOURCE, i, now);

		if (route == NULL)
			return false;
		old_route_release(route);
	}
	return true;
}

static bool
finds(struct old_cache *cache, uint32_t destination, uint32_t now)
{
	struct old_route *route = old_cache_lookup(cache, destination, SOURCE, now);

	if (route != NULL)
		old_route_release(route);
	return route != NULL;
}

static uint32_t
found(struct old_cache *cache, uint32_t first, uint32_t count, uint32_t now)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < count; i++)
		number += finds(cache, first + i, now);
	return number;
}

static void
a_flow_is_its_destination_and_its_source(void **state)
{
	struct old_cache *cache = old_cache_create(4);
	struct old_route *route = old_cache_insert(cache, 1, SOURCE, 42, 0);

	(void)state;
	assert_ptr_equal(old_cache_lookup(cache, 1, SOURCE, 0), route);
	assert_int_equal(old_route_nexthop(route), 42);
	assert_null(old_cache_lookup(cache, 1, SOURCE + 1, 0));
	assert_null(old_cache_lookup(cache, 2, SOURCE, 0));
	assert_int_equal(old_cache_counts(cache).in_hit, 1);
	assert_int_equal(old_cache_counts(cache).in_slow_tot, 1);
	old_cache_free(cache);
}

static void
of_a_long_chain_the_entry_goes_that_was_used_the_longest_ago(void **state)
{
	struct old_cache *cache = old_cache_create(0);

	(void)state;
	for (uint32_t now = 0; now < 9; now++)
		assert_true(insert(cache, now, 1, now));
	assert_int_equal(found(cache, 1, 8, 9), 8);
	assert_true(insert(cache, 100, 1, 10));
	assert_false(finds(cache, 0, 10));
	assert_int_equal(found(cache, 1, 8, 10), 8);
	old_cache_free(cache);
}

static void
what_a_packet_holds_stays_in_a_chain_of_any_length(void **state)
{
	struct old_cache *cache = old_cache_create(0);

	(void)state;
	for (uint32_t i = 0; i < 14; i++)
		assert_non_null(old_cache_insert(cache, i, SOURCE, 0, i));
	assert_int_equal(found(cache, 0, 14, 14), 14);
	old_cache_free(cache);
}

static void
the_collector_comes_beyond_one_entry_a_bucket_and_twice_a_second_at_most(void **state)
{
	struct old_cache *cache = old_cache_create(6);

	(void)state;
	assert_true(insert(cache, 0, 65, 0));
	assert_int_equal(old_cache_counts(cache).gc_total, 0);
	assert_true(insert(cache, 65, 10, 0));
	assert_int_equal(old_cache_counts(cache).gc_total, 10);
	assert_int_equal(old_cache_counts(cache).gc_ignored, 9);
	assert_true(insert(cache, 75, 1, 499));
	assert_int_equal(old_cache_counts(cache).gc_ignored, 10);
	assert_true(insert(cache, 76, 1, 500));
	assert_int_equal(old_cache_counts(cache).gc_ignored, 10);
	old_cache_free(cache);
}

// It finds nothing old enough at first, and halves its patience each time it misses its goal: 300 s, 150, 75, ...; and
// once more for each place in a chain.
static void
the_collector_loses_its_patience_until_old_entries_go(void **state)
{
	struct old_cache *cache = old_cache_create(6);
	uint32_t now = 0;

	(void)state;
	assert_true(insert(cache, 0, 200, now));
	for (; old_cache_entries(cache) >= 200 && now < 60000; now += 500)
		assert_true(insert(cache, 1000 + now, 1, now));
	assert_in_range(now, 1000, 60000);
	assert_true(old_cache_counts(cache).gc_goal_miss >= 2);
	assert_true(found(cache, 0, 200, now) < 200);
	assert_true(finds(cache, 1000 + now - 500, now));
	old_cache_free(cache);
}

// "dst cache overflow": what was freed counts until RCU's readers are through.
static void
a_full_table_drops_packets_until_a_grace_period_has_passed(void **state)
{
	struct old_cache *cache = old_cache_create(0);

	(void)state;
	assert_false(insert(cache, 0, 17, 0));
	assert_int_equal(old_cache_entries(cache), 16);
	assert_int_equal(old_cache_counts(cache).gc_dst_overflow, 1);
	assert_true(insert(cache, 100, 1, 1));
	assert_int_equal(old_cache_entries(cache), 10);
	old_cache_free(cache);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flow_is_its_destination_and_its_source),
		cmocka_unit_test(of_a_long_chain_the_entry_goes_that_was_used_the_longest_ago),
		cmocka_unit_test(what_a_packet_holds_stays_in_a_chain_of_any_length),
		cmocka_unit_test(the_collector_comes_beyond_one_entry_a_bucket_and_twice_a_second_at_most),
		cmocka_unit_test(the_collector_loses_its_patience_until_old_entries_go),
		cmocka_unit_test(a_full_table_drops_packets_until_a_grace_period_has_passed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
