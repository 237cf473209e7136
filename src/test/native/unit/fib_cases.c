// The FIB on inputs that broke other routers' (rows L of the cases), at its limits, and on bad
// records.
// Owns: one FIB a test. Must not: need the real table (fib_churn.c).
// Next: fib_twin.c.
#include "fib_fixture.h"

#include <errno.h>

static int
set_up(void **state)
{
	*state = fib_fixture_make(1000, 64);
	return 0;
}

static int
tear_down(void **state)
{
	fib_fixture_free(*state);
	return 0;
}

static void
l1_longer_prefix_with_its_covers_nexthop_leaves_no_debt(void **state)
{
	struct fib_fixture *fib = *state;
	uint64_t groups = fib_state(fib, SBX_IPV4).groups;

	fib_do(fib, fib_put("10.0.0.0/24", 1));
	fib_do(fib, fib_put("10.0.0.0/25", 1));
	fib_do(fib, fib_delete("10.0.0.0/25"));
	assert_int_equal(fib_length(fib, "10.0.0.1"), 24);
	fib_do(fib, fib_put("11.0.0.0/25", 2));
	assert_int_equal(fib_nexthop(fib, "11.0.0.127"), 2);
	assert_int_equal(fib_nexthop(fib, "11.0.0.128"), 0);
	fib_do(fib, fib_delete("11.0.0.0/25"));
	assert_int_equal(fib_state(fib, SBX_IPV4).groups, groups);
}

static void
l2_adding_and_deleting_nested_prefixes_leaks_nothing(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_fib_state before, after;

	for (uint32_t i = 0; i < 100000; i++) {
		fib_do(fib, fib_put("2001:db8:1:100::/56", 1));
		fib_do(fib, fib_put("2001:db8:1::/48", 2));
		assert_int_equal(fib_nexthop(fib, "2001:db8:1:1ff::"), 1);
		fib_do(fib, fib_delete("2001:db8:1:100::/56"));
		assert_int_equal(fib_nexthop(fib, "2001:db8:1:1ff::"), 2);
		fib_do(fib, fib_delete("2001:db8:1::/48"));
		if (i == 0)
			before = fib_state(fib, SBX_IPV6);
	}
	after = fib_state(fib, SBX_IPV6);
	assert_int_equal(after.groups, 0);
	assert_int_equal(after.routes, 0);
	assert_int_equal(after.bytes, before.bytes);
}

static void
l3_the_default_route_may_come_first(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("0.0.0.0/0", 7));
	fib_do(fib, fib_put("::/0", 8));
	assert_int_equal(fib_nexthop(fib, "0.0.0.0"), 7);
	assert_int_equal(fib_nexthop(fib, "255.255.255.255"), 7);
	assert_int_equal(fib_nexthop(fib, "2001:db8::1"), 8);
	assert_int_equal(fib_nexthop(fib, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), 8);
	assert_int_equal(fib_length(fib, "192.0.2.1"), 0);
	fib_do(fib, fib_delete("0.0.0.0/0"));
	fib_do(fib, fib_delete("::/0"));
	assert_int_equal(fib_nexthop(fib, "192.0.2.1"), 0);
	assert_int_equal(fib_nexthop(fib, "2001:db8::1"), 0);
}

static void
l4_the_last_address_has_its_own_answer(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("255.0.0.0/8", 1));
	fib_do(fib, fib_put("10.0.0.0/8", 2));
	fib_do(fib, fib_put("0.0.0.0/0", 3));
	assert_int_equal(fib_nexthop(fib, "255.255.255.255"), 1);
	assert_int_equal(fib_nexthop(fib, "10.255.255.255"), 2);
	assert_int_equal(fib_nexthop(fib, "11.0.0.0"), 3);
}

