// Neighbors through their life: asked for, held for, found, aged, moved, failed, recycled.
// Owns: checks of slowpath/resolve.c and control/neighbor_queues.c. Next: slow_nexthops.c.
#include "slow_world.h"

static bool
is_request_for(uint32_t i, const char *address, const uint8_t *to)
{
	static const uint8_t everybody[6] = { 255, 255, 255, 255, 255, 255 };
	struct sbx_address wanted = world_address(address);
	const uint8_t *frame = world_frame(i, NULL);

	return memcmp(frame, to != NULL ? to : everybody, 6) == 0 && frame[13] == 6 &&
		frame[21] == 1 &&
		memcmp(frame + 38, &wanted, 4) == 0 && world_port(i) == WAN - 1;
}

static void
r4_three_held_packets_are_sent_when_the_neighbor_answers(void **context)
{
	struct slowpath *slow = *context;
	uint32_t length;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_RESOLVE);
	for (uint32_t i = 0; i < 3; i++)
		world_forward(slow, "203.0.113.200", REMOTE);
	assert_int_equal(world_sent(), 1);
	assert_true(is_request_for(0, "192.0.2.254", NULL));
	world_assert_address(world_frame(0, NULL) + 28, "192.0.2.1");
	assert_int_equal(world_find("192.0.2.254")->held, 3);
	world_reply(slow, "192.0.2.254", peer_mac);
	assert_int_equal(world_sent(), 4);
	for (uint32_t i = 1; i < 4; i++) {
		const uint8_t *frame = world_frame(i, &length);

		assert_memory_equal(frame, peer_mac, 6);
		assert_memory_equal(frame + 6, wan_mac, 6);
		assert_int_equal(frame[14 + 8], 16); // TTL went down once
		assert_true(world_checksums_hold(frame, length));
	}
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_FORWARD);
	assert_memory_equal(world_adjacency(REMOTE)->l2, peer_mac, 6);
	assert_memory_equal(world_adjacency(REMOTE)->l2 + 6, wan_mac, 6);
	assert_int_equal(world_adjacency(REMOTE)->port, WAN - 1);
	assert_int_equal(world_adjacency(REMOTE)->mtu, 1500);
	assert_int_equal(world_find("192.0.2.254")->followers, REMOTE);
}

static void
p4_the_other_end_of_a_31_is_a_neighbor(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.7", "203.0.113.11", 10);
	struct world_packet reply = world_arp(2, peer_mac, "203.0.113.11", "203.0.113.10");

	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, P2P, &packet);
	assert_int_equal(world_sent(), 1);
	world_assert_address(world_frame(0, NULL) + 38, "203.0.113.11");
	world_give(slow, P2P, PUNT_ARP, 0, &reply);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(world_port(1), P2P - 1);
}

static void
a_directed_broadcast_is_no_neighbor(void **context)
{
	struct slowpath *slow = *context;

	world_forward(slow, "192.0.2.255", WAN);
	world_forward(slow, "192.0.2.0", WAN);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, LAN, DROP_multicast), 2);
}

static void
the_oldest_held_packet_goes_when_the_queue_is_full(void **context)
{
	struct slowpath *slow = *context;

	for (uint32_t i = 0; i < WORLD_HOLD + 2; i++) {
		struct world_packet packet = world_udp("198.51.100.7", "192.0.2.9", 10 + i);

		world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	}
	assert_int_equal(world_drops(slow, LAN, DROP_hold_full), 2);
	assert_int_equal(world_state()->neighbors->held, WORLD_HOLD);
	world_reply(slow, "192.0.2.9", peer_mac);
	assert_int_equal(world_sent(), 1 + WORLD_HOLD);
	for (uint32_t i = 0; i < WORLD_HOLD; i++) {
		uint32_t length;

		world_frame(1 + i, &length);
		assert_int_equal(length, 42 + 10 + 2 + i);
	}
	assert_int_equal(world_state()->neighbors->held, 0);
}

