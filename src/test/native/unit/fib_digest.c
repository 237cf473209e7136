// What the FIB was told, by digest and by slice: the same numbers as in Java (FibDigestTest), and what becomes
// of records of the store that are damaged.
// Owns: the vectors. Threads: the test's own. Next: control/fib_digest.c, control/fib_audit.c.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>
#include <control/fib_audit.h>
#include <control/fib_digest.h>
#include <control/fib_vrf.h>

#include <stdio.h>

#define ROUTES 10000
#define NEXTHOPS 64

static const struct vector {
	const char *prefix;
	uint32_t nexthop, slice;
	uint64_t mix;
} vectors[] = {
	{"0.0.0.0/0", 1, 0, 0xBF58476DA3BCA2D4},
	{"10.0.0.0/8", 1, 160, 0x4C2F740A2A3127F3},
	{"10.0.0.0/8", 2, 160, 0x0B87BB77888482C5},
	{"10.0.0.0/9", 1, 160, 0x63D6952C2E9314ED},
	{"192.0.2.1/32", 16777215, 3072, 0x02C10FC90D7FE016},
	{"::/0", 1, 0, 0xBF58476DA3BCA2D4},
	{"2001:db8::/32", 7, 218, 0x72F6B67F8628FDB0},
	{"2001:db8:0:1::/64", 7, 218, 0x8CCEE4DE7CAD9F4F},
	{"2001:db8::1/128", 300000, 218, 0xE1A08E2EF53592B6},
};

static void
a_route_has_one_slice_and_one_mix(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		struct sbx_route route = fib_put(vectors[i].prefix, vectors[i].nexthop);
		uint32_t words = route.family == SBX_IPV4 ? 1 : 4;

		assert_int_equal(fib_digest_slice(words, route.address.bytes), vectors[i].slice);
		assert_int_equal(fib_digest_mix(words, route.address.bytes,
			(uint32_t)route.length << 24 | route.nexthop), vectors[i].mix);
	}
}

// ------------------------------------------------------------------------------------- a table

struct world {
	struct fib_fixture *fib;
	struct table table;
	uint8_t family;
	uint32_t words;
	uint64_t digests[SBX_FIB_SLICES];
	uint32_t generations[SBX_FIB_SLICES];
};

static struct world *
world_make(uint8_t family)
{
	struct world *world = calloc(1, sizeof(*world));
	struct sbx_routes_result result;

	assert_non_null(world);
	*world = (struct world){.fib = fib_fixture_make(2 * ROUTES, 6 * ROUTES), .family = family,
		.words = family == SBX_IPV4 ? 1 : 4};
	assert_int_equal(table_make(&world->table, family, ROUTES, NEXTHOPS, NULL), 0);
	assert_int_equal(fib_apply(world->fib->vrf, world->table.routes, world->table.count, &result), 0);
	return world;
}

static void
world_free(struct world *world)
{
	table_free(&world->table);
	fib_fixture_free(world->fib);
	free(world);
}

static struct prefix_store *
store_of(struct world *world)
{
	return world->family == SBX_IPV4 ? &world->fib->vrf->trie4.prefixes : &world->fib->vrf->trie6.prefixes;
}

static int64_t
read_digests(struct world *world)
{
	return fib_digests(world->fib->vrf, world->family, world->digests, world->generations);
}

// What the digests have to be, by the table alone.
static void
wanted(const struct world *world, uint64_t *digests)
{
	memset(digests, 0, SBX_FIB_SLICES * sizeof(*digests));
	for (uint32_t i = 0; i < world->table.count; i++) {
		const struct sbx_route *route = &world->table.routes[i];

		digests[fib_digest_slice(world->words, route->address.bytes)] += fib_digest_mix(world->words,
			route->address.bytes, (uint32_t)route->length << 24 | route->nexthop);
	}
}