static void
l5_prefixes_of_equal_address_are_kept_apart(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("10.0.0.0/8", 8));
	fib_do(fib, fib_put("10.0.0.0/16", 16));
	fib_do(fib, fib_put("10.0.0.0/9", 9));
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 16);
	assert_int_equal(fib_nexthop(fib, "10.1.0.1"), 9);
	assert_int_equal(fib_nexthop(fib, "10.128.0.1"), 8);
	fib_do(fib, fib_delete("10.0.0.0/9"));
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 16);
	assert_int_equal(fib_nexthop(fib, "10.1.0.1"), 8);
	fib_do(fib, fib_delete("10.0.0.0/16"));
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 8);
	fib_do(fib, fib_delete("10.0.0.0/8"));
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 0);
}

static void
l7_a_shorter_prefix_may_come_after_a_longer(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("10.1.2.0/24", 24));
	fib_do(fib, fib_put("10.1.0.0/16", 16));
	assert_int_equal(fib_nexthop(fib, "10.1.1.1"), 16);
	assert_int_equal(fib_nexthop(fib, "10.1.2.1"), 24);
}

static void
l8_the_most_specific_wins_down_to_the_last_bit(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("10.0.0.0/31", 31));
	fib_do(fib, fib_put("10.0.0.2/32", 2));
	fib_do(fib, fib_put("10.0.0.3/32", 3));
	fib_do(fib, fib_put("10.0.0.0/24", 24));
	assert_int_equal(fib_nexthop(fib, "10.0.0.0"), 31);
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 31);
	assert_int_equal(fib_nexthop(fib, "10.0.0.2"), 2);
	assert_int_equal(fib_nexthop(fib, "10.0.0.3"), 3);
	assert_int_equal(fib_nexthop(fib, "10.0.0.4"), 24);
	assert_int_equal(fib_length(fib, "10.0.0.2"), 32);
}

static void
l9_the_longest_ipv6_prefix_and_its_sibling_are_found(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("fe80::1/128", 128));
	fib_do(fib, fib_put("fe80::2/127", 127));
	fib_do(fib, fib_put("fe80::/127", 1));
	assert_int_equal(fib_nexthop(fib, "fe80::1"), 128);
	assert_int_equal(fib_nexthop(fib, "fe80::"), 1);
	assert_int_equal(fib_nexthop(fib, "fe80::2"), 127);
	assert_int_equal(fib_nexthop(fib, "fe80::3"), 127);
	assert_int_equal(fib_nexthop(fib, "fe80::4"), 0);
}

static void
l10_nested_prefixes_cover_and_are_covered(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("10.0.0.0/8", 8));
	fib_do(fib, fib_put("10.1.0.0/16", 16));
	fib_do(fib, fib_put("10.1.1.0/24", 24));
	assert_int_equal(fib_length(fib, "10.1.1.255"), 24);
	assert_int_equal(fib_length(fib, "10.1.2.0"), 16);
	assert_int_equal(fib_length(fib, "10.2.0.0"), 8);
	fib_do(fib, fib_delete("10.1.0.0/16"));
	assert_int_equal(fib_length(fib, "10.1.1.0"), 24);
	assert_int_equal(fib_length(fib, "10.1.2.0"), 8);
	fib_do(fib, fib_delete("10.1.1.0/24"));
	assert_int_equal(fib_length(fib, "10.1.1.0"), 8);
	assert_int_equal(fib_state(fib, SBX_IPV4).by_length[8], 1);
	assert_int_equal(fib_state(fib, SBX_IPV4).by_length[16], 0);
}

static void
a3_the_same_batch_twice_is_one(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_route batch[] = {fib_put("10.0.0.0/8", 1), fib_put("2001:db8::/32", 2),
		fib_delete("11.0.0.0/8"), fib_put("0.0.0.0/0", 3)};
	struct sbx_routes_result first = {0}, second = {0};

	assert_int_equal(fib_apply(fib->vrf, batch, 4, &first), 0);
	assert_int_equal(fib_apply(fib->vrf, batch, 4, &second), 0);
	assert_int_equal(first.added, 3);
	assert_int_equal(first.unchanged, 1);
	assert_int_equal(first.generation, 1);
	assert_int_equal(second.added + second.changed + second.removed, 0);
	assert_int_equal(second.unchanged, 4);
	assert_int_equal(second.generation, 1);
}

