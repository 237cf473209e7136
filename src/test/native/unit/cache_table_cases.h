// Cases of the route cache's tables, each for every kind and every number of ways.
// Owns: nothing. Threads: the test's own. Next: cache_table.c, cache_table_ways.c.
#pragma once

#include "cache_fixture.h"

#define SLOTS (UINT64_C(0x18000007) | UINT64_C(0x20000009) << 32)

// The slots that a kind keeps of these.
static inline uint64_t
kept(enum cache_kind kind, uint64_t slots)
{
	return cache_is_pair(kind) ? slots : (uint32_t)slots;
}

typedef void case_of_kind(struct cache_fixture *fixture, enum cache_kind kind, uint32_t ways);

static inline void
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
static inline void
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

static inline uint64_t
ask(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number)
{
	struct cache_key key = cache_key_number(kind, number);

	return cache_ask_for(fixture, kind, 0, &key);
}

static inline enum cache_placed
put(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number, uint64_t slots)
{
	struct cache_key key = cache_key_number(kind, number);

	return cache_put(fixture, kind, 0, &key, slots);
}
