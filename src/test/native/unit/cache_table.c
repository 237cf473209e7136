// The route cache's tables: what is found, what is not any more, and who gives way. Every kind, every number of
// ways.
// Owns: nothing. Threads: the test's own. Next: cache_twin.c.
#include "cache_table_cases.h"

// ------------------------------------------------------------------------------------- found

static void
found(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	assert_int_equal(ask(fixture, kind, 7), 0);
	assert_int_equal(put(fixture, kind, 7, kept(kind, SLOTS)), CACHE_EMPTY);
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
	assert_int_equal(ask(fixture, kind, 8), 0);
	assert_int_equal(atomic_load(&fixture->memory.tables->table[kind].used), 1);
	assert_int_equal(put(fixture, kind, 7, kept(kind, SLOTS)), CACHE_PRESENT);
	assert_int_equal(atomic_load(&fixture->memory.tables->table[kind].used), 1);
}

static void
what_was_kept_is_found(void **state)
{
	(void)state;
	each(found);
}

// Each bit of the key counts. The entry is copied to where the other key would be, so that only the key differs.
static void
no_other_bit(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	_Atomic uint64_t set[CACHE_WAYS_MAX * CACHE_ENTRY_WORDS_MAX] = {0};
	struct cache_view view = cache_view_in(fixture, 0);
	struct cache_key key = cache_key_number(kind, 7);
	uint64_t tag = cache_tag_of(fixture, kind, 0, &key);
	uint32_t bits = kind == CACHE_ROUTE4 ? 32 : 64 * cache_key_words(kind);

	cache_fill(set, kind, tag, &key, kept(kind, SLOTS));
	assert_int_equal(cache_find(set, kind, ways, &view, tag, &key), 1);
	for (uint32_t bit = 0; bit < bits; bit++) {
		struct cache_key other = key;

		// Of an IPv4 destination alone, the upper half of the word.
		((uint64_t *)&other)[bit / 64] ^= UINT64_C(1) << (kind == CACHE_ROUTE4 ? 32 + bit : bit % 64);
		assert_int_equal(cache_find(set, kind, ways, &view, tag, &other), 0);
	}
}

static void
a_key_with_one_bit_turned_is_another(void **state)
{
	(void)state;
	each(no_other_bit);
}

static void
by_vrf(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	struct cache_key key = cache_key_number(kind, 7);

	(void)ways;
	cache_put(fixture, kind, 0, &key, kept(kind, SLOTS));
	assert_int_equal(cache_ask_for(fixture, kind, 2, &key), 0);
	cache_put(fixture, kind, 2, &key, kept(kind, SLOTS + 1));
	assert_int_equal(cache_ask_for(fixture, kind, 2, &key), kept(kind, SLOTS + 1));
}

static void
vrfs_are_apart(void **state)
{
	(void)state;
	each(by_vrf);
}

// ------------------------------------------------------------------------------------- not any more

static void
changed(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	put(fixture, kind, 7, kept(kind, SLOTS));
	cache_change(fixture, cache_is_ipv6(kind) ? CACHE_PAIR4 : CACHE_PAIR6, 7, false);
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
	cache_change(fixture, kind, 7, false);
	assert_int_equal(ask(fixture, kind, 7), 0);
	assert_int_equal(put(fixture, kind, 7, kept(kind, SLOTS + 1)), CACHE_DEAD);
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS + 1));
	cache_change(fixture, kind, 7, true);
	assert_int_equal(ask(fixture, kind, 7), cache_is_pair(kind) ? 0 : kept(kind, SLOTS + 1));
}

static void
a_change_of_the_slice_makes_it_void(void **state)
{
	(void)state;
	each(changed);
}

// An entry whose tag is of before the change is dead from the start.
static void
late(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	struct cache_table *table = &fixture->memory.tables->table[kind];
	struct cache_view view = cache_view_in(fixture, 0);
	struct cache_key key = cache_key_number(kind, 7);
	uint64_t before = cache_tag_of(fixture, kind, 0, &key);

	cache_change(fixture, kind, 7, false);
	cache_insert(table, cache_set_at(fixture->memory.tables, kind, ways,
		cache_set_of(fixture->memory.tables, kind, 0, &key)), kind, ways, &view, before, &key,
		kept(kind, SLOTS));
	assert_int_equal(cache_ask_for(fixture, kind, 0, &key), 0);
}