static uint32_t
differing(struct world *world, bool *differ)
{
	uint64_t digests[SBX_FIB_SLICES];
	uint32_t count = 0;

	wanted(world, digests);
	for (uint32_t slice = 0; slice < SBX_FIB_SLICES; slice++) {
		differ[slice] = digests[slice] != world->digests[slice];
		count += differ[slice];
	}
	return count;
}

static bool
same_prefix(const struct sbx_route *a, const struct sbx_route *b)
{
	return a->length == b->length && memcmp(&a->address, &b->address, sizeof(a->address)) == 0;
}

static const struct sbx_route *
find(const struct sbx_route *routes, int64_t count, const struct sbx_route *wanted)
{
	for (int64_t i = 0; i < count; i++)
		if (same_prefix(&routes[i], wanted))
			return &routes[i];
	return NULL;
}

// As the control plane does it: what the slice has too much goes, then all that it should have is put.
static void
heal_slice(struct world *world, uint32_t slice)
{
	static struct sbx_route held[ROUTES];
	int64_t count = fib_routes(world->fib->vrf, world->family, slice, held, ROUTES);

	assert_in_range(count, 0, ROUTES);
	for (int64_t i = 0; i < count; i++) {
		held[i].op = SBX_ROUTE_DELETE;
		if (find(world->table.routes, world->table.count, &held[i]) == NULL)
			fib_do(world->fib, held[i]);
	}
	for (uint32_t i = 0; i < world->table.count; i++)
		if (fib_digest_slice(world->words, world->table.routes[i].address.bytes) == slice)
			fib_do(world->fib, world->table.routes[i]);
}

static void
heal_all(struct world *world)
{
	static bool differ[SBX_FIB_SLICES];
	struct sbx_fib_state before;

	read_digests(world);
	assert_true(differing(world, differ) > 0);
	for (uint32_t slice = 0; slice < SBX_FIB_SLICES; slice++)
		if (differ[slice])
			heal_slice(world, slice);
	assert_int_equal(read_digests(world), 0);
	assert_int_equal(differing(world, differ), 0);
	assert_int_equal(store_of(world)->used, world->table.count);
	before = fib_state(world->fib, world->family);
	assert_int_equal(before.routes, world->table.count);
	for (uint32_t i = 0; i < world->table.count; i++)
		before.by_length[world->table.routes[i].length]--;
	for (uint32_t length = 0; length <= 128; length++)
		assert_int_equal(before.by_length[length], 0);
}

static void
digests_are_those_of_the_table(uint8_t family)
{
	struct world *world = world_make(family);
	static bool differ[SBX_FIB_SLICES];

	assert_int_equal(read_digests(world), 0);
	assert_int_equal(differing(world, differ), 0);
	for (uint32_t i = 0; i < 100; i++) {
		struct sbx_route *route = &world->table.routes[i * 37];
		uint32_t slice = fib_digest_slice(world->words, route->address.bytes), before;

		before = world->generations[slice];
		route->nexthop = NEXTHOPS + 1;
		fib_do(world->fib, *route);
		read_digests(world);
		assert_int_equal(world->generations[slice], before + 1);
		assert_int_equal(differing(world, differ), 0);
	}
	world_free(world);
}

static void
the_digests_are_those_of_the_table(void **state)
{
	(void)state;
	digests_are_those_of_the_table(SBX_IPV4);
	digests_are_those_of_the_table(SBX_IPV6);
}

static void
an_empty_fib_and_generations_alone(void **state)
{
	struct fib_fixture *fib = fib_fixture_make(10, 10);
	uint64_t digests[SBX_FIB_SLICES];
	uint32_t generations[SBX_FIB_SLICES];

	(void)state;
	memset(digests, 1, sizeof(digests));
	assert_int_equal(fib_digests(fib->vrf, SBX_IPV4, digests, generations), 0);
	for (uint32_t slice = 0; slice < SBX_FIB_SLICES; slice++) {
		assert_int_equal(digests[slice], 0);
		assert_int_equal(generations[slice], 1);
	}
	fib_do(fib, fib_put("0.0.0.0/0", 3));
	assert_int_equal(fib_digests(fib->vrf, SBX_IPV4, NULL, generations), 0);
	assert_int_equal(generations[4095], 2);
	assert_int_equal(fib_digests(fib->vrf, SBX_IPV4, digests, generations), 0);
	assert_int_not_equal(digests[0], 0);
	fib_fixture_free(fib);
}

