// One core's route cache under test beside a FIB.
// Owns: what cache_fixture_make makes. Threads: the test's own. Must not: need EAL.
// Next: cache_table.c.
#include "cache_fixture.h"

#include <stdio.h>

struct cache_fixture *
cache_fixture_make(uint32_t ways)
{
	struct cache_fixture *fixture = aligned_alloc(RTE_CACHE_LINE_SIZE,
		RTE_ALIGN_CEIL(sizeof(*fixture), RTE_CACHE_LINE_SIZE));

	assert_non_null(fixture);
	memset(fixture, 0, sizeof(*fixture));
	fixture->fib = fib_fixture_make(1000, 1000);
	fixture->vrfs[0].fib4 = fixture->vrfs[2].fib4 = fib_readers4(fixture->fib->vrf);
	fixture->vrfs[0].fib6 = fixture->vrfs[2].fib6 = fib_readers6(fixture->fib->vrf);
	fixture->settings.max_age = 300;
	fixture->settings.insert_probability = CACHE_ALWAYS;
	fixture->core.random = 1;
	assert_int_equal(cache_memory_make(CACHE_ENTRIES, ways, 1, &fixture->memory), 0);
	atomic_store(&fixture->core.tables, fixture->memory.tables);
	return fixture;
}

void
cache_fixture_free(struct cache_fixture *fixture)
{
	cache_memory_free(&fixture->memory);
	fib_fixture_free(fixture->fib);
	free(fixture);
}

struct cache_view
cache_view_in(struct cache_fixture *fixture, uint16_t vrf)
{
	return cache_view(&fixture->settings, atomic_load(&fixture->core.seconds), fixture->vrfs, vrf);
}

uint64_t
cache_tag_of(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf, const struct cache_key *key)
{
	struct cache_view view = cache_view_in(fixture, vrf);

	return cache_tag(&view, cache_generations(&view.vrfs[vrf], kind), kind, vrf, key);
}

static struct sbx_address
address_number(enum cache_kind kind, uint32_t number, bool source)
{
	char text[64];

	if (cache_is_ipv6(kind))
		snprintf(text, sizeof(text), "2001:%s:%x::%x", source ? "dead" : "db8", number >> 16,
			number & 0xFFFF);
	else
		snprintf(text, sizeof(text), "%u.%u.%u.%u", source ? 172 : 10, number >> 16 & 15,
			number >> 8 & 255, number & 255);
	return fib_address(text);
}

static uint32_t
host4(struct sbx_address address)
{
	rte_be32_t word;

	memcpy(&word, address.bytes, sizeof(word));
	return rte_be_to_cpu_32(word);
}

struct cache_key
cache_key_number(enum cache_kind kind, uint32_t number)
{
	struct sbx_address destination = address_number(kind, number, false);
	struct sbx_address source = address_number(kind, number, true);

	if (cache_is_ipv6(kind))
		return cache_key6(&destination, cache_is_pair(kind) ? &source : NULL);
	return cache_key4(host4(destination), cache_is_pair(kind) ? host4(source) : 0);
}

static _Atomic uint64_t *
set_of(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf, const struct cache_key *key)
{
	const struct cache_tables *tables = fixture->memory.tables;

	return cache_set_at(tables, kind, tables->ways, cache_set_of(tables, kind, vrf, key));
}

enum cache_placed
cache_put(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf, const struct cache_key *key,
	uint64_t slots)
{
	struct cache_table *table = &fixture->memory.tables->table[kind];
	struct cache_view view = cache_view_in(fixture, vrf);
	enum cache_placed placed;

	cache_write_begin(table);
	placed = cache_insert(table, set_of(fixture, kind, vrf, key), kind, fixture->memory.tables->ways,
		&view, cache_tag_of(fixture, kind, vrf, key), key, slots);
	cache_write_end(table);
	return placed;
}

uint64_t
cache_ask_for(struct cache_fixture *fixture, enum cache_kind kind, uint16_t vrf, const struct cache_key *key)
{
	struct cache_view view = cache_view_in(fixture, vrf);
	_Atomic uint64_t *set = set_of(fixture, kind, vrf, key);
	uint32_t found = cache_find(set, kind, fixture->memory.tables->ways, &view,
		cache_tag_of(fixture, kind, vrf, key), key);

	assert_true(__builtin_popcount(found) <= 1);
	return found == 0 ? 0 : cache_slots(set, kind, (uint32_t)__builtin_ctz(found));
}

void
cache_change(struct cache_fixture *fixture, enum cache_kind kind, uint32_t number, bool source)
{
	static uint32_t nexthop;
	struct sbx_route route = {
		.address = address_number(kind, number, source),
		.family = cache_is_ipv6(kind) ? SBX_IPV6 : SBX_IPV4,
		.length = cache_is_ipv6(kind) ? 128 : 32,
		.nexthop = 1 + nexthop++ % 1000,
		.op = SBX_ROUTE_PUT,
	};

	fib_do(fixture->fib, route);
}
