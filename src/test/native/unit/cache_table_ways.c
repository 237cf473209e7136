// The route cache's tables: who gives way, how keys are hashed, what chance and copies do.
// Owns: nothing. Threads: the test's own. Next: cache_twin.c.
#include "cache_table_cases.h"

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