static void
what_was_looked_up_before_a_change_is_not_found_after(void **state)
{
	(void)state;
	each(late);
}

static void
flushed(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	put(fixture, kind, 7, kept(kind, SLOTS));
	atomic_fetch_add(&fixture->settings.flushes, 1);
	assert_int_equal(ask(fixture, kind, 7), 0);
	assert_int_equal(put(fixture, kind, 7, kept(kind, SLOTS)), CACHE_DEAD);
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
}

static void
a_flush_makes_all_void(void **state)
{
	(void)state;
	each(flushed);
}

static void
aged(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	fixture->core.seconds = 1000;
	put(fixture, kind, 7, kept(kind, SLOTS));
	fixture->core.seconds = 1299;
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
	fixture->core.seconds = 1300;
	assert_int_equal(ask(fixture, kind, 7), 0);
	assert_int_equal(put(fixture, kind, 7, kept(kind, SLOTS)), CACHE_DEAD);
	fixture->settings.max_age = 1;
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
	fixture->core.seconds = 1301;
	assert_int_equal(ask(fixture, kind, 7), 0);
	fixture->settings.max_age = 86400;
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
}

static void
nothing_is_found_from_its_greatest_age_on(void **state)
{
	(void)state;
	each(aged);
}

// With the clock's 16 bits at their end, an old entry must not look young.
static void
wrapped(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	fixture->settings.max_age = 86400;
	fixture->core.seconds = 5;
	put(fixture, kind, 7, kept(kind, SLOTS));
	fixture->core.seconds = UINT16_MAX;
	put(fixture, kind, 8, kept(kind, SLOTS));
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
	assert_int_equal(ask(fixture, kind, 8), kept(kind, SLOTS));
	for (uint32_t era = 1; era < 4; era++) {
		fixture->core.seconds = era << 16;
		assert_int_equal(ask(fixture, kind, 7), 0);
		assert_int_equal(ask(fixture, kind, 8), 0);
		fixture->core.seconds = era << 16 | 6;
		assert_int_equal(ask(fixture, kind, 7), 0);
		fixture->core.seconds = era << 16 | UINT16_MAX;
		assert_int_equal(ask(fixture, kind, 8), 0);
	}
	put(fixture, kind, 7, kept(kind, SLOTS));
	assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS));
}

static void
nothing_outlives_an_era(void **state)
{
	(void)state;
	each(wrapped);
}

// The sum goes on behind the end of its 32 bits.
static void
summed(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	(void)ways;
	atomic_store(&fixture->settings.flushes, UINT32_MAX - 4);
	for (uint32_t step = 0; step < 8; step++) {
		put(fixture, kind, 7, kept(kind, SLOTS + step));
		assert_int_equal(ask(fixture, kind, 7), kept(kind, SLOTS + step));
		atomic_fetch_add(&fixture->settings.flushes, 1);
		assert_int_equal(ask(fixture, kind, 7), 0);
	}
}

static void
a_stamp_wraps_and_goes_on(void **state)
{
	(void)state;
	each(summed);
}

#define TEST(function) cmocka_unit_test(function)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_was_kept_is_found),
		TEST(a_key_with_one_bit_turned_is_another),
		TEST(vrfs_are_apart),
		TEST(a_change_of_the_slice_makes_it_void),
		TEST(what_was_looked_up_before_a_change_is_not_found_after),
		TEST(a_flush_makes_all_void),
		TEST(nothing_is_found_from_its_greatest_age_on),
		TEST(nothing_outlives_an_era),
		TEST(a_stamp_wraps_and_goes_on),
	};

	return cmocka_run_group_tests_name("the route cache's tables", tests, NULL, NULL);
}
