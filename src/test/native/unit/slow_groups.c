// Nexthop groups: what is refused, who can be used and when, whose the flows then are, and that a change of links, of
// neighbors or of members is followed at once.
// Owns: checks of control/nexthop_groups.c, of nexthop_apply.c for groups, and of the slow path by way of them.
#include "slow_groups_world.h"

// ------------------------------------------------------------------------------------- refused

static void
refuses_bad_groups_and_changes_nothing(void **context)
{
	static const struct sbx_nexthop_member members[] = { { A, 1, 0 }, { B, 0, 0 }, { B, 256, 0 }, { A, 1, 0 },
		{ 30, 1, 0 }, { GROUP, 1, 0 }, { 0, 1, 0 }, { WORLD_NEXTHOPS, 1, 0 }, { B, 1, 1 }, { 21, 1, 0 } };
	static const struct { uint32_t first, count; int error; } bad[] = {
		{ 0, 0, -EINVAL }, { 0, SBX_GROUP_MEMBERS_MAX + 1, -EINVAL }, { 9, 2, -EINVAL }, { 11, 1, -EINVAL },
		{ UINT32_MAX, 2, -EINVAL }, { 0, 2, -EINVAL }, { 2, 1, -EINVAL }, { 8, 1, -EINVAL }, // weights
		{ 3, 2, -ENOENT }, { 6, 1, -ENOENT }, { 7, 1, -ENOENT }, // no such member
		{ 5, 1, -EINVAL }, { 9, 1, -EINVAL } }; // itself, another group
	struct sbx_nexthop batch[3] = { unicast(A, WAN, "192.0.2.50"), unicast(B, LAN, "198.51.100.50") };
	const struct sbx_nexthop other = group_of(21, 0, 1);
	uint32_t failed;

	(void)context;
	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	assert_int_equal(apply(&other, 1, members, 1, &failed), 0);
	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.49");
	for (uint32_t i = 0; i < RTE_DIM(bad); i++) {
		failed = 99;
		batch[2] = group_of(GROUP, bad[i].first, bad[i].count);
		if (apply(batch, 3, members, RTE_DIM(members), &failed) != bad[i].error)
			fail_msg("case %u", i);
		assert_int_equal(failed, 2);
		assert_int_equal(world_adjacency(GROUP)->reason, DROP_no_route);
		assert_null(world_find("192.0.2.50"));
		assert_int_equal(world_state()->tables->nexthops.groups, 1);
	}
}

static void
a_member_becomes_no_group_but_with_all_that_have_it(void **context)
{
	static const struct sbx_nexthop_member members[] = { { B, 1, 0 }, { C, 1, 0 } };
	struct sbx_nexthop batch[3] = { group_of(A, 0, 2), group_of(GROUP, 0, 2) };
	uint32_t failed;

	(void)context;
	set_two();
	world_nexthop(C, SBX_NEXTHOP_UNICAST, WAN, "2001:db8:1::50");
	assert_int_equal(apply(batch, 1, members, 2, &failed), -EINVAL);
	assert_int_equal(apply(batch, 2, members, 2, &failed), 0);
	assert_int_equal(world_adjacency(A)->action, ADJACENCY_GROUP);
	assert_int_equal(share(B), 32);
	assert_int_equal(share(C), 32);
	assert_null(world_find("192.0.2.50"));
}

// ------------------------------------------------------------------------------------- usable

static void
flows_leave_a_link_that_is_down_and_come_back(void **context)
{
	bool *link = &world_state()->tables->interfaces[WAN].link;
	uint32_t before[64];

	(void)context;
	set_two();
	for (uint32_t i = 0; i < 64; i++)
		before[i] = member(i << 26);
	assert_int_equal(share(A), 32);
	*link = false;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(share(B), 64);
	assert_listed(A, 1, false, 0);
	assert_listed(B, 1, true, 64);
	assert_int_equal(world_adjacency(A)->action, ADJACENCY_DROP);
	assert_int_equal(world_adjacency(A)->reason, DROP_interface_down);
	*link = true;
	nexthops_interface_changed(world_state(), WAN);
	for (uint32_t i = 0; i < 64; i++)
		assert_int_equal(member(i << 26), before[i]);
}

static void
flows_leave_an_interface_that_is_set_down(void **context)
{
	(void)context;
	set_two();
	world_state()->tables->interfaces[LAN].up = false;
	nexthops_interface_changed(world_state(), LAN);
	assert_int_equal(share(A), 64);
	world_state()->tables->interfaces[LAN].up = true;
	nexthops_interface_changed(world_state(), LAN);
	assert_int_equal(share(A), 32);
}

static void
flows_leave_an_interface_that_goes(void **context)
{
	(void)context;
	set_two();
	world_state()->interfaces[WAN].used = false;
	nexthops_interface_gone(world_state(), WAN);
	neighbors_interface_gone(world_state(), WAN);
	assert_int_equal(share(B), 64);
	assert_int_equal(urpf_via(&world_state()->tables->urpf, GROUP), LAN);
	world_state()->interfaces[WAN].used = true;
	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	assert_int_equal(share(B), 32);
}

static void
all_stay_in_while_none_is_usable(void **context)
{
	(void)context;
	set_two();
	for (uint16_t id = WAN; id <= LAN; id++) {
		world_state()->tables->interfaces[id].link = false;
		nexthops_interface_changed(world_state(), id);
	}
	assert_int_equal(share(A), 32);
	assert_int_equal(share(B), 32);
}

// Nobody answers at A: its flows go to B as soon as that is known. No traffic comes to A then, so that it is asked
// again without; an answer brings its flows back.
static void
flows_leave_a_neighbor_that_failed_until_it_is_heard_of(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.9", "203.0.113.7", 8);
	uint64_t asked;

	set_two();
	world_give(slow, LAN, PUNT_RESOLVE, A, &packet);
	world_wait(slow, 3 * WORLD_RETRANSMIT - 100);
	assert_int_equal(share(A), 32);
	world_wait(slow, 200);
	assert_int_equal(neighbor_status(world_find("192.0.2.50")), SBX_NEIGHBOR_FAILED);
	assert_int_equal(share(B), 64);
	asked = slow->counters->core[CORE_arp_requests_sent];
	world_wait(slow, 9 * WORLD_RETRANSMIT);
	assert_true(slow->counters->core[CORE_arp_requests_sent] >= asked + 6);
	assert_int_equal(share(B), 64);
	world_reply(slow, "192.0.2.50", peer_mac);
	assert_int_equal(share(A), 32);
	world_clear();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(refuses_bad_groups_and_changes_nothing),
		TEST(a_member_becomes_no_group_but_with_all_that_have_it),
		TEST(flows_leave_a_link_that_is_down_and_come_back),
		TEST(flows_leave_an_interface_that_is_set_down),
		TEST(flows_leave_an_interface_that_goes),
		TEST(all_stay_in_while_none_is_usable),
		TEST(flows_leave_a_neighbor_that_failed_until_it_is_heard_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
