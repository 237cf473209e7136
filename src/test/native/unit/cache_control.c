// Control's side of the route cache: settings, tables that are replaced whole or not at all, and what it shows of them
// while workers write.
// Owns: a state of its own, without EAL. Threads: the test's own, and one that plays a worker or control.
// Next: cache_box.c.
#include "cache_control_fixture.h"

// ------------------------------------------------------------------------------------- settings

static void
each_worker_has_tables_of_its_own(void **context)
{
	struct state *state = *context;
	struct sbx_cache_settings settings = settings_of(state);

	for (uint32_t i = 0; i < WORKERS; i++) {
		assert_int_equal(tables_of(state, i)->entries, settings.entries);
		assert_int_equal(tables_of(state, i)->ways, settings.ways);
		assert_int_not_equal(state->worker[i]->cache.random, 0);
		for (uint32_t j = 0; j < i; j++)
			assert_memory_not_equal(tables_of(state, i)->hash_keys, tables_of(state, j)->hash_keys,
				sizeof(tables_of(state, i)->hash_keys));
	}
	assert_int_equal(atomic_load(&state->tables->cache.mode), SBX_CACHE_ADAPTIVE);
	assert_int_equal(atomic_load(&state->tables->cache.max_age), 300);
}

static void
settings_reach_the_workers_and_leave_the_tables(void **context)
{
	struct state *state = *context;
	struct sbx_cache_settings settings = settings_of(state);
	struct cache_tables *before = tables_of(state, 1);

	settings.mode = SBX_CACHE_ON;
	settings.max_age_seconds = 7;
	settings.insert_probability = 99;
	settings.bypass_below_hits = 500;
	assert_int_equal(cache_set(state, &settings), 0);
	assert_int_equal(atomic_load(&state->tables->cache.mode), SBX_CACHE_ON);
	assert_int_equal(atomic_load(&state->tables->cache.max_age), 7);
	assert_int_equal(atomic_load(&state->tables->cache.insert_probability), 99);
	assert_int_equal(atomic_load(&state->tables->cache.bypass_below_hits), 500);
	assert_ptr_equal(tables_of(state, 1), before);
}

static void
other_sizes_are_other_tables(void **context)
{
	static const uint32_t entries[] = {1024, 4096, 1048576};
	struct state *state = *context;
	struct sbx_cache_settings settings = settings_of(state);
	struct cache_key key = key_of(CACHE_ROUTE6);

	for (uint32_t i = 0; i < RTE_DIM(entries); i++) {
		for (settings.ways = 1; settings.ways <= CACHE_WAYS_MAX; settings.ways *= 2) {
			uint64_t before = tables_of(state, 0)->version;

			settings.entries = entries[i];
			assert_int_equal(cache_set(state, &settings), 0);
			for (uint32_t j = 0; j < WORKERS; j++) {
				assert_int_equal(tables_of(state, j)->entries, entries[i]);
				assert_int_equal(tables_of(state, j)->ways, settings.ways);
				assert_true(tables_of(state, j)->version > before);
				keep(state, j, CACHE_ROUTE6, &key, 5);
			}
		}
	}
}

// Whichever memory there is none for: what is there stays, with what it keeps.
static void
without_memory_nothing_changes(void **context)
{
	struct state *state = *context;
	struct sbx_cache_settings before, after;
	struct cache_key key = key_of(CACHE_PAIR4);
	struct sbx_query query = query_of(CACHE_PAIR4);
	struct cache_tables *tables[WORKERS];

	atomic_store(&state->tables->interfaces[1].rp_filter, SBX_RP_STRICT);
	set_mode(state, SBX_CACHE_ON);
	before = settings_of(state);
	for (uint32_t i = 0; i < WORKERS; i++) {
		tables[i] = tables_of(state, i);
		keep(state, i, CACHE_PAIR4, &key, 5);
	}
	after = before;
	after.entries *= 2;
	after.mode = SBX_CACHE_OFF;
	after.max_age_seconds = 1;
	for (int failing = 0; failing < WORKERS; failing++) {
		maps_until_failure = failing;
		assert_int_equal(cache_set(state, &after), -ENOMEM);
		after = settings_of(state);
		assert_memory_equal(&after, &before, sizeof(before));
		assert_int_equal(atomic_load(&state->tables->cache.mode), SBX_CACHE_ON);
		for (uint32_t i = 0; i < WORKERS; i++)
			assert_ptr_equal(tables_of(state, i), tables[i]);
		assert_int_equal(cache_holders(state, &query), (1u << WORKERS) - 1);
		after.entries *= 2;
	}
	maps_until_failure = -1;
	assert_int_equal(cache_set(state, &after), 0);
	assert_int_equal(cache_holders(state, &query), 0);
}

static void
without_memory_nothing_is_made(void **context)
{
	struct state *state = *context;

	for (int failing = 0; failing < WORKERS; failing++) {
		cache_free(state);
		maps_until_failure = failing;
		assert_int_equal(cache_create(state), -ENOMEM);
	}
	cache_free(state);
	maps_until_failure = -1;
	assert_int_equal(cache_create(state), 0);
}

static void *
double_entries(void *argument)
{
	struct sbx_cache_settings settings = settings_of(argument);

	settings.entries *= 2;
	assert_int_equal(cache_set(argument, &settings), 0);
	return NULL;
}

// A worker that is in its turn keeps the tables that it found, until it is quiescent.
static void
old_tables_outlive_the_workers_turn(void **context)
{
	struct state *state = *context;
	struct rte_rcu_qsbr *rcu = state->tables->rcu;
	struct cache_tables *old = tables_of(state, 0);
	uint64_t token = __atomic_load_n(&rcu->token, __ATOMIC_ACQUIRE);
	struct cache_key key = key_of(CACHE_ROUTE4);
	pthread_t control;

	rte_rcu_qsbr_thread_register(rcu, 0);
	rte_rcu_qsbr_thread_online(rcu, 0);
	assert_int_equal(pthread_create(&control, NULL, double_entries, state), 0);
	while (__atomic_load_n(&rcu->token, __ATOMIC_ACQUIRE) == token)
		sched_yield();
	assert_ptr_not_equal(tables_of(state, 0), old);
	assert_true(cache_set_of(old, CACHE_ROUTE4, 0, &key) < old->entries / old->ways);
	assert_int_equal(cache_word(old->table[CACHE_ROUTE4].entries, 0), 0);
	rte_rcu_qsbr_thread_offline(rcu, 0);
	pthread_join(control, NULL);
}

static void
a_flush_empties_all(void **context)
{
	struct state *state = *context;
	struct sbx_query query = query_of(CACHE_ROUTE4);
	struct cache_key key = key_of(CACHE_ROUTE4);

	set_mode(state, SBX_CACHE_ON);
	keep(state, 1, CACHE_ROUTE4, &key, 5);
	assert_int_equal(cache_holders(state, &query), 2);
	cache_flush(state);
	assert_int_equal(cache_holders(state, &query), 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, unmake)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_worker_has_tables_of_its_own),
		TEST(settings_reach_the_workers_and_leave_the_tables),
		TEST(other_sizes_are_other_tables),
		TEST(without_memory_nothing_changes),
		TEST(without_memory_nothing_is_made),
		TEST(old_tables_outlive_the_workers_turn),
		TEST(a_flush_empties_all),
	};

	return cmocka_run_group_tests_name("control of the route cache", tests, NULL, NULL);
}
