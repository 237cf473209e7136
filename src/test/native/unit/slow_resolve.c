// Neighbors through their life: asked for, held for, found, aged, moved, failed, recycled.
// Owns: checks of slowpath/resolve.c and control/neighbor_queues.c. Next: slow_nexthops.c.
#include "slow_world.h"

#define REMOTE 10 // a nexthop id: UNICAST 192.0.2.254 on wan

static struct neighbor *
find(const char *address)
{
	struct sbx_address wanted = world_address(address);
	uint8_t family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;

	return neighbors_find(world_state(), WAN, family, &wanted);
}

static const struct adjacency *
adjacency(uint32_t id)
{
	return &world_state()->tables->nexthops.entries[id].adjacency;
}

static void
answer(struct slowpath *slow, const char *address, const uint8_t mac[6])
{
	struct world_packet reply = world_arp(2, mac, address, "192.0.2.1");

	world_give(slow, WAN, PUNT_ARP, 0, &reply);
}

static void
forward(struct slowpath *slow, const char *destination, uint32_t nexthop)
{
	struct world_packet packet = world_udp("198.51.100.7", destination, 10);

	world_give(slow, LAN, nexthop == REMOTE ? PUNT_RESOLVE : PUNT_RESOLVE_CONNECTED, nexthop, &packet);
}

static bool
is_request_for(uint32_t i, const char *address, const uint8_t *to)
{
	static const uint8_t everybody[6] = { 255, 255, 255, 255, 255, 255 };
	struct sbx_address wanted = world_address(address);
	const uint8_t *frame = world_frame(i, NULL);

	return memcmp(frame, to != NULL ? to : everybody, 6) == 0 && frame[13] == 6 && frame[21] == 1 &&
		memcmp(frame + 38, &wanted, 4) == 0 && world_port(i) == WAN - 1;
}

static void
learn(struct slowpath *slow, const char *address)
{
	forward(slow, address, WAN);
	answer(slow, address, peer_mac);
	world_clear();
	assert_int_equal(find(address)->phase, NEIGHBOR_REACHABLE);
}

static void
r4_three_held_packets_are_sent_when_the_neighbor_answers(void **context)
{
	struct slowpath *slow = *context;
	uint32_t length;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_RESOLVE);
	for (uint32_t i = 0; i < 3; i++)
		forward(slow, "203.0.113.200", REMOTE);
	assert_int_equal(world_sent(), 1);
	assert_true(is_request_for(0, "192.0.2.254", NULL));
	world_assert_address(world_frame(0, NULL) + 28, "192.0.2.1");
	assert_int_equal(find("192.0.2.254")->held, 3);
	answer(slow, "192.0.2.254", peer_mac);
	assert_int_equal(world_sent(), 4);
	for (uint32_t i = 1; i < 4; i++) {
		const uint8_t *frame = world_frame(i, &length);

		assert_memory_equal(frame, peer_mac, 6);
		assert_memory_equal(frame + 6, wan_mac, 6);
		assert_int_equal(frame[14 + 8], 16); // TTL went down once
		assert_true(world_checksums_hold(frame, length));
	}
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_FORWARD);
	assert_memory_equal(adjacency(REMOTE)->l2, peer_mac, 6);
	assert_memory_equal(adjacency(REMOTE)->l2 + 6, wan_mac, 6);
	assert_int_equal(adjacency(REMOTE)->port, WAN - 1);
	assert_int_equal(adjacency(REMOTE)->mtu, 1500);
	assert_int_equal(find("192.0.2.254")->followers, REMOTE);
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

	forward(slow, "192.0.2.255", WAN);
	forward(slow, "192.0.2.0", WAN);
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
	answer(slow, "192.0.2.9", peer_mac);
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
		forward(slow, address, WAN);
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

	learn(slow, "192.0.2.2"); // any news of the sender's side stays out of the count
	forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 3 * WORLD_RETRANSMIT - 100);
	assert_int_equal(world_sent(), 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_true(is_request_for(i, "192.0.2.9", NULL));
	world_wait(slow, 200);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_FAILED);
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

	forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 3 * WORLD_RETRANSMIT + 100);
	world_clear();
	forward(slow, "192.0.2.9", WAN);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_FAILED);
	assert_int_equal(world_drops(slow, LAN, DROP_neighbor_failed), 2);
	world_wait(slow, WORLD_RETRANSMIT);
	world_clear();
	forward(slow, "192.0.2.9", WAN);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_INCOMPLETE);
	assert_true(is_request_for(0, "192.0.2.9", NULL));
}

static void
a_failed_neighbor_that_nobody_needs_is_forgotten(void **context)
{
	struct slowpath *slow = *context;

	forward(slow, "192.0.2.9", WAN);
	world_wait(slow, 20 * WORLD_RETRANSMIT);
	assert_null(find("192.0.2.9"));
}

