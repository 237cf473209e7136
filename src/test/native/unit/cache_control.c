// Control's side of the route cache: settings, tables that are replaced whole or not at all, and what it shows of them
// while workers write.
// Owns: a state of its own, without EAL. Threads: the test's own, and one that plays a worker or control.
// Next: cache_box.c.
#include "fib_fixture.h"

#include <control/cache.h>

// The memory comes from here, where a test may refuse it.
static int maps_until_failure = -1;

static int
pages_map_or_fail(size_t bytes, struct pages *out)
{
	if (maps_until_failure >= 0 && maps_until_failure-- == 0)
		return -ENOMEM;
	return pages_map(bytes, out);
}
#define pages_map pages_map_or_fail
#include <control/cache_memory.c>
#undef pages_map

#include <pthread.h>

#define WORKERS 3

static void *
zeroed(size_t size)
{
	size_t whole = RTE_ALIGN_CEIL(size, RTE_CACHE_LINE_SIZE);
	void *memory = aligned_alloc(RTE_CACHE_LINE_SIZE, whole);

	assert_non_null(memory);
	return memset(memory, 0, whole);
}

static struct fib_fixture *fib;

static int
make(void **context)
{
	struct state *state = zeroed(sizeof(*state));

	fib = fib_fixture_make(100, 100);
	state->tables = zeroed(sizeof(*state->tables));
	state->tables->rcu = fib->rcu;
	state->tables->vrfs[0] = (struct vrf_fibs){fib_readers4(fib->vrf), fib_readers6(fib->vrf)};
	state->workers = WORKERS;
	for (uint32_t i = 0; i < WORKERS; i++)
		state->worker[i] = zeroed(sizeof(*state->worker[i]));
	*context = state;
	return cache_create(state);
}

static int
unmake(void **context)
{
	struct state *state = *context;

	maps_until_failure = -1;
	cache_free(state);
	for (uint32_t i = 0; i < WORKERS; i++)
		free(state->worker[i]);
	free(state->tables);
	free(state);
	fib_fixture_free(fib);
	return 0;
}

static struct sbx_cache_settings
settings_of(struct state *state)
{
	struct sbx_cache_settings settings;

	cache_get(state, &settings);
	return settings;
}

static struct cache_tables *
tables_of(struct state *state, uint32_t worker)
{
	return atomic_load(&state->worker[worker]->cache.tables);
}

// Keeps the answer of a destination for a worker, as that worker does.
static void
keep(struct state *state, uint32_t worker, enum cache_kind kind, const struct cache_key *key, uint64_t slots)
{
	struct cache_tables *tables = tables_of(state, worker);
	struct cache_view view = cache_view(&state->tables->cache,
		atomic_load(&state->worker[worker]->cache.seconds), state->tables->vrfs, 0);
	uint64_t tag = cache_tag(&view, cache_generations(&view.vrfs[0], kind), kind, 0, key);

	cache_write_begin(&tables->table[kind]);
	cache_insert(&tables->table[kind],
		cache_set_at(tables, kind, tables->ways, cache_set_of(tables, kind, 0, key)), kind,
		tables->ways, &view, tag, key, slots);
	cache_write_end(&tables->table[kind]);
}

static struct cache_key
key_of(enum cache_kind kind)
{
	struct sbx_address destination = fib_address("2001:db8::1"), source = fib_address("2001:dead::2");

	if (cache_is_ipv6(kind))
		return cache_key6(&destination, cache_is_pair(kind) ? &source : NULL);
	return cache_key4(0xC0000201, cache_is_pair(kind) ? 0xC6336402 : 0);
}

static struct sbx_query
query_of(enum cache_kind kind)
{
	bool ipv6 = cache_is_ipv6(kind);

	return (struct sbx_query){
		.destination = fib_address(ipv6 ? "2001:db8::1" : "192.0.2.1"),
		.source = fib_address(ipv6 ? "2001:dead::2" : "198.51.100.2"),
		.family = ipv6 ? SBX_IPV6 : SBX_IPV4, .has_source = 1, .interface = cache_is_pair(kind),
	};
}

static void
set_mode(struct state *state, enum sbx_cache_mode mode)
{
	struct sbx_cache_settings settings = settings_of(state);

	settings.mode = mode;
	assert_int_equal(cache_set(state, &settings), 0);
}

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

// ------------------------------------------------------------------------------------- what it shows