static void
all_neighbors_together_hold_no_more_than_their_share(void **context)
{
	struct slowpath *slow = *context;
	char address[32];

	world_state()->neighbors->held_max = 10;
	for (uint32_t i = 0; i < 40; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 10 + i);
		world_forward(slow, address, WAN);
	}
	assert_int_equal(world_state()->neighbors->held, 10);
	assert_int_equal(world_drops(slow, LAN, DROP_hold_full), 30);
}

static void
a_silent_neighbor_is_asked_three_times_then_its_packets_fail(void **context)
{
	struct slowpath *slow = *context;
	const uint8_t *frame;
	uint32_t length;

	world_learn(slow, "192.0.2.2"); // any news of the sender's side stays out of the count
	world_forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 3 * WORLD_RETRANSMIT - 100);
	assert_int_equal(world_sent(), 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(is_request_for(i, "192.0.2.9", NULL));
	world_wait(slow, 200);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_FAILED);
	assert_int_equal(world_drops(slow, LAN, DROP_neighbor_failed), 1);
	assert_int_equal(world_sent(), 4); // asks for the sender, who gets host unreachable
	world_clear();
	{
		struct world_packet reply = world_arp(2, other_mac, "198.51.100.7", "198.51.100.1");

		world_give(slow, LAN, PUNT_ARP, 0, &reply);
	}
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_true(world_checksums_hold(frame, length));
	assert_int_equal(frame[34], 3);
	assert_int_equal(frame[35], 1);
	world_assert_address(frame + 26, "198.51.100.1");
}

static void
a_failed_neighbor_fails_traffic_for_a_while_and_is_then_asked_again(void **context)
{
	struct slowpath *slow = *context;

	world_forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 3 * WORLD_RETRANSMIT + 100);
	world_clear();
	world_forward(slow, "192.0.2.9", WAN);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_FAILED);
	assert_int_equal(world_drops(slow, LAN, DROP_neighbor_failed), 2);
	world_wait(slow, WORLD_RETRANSMIT);
	world_clear();
	world_forward(slow, "192.0.2.9", WAN);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_INCOMPLETE);
	assert_true(is_request_for(0, "192.0.2.9", NULL));
}

static void
a_failed_neighbor_that_nobody_needs_is_forgotten(void **context)
{
	struct slowpath *slow = *context;

	world_forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 20 * WORLD_RETRANSMIT);
	assert_null(world_find("192.0.2.9"));
}

static void
an_old_neighbor_in_use_is_probed_at_its_mac_and_confirmed(void **context)
{
	struct slowpath *slow = *context;

	world_learn(slow, "192.0.2.9");
	world_use(neighbor_id(world_state(), world_find("192.0.2.9")), 5);
	world_wait(slow, WORLD_REACHABLE + 100);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_PROBE);
	assert_int_equal(world_sent(), 1);
	assert_true(is_request_for(0, "192.0.2.9", peer_mac));
	assert_int_equal(world_adjacency(neighbor_id(world_state(),
		world_find("192.0.2.9")))->action, ADJACENCY_FORWARD);
	world_reply(slow, "192.0.2.9", peer_mac);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_REACHABLE);
}

static void
a_neighbor_that_ignores_its_probes_is_asked_for_anew(void **context)
{
	struct slowpath *slow = *context;

	world_learn(slow, "192.0.2.9");
	world_wait(slow, WORLD_REACHABLE + 2 * WORLD_RETRANSMIT + 100);
	assert_int_equal(world_sent(), 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(is_request_for(i, "192.0.2.9", peer_mac));
	world_wait(slow, WORLD_RETRANSMIT);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_INCOMPLETE);
	assert_true(is_request_for(3, "192.0.2.9", NULL)); // it may have moved
}