static void
an_old_neighbor_in_use_is_probed_at_its_mac_and_confirmed(void **context)
{
	struct slowpath *slow = *context;

	learn(slow, "192.0.2.9");
	world_use(neighbor_id(world_state(), find("192.0.2.9")), 5);
	world_wait(slow, WORLD_REACHABLE + 100);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_PROBE);
	assert_int_equal(world_sent(), 1);
	assert_true(is_request_for(0, "192.0.2.9", peer_mac));
	assert_int_equal(adjacency(neighbor_id(world_state(), find("192.0.2.9")))->action,
		ADJACENCY_FORWARD);
	answer(slow, "192.0.2.9", peer_mac);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_REACHABLE);
}

static void
an_old_neighbor_not_in_use_is_left_alone_and_dies_in_the_end(void **context)
{
	struct slowpath *slow = *context;

	learn(slow, "192.0.2.9");
	world_wait(slow, WORLD_REACHABLE); // the held packet that it was learned for is a use
	answer(slow, "192.0.2.9", peer_mac);
	world_clear();
	world_wait(slow, WORLD_REACHABLE + 5000);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_STALE);
	assert_int_equal(world_sent(), 0);
	world_wait(slow, 11 * WORLD_REACHABLE);
	assert_null(find("192.0.2.9"));
}

static void
r5_a_neighbor_that_falls_silent_keeps_its_nexthop_and_comes_back_on_traffic(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("203.0.113.128", 25, REMOTE);
	forward(slow, "203.0.113.200", REMOTE);
	answer(slow, "192.0.2.254", peer_mac);
	world_use(REMOTE, 5);
	world_wait(slow, WORLD_REACHABLE + 7 * WORLD_RETRANSMIT);
	assert_int_equal(find("192.0.2.254")->phase, NEIGHBOR_FAILED);
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_RESOLVE);
	assert_int_equal(FIB_NEXTHOP(fib4_lookup(world_state()->tables->vrfs[0].fib4, 0xCB0071C8)), REMOTE);
	world_wait(slow, 30 * WORLD_RETRANSMIT);
	world_clear();
	forward(slow, "203.0.113.200", REMOTE);
	answer(slow, "192.0.2.254", other_mac);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_FORWARD);
	assert_memory_equal(adjacency(REMOTE)->l2, other_mac, 6);
}

static void
a_neighbor_that_moves_is_followed_in_every_nexthop(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet moved = world_arp(1, other_mac, "192.0.2.254", "192.0.2.254");

	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		world_nexthop(id, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	forward(slow, "203.0.113.200", REMOTE);
	answer(slow, "192.0.2.254", peer_mac);
	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		assert_memory_equal(adjacency(id)->l2, peer_mac, 6);
	world_give(slow, WAN, PUNT_ARP, 0, &moved);
	for (uint32_t id = REMOTE; id < REMOTE + 3; id++)
		assert_memory_equal(adjacency(id)->l2, other_mac, 6);
}

static void
a_static_neighbor_is_neither_aged_nor_learned_over(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_address address = world_address("192.0.2.9");

	forward(slow, "192.0.2.9", WAN);
	assert_int_equal(neighbors_set(world_state(), WAN, SBX_IPV4, &address, peer_mac), 0);
	world_wait(slow, 16);
	assert_int_equal(world_sent(), 2); // what was held went out
	assert_memory_equal(world_frame(1, NULL), peer_mac, 6);
	world_clear();
	answer(slow, "192.0.2.9", other_mac);
	world_use(neighbor_id(world_state(), find("192.0.2.9")), 5);
	world_wait(slow, 12 * WORLD_REACHABLE);
	assert_int_equal(find("192.0.2.9")->phase, NEIGHBOR_STATIC);
	assert_memory_equal(find("192.0.2.9")->mac, peer_mac, 6);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(neighbors_delete(world_state(), WAN, SBX_IPV4, &address), 0);
	assert_null(find("192.0.2.9"));
	assert_int_equal(neighbors_delete(world_state(), WAN, SBX_IPV4, &address), -ENOENT);
}

static void
a_static_neighbor_must_be_one(void **context)
{
	static const uint8_t group_mac[6] = { 1, 0, 0, 0, 0, 1 }, zero_mac[6];
	static const char *const wrong[] = { "192.0.2.1", "198.51.100.1", "192.0.2.255", "224.0.0.1",
		"0.0.0.0", "127.0.0.1", "255.255.255.255" };
	struct sbx_address good = world_address("192.0.2.9");
	struct state *state = world_state();

	(void)context;
	for (uint32_t i = 0; i < RTE_DIM(wrong); i++) {
		struct sbx_address address = world_address(wrong[i]);

		assert_int_equal(neighbors_set(state, WAN, SBX_IPV4, &address, peer_mac), -EINVAL);
	}
	assert_int_equal(neighbors_set(state, WAN, SBX_IPV4, &good, group_mac), -EINVAL);
	assert_int_equal(neighbors_set(state, WAN, SBX_IPV4, &good, zero_mac), -EINVAL);
	assert_int_equal(neighbors_set(state, WAN, 5, &good, peer_mac), -EINVAL);
	assert_int_equal(neighbors_set(state, 77, SBX_IPV4, &good, peer_mac), -ENODEV);
	assert_int_equal(neighbors_list(state, NULL, 0), 0);
}

static void
a_scan_of_a_16_neither_floods_requests_nor_takes_real_neighbors(void **context)
{
	struct slowpath *slow = *context;
	char address[32];

	world_state()->interfaces[WAN].addresses[0].length = 16; // 192.0.0.0/16
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 100 + i);
		learn(slow, address);
	}
	for (uint32_t i = 0; i < 65536; i++) {
		snprintf(address, sizeof(address), "192.0.%u.%u", i / 256, i % 256);
		forward(slow, address, WAN);
		world_clear();
		if (i % 64 == 0)
			world_wait(slow, 4); // 16 k packets a second
	}
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 100 + i);
		assert_non_null(find(address));
		assert_true(neighbor_forwards(find(address)));
	}
	// 4.1 s of 1,000 new ones a second and a burst of 256; each is asked for at most three times.
	assert_in_range(slow->counters->core[CORE_arp_requests_sent], 1000, 3 * (4100 + 256 + 20));
	assert_true(world_state()->neighbors->held <= WORLD_NEIGHBORS * WORLD_HOLD);
}

