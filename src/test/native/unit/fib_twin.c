// The FIB against its naive twin, batch after batch, on prefixes made to collide: nested,
// neighbors, every length, the first and last addresses.
// Owns: the batches. Threads: one. Must not: need the real table (fib_churn.c).
// Next: fib_churn.c.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>

#include <stdio.h>

#define BATCHES 1500
#define BATCH_MAX 40
#define ROUTES_MAX 20000

struct twin {
	struct fib_fixture *fib;
	struct model model;
	struct random random;
	uint8_t family;
	uint8_t bits;
};

static struct twin
make(uint8_t family, uint64_t seed)
{
	struct twin twin = {.fib = fib_fixture_make(ROUTES_MAX, 60000), .random = {seed},
		.family = family, .bits = family == SBX_IPV6 ? 128 : 32};

	model_init(&twin.model, ROUTES_MAX);
	return twin;
}

static struct sbx_address
random_address(struct twin *twin)
{
	struct sbx_address address = {0};

	table_fill_host(&address, 0, twin->bits, random_next(&twin->random),
		random_next(&twin->random));
	return address;
}

// Few addresses: all zeros, all ones and four between, each with up to two bits turned.
static struct sbx_address
colliding_address(struct twin *twin)
{
	uint32_t base = random_below(&twin->random, 6);
	struct sbx_address address = {0};

	for (uint32_t i = 0; i < twin->bits / 8u; i++)
		address.bytes[i] = base == 0 ? 0 : base == 1 ? 0xFF : (uint8_t)(base * 37 + i);
	for (uint32_t turns = random_below(&twin->random, 3); turns > 0; turns--) {
		uint32_t bit = random_below(&twin->random, twin->bits);

		address.bytes[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
	}
	return address;
}

// Every length; those below 8, of many slots, less often.
static uint8_t
random_length(struct twin *twin)
{
	uint8_t length = (uint8_t)random_below(&twin->random, twin->bits + 1u);

	if (length > 0 && length < 8 && random_below(&twin->random, 50) > 0)
		length = (uint8_t)(twin->bits - length);
	return length;
}

static struct sbx_route
random_route(struct twin *twin)
{
	uint8_t length = random_length(twin);
	struct sbx_address address = random_below(&twin->random, 8) == 0 ? random_address(twin)
		: colliding_address(twin);

	return (struct sbx_route) {
		.address = model_mask(&address, length),
		.family = twin->family,
		.length = length,
		.nexthop = 1 + random_below(&twin->random, 5),
		.op = random_below(&twin->random, 5) < 3 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE,
	};
}

// The prefix's first and last address, the ones beside it, and one inside.
static void
edges(struct twin *twin, const struct sbx_route *route, struct sbx_address out[5])
{
	uint64_t inside = random_next(&twin->random);

	for (uint32_t i = 0; i < 5; i++)
		out[i] = route->address;
	table_fill_host(&out[1], route->length, twin->bits, UINT64_MAX, UINT64_MAX);
	table_fill_host(&out[2], route->length, twin->bits, inside, inside * 3);
	if (route->length > 0) {
		uint32_t last = route->length - 1u;

		out[3].bytes[last / 8] ^= (uint8_t)(0x80 >> last % 8);
		out[4] = out[3];
		table_fill_host(&out[4], route->length, twin->bits, UINT64_MAX, UINT64_MAX);
	}
}

static void
check(struct twin *twin, const struct sbx_route *routes, uint32_t count)
{
	struct sbx_address addresses[5 * BATCH_MAX];

	for (uint32_t i = 0; i < count; i++)
		edges(twin, &routes[i], addresses + 5 * i);
	fib_agrees(twin->fib, &twin->model, twin->family, addresses, 5 * count);
}

static void
apply(struct twin *twin, const struct sbx_route *batch, uint32_t count)
{
	struct sbx_routes_result result = {0};
	struct sbx_fib_state state;

	assert_int_equal(fib_apply(twin->fib->vrf, batch, count, &result), 0);
	for (uint32_t i = 0; i < count; i++)
		model_apply(&twin->model, &batch[i]);
	assert_int_equal(result.added + result.changed + result.removed + result.unchanged, count);
	state = fib_state(twin->fib, twin->family);
	for (uint32_t length = 0; length <= 128; length++)
		assert_int_equal(state.by_length[length],
			twin->model.count[twin->family == SBX_IPV6][length]);
	assert_int_equal(state.routes, model_routes(&twin->model, twin->family));
}

static int
compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct sbx_address));
}