static void
the_last_of_several_records_for_a_prefix_counts(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_route batch[] = {fib_put("10.0.0.0/8", 1), fib_put("11.0.0.0/8", 1),
		fib_delete("10.0.0.0/8"), fib_delete("11.0.0.0/8"), fib_put("11.0.0.0/8", 5)};
	struct sbx_routes_result result = {0};

	assert_int_equal(fib_apply(fib->vrf, batch, 5, &result), 0);
	assert_int_equal(fib_nexthop(fib, "10.0.0.1"), 0);
	assert_int_equal(fib_nexthop(fib, "11.0.0.1"), 5);
	assert_int_equal(result.added, 1);
	assert_int_equal(result.unchanged, 4);
}

static void
nexthop_ids_have_24_bits(void **state)
{
	struct fib_fixture *fib = *state;

	fib_do(fib, fib_put("255.255.255.255/32", SBX_NEXTHOP_ID_MAX));
	fib_do(fib, fib_put("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128", SBX_NEXTHOP_ID_MAX));
	assert_int_equal(fib_nexthop(fib, "255.255.255.255"), SBX_NEXTHOP_ID_MAX);
	assert_int_equal(fib_nexthop(fib, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
		SBX_NEXTHOP_ID_MAX);
}

// A batch is refused whole, the record is named, and all is as it was (bytes aside: memory is not
// given back).
static void
refuses(struct fib_fixture *fib, const struct sbx_route *batch, uint32_t count, int error,
	uint32_t failed)
{
	struct sbx_fib_state before4 = fib_state(fib, SBX_IPV4), before6 = fib_state(fib, SBX_IPV6);
	struct sbx_fib_state after;
	struct sbx_routes_result result = {.added = 77};

	assert_int_equal(fib_apply(fib->vrf, batch, count, &result), error);
	assert_int_equal(result.failed, failed);
	assert_int_equal(result.added, 77);
	after = fib_state(fib, SBX_IPV4);
	before4.bytes = after.bytes;
	assert_memory_equal(&before4, &after, sizeof(after));
	after = fib_state(fib, SBX_IPV6);
	before6.bytes = after.bytes;
	assert_memory_equal(&before6, &after, sizeof(after));
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(fib_lookup(fib, batch[i].family == SBX_IPV6 ? SBX_IPV6 : SBX_IPV4,
			&batch[i].address), 0);
}

static void
a_batch_beyond_the_routes_is_refused_whole(void **state)
{
	struct fib_fixture *fib = fib_fixture_make(3, 64);
	struct sbx_route batch[] = {fib_put("2001:db8::/32", 1), fib_put("12.0.0.0/8", 1),
		fib_put("11.0.0.0/8", 1), fib_put("10.0.0.0/8", 1), fib_put("9.0.0.0/8", 1)};
	struct sbx_route swap[] = {fib_put("9.0.0.0/8", 4), fib_delete("12.0.0.0/8")};
	struct sbx_routes_result result = {0};

	(void)state;
	refuses(fib, batch, 5, -ENOSPC, 4);
	assert_int_equal(fib_apply(fib->vrf, batch, 4, &result), 0);
	assert_int_equal(fib_apply(fib->vrf, swap, 2, &result), 0);
	assert_int_equal(fib_nexthop(fib, "9.0.0.1"), 4);
	assert_int_equal(fib_nexthop(fib, "12.0.0.1"), 0);
	fib_fixture_free(fib);
}

static void
a_batch_beyond_the_groups_is_refused_whole(void **state)
{
	struct fib_fixture *fib = fib_fixture_make(1000, 3);
	struct sbx_route batch4[] = {fib_put("10.0.0.0/25", 1), fib_put("10.0.1.0/25", 1),
		fib_put("2001:d00::/24", 1), fib_put("10.0.2.0/25", 1), fib_put("10.0.3.0/25", 1)};
	struct sbx_route batch6[] = {fib_put("10.0.0.0/25", 1), fib_put("2001:db8:1::/56", 1)};

	(void)state;
	refuses(fib, batch4, 5, -ENOSPC, 4);
	refuses(fib, batch6, 2, -ENOSPC, 1);
	fib_do(fib, fib_put("2001:db00::/32", 1));
	for (uint32_t i = 0; i < 100; i++)
		refuses(fib, batch6, 2, -ENOSPC, 1);
	fib_do(fib, fib_put("2001:db00::/40", 2));
	assert_int_equal(fib_nexthop(fib, "2001:db00::1"), 2);
	fib_fixture_free(fib);
}

static void
bad_records_are_refused_by_name(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_route good = fib_put("10.0.0.0/8", 1);
	struct sbx_route batch[2] = {good, good};

	batch[1].address.bytes[1] = 1; // a host bit
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = good;
	batch[1].address.bytes[15] = 1; // beyond an IPv4 address
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = good;
	batch[1].length = 33;
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = fib_put("2001:db8::/32", 1);
	batch[1].length = 129;
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = good;
	batch[1].nexthop = 0;
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1].nexthop = SBX_NEXTHOP_ID_MAX + 1;
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = good;
	batch[1].op = 0;
	refuses(fib, batch, 2, -EINVAL, 1);
	batch[1] = good;
	batch[1].family = 5;
	refuses(fib, batch, 2, -EINVAL, 1);
}