static void
a_real_neighbor_is_found_in_the_middle_of_a_scan(void **context)
{
	struct slowpath *slow = *context;
	char address[32];
	uint32_t found = 0;

	world_state()->interfaces[WAN].addresses[0].length = 16;
	for (uint32_t i = 0; i < 20000 && found == 0; i++) {
		snprintf(address, sizeof(address), "192.0.%u.%u", 10 + i / 256, i % 256);
		forward(slow, address, WAN);
		if (i % 16 == 0)
			world_wait(slow, 4);
		if (i % 100 == 50) {
			world_clear();
			forward(slow, "192.0.2.200", WAN);
			if (find("192.0.2.200") != NULL)
				answer(slow, "192.0.2.200", peer_mac);
			found = find("192.0.2.200") != NULL && neighbor_forwards(find("192.0.2.200"));
		}
		world_clear();
	}
	assert_int_equal(found, 1);
}

static void
a_recycled_id_waits_for_the_workers_burst(void **context)
{
	struct slowpath *slow = *context;
	char address[32];
	uint32_t made = 0;

	for (uint32_t i = 0; i < 200; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 2 + i);
		forward(slow, address, WAN);
		made += find(address) != NULL;
	}
	assert_int_equal(made, WORLD_NEIGHBORS); // none of the recycled ones: no worker was quiescent
	world_quiesce();
	forward(slow, "192.0.2.250", WAN);
	assert_non_null(find("192.0.2.250"));
}

static void
the_map_forgets_whom_the_table_forgets(void **context)
{
	struct slowpath *slow = *context;
	const struct neighbor_map *map = &world_state()->tables->neighbors;
	uint32_t used = 0, known = 0;
	char address[32];

	for (uint32_t round = 0; round < 50; round++) {
		for (uint32_t i = 0; i < 40; i++) {
			snprintf(address, sizeof(address), "192.0.2.%u", 2 + (round * 37 + i * 5) % 250);
			forward(slow, address, WAN);
		}
		world_wait(slow, 500);
		world_clear();
	}
	for (uint32_t i = 0; i <= map->mask; i++)
		used += map->slots[i].nexthop != 0;
	for (uint32_t i = 0; i < WORLD_NEIGHBORS; i++) {
		struct neighbor *neighbor = &world_state()->neighbors->table[i];

		if (neighbor->phase == NEIGHBOR_FREE)
			continue;
		known++;
		assert_ptr_equal(neighbors_find(world_state(), neighbor->interface, neighbor->family,
			&neighbor->address), neighbor);
	}
	assert_int_equal(used, known);
}

