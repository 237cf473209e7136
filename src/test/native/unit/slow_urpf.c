// What uRPF is told of each nexthop: from its record alone, and sets of several interfaces.
// Owns: checks of control/urpf.c and of when control/nexthops.c calls it.
#include "slow_world.h"

#include "control/urpf.h"

#define SETS (URPF_SETS - SBX_INTERFACES_MAX - 1)

static uint16_t
via(uint32_t nexthop)
{
	return urpf_via(&world_state()->tables->urpf, nexthop);
}

// Whether a packet that comes in by it (0: by any) may have a source of this nexthop.
static bool
passes(uint32_t nexthop, uint16_t interface)
{
	return urpf_member(&world_state()->tables->urpf.rows[interface], via(nexthop));
}

static int
reach(uint32_t nexthop, uint32_t first, uint32_t second)
{
	const uint16_t interfaces[] = { (uint16_t)first, (uint16_t)second };

	return urpf_reach(world_state(), nexthop, interfaces, 2);
}

static void
a_nexthop_is_reached_by_its_interface(void **context)
{
	static const uint8_t others[] = { SBX_NEXTHOP_LOCAL, SBX_NEXTHOP_BLACKHOLE,
		SBX_NEXTHOP_UNREACHABLE, SBX_NEXTHOP_PROHIBIT, SBX_NEXTHOP_NONE };

	(void)context;
	assert_int_equal(via(0), 0);
	assert_false(passes(0, 0));
	assert_int_equal(via(WAN), WAN); // CONNECTED
	for (uint32_t i = 0; i < RTE_DIM(others); i++) {
		world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.9");
		assert_int_equal(via(REMOTE), WAN);
		assert_true(passes(REMOTE, WAN) && passes(REMOTE, 0) && !passes(REMOTE, LAN));
		world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, LAN, "2001:db8:2::9");
		assert_int_equal(via(REMOTE), LAN);
		world_nexthop(REMOTE, others[i], 0, NULL);
		assert_int_equal(via(REMOTE), 0);
		assert_false(passes(REMOTE, WAN) || passes(REMOTE, 0));
	}
}

static void
its_neighbor_does_not_matter(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.9");
	world_forward(slow, "203.0.113.77", REMOTE);
	assert_int_equal(via(REMOTE), WAN);
	world_wait(slow, 4 * WORLD_RETRANSMIT);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_FAILED);
	assert_int_equal(via(REMOTE), WAN);
	world_reply(slow, "192.0.2.9", peer_mac);
	assert_int_equal(via(REMOTE), WAN);
	world_state()->tables->interfaces[WAN].up = false;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(via(REMOTE), WAN);
}

static void
nothing_comes_by_an_interface_that_is_gone(void **context)
{
	(void)context;
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.9");
	assert_int_equal(reach(REMOTE + 1, WAN, LAN), 0);
	assert_int_equal(reach(REMOTE + 2, WAN, P2P), 0);
	nexthops_interface_gone(world_state(), WAN);
	assert_int_equal(via(REMOTE), 0);
	assert_int_equal(via(WAN), 0);
	assert_true(!passes(REMOTE + 1, WAN) && passes(REMOTE + 1, LAN) && passes(REMOTE + 1, 0));
	nexthops_interface_gone(world_state(), LAN);
	assert_false(passes(REMOTE + 1, LAN) || passes(REMOTE + 1, 0));
	assert_true(passes(REMOTE + 2, P2P) && passes(REMOTE + 2, 0));
	// The id is another interface's later: it comes with no set.
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, P2P, "203.0.113.11");
	assert_true(passes(REMOTE, P2P));
	assert_false(passes(REMOTE + 2, WAN));
}

static void
a_batch_that_fails_changes_nothing(void **context)
{
	const struct sbx_nexthop batch[2] = {
		{ .id = REMOTE, .type = SBX_NEXTHOP_CONNECTED, .interface = LAN },
		{ .id = REMOTE + 1, .type = SBX_NEXTHOP_CONNECTED, .interface = 200 },
	};
	uint32_t failed;

	(void)context;
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.9");
	assert_int_equal(world_apply(batch, 2, &failed), -ENODEV);
	assert_int_equal(via(REMOTE), WAN);
}

