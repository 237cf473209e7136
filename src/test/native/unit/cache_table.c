// The route cache's tables: what is found, what is not any more, and who gives way. Every kind, every number of
// ways.
// Owns: nothing. Threads: the test's own. Next: cache_twin.c.
#include "cache_fixture.h"

#define SLOTS (UINT64_C(0x18000007) | UINT64_C(0x20000009) << 32)

// The slots that a kind keeps of these.
static uint64_t
kept(enum cache_kind kind, uint64_t slots)
{
	return cache_is_pair(kind) ? slots : (uint32_t)slots;
}

typedef void case_of_kind(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways);

static void
each(case_of_kind *check)
{
	for (uint32_t ways = 1; ways <= CACHE_WAYS_MAX; ways *= 2) {
		for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
			struct cache_fixture *fixture = cache_fixture_make(ways);

			check(fixture, kind, ways);
			cache_fixture_free(fixture);
		}
	}
}

// Keys that share a set, `count` of them, by number.
static void
numbers_of_one_set(struct cache_fixture *fixture, enum cache_kind kind, uint32_t *numbers, uint32_t count)
{
	const struct cache_tables *tables = fixture->memory.tables;
	struct cache_key first = cache_key_number(kind, 0);
	uint32_t set = cache_set_of(tables, kind, 0, &first), found = 0;

	for (uint32_t number = 0; found < count; number++) {
		struct cache_key key = cache_key_number(kind, number);

		assert_true(number < 1 << 20);
		if (cache_set_of(tables, kind, 0, &key) == set)
			numbers[found++] = number;
	}
}

static uint64_t
ask(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number)
{
	struct cache_key key = cache_key_number(kind, number);

	return cache_ask_for(fixture, kind, 0, &key);
}

static enum cache_placed
put(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number, uint64_t slots)
{
	struct cache_key key = cache_key_number(kind, number);

	return cache_put(fixture, kind, 0, &key, slots);
}

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

// ------------------------------------------------------------------------------------- who gives way

static void
replaced(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	uint32_t numbers[3 * CACHE_WAYS_MAX];

	numbers_of_one_set(fixture, kind, numbers, 3 * ways);
	for (uint32_t i = 0; i < ways; i++)
		assert_int_equal(put(fixture, kind, numbers[i], kept(kind, SLOTS + i)), CACHE_EMPTY);
	for (uint32_t i = 0; i < ways; i++)
		assert_int_equal(ask(fixture, kind, numbers[i]), kept(kind, SLOTS + i));
	// Full of live ones: as many more put each of them out, once.
	for (uint32_t i = ways; i < 2 * ways; i++) {
		assert_int_equal(put(fixture, kind, numbers[i], kept(kind, SLOTS + i)), CACHE_FULL);
		assert_int_equal(ask(fixture, kind, numbers[i]), kept(kind, SLOTS + i));
	}
	for (uint32_t i = 0; i < 2 * ways; i++)
		assert_int_equal(ask(fixture, kind, numbers[i]), i < ways ? 0 : kept(kind, SLOTS + i));
	assert_int_equal(atomic_load(&fixture->memory.tables->table[kind].used), ways);
}

static void
live_ones_give_way_in_turn(void **state)
{
	(void)state;
	each(replaced);
}

// Writes to this way, whatever is there.
static void
fill_way(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf, uint32_t number, uint32_t way)
{
	const struct cache_tables *tables = fixture->memory.tables;
	struct cache_key key = cache_key_number(kind, number);
	_Atomic uint64_t *set = cache_set_at(tables, kind, tables->ways, cache_set_of(tables, kind, 0, &key));

	cache_fill(set + way * cache_entry_words(kind), kind, cache_tag_of(fixture, kind, vrf, &key), &key,
		kept(kind, SLOTS + way));
}

// A dead one goes before any live one.
static void
dead_first(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	uint32_t numbers[2 * CACHE_WAYS_MAX];

	numbers_of_one_set(fixture, kind, numbers, 2 * ways);
	for (uint32_t i = 0; i < ways; i++) {
		fixture->core.seconds = i == ways / 2 ? 0 : 200;
		fill_way(fixture, kind, 0, numbers[i], i);
	}
	fixture->core.seconds = 350;
	assert_int_equal(put(fixture, kind, numbers[ways], kept(kind, SLOTS + ways)), CACHE_DEAD);
	for (uint32_t i = 0; i <= ways; i++)
		assert_int_equal(ask(fixture, kind, numbers[i]), i == ways / 2 ? 0 : kept(kind, SLOTS + i));
}

static void
a_dead_one_gives_way_first(void **state)
{
	(void)state;
	each(dead_first);
}

