// One core's route cache under test beside a FIB, without EAL: keys by number, and what is kept for them.
// Owns: all of it. Threads: the test's own. Must not: know how an entry is laid out.
// Next: cache_table.c, cache_twin.c, cache_readers.c.
#pragma once

#include "fib_fixture.h"

#include <bench/random.h>
#include <control/cache_memory.h>
#include <shared/cache_core.h>

#define CACHE_ENTRIES 1024
#define CACHE_VRFS 4          // the FIB is that of VRF 0, and of VRF 2

struct cache_fixture {
	struct fib_fixture *fib;
	struct vrf_fibs vrfs[CACHE_VRFS];
	struct cache_settings settings;
	struct cache_memory memory;
	struct cache_core core;
};

struct cache_fixture *cache_fixture_make(uint32_t ways);
void cache_fixture_free(struct cache_fixture *fixture);

// What the entries are held against now.
struct cache_view cache_view_in(struct cache_fixture *fixture, uint16_t vrf);
uint64_t cache_tag_of(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf,
	const struct cache_key *key);
// Key number n: 10.n with source 172.n, or 2001:db8:n with 2001:dead:n; all of a family in two slices.
struct cache_key cache_key_number(enum cache_kind kind, uint32_t number);

enum cache_placed cache_put(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf,
	const struct cache_key *key, uint64_t slots);
// 0 = not there, or not live.
uint64_t cache_ask_for(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf,
	const struct cache_key *key);

// A new generation of the slice of key number n's destination or source.
void cache_change(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number, bool source);