static void
holders_are_those_in_use_that_have_it(void **context)
{
	struct state *state = *context;

	atomic_store(&state->tables->interfaces[1].rp_filter, SBX_RP_LOOSE);
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		struct sbx_query query = query_of(kind);
		struct cache_key key = key_of(kind);

		set_mode(state, SBX_CACHE_ON);
		assert_int_equal(cache_holders(state, &query), 0);
		keep(state, 0, kind, &key, 5);
		keep(state, 2, kind, &key, 5);
		assert_int_equal(cache_holders(state, &query), 5);
		query.vrf = 1;
		state->tables->vrfs[1] = state->tables->vrfs[0];
		assert_int_equal(cache_holders(state, &query), 0);
		query.vrf = 0;
		query.has_source = 0;
		assert_int_equal(cache_holders(state, &query), cache_is_pair(kind) ? 0 : 5);
		query.has_source = 1;
		set_mode(state, SBX_CACHE_ADAPTIVE);
		assert_int_equal(cache_holders(state, &query), 0);
		atomic_store(&state->worker[2]->cache.finding[kind].in_use, 1);
		assert_int_equal(cache_holders(state, &query), 4);
		set_mode(state, SBX_CACHE_OFF);
		assert_int_equal(cache_holders(state, &query), 0);
	}
}

static void
entries_are_shown_as_they_are(void **context)
{
	struct state *state = *context;
	struct sbx_cache_entry entries[8];

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		struct cache_key key = key_of(kind);

		atomic_store(&state->worker[1]->cache.seconds, 1000);
		keep(state, 1, kind, &key, UINT64_C(0x18000007) | UINT64_C(0x20000009) << 32);
	}
	atomic_store(&state->worker[1]->cache.seconds, 1042);
	fib_do(fib, fib_put("2001:dead::/32", 3));
	assert_int_equal(cache_entries(state, 0, entries, 8), 0);
	assert_int_equal(cache_entries(state, WORKERS, entries, 8), -ENOENT);
	assert_int_equal(cache_entries(state, 1, entries, 3), 3);
	assert_int_equal(cache_entries(state, 1, entries, 8), CACHE_KINDS);
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		struct sbx_query query = query_of(kind);
		struct sbx_cache_entry expected = {
			.destination = query.destination, .nexthop = 7, .length = 24, .age_seconds = 42,
			.family = query.family, .live = kind != CACHE_PAIR6,
		};

		if (cache_is_pair(kind)) {
			expected.source = query.source;
			expected.source_nexthop = 9;
			expected.source_length = 32;
			expected.pair = 1;
		}
		assert_memory_equal(&entries[kind], &expected, sizeof(expected));
	}
}

static void
each_kind_of_each_worker_is_described(void **context)
{
	struct state *state = *context;
	struct sbx_cache_state all[WORKERS * CACHE_KINDS + 1];
	struct cache_finding *finding = &state->worker[2]->cache.finding[CACHE_PAIR6];
	struct cache_key key = key_of(CACHE_PAIR6);

	*finding = (struct cache_finding){1, SBX_CACHE_FASTER, 5100, 6200, 870, 0, 3};
	keep(state, 2, CACHE_PAIR6, &key, 5);
	memset(all, 0xEE, sizeof(all));
	assert_int_equal(cache_describe(state, NULL, 0), WORKERS * CACHE_KINDS);
	assert_int_equal(cache_describe(state, all, WORKERS * CACHE_KINDS + 1), WORKERS * CACHE_KINDS);
	for (uint32_t i = 0; i < WORKERS * CACHE_KINDS; i++) {
		assert_int_equal(all[i].worker, i / CACHE_KINDS);
		assert_int_equal(all[i].family, i % CACHE_KINDS < 2 ? SBX_IPV4 : SBX_IPV6);
		assert_int_equal(all[i].pair, i % 2);
		assert_int_equal(all[i].reason, i == 11 ? SBX_CACHE_FASTER : SBX_CACHE_UNMEASURED);
	}
	assert_int_equal(all[WORKERS * CACHE_KINDS].worker, 0xEEEEEEEE);
	assert_memory_equal(&all[11], (&(struct sbx_cache_state){.worker = 2, .family = SBX_IPV6, .pair = 1,
		.in_use = 1, .reason = SBX_CACHE_FASTER, .cycles_with = 5100, .cycles_without = 6200,
		.hits_per_mille = 870, .samples = 3, .used = 1, .bytes = settings_of(state).entries * 64}),
		sizeof(all[11]));
	set_mode(state, SBX_CACHE_OFF);
	assert_int_equal(cache_describe(state, all, 12), 12);
	assert_int_equal(all[11].in_use, 0);
	assert_int_equal(all[11].reason, SBX_CACHE_MODE);
}

