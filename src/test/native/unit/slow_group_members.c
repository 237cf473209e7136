// Members of nexthop groups: kinds, deletion, other members, counts, sources, the slow path, and many groups at once.
// Owns: checks of control/nexthop_groups.c and of the slow path by way of it. Next: groups_box.c.
#include "slow_groups_world.h"

// ------------------------------------------------------------------------------------- members

static void
kinds_that_need_no_link_are_always_usable(void **context)
{
	static const struct sbx_nexthop_member members[] = { { A, 2, 0 }, { 4, 1, 0 }, { 13, 1, 0 }, { WAN, 4, 0 } };

	(void)context;
	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	world_nexthop(13, SBX_NEXTHOP_BLACKHOLE, 0, NULL);
	set_members(members, 4);
	assert_int_equal(world_adjacency(GROUP)->l2[8], 8);
	assert_listed(A, 2, true, 64);
	assert_listed(4, 1, true, 32);
	assert_listed(13, 1, true, 32);
	assert_listed(WAN, 4, true, 128);
	world_state()->tables->interfaces[WAN].link = false;
	nexthops_interface_changed(world_state(), WAN);
	assert_listed(A, 2, false, 0);
	assert_listed(4, 1, true, 128);
	assert_listed(13, 1, true, 128);
	assert_listed(WAN, 4, false, 0);
}

static void
a_member_that_is_deleted_takes_nothing_until_it_is_set_again(void **context)
{
	(void)context;
	set_two();
	world_nexthop(A, SBX_NEXTHOP_NONE, 0, NULL);
	assert_int_equal(share(B), 64);
	assert_listed(A, 1, false, 0);
	world_nexthop(A, SBX_NEXTHOP_UNICAST, P2P, "203.0.113.11");
	assert_int_equal(share(A), 32);
	assert_int_equal(urpf_member(&world_state()->tables->urpf.rows[P2P],
		urpf_via(&world_state()->tables->urpf, GROUP)), 1);
}

// The flows of those that stay stay, also when the table grows; those of who goes are parted.
static void
other_members_take_only_their_share(void **context)
{
	static const struct sbx_nexthop_member three[] = { { A, 1, 0 }, { B, 1, 0 }, { C, 1, 0 } };
	static const struct sbx_nexthop_member heavy[] = { { A, 1, 0 }, { B, 7, 0 } };
	uint32_t before[256], moved = 0;

	(void)context;
	set_two();
	world_nexthop(C, SBX_NEXTHOP_UNICAST, WAN, "2001:db8:1::50");
	for (uint32_t i = 0; i < 256; i++)
		before[i] = member(i << 24);
	set_members(three, 3);
	for (uint32_t i = 0; i < 256; i++) {
		assert_true(member(i << 24) == before[i] || member(i << 24) == C);
		moved += member(i << 24) == C;
		before[i] = member(i << 24);
	}
	assert_in_range(moved, 256 / 3 - 4, 256 / 3 + 4);
	set_members(heavy, 2);
	for (uint32_t i = 0; i < 256; i++)
		assert_true(before[i] != B || member(i << 24) == B);
	assert_listed(A, 1, true, 32);
	assert_listed(B, 7, true, 224);
}

static void
a_group_becomes_another_kind_and_a_group_again(void **context)
{
	struct sbx_nexthop_member_state none;

	(void)context;
	set_two();
	world_nexthop(GROUP, SBX_NEXTHOP_BLACKHOLE, 0, NULL);
	assert_int_equal(world_adjacency(GROUP)->reason, DROP_blackhole);
	assert_int_equal(world_state()->tables->nexthops.groups, 0);
	assert_int_equal(nexthops_members(world_state(), GROUP, &none, 1), 0);
	assert_null(world_state()->nexthops[A].memberships);
	set_two();
	assert_int_equal(share(A), 32);
	world_nexthop(GROUP, SBX_NEXTHOP_NONE, 0, NULL);
	assert_int_equal(nexthops_members(world_state(), GROUP, &none, 1), -ENOENT);
	assert_int_equal(urpf_via(&world_state()->tables->urpf, GROUP), 0);
}

// Buckets that a worker may still read are not freed or given another meaning before it was quiescent (ASan looks).
static void
old_buckets_stay_while_a_worker_may_read_them(void **context)
{
	static const struct sbx_nexthop_member heavy[] = { { A, 1, 0 }, { B, 7, 0 } };
	struct rte_rcu_qsbr *rcu = world_state()->tables->rcu;
	struct adjacency old;

	(void)context;
	set_two();
	old = *world_adjacency(GROUP);
	rte_rcu_qsbr_thread_online(rcu, 0);
	set_members(heavy, 2);
	for (uint32_t i = 0; i < 64; i++)
		assert_true(adjacency_member(&old, i << 26) == A || adjacency_member(&old, i << 26) == B);
	set_two();
	assert_non_null(world_state()->groups->retired);
	rte_rcu_qsbr_thread_offline(rcu, 0);
	world_nexthop(GROUP, SBX_NEXTHOP_NONE, 0, NULL);
	set_two();
	world_nexthop(GROUP, SBX_NEXTHOP_NONE, 0, NULL);
	assert_null(world_state()->groups->retired->next);
}