// The key's own old entry is the one to go, not one beside it: no key is there twice.
static void
renewed(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	uint32_t numbers[CACHE_WAYS_MAX];

	numbers_of_one_set(fixture, kind, numbers, ways);
	for (uint32_t i = 0; i < ways; i++)
		put(fixture, kind, numbers[i], kept(kind, SLOTS + i));
	atomic_fetch_add(&fixture->settings.flushes, 1);
	for (uint32_t i = ways; i-- > 0; )
		assert_int_equal(put(fixture, kind, numbers[i], kept(kind, SLOTS + 100 + i)), CACHE_DEAD);
	for (uint32_t i = 0; i < ways; i++)
		assert_int_equal(ask(fixture, kind, numbers[i]), kept(kind, SLOTS + 100 + i));
}

static void
an_old_entry_of_the_key_is_renewed(void **state)
{
	(void)state;
	each(renewed);
}

// What a VRF that is gone left behind is dead.
static void
vrf_gone(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	uint32_t numbers[CACHE_WAYS_MAX + 1];

	numbers_of_one_set(fixture, kind, numbers, ways + 1);
	for (uint32_t i = 0; i < ways; i++)
		fill_way(fixture, kind, 2, numbers[i], i);
	fixture->vrfs[2] = (struct vrf_fibs){NULL, NULL};
	assert_int_equal(put(fixture, kind, numbers[ways], kept(kind, SLOTS)), CACHE_DEAD);
}

static void
entries_of_a_vrf_that_is_gone_give_way(void **state)
{
	(void)state;
	each(vrf_gone);
}

// ------------------------------------------------------------------------------------- hash, chance, copies

// Of two cores' hashes: as many keys fall into the same set as chance has it. And none of them puts keys that
// follow each other into few sets.
static void
hash_is_keyed(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	struct cache_fixture *other = cache_fixture_make(ways);
	uint32_t sets = CACHE_ENTRIES / ways, same = 0, most = 0, keys = 4 * sets;
	uint32_t *load = calloc(sets, sizeof(*load));

	assert_non_null(load);
	for (uint32_t number = 0; number < keys; number++) {
		struct cache_key key = cache_key_number(kind, number);
		uint32_t set = cache_set_of(fixture->memory.tables, kind, 0, &key);

		assert_true(set < sets);
		same += set == cache_set_of(other->memory.tables, kind, 0, &key);
		most = RTE_MAX(most, ++load[set]);
	}
	// 4 expected; 64 of 4 in one set, or 64 keys in the same set twice, is beyond any luck.
	assert_true(same < 64);
	assert_true(most < 64);
	free(load);
	cache_fixture_free(other);
}

static void
each_core_hashes_in_its_own_way(void **state)
{
	(void)state;
	each(hash_is_keyed);
}

static void
chance_is_as_asked_for(void **state)
{
	static const uint32_t probabilities[] = {1, 64, 6554, 32768, 58982, 65535, 65536};
	struct cache_core core = {.random = 0x9E3779B97F4A7C15};
	const uint32_t draws = 4000000;

	(void)state;
	for (uint32_t i = 0; i < RTE_DIM(probabilities); i++) {
		double expected = (double)draws * probabilities[i] / CACHE_ALWAYS;
		double spread = expected * (1 - (double)probabilities[i] / CACHE_ALWAYS);
		uint32_t yes = 0;

		for (uint32_t draw = 0; draw < draws; draw++)
			yes += cache_draw(&core, probabilities[i]);
		// Five standard deviations.
		assert_true((yes - expected) * (yes - expected) <= 25 * spread);
	}
}

static void
copied(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways)
{
	struct cache_table *table = &fixture->memory.tables->table[kind];
	_Atomic uint64_t copy[CACHE_WAYS_MAX * CACHE_ENTRY_WORDS_MAX];
	struct cache_key key = cache_key_number(kind, 7);
	_Atomic uint64_t *set = cache_set_at(fixture->memory.tables, kind, ways,
		cache_set_of(fixture->memory.tables, kind, 0, &key));
	uint32_t words = ways * cache_entry_words(kind);

	put(fixture, kind, 7, kept(kind, SLOTS));
	assert_true(cache_copy(table, set, words, copy));
	assert_memory_equal((void *)copy, (void *)set, words * sizeof(*copy));
	cache_write_begin(table);
	assert_false(cache_copy(table, set, words, copy));
	cache_write_end(table);
	assert_true(cache_copy(table, set, words, copy));
}

static void
no_copy_is_made_while_the_worker_writes(void **state)
{
	(void)state;
	each(copied);
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
		TEST(live_ones_give_way_in_turn),
		TEST(a_dead_one_gives_way_first),
		TEST(an_old_entry_of_the_key_is_renewed),
		TEST(entries_of_a_vrf_that_is_gone_give_way),
		TEST(each_core_hashes_in_its_own_way),
		TEST(chance_is_as_asked_for),
		TEST(no_copy_is_made_while_the_worker_writes),
	};

	return cmocka_run_group_tests_name("the route cache's tables", tests, NULL, NULL);
}