static void
an_interface_that_goes_takes_its_neighbors_and_their_packets(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	forward(slow, "203.0.113.200", REMOTE);
	forward(slow, "192.0.2.9", WAN);
	world_state()->interfaces[WAN].used = false;
	world_state()->tables->interfaces[WAN].up = false;
	nexthops_interface_gone(world_state(), WAN);
	neighbors_interface_gone(world_state(), WAN);
	world_clear();
	assert_int_equal(world_packets(), 0);
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_DROP);
	assert_int_equal(adjacency(REMOTE)->reason, DROP_interface_down);
	assert_int_equal(adjacency(WAN)->reason, DROP_interface_down);
	assert_int_equal(neighbors_list(world_state(), NULL, 0), 0);
	world_wait(slow, 10 * WORLD_RETRANSMIT);
	world_state()->interfaces[WAN].used = true; // the id comes back as another interface
	world_state()->tables->interfaces[WAN].up = true;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_DROP);
	assert_int_equal(adjacency(WAN)->action, ADJACENCY_DROP);
}

static void
addresses_that_leave_take_the_neighbors_of_their_prefix(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_address fixed = world_address("192.0.2.8");

	learn(slow, "192.0.2.9");
	assert_int_equal(neighbors_set(world_state(), WAN, SBX_IPV4, &fixed, peer_mac), 0);
	world_state()->interfaces[WAN].addresses[0].address = world_address("10.1.1.1");
	neighbors_addresses_changed(world_state(), WAN);
	assert_null(find("192.0.2.9"));
	assert_non_null(find("192.0.2.8"));
}

static void
mtu_and_admin_state_are_in_the_adjacencies_at_once(void **context)
{
	struct slowpath *slow = *context;
	struct interface *facts = &world_state()->tables->interfaces[WAN];

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	forward(slow, "203.0.113.200", REMOTE);
	answer(slow, "192.0.2.254", peer_mac);
	facts->mtu = 1400;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(adjacency(REMOTE)->mtu, 1400);
	assert_int_equal(adjacency(WAN)->mtu, 1400);
	facts->up = false;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(adjacency(REMOTE)->reason, DROP_interface_down);
	facts->up = true;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(adjacency(REMOTE)->action, ADJACENCY_FORWARD);
}

static void
lists_neighbors_with_state_age_and_packets(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_neighbor list[4];

	learn(slow, "192.0.2.9");
	world_wait(slow, 400);
	forward(slow, "192.0.2.10", WAN);
	forward(slow, "192.0.2.10", WAN);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254"); // idle: not listed
	assert_int_equal(neighbors_list(world_state(), list, 4), 2);
	assert_int_equal(list[0].status, SBX_NEIGHBOR_REACHABLE);
	assert_int_equal(list[0].age_ms, 400);
	assert_memory_equal(list[0].mac, peer_mac, 6);
	assert_int_equal(list[1].status, SBX_NEIGHBOR_INCOMPLETE);
	assert_int_equal(list[1].held, 2);
	assert_int_equal(neighbors_list(world_state(), list, 1), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define CASE(id, name) { id, name, world_setup, world_teardown, NULL }
		CASE("R4 three packets to an unknown neighbor: held, sent when it answers, one nexthop",
			r4_three_held_packets_are_sent_when_the_neighbor_answers),
		CASE("P4 the other end of a /31 is a neighbor", p4_the_other_end_of_a_31_is_a_neighbor),
		CASE("R5 a silent neighbor ages out: its nexthop stays, resolves again on traffic",
			r5_a_neighbor_that_falls_silent_keeps_its_nexthop_and_comes_back_on_traffic),
		TEST(a_directed_broadcast_is_no_neighbor),
		TEST(the_oldest_held_packet_goes_when_the_queue_is_full),
		TEST(all_neighbors_together_hold_no_more_than_their_share),
		TEST(a_silent_neighbor_is_asked_three_times_then_its_packets_fail),
		TEST(a_failed_neighbor_fails_traffic_for_a_while_and_is_then_asked_again),
		TEST(a_failed_neighbor_that_nobody_needs_is_forgotten),
		TEST(an_old_neighbor_in_use_is_probed_at_its_mac_and_confirmed),
		TEST(an_old_neighbor_not_in_use_is_left_alone_and_dies_in_the_end),
		TEST(a_neighbor_that_moves_is_followed_in_every_nexthop),
		TEST(a_static_neighbor_is_neither_aged_nor_learned_over),
		TEST(a_static_neighbor_must_be_one),
		TEST(a_scan_of_a_16_neither_floods_requests_nor_takes_real_neighbors),
		TEST(a_real_neighbor_is_found_in_the_middle_of_a_scan),
		TEST(a_recycled_id_waits_for_the_workers_burst),
		TEST(the_map_forgets_whom_the_table_forgets),
		TEST(an_interface_that_goes_takes_its_neighbors_and_their_packets),
		TEST(addresses_that_leave_take_the_neighbors_of_their_prefix),
		TEST(mtu_and_admin_state_are_in_the_adjacencies_at_once),
		TEST(lists_neighbors_with_state_age_and_packets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
