// Whose a group's buckets are: shares against a naive count of Webster's method, and which of them move.
// Owns: checks of control/nexthop_buckets.c.
#include <control/nexthop_buckets.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MEMBERS_MAX 128
#define ROUNDS 400
#define STEPS 12

struct group {
	struct bucket_share shares[MEMBERS_MAX];
	uint32_t members;
	uint32_t buckets;
	uint8_t home[NEXTHOP_BUCKETS_MAX];
	uint8_t owners[NEXTHOP_BUCKETS_MAX];
};

static struct group group;

// The weights of `members` members: mostly small ones, sometimes as far apart as may be.
static void
make(uint32_t members, uint16_t weight_max)
{
	memset(&group, 0, sizeof(group));
	group.members = members;
	for (uint32_t i = 0; i < members; i++) {
		group.shares[i].weight = (uint16_t)(1 + (uint32_t)rand() % weight_max);
		group.shares[i].in = true;
	}
	group.buckets = 1u << buckets_bits(group.shares, members);
	memset(group.home, BUCKET_FREE, sizeof(group.home));
	memset(group.owners, BUCKET_FREE, sizeof(group.owners));
	buckets_spread(group.home, NULL, group.buckets, group.shares, members);
	memcpy(group.owners, group.home, sizeof(group.owners));
}

// One bucket after the other, each to the member with the most weight for what it would have then.
static void
twin_due(const struct bucket_share *shares, uint32_t members, uint32_t buckets, uint32_t *due)
{
	memset(due, 0, MEMBERS_MAX * sizeof(*due));
	for (uint32_t bucket = 0; bucket < buckets; bucket++) {
		uint32_t best = members;

		for (uint32_t i = 0; i < members; i++)
			if (shares[i].in && (best == members || (uint64_t)shares[i].weight * (2 * due[best] + 1) >
				(uint64_t)shares[best].weight * (2 * due[i] + 1)))
				best = i;
		due[best]++;
	}
}

static void
assert_shares(void)
{
	uint32_t due[MEMBERS_MAX], has[MEMBERS_MAX] = { 0 };

	twin_due(group.shares, group.members, group.buckets, due);
	for (uint32_t bucket = 0; bucket < group.buckets; bucket++) {
		assert_true(group.owners[bucket] < group.members);
		has[group.owners[bucket]]++;
	}
	for (uint32_t i = 0; i < group.members; i++)
		if (has[i] != due[i] || group.shares[i].due != due[i] || group.shares[i].has != has[i])
			fail_msg("member %u of %u, weight %u: %u buckets of %u, due %u", i, group.members,
				group.shares[i].weight, has[i], group.buckets, due[i]);
}

static bool
one_is_in(void)
{
	for (uint32_t i = 0; i < group.members; i++)
		if (group.shares[i].in)
			return true;
	return false;
}

// One member goes or comes, at random; nothing moves between the others.
static void
step(void)
{
	uint32_t changed = (uint32_t)rand() % group.members;
	uint8_t before[NEXTHOP_BUCKETS_MAX];

	group.shares[changed].in = !group.shares[changed].in;
	if (!one_is_in()) {
		group.shares[changed].in = true;
		return;
	}
	memcpy(before, group.owners, group.buckets);
	buckets_spread(group.owners, group.home, group.buckets, group.shares, group.members);
	assert_shares();
	for (uint32_t bucket = 0; bucket < group.buckets; bucket++) {
		if (group.owners[bucket] == before[bucket])
			continue;
		assert_int_equal(group.shares[changed].in ? group.owners[bucket] : before[bucket], changed);
	}
}

static void
members_that_go_or_come_move_their_own_flows_only(void **unused)
{
	(void)unused;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t members = round % 8 == 7 ? 1 + (uint32_t)rand() % 24 : 1 + (uint32_t)rand() % 6;

		make(members, round % 3 == 0 ? 1 : round % 3 == 1 ? 10 : 60);
		assert_shares();
		for (uint32_t i = 0; i < STEPS; i++)
			step();
	}
}

static void
a_member_that_comes_back_has_the_flows_it_had(void **unused)
{
	(void)unused;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t gone;

		make(2 + (uint32_t)rand() % 10, 20);
		gone = (uint32_t)rand() % group.members;
		group.shares[gone].in = false;
		buckets_spread(group.owners, group.home, group.buckets, group.shares, group.members);
		group.shares[gone].in = true;
		buckets_spread(group.owners, group.home, group.buckets, group.shares, group.members);
		assert_memory_equal(group.owners, group.home, group.buckets);
	}
}

// By no more than a few percent, however the weights are.
static void
shares_are_as_the_weights(void **unused)
{
	static const uint16_t weight_max[] = { 1, 4, 40, 255 };

	(void)unused;
	for (uint32_t members = 1; members <= MEMBERS_MAX; members = members * 3 / 2 + 1)
		for (uint32_t w = 0; w < sizeof(weight_max) / sizeof(weight_max[0]); w++) {
			uint64_t sum = 0;

			make(members, weight_max[w]);
			for (uint32_t i = 0; i < members; i++)
				sum += group.shares[i].weight;
			for (uint32_t i = 0; i < members; i++) {
				double ideal = (double)group.buckets * group.shares[i].weight / (double)sum;
				double most = group.buckets < NEXTHOP_BUCKETS_MAX ? 0.02 : 0.5;

				assert_true(group.shares[i].has >= 1);
				assert_true(group.shares[i].has > ideal * (1 - most) - 0.01);
				assert_true(group.shares[i].has < ideal * (1 + most) + 0.01);
			}
		}
}

static void
sizes_are_powers_of_two_of_at_least_eight_a_member(void **unused)
{
	(void)unused;
	for (uint32_t members = 1; members <= MEMBERS_MAX; members++) {
		make(members, 1);
		assert_true(group.buckets >= 8 * members);
		assert_true(group.buckets <= 64 * members);
	}
	make(2, 1);
	assert_int_equal(group.buckets, 64);
	make(MEMBERS_MAX, 1);
	group.shares[0].weight = 255;
	assert_int_equal(1u << buckets_bits(group.shares, MEMBERS_MAX), 16384);
	for (uint32_t i = 1; i < MEMBERS_MAX; i++)
		group.shares[i].weight = 255;
	group.shares[0].weight = 1;
	assert_int_equal(1u << buckets_bits(group.shares, MEMBERS_MAX), NEXTHOP_BUCKETS_MAX);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_that_go_or_come_move_their_own_flows_only),
		cmocka_unit_test(a_member_that_comes_back_has_the_flows_it_had),
		cmocka_unit_test(shares_are_as_the_weights),
		cmocka_unit_test(sizes_are_powers_of_two_of_at_least_eight_a_member),
	};

	srand(4);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