static void
equal_sets_are_one(void **context)
{
	const uint16_t twice[] = { LAN, LAN, LAN }, all[] = { P2P, WAN, LAN, WAN };

	(void)context;
	assert_int_equal(urpf_reach(world_state(), 10, NULL, 0), 0);
	assert_int_equal(via(10), 0);
	assert_int_equal(urpf_reach(world_state(), 10, twice, 3), 0);
	assert_int_equal(via(10), LAN);
	assert_int_equal(reach(10, WAN, LAN), 0);
	assert_int_equal(reach(11, LAN, WAN), 0);
	assert_int_equal(reach(12, LAN, P2P), 0);
	assert_int_equal(urpf_reach(world_state(), 13, all, 4), 0);
	assert_true(via(10) >= SBX_INTERFACES_MAX && via(10) == via(11));
	assert_true(via(12) != via(10) && via(13) != via(10) && via(13) != via(12));
	assert_true(passes(10, WAN) && passes(10, LAN) && !passes(10, P2P) && passes(10, 0));
	assert_true(!passes(12, WAN) && passes(12, LAN) && passes(12, P2P) && passes(12, 0));
	assert_true(passes(13, WAN) && passes(13, LAN) && passes(13, P2P) && passes(13, 0));
	assert_int_equal(reach(10, WAN, WAN), 0);
	assert_true(via(10) == WAN && passes(11, LAN));
}

// As many different sets as there are, of two interfaces each.
static void
fill(uint32_t from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(reach(1 + i, 1 + (from + i) % 50, 51 + (from + i) / 50), 0);
}

static int
setup_large(void **context)
{
	static const struct world_size size = { SETS + 8, WORLD_NEIGHBORS, 1 };

	return world_setup_sized(context, &size);
}

static void
one_set_too_many_is_refused(void **context)
{
	(void)context;
	fill(0, SETS);
	world_quiesce();
	for (uint32_t tries = 0; tries < 2; tries++) {
		assert_int_equal(reach(5, 200, 201), -ENOSPC);
		assert_true(passes(5, 5) && passes(5, 51) && !passes(5, 200));
		assert_int_equal(reach(SETS + 1, 200, 201), -ENOSPC);
		assert_int_equal(via(SETS + 1), 0);
	}
	assert_int_equal(reach(SETS + 1, 7, 51), 0); // as nexthop 7
	assert_int_equal(via(SETS + 1), via(7));
}

// A worker may still hold the number of a set that no nexthop names any more.
static void
a_set_rests_for_a_grace_period(void **context)
{
	uint16_t freed;

	(void)context;
	fill(0, SETS);
	world_quiesce();
	freed = via(5);
	assert_int_equal(reach(SETS + 1, 5, 51), 0);
	world_nexthop(5, SBX_NEXTHOP_BLACKHOLE, 0, NULL);
	world_quiesce();
	assert_int_equal(reach(6, 200, 201), -ENOSPC); // nexthop SETS + 1 names it
	assert_int_equal(reach(SETS + 1, 9, 9), 0);
	assert_int_equal(reach(6, 200, 201), -ENOSPC); // a worker might
	assert_true(urpf_member(&world_state()->tables->urpf.rows[51], freed));
	world_quiesce();
	assert_int_equal(reach(6, 200, 201), 0);
	assert_int_equal(via(6), freed);
	assert_true(passes(6, 200) && passes(6, 201) && passes(6, 0));
	assert_false(passes(6, 5) || passes(6, 51));
}

// Every set is named and left again and again, and none is lost.
static void
sets_come_back(void **context)
{
	(void)context;
	for (uint32_t round = 0; round < 20; round++) {
		world_quiesce();
		fill(round * 100, SETS);
		for (uint32_t i = 0; i < SETS; i++)
			assert_int_equal(urpf_reach(world_state(), 1 + i, NULL, 0), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define LARGE(name) cmocka_unit_test_setup_teardown(name, setup_large, world_teardown)
		TEST(a_nexthop_is_reached_by_its_interface),
		TEST(its_neighbor_does_not_matter),
		TEST(nothing_comes_by_an_interface_that_is_gone),
		TEST(a_batch_that_fails_changes_nothing),
		TEST(equal_sets_are_one),
		LARGE(one_set_too_many_is_refused),
		LARGE(a_set_rests_for_a_grace_period),
		LARGE(sets_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