static void
a_slice_says_how_many_routes_it_has(void **state)
{
	struct fib_fixture *fib = fib_fixture_make(10, 10);
	struct sbx_route out[3];

	(void)state;
	fib_do(fib, fib_put("10.0.0.0/12", 1));
	fib_do(fib, fib_put("10.1.0.0/16", 2));
	fib_do(fib, fib_put("10.16.0.0/16", 3));
	assert_int_equal(fib_routes(fib->vrf, SBX_IPV4, 160, NULL, 0), 2);
	assert_int_equal(fib_routes(fib->vrf, SBX_IPV4, 160, out, 1), 2);
	assert_int_equal(fib_routes(fib->vrf, SBX_IPV4, 161, out, 3), 1);
	assert_int_equal(out[0].nexthop, 3);
	assert_int_equal(out[0].length, 16);
	assert_int_equal(out[0].family, SBX_IPV4);
	fib_fixture_free(fib);
}

// ------------------------------------------------------------------------------------- damage

static uint32_t *
record_at(struct world *world, uint32_t number)
{
	struct prefix_store *store = store_of(world);
	size_t at = (size_t)number * 7919 % ((size_t)1 << store->bits);

	while (store->slots[at * (store->key_words + 1) + store->key_words] == 0)
		at = (at + 1) % ((size_t)1 << store->bits);
	return &store->slots[at * (store->key_words + 1)];
}

static void
every_bit_of_a_record_is_put_right(uint8_t family)
{
	struct world *world = world_make(family);

	for (uint32_t bit = 0; bit < 32 * (world->words + 1); bit++) {
		record_at(world, bit)[bit / 32] ^= 1u << bit % 32;
		heal_all(world);
	}
	world_free(world);
}

static void
each_bit_of_a_record_is_put_right(void **state)
{
	(void)state;
	every_bit_of_a_record_is_put_right(SBX_IPV4);
	every_bit_of_a_record_is_put_right(SBX_IPV6);
}

static void
lost_records_come_back(uint8_t family)
{
	struct world *world = world_make(family);

	for (uint32_t i = 0; i < 50; i++)
		record_at(world, i)[world->words] = 0;
	heal_all(world);
	world_free(world);
}

static void
a_record_that_is_gone_comes_back_with_those_behind_it(void **state)
{
	(void)state;
	lost_records_come_back(SBX_IPV4);
	lost_records_come_back(SBX_IPV6);
}

// A prefix of its own that the control plane never said.
static void
a_record_too_many_is_removed(void **state)
{
	struct world *world = world_make(SBX_IPV4);
	struct sbx_route route = fib_put("203.0.113.77/32", 9);

	(void)state;
	assert_int_equal(prefix_store_reserve(store_of(world), 1), 0);
	prefix_store_put(store_of(world), route.address.bytes, 32u << 24 | 9);
	heal_all(world);
	assert_int_equal(prefix_store_find(store_of(world), route.address.bytes, 32), 0);
	world_free(world);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_route_has_one_slice_and_one_mix),
		cmocka_unit_test(the_digests_are_those_of_the_table),
		cmocka_unit_test(an_empty_fib_and_generations_alone),
		cmocka_unit_test(a_slice_says_how_many_routes_it_has),
		cmocka_unit_test(each_bit_of_a_record_is_put_right),
		cmocka_unit_test(a_record_that_is_gone_comes_back_with_those_behind_it),
		cmocka_unit_test(a_record_too_many_is_removed),
	};

	return cmocka_run_group_tests_name("the FIB's digests", tests, NULL, NULL);
}
