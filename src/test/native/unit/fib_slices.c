// The generations of slices: a batch raises those of all addresses whose answer it may have changed, once,
// and no other.
// Owns: nothing. Threads: the test's own. Next: cache_twin.c keeps answers by them.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>

#define TRIES 3000

static int
make(void **state)
{
	*state = fib_fixture_make(1000, 1000);
	return 0;
}

static int
unmake(void **state)
{
	fib_fixture_free(*state);
	return 0;
}

static const _Atomic uint32_t *
generations_of(struct fib_fixture *fib, uint8_t family)
{
	return family == SBX_IPV4 ? fib_readers4(fib->vrf)->generations :
		fib_readers6(fib->vrf)->generations;
}

static uint32_t
slice_of(uint8_t family, const struct sbx_address *address)
{
	uint32_t first = table_address4(address);

	return family == SBX_IPV4 ? fib4_slice(first) : fib6_slice(first);
}

static uint32_t
generation(struct fib_fixture *fib, const char *address)
{
	struct sbx_address bytes = fib_address(address);
	uint8_t family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;

	return fib_generation(generations_of(fib, family), slice_of(family, &bytes));
}

static uint64_t
sum(struct fib_fixture *fib, uint8_t family)
{
	uint64_t total = 0;

	for (uint32_t slice = 0; slice < FIB_SLICES; slice++)
		total += fib_generation(generations_of(fib, family), slice);
	return total;
}

static void
a_fresh_fib_is_of_generation_one(void **state)
{
	struct fib_fixture *fib = *state;

	assert_int_equal(generation(fib, "0.0.0.0"), 1);
	assert_int_equal(generation(fib, "255.255.255.255"), 1);
	assert_int_equal(generation(fib, "::"), 1);
	assert_int_equal(sum(fib, SBX_IPV4), FIB_SLICES);
	assert_int_equal(sum(fib, SBX_IPV6), FIB_SLICES);
}

static void
a_change_raises_its_own_slice_alone(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("198.51.100.0/24", 5));
	assert_int_equal(generation(fib, "198.51.100.9"), 2);
	assert_int_equal(sum(fib, SBX_IPV4), FIB_SLICES + 1);
	assert_int_equal(sum(fib, SBX_IPV6), FIB_SLICES);
	fib_do(fib, fib_put("198.51.100.0/24", 6));
	fib_do(fib, fib_delete("198.51.100.0/24"));
	assert_int_equal(generation(fib, "198.51.100.9"), 4);
	fib_do(fib, fib_put("2001:db8::/32", 5));
	assert_int_equal(generation(fib, "2001:db8:1::9"), 2);
	assert_int_equal(sum(fib, SBX_IPV6), FIB_SLICES + 1);
	assert_int_equal(sum(fib, SBX_IPV4), FIB_SLICES + 3);
}

static void
what_changes_nothing_raises_nothing(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_route bad[] = {fib_put("203.0.113.0/24", 7), fib_put("192.0.2.0/24", 0)};
	struct sbx_routes_result result = {0};

	fib_do(fib, fib_put("198.51.100.0/24", 5));
	fib_do(fib, fib_put("198.51.100.0/24", 5));
	fib_do(fib, fib_delete("203.0.113.0/24"));
	assert_int_equal(fib_apply(fib->vrf, bad, 2, &result), -EINVAL);
	assert_int_equal(sum(fib, SBX_IPV4), FIB_SLICES + 1);
}

// However many of its prefixes changed.
static void
a_batch_raises_a_slice_once(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_route batch[] = {fib_put("10.0.0.0/24", 5), fib_put("10.0.1.0/24", 5),
		fib_put("10.0.0.0/11", 5), fib_put("2001:db8::/48", 5), fib_put("2001:db8:1::/48", 5)};
	struct sbx_routes_result result = {0};

	assert_int_equal(fib_apply(fib->vrf, batch, 5, &result), 0);
	assert_int_equal(generation(fib, "10.0.0.1"), 2);
	assert_int_equal(generation(fib, "10.16.0.1"), 2);
	assert_int_equal(sum(fib, SBX_IPV4), FIB_SLICES + 2);
	assert_int_equal(sum(fib, SBX_IPV6), FIB_SLICES + 1);
}

static void
the_default_route_raises_all(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("0.0.0.0/0", 5));
	fib_do(fib, fib_put("::/0", 5));
	assert_int_equal(sum(fib, SBX_IPV4), 2 * FIB_SLICES);
	assert_int_equal(sum(fib, SBX_IPV6), 2 * FIB_SLICES);
}

// Addresses drawn from a changed prefix of any length: each one's slice has gone up, and no more slices than
// such a prefix can have.
static void
every_address_of_a_changed_prefix_sees_it(struct fib_fixture *fib, uint8_t family, uint8_t bits)
{
	struct random random = {family};

	for (uint32_t i = 0; i < TRIES; i++) {
		uint8_t length = (uint8_t)random_below(&random, bits + 1u);
		struct sbx_address inside = {0};
		uint32_t before[FIB_SLICES];
		struct sbx_route route;

		table_fill_host(&inside, 0, bits, random_next(&random), random_next(&random));
		route = (struct sbx_route) {.address = model_mask(&inside, length), .length = length,
			.family = family, .nexthop = 1 + i, .op = SBX_ROUTE_PUT};
		for (uint32_t slice = 0; slice < FIB_SLICES; slice++)
			before[slice] = fib_generation(generations_of(fib, family), slice);
		fib_do(fib, route);
		for (uint32_t j = 0; j < 64; j++) {
			uint32_t slice = slice_of(family, &inside);

			assert_int_equal(fib_generation(generations_of(fib, family), slice),
				before[slice] + 1);
			table_fill_host(&inside, length, bits, random_next(&random),
				random_next(&random));
		}
		route.op = SBX_ROUTE_DELETE;
		fib_do(fib, route);
	}
}

static void
every_address_of_an_ipv4_prefix_sees_it(void **state)
{
	every_address_of_a_changed_prefix_sees_it(*state, SBX_IPV4, 32);
}

static void
every_address_of_an_ipv6_prefix_sees_it(void **state)
{
	every_address_of_a_changed_prefix_sees_it(*state, SBX_IPV6, 128);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, unmake)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_fresh_fib_is_of_generation_one),
		TEST(a_change_raises_its_own_slice_alone),
		TEST(what_changes_nothing_raises_nothing),
		TEST(a_batch_raises_a_slice_once),
		TEST(the_default_route_raises_all),
		TEST(every_address_of_an_ipv4_prefix_sees_it),
		TEST(every_address_of_an_ipv6_prefix_sees_it),
	};

	return cmocka_run_group_tests_name("the FIB's slices", tests, NULL, NULL);
}
