// Nexthop groups: what is refused, who can be used and when, whose the flows then are, and that a change of links, of
// neighbors or of members is followed at once.
// Owns: checks of control/nexthop_groups.c, of nexthop_apply.c for groups, and of the slow path by way of them.
#include "slow_world.h"

#include <control/nexthop_groups.h>
#include <control/urpf.h>

#include <time.h>

#define GROUP 20
#define A 10                      // 192.0.2.50 on WAN
#define B 11                      // 198.51.100.50 on LAN
#define C 12                      // 2001:db8:1::50 on WAN

static struct sbx_nexthop
unicast(uint32_t id, uint16_t interface, const char *address)
{
	return (struct sbx_nexthop){ .id = id, .interface = interface, .type = SBX_NEXTHOP_UNICAST,
		.family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4,
		.address = world_address(address) };
}

static struct sbx_nexthop
group_of(uint32_t id, uint32_t first, uint32_t members)
{
	return (struct sbx_nexthop){ .id = id, .type = SBX_NEXTHOP_GROUP, .first_member = first, .members = members };
}

static int
apply(const struct sbx_nexthop *nexthops, uint32_t count, const struct sbx_nexthop_member *members,
	uint32_t member_count, uint32_t *failed)
{
	const struct nexthop_batch batch = { nexthops, count, members, member_count };

	return nexthops_apply(world_state(), &batch, failed);
}

static void
set_members(const struct sbx_nexthop_member *members, uint32_t count)
{
	const struct sbx_nexthop group = group_of(GROUP, 0, count);
	uint32_t failed;

	assert_int_equal(apply(&group, 1, members, count, &failed), 0);
}

// A and B, equal, both known to the slow path.
static void
set_two(void)
{
	static const struct sbx_nexthop_member members[] = { { .id = A, .weight = 1 }, { .id = B, .weight = 1 } };

	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	world_nexthop(B, SBX_NEXTHOP_UNICAST, LAN, "198.51.100.50");
	set_members(members, 2);
}

static uint32_t
member(uint32_t hash)
{
	return adjacency_member(world_adjacency(GROUP), hash);
}

// How many of the buckets a member has, as the workers see it.
static uint32_t
share(uint32_t id)
{
	uint32_t count = 0;

	assert_int_equal(world_adjacency(GROUP)->action, ADJACENCY_GROUP);
	for (uint32_t i = 0; i < 64; i++)
		count += member(i << 26) == id;
	return count;
}

static void
assert_listed(uint32_t id, uint16_t weight, bool usable, uint32_t buckets)
{
	struct sbx_nexthop_member_state states[8];
	int64_t count = nexthops_members(world_state(), GROUP, states, 8);

	for (int64_t i = 0; i < count; i++)
		if (states[i].id == id) {
			assert_int_equal(states[i].weight, weight);
			assert_int_equal(states[i].usable, usable);
			assert_int_equal(states[i].buckets, buckets);
			return;
		}
	fail_msg("nexthop %u is no member", id);
}

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
		TEST(refuses_bad_groups_and_changes_nothing),
		TEST(a_member_becomes_no_group_but_with_all_that_have_it),
		TEST(flows_leave_a_link_that_is_down_and_come_back),
		TEST(flows_leave_an_interface_that_is_set_down),
		TEST(flows_leave_an_interface_that_goes),
		TEST(all_stay_in_while_none_is_usable),
		TEST(flows_leave_a_neighbor_that_failed_until_it_is_heard_of),
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
