// What control shows of the route cache: holders, entries, kinds, while workers write; and entries held against the FIB.
// Owns: nothing. Threads: the test's own, and one that plays a worker. Next: cache_box.c.
#include "cache_control_fixture.h"

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
		TEST(holders_are_those_in_use_that_have_it),
		TEST(entries_are_shown_as_they_are),
		TEST(each_kind_of_each_worker_is_described),
		TEST(no_entry_is_torn_or_of_a_later_second),
		TEST(a_wrong_entry_is_found_and_flushed),
	};

	return cmocka_run_group_tests_name("control of the route cache", tests, NULL, NULL);
}
