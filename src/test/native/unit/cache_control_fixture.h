// A state with a route cache for some workers, without EAL; its memory may be refused by a test.
// Owns: that state. Threads: the test's own. Next: cache_control.c, cache_control_report.c.
#pragma once

#include "fib_fixture.h"

#include <control/cache.h>

// The memory comes from here, where a test may refuse it.
static int maps_until_failure = -1;

static inline int
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

static inline void *
zeroed(size_t size)
{
	size_t whole = RTE_ALIGN_CEIL(size, RTE_CACHE_LINE_SIZE);
	void *memory = aligned_alloc(RTE_CACHE_LINE_SIZE, whole);

	assert_non_null(memory);
	return memset(memory, 0, whole);
}

static struct fib_fixture *fib;

static inline int
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

static inline int
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

static inline struct sbx_cache_settings
settings_of(struct state *state)
{
	struct sbx_cache_settings settings;

	cache_get(state, &settings);
	return settings;
}

static inline struct cache_tables *
tables_of(struct state *state, uint32_t worker)
{
	return atomic_load(&state->worker[worker]->cache.tables);
}

// Keeps the answer of a destination for a worker, as that worker does.
static inline void
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

static inline struct cache_key
key_of(enum cache_kind kind)
{
	struct sbx_address destination = fib_address("2001:db8::1"), source = fib_address("2001:dead::2");

	if (cache_is_ipv6(kind))
		return cache_key6(&destination, cache_is_pair(kind) ? &source : NULL);
	return cache_key4(0xC0000201, cache_is_pair(kind) ? 0xC6336402 : 0);
}

static inline struct sbx_query
query_of(enum cache_kind kind)
{
	bool ipv6 = cache_is_ipv6(kind);

	return (struct sbx_query){
		.destination = fib_address(ipv6 ? "2001:db8::1" : "192.0.2.1"),
		.source = fib_address(ipv6 ? "2001:dead::2" : "198.51.100.2"),
		.family = ipv6 ? SBX_IPV6 : SBX_IPV4, .has_source = 1, .interface = cache_is_pair(kind),
	};
}

static inline void
set_mode(struct state *state, enum sbx_cache_mode mode)
{
	struct sbx_cache_settings settings = settings_of(state);

	settings.mode = mode;
	assert_int_equal(cache_set(state, &settings), 0);
}