static void
a_group_counts_what_its_members_send(void **context)
{
	const uint32_t id = GROUP;
	struct sbx_nexthop_state state;

	(void)context;
	set_two();
	world_use(A, 5);
	world_use(B, 7);
	assert_int_equal(nexthops_describe(world_state(), &id, 1, &state), 0);
	assert_int_equal(state.type, SBX_NEXTHOP_GROUP);
	assert_int_equal(state.packets, 12);
	assert_int_equal(state.bytes, 1200);
	assert_int_equal(state.members, 2);
	assert_int_equal(state.usable_members, 2);
}

static void
sources_come_by_the_interfaces_of_all_members(void **context)
{
	const struct urpf_table *urpf = &world_state()->tables->urpf;
	uint16_t via;

	(void)context;
	set_two();
	via = urpf_via(urpf, GROUP);
	assert_true(urpf_member(&urpf->rows[WAN], via));
	assert_true(urpf_member(&urpf->rows[LAN], via));
	assert_false(urpf_member(&urpf->rows[P2P], via));
	world_nexthop(A, SBX_NEXTHOP_UNICAST, P2P, "203.0.113.11");
	via = urpf_via(urpf, GROUP);
	assert_false(urpf_member(&urpf->rows[WAN], via));
	assert_true(urpf_member(&urpf->rows[P2P], via));
}

// ------------------------------------------------------------------------------------- slow path

// What the box itself sends goes by a member too, and a held packet by the one that it was held for.
static void
the_slow_path_sends_by_members(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("203.0.113.200", "198.51.100.77", 8);

	set_two();
	world_route("203.0.113.128", 25, GROUP);
	world_learn(slow, "192.0.2.50");
	world_state()->tables->interfaces[LAN].link = false;
	nexthops_interface_changed(world_state(), LAN);
	world_give(slow, WAN, PUNT_ERROR, DROP_no_route, &packet);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_port(0), WAN - 1);
	world_clear();
}

// RFC 8950: an IPv4 packet for an IPv6 nexthop waits for ND, and leaves with its own type.
static void
an_ipv4_packet_for_an_ipv6_nexthop_waits_for_nd(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.9", "203.0.113.7", 8), answer;
	const uint8_t *frame;
	uint32_t length;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "2001:db8:1::50");
	world_give(slow, LAN, PUNT_RESOLVE, REMOTE, &packet);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(slow->counters->core[CORE_nd_solicitations_sent], 1);
	assert_int_equal(slow->counters->core[CORE_arp_requests_sent], 0);
	world_clear();
	answer = world_nd(136, "2001:db8:1::50", "2001:db8:1::1", "2001:db8:1::50", 0x60000000, peer_mac);
	world_give(slow, WAN, PUNT_LOCAL, 0, &answer);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_int_equal(length, packet.length);
	assert_memory_equal(frame, peer_mac, 6);
	assert_memory_equal(frame + 6, wan_mac, 6);
	assert_int_equal(frame[12] << 8 | frame[13], RTE_ETHER_TYPE_IPV4);
	assert_int_equal(frame[14 + 8], packet.bytes[14 + 8] - 1);
	world_clear();
}

// ------------------------------------------------------------------------------------- many

#define MANY 4000

static uint64_t
thread_micros(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int
many_setup(void **context)
{
	static const struct world_size size = { MANY + 64, WORLD_NEIGHBORS, 1 };

	return world_setup_sized(context, &size);
}

// What is printed is to be under 2,000 us where no sanitizer looks on.
static void
many_groups_follow_a_link_together(void **context)
{
	static const struct sbx_nexthop_member members[] = { { A, 1, 0 }, { B, 1, 0 } };
	struct sbx_nexthop *groups = calloc(MANY, sizeof(*groups));
	uint64_t start;
	uint32_t failed;

	(void)context;
	set_two();
	for (uint32_t i = 0; i < MANY; i++)
		groups[i] = group_of(64 + i, 0, 2);
	assert_int_equal(apply(groups, MANY, members, 2, &failed), 0);
	for (int up = 0; up < 2; up++) {
		world_state()->tables->interfaces[WAN].link = up != 0;
		start = thread_micros();
		nexthop_groups_interface_changed(world_state(), WAN);
		nexthop_groups_repair(world_state());
		print_message("%d groups, link %s: repaired in %llu us\n", MANY, up ? "up" : "down",
			(unsigned long long)(thread_micros() - start));
		for (uint32_t i = 0; i < MANY; i++)
			assert_int_equal(adjacency_member(world_adjacency(64 + i), 0) == B, !up ||
				adjacency_member(world_adjacency(GROUP), 0) == B);
	}
	free(groups);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(kinds_that_need_no_link_are_always_usable),
		TEST(a_member_that_is_deleted_takes_nothing_until_it_is_set_again),
		TEST(other_members_take_only_their_share),
		TEST(a_group_becomes_another_kind_and_a_group_again),
		TEST(old_buckets_stay_while_a_worker_may_read_them),
		TEST(a_group_counts_what_its_members_send),
		TEST(sources_come_by_the_interfaces_of_all_members),
		TEST(the_slow_path_sends_by_members),
		TEST(an_ipv4_packet_for_an_ipv6_nexthop_waits_for_nd),
		cmocka_unit_test_setup_teardown(many_groups_follow_a_link_together, many_setup, world_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