// How many groups these prefixes need: at each byte from the root on, the different ways to come
// that far.
static uint32_t
groups_needed(struct twin *twin, const struct sbx_route *routes, uint32_t count)
{
	struct sbx_address *ways = calloc(count + 1, sizeof(*ways));
	uint32_t needed = 0;

	for (uint32_t bits = FIB_ROOT_BYTES * 8; bits < twin->bits; bits += 8) {
		uint32_t found = 0;

		for (uint32_t i = 0; i < count; i++)
			if (routes[i].length > bits)
				ways[found++] = model_mask(&routes[i].address, bits);
		qsort(ways, found, sizeof(*ways), compare);
		for (uint32_t i = 0; i < found; i++)
			needed += i == 0 || compare(&ways[i - 1], &ways[i]) != 0;
	}
	free(ways);
	return needed;
}

// Deletes all there is: the FIB must be as empty as it was.
static void
empty(struct twin *twin)
{
	struct sbx_route *all = calloc(ROUTES_MAX, sizeof(*all));
	uint32_t count = model_list(&twin->model, twin->family, all);

	assert_int_equal(fib_state(twin->fib, twin->family).groups,
		groups_needed(twin, all, count));
	for (uint32_t i = 0; i < count; i++)
		all[i].op = SBX_ROUTE_DELETE;
	apply(twin, all, count);
	assert_int_equal(fib_state(twin->fib, twin->family).groups, 0);
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(fib_lookup(twin->fib, twin->family, &all[i].address), 0);
	free(all);
}

static void
agrees(uint8_t family)
{
	struct twin twin = make(family, family);

	for (uint32_t round = 0; round < BATCHES; round++) {
		struct sbx_route batch[BATCH_MAX];
		uint32_t count = 1 + random_below(&twin.random, BATCH_MAX);

		for (uint32_t i = 0; i < count; i++)
			batch[i] = random_route(&twin);
		apply(&twin, batch, count);
		check(&twin, batch, count);
	}
	empty(&twin);
	model_free(&twin.model);
	fib_fixture_free(twin.fib);
}

static void
ipv4_agrees_with_the_naive_twin(void **state)
{
	(void)state;
	agrees(SBX_IPV4);
}

static void
ipv6_agrees_with_the_naive_twin(void **state)
{
	(void)state;
	agrees(SBX_IPV6);
}

// Equal keys that stand together walk once; the same keys apart, and a bulk of one flow, must
// answer alike.
static void
bulks_of_runs_of_equal_keys_agree(void **state)
{
	struct twin twin = make(SBX_IPV6, 3);
	struct sbx_route routes[BATCH_MAX];
	struct sbx_address keys[1024];
	uint32_t at = 0;

	(void)state;
	for (uint32_t i = 0; i < BATCH_MAX; i++) {
		routes[i] = random_route(&twin);
		routes[i].op = SBX_ROUTE_PUT;
	}
	apply(&twin, routes, BATCH_MAX);
	while (at < 1024) {
		struct sbx_address key = colliding_address(&twin);

		for (uint32_t run = 1 + random_below(&twin.random, 70); run > 0 && at < 1024; run--)
			keys[at++] = key;
	}
	fib_agrees(twin.fib, &twin.model, SBX_IPV6, keys, 1024);
	model_free(&twin.model);
	fib_fixture_free(twin.fib);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ipv4_agrees_with_the_naive_twin),
		cmocka_unit_test(ipv6_agrees_with_the_naive_twin),
		cmocka_unit_test(bulks_of_runs_of_equal_keys_agree),
	};

	return cmocka_run_group_tests_name("the FIB and its twin", tests, NULL, NULL);
}