// ------------------------------------------------------------------------------------- while a worker writes

struct writing {
	struct state *state;
	_Atomic bool stop;
	_Atomic uint64_t written;
};

#define WRITES_A_SECOND 1024  // of the worker's clock: some seconds in a listing, few in a pause of the reader

// Every word of what is kept under number n says n.
static void *
write_on(void *argument)
{
	struct writing *writing = argument;

	for (uint32_t n = 1; !atomic_load(&writing->stop); n = n % 500000 + 1) {
		struct cache_key key = {.first = (uint64_t)n << 32 | n, .second = n, .third = n, .fourth = n};

		keep(writing->state, 0, CACHE_PAIR6, &key, (uint64_t)n << 32 | n);
		atomic_store(&writing->state->worker[0]->cache.seconds,
			(uint32_t)(atomic_fetch_add(&writing->written, 1) / WRITES_A_SECOND));
	}
	return NULL;
}

static uint32_t
word_of(const struct sbx_address *address, uint32_t at)
{
	uint32_t word;

	memcpy(&word, address->bytes + at, sizeof(word));
	return word;
}

static void
no_entry_is_torn_or_of_a_later_second(void **context)
{
	struct sbx_cache_entry *entries = malloc(2048 * sizeof(*entries));
	struct sbx_cache_settings settings = settings_of(*context);
	struct writing writing = {.state = *context};
	pthread_t writer;
	uint64_t seen = 0;

	assert_non_null(entries);
	settings.entries = 1024;
	assert_int_equal(cache_set(*context, &settings), 0);
	assert_int_equal(pthread_create(&writer, NULL, write_on, &writing), 0);
	while (seen < 200000 || atomic_load(&writing.written) < 200000) {
		int64_t count = cache_entries(*context, 0, entries, 2048);

		for (int64_t i = 0; i < count; i++) {
			const struct sbx_cache_entry *entry = &entries[i];

			assert_int_equal(entry->source_nexthop, entry->nexthop);
			assert_int_equal(word_of(&entry->destination, 0), entry->nexthop);
			assert_int_equal(word_of(&entry->destination, 8), entry->nexthop);
			assert_int_equal(word_of(&entry->source, 0), entry->nexthop);
			assert_int_equal(word_of(&entry->source, 8), entry->nexthop);
			assert_true(entry->age_seconds < UINT16_MAX / 2);
		}
		seen += (uint64_t)count;
	}
	atomic_store(&writing.stop, true);
	pthread_join(writer, NULL);
	free(entries);
}

// ------------------------------------------------------------------------------------- against the FIB

// An entry whose destination or source is not what the FIB says is found, and nothing kept before is used.
static void
a_wrong_entry_is_found_and_flushed(void **context)
{
	struct state *state = *context;
	struct sbx_cache_check check;

	fib_do(fib, fib_put("192.0.2.0/24", 7));
	fib_do(fib, fib_put("2001:db8::/32", 7));
	fib_do(fib, fib_put("2001:dead::/32", 8));
	state->fibs[0] = fib->vrf;
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		bool ipv6 = cache_is_ipv6(kind);
		uint64_t slots = (ipv6 ? 32u : 24u) << 24 | 7;
		uint64_t source = cache_is_pair(kind) && ipv6 ? 32u << 24 | 8 : 0;
		struct cache_key key = key_of(kind);

		keep(state, 1, kind, &key, source << 32 | slots);
		cache_verify(state, &check);
		assert_int_equal(check.entries, 1);
		assert_int_equal(check.wrong, 0);
		cache_flush(state);

		// Of an old generation it may be what it was.
		keep(state, 2, kind, &key, (source << 32 | slots) ^ 1);
		cache_flush(state);
		cache_verify(state, &check);
		assert_int_equal(check.entries, 0);

		keep(state, 2, kind, &key, (source << 32 | slots) ^ (cache_is_pair(kind) ? UINT64_C(1) << 32 : 1));
		cache_verify(state, &check);
		assert_int_equal(check.entries, 1);
		assert_int_equal(check.wrong, 1);
		cache_verify(state, &check);
		assert_int_equal(check.entries, 0);
	}
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
		TEST(holders_are_those_in_use_that_have_it),
		TEST(entries_are_shown_as_they_are),
		TEST(each_kind_of_each_worker_is_described),
		TEST(no_entry_is_torn_or_of_a_later_second),
		TEST(a_wrong_entry_is_found_and_flushed),
	};

	return cmocka_run_group_tests_name("control of the route cache", tests, NULL, NULL);
}