static void
traffic_by_any_nexthop_that_follows_it_is_use(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_nexthop(REMOTE + 1, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_learn(slow, "192.0.2.254");
	world_wait(slow, WORLD_REACHABLE + 100);
	world_reply(slow, "192.0.2.254", peer_mac);
	world_clear();
	world_use(REMOTE, 1);
	world_wait(slow, WORLD_REACHABLE + 100);
	assert_int_equal(world_sent(), 1); // a probe
	world_reply(slow, "192.0.2.254", peer_mac);
	world_wait(slow, WORLD_REACHABLE + 100);
	assert_int_equal(world_sent(), 1); // no use, no probe
}

static void
an_old_neighbor_not_in_use_is_left_alone_and_dies_in_the_end(void **context)
{
	struct slowpath *slow = *context;

	world_learn(slow, "192.0.2.9");
	world_wait(slow, WORLD_REACHABLE); // the held packet that it was learned for is a use
	world_reply(slow, "192.0.2.9", peer_mac);
	world_clear();
	world_wait(slow, WORLD_REACHABLE + 5000);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_STALE);
	assert_int_equal(world_sent(), 0);
	world_wait(slow, 11 * WORLD_REACHABLE);
	assert_null(world_find("192.0.2.9"));
}

static void
r5_a_silent_neighbor_keeps_its_nexthop_and_comes_back(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("203.0.113.128", 25, REMOTE);
	world_forward(slow, "203.0.113.200", REMOTE);
	world_reply(slow, "192.0.2.254", peer_mac);
	world_use(REMOTE, 5);
	world_wait(slow, WORLD_REACHABLE + 7 * WORLD_RETRANSMIT);
	assert_int_equal(world_find("192.0.2.254")->phase, NEIGHBOR_FAILED);
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_RESOLVE);
	assert_int_equal(FIB_NEXTHOP(fib4_lookup(world_state()->tables->vrfs[0].fib4, 0xCB0071C8)),
		REMOTE);
	world_wait(slow, 30 * WORLD_RETRANSMIT);
	world_clear();
	world_forward(slow, "203.0.113.200", REMOTE);
	world_reply(slow, "192.0.2.254", other_mac);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_FORWARD);
	assert_memory_equal(world_adjacency(REMOTE)->l2, other_mac, 6);
}

static void
a_neighbor_that_moves_is_followed_in_every_nexthop(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet moved = world_arp(1, other_mac, "192.0.2.254", "192.0.2.254");

	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		world_nexthop(id, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_forward(slow, "203.0.113.200", REMOTE);
	world_reply(slow, "192.0.2.254", peer_mac);
	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		assert_memory_equal(world_adjacency(id)->l2, peer_mac, 6);
	world_give(slow, WAN, PUNT_ARP, 0, &moved);
	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		assert_memory_equal(world_adjacency(id)->l2, other_mac, 6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define CASE(id, name) { id, name, world_setup, world_teardown, NULL }
		CASE("R4 three packets wait for a neighbor and go when it answers",
			r4_three_held_packets_are_sent_when_the_neighbor_answers),
		CASE("P4 the other end of a /31 is a neighbor",
			p4_the_other_end_of_a_31_is_a_neighbor),
		CASE("R5 a silent neighbor's nexthop stays and comes back on traffic",
			r5_a_silent_neighbor_keeps_its_nexthop_and_comes_back),
		TEST(a_directed_broadcast_is_no_neighbor),
		TEST(the_oldest_held_packet_goes_when_the_queue_is_full),
		TEST(all_neighbors_together_hold_no_more_than_their_share),
		TEST(a_silent_neighbor_is_asked_three_times_then_its_packets_fail),
		TEST(a_failed_neighbor_fails_traffic_for_a_while_and_is_then_asked_again),
		TEST(a_failed_neighbor_that_nobody_needs_is_forgotten),
		TEST(an_old_neighbor_in_use_is_probed_at_its_mac_and_confirmed),
		TEST(a_neighbor_that_ignores_its_probes_is_asked_for_anew),
		TEST(traffic_by_any_nexthop_that_follows_it_is_use),
		TEST(an_old_neighbor_not_in_use_is_left_alone_and_dies_in_the_end),
		TEST(a_neighbor_that_moves_is_followed_in_every_nexthop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