static void
an_empty_batch_is_nothing(void **state)
{
	struct fib_fixture *fib = *state;
	struct sbx_routes_result result = {.added = 1};

	assert_int_equal(fib_apply(fib->vrf, NULL, 0, &result), 0);
	assert_int_equal(result.added, 0);
	assert_int_equal(result.generation, 0);
}

static void
bad_limits_are_refused(void **state)
{
	struct fib_fixture *fib = *state;
	struct fib_limits limits = {10, 10, 1 << 24, 10};
	struct fib_vrf *vrf = NULL;

	assert_int_equal(fib_create(&limits, fib->rcu, &fib->generation, &vrf), -EINVAL);
	assert_null(vrf);
	assert_int_equal(fib_describe(fib->vrf, 5, NULL), -EINVAL);
	fib_free(NULL);
}

#define CASE(name, function) \
	{name, function, set_up, tear_down, NULL}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE("L1 a longer prefix with its cover's nexthop leaves no debt",
			l1_longer_prefix_with_its_covers_nexthop_leaves_no_debt),
		CASE("L2 adding and deleting nested prefixes leaks nothing",
			l2_adding_and_deleting_nested_prefixes_leaks_nothing),
		CASE("L3 the default route may come first", l3_the_default_route_may_come_first),
		CASE("L4 the last address has its own answer", l4_the_last_address_has_its_own_answer),
		CASE("L5 prefixes of equal address are kept apart",
			l5_prefixes_of_equal_address_are_kept_apart),
		CASE("L7 a shorter prefix may come after a longer",
			l7_a_shorter_prefix_may_come_after_a_longer),
		CASE("L8 the most specific wins down to the last bit",
			l8_the_most_specific_wins_down_to_the_last_bit),
		CASE("L9 the longest IPv6 prefix and its sibling are found",
			l9_the_longest_ipv6_prefix_and_its_sibling_are_found),
		CASE("L10 nested prefixes cover and are covered",
			l10_nested_prefixes_cover_and_are_covered),
		CASE("A3 the same batch twice is one", a3_the_same_batch_twice_is_one),
		cmocka_unit_test_setup_teardown(the_last_of_several_records_for_a_prefix_counts, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(nexthop_ids_have_24_bits, set_up, tear_down),
		cmocka_unit_test(a_batch_beyond_the_routes_is_refused_whole),
		cmocka_unit_test(a_batch_beyond_the_groups_is_refused_whole),
		CASE("A4 bad records are refused by name", bad_records_are_refused_by_name),
		cmocka_unit_test_setup_teardown(an_empty_batch_is_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(bad_limits_are_refused, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("the FIB's cases", tests, NULL, NULL);
}
