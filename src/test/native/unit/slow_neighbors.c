// The neighbors' table: who is recycled, who goes with what, what the operator sees.
// Owns: checks of control/neighbors.c and control/neighbor_queues.c. Next: slow_nexthops.c.
#include "slow_world.h"

static void
a_scan_of_a_16_neither_floods_requests_nor_takes_real_neighbors(void **context)
{
	struct slowpath *slow = *context;
	char address[32];

	world_state()->interfaces[WAN].addresses[0].length = 16; // 192.0.0.0/16
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 100 + i);
		world_learn(slow, address);
	}
	for (uint32_t i = 0; i < 65536; i++) {
		snprintf(address, sizeof(address), "192.0.%u.%u", i / 256, i % 256);
		world_forward(slow, address, WAN);
		world_clear();
		if (i % 64 == 0)
			world_wait(slow, 4); // 16 k packets a second
	}
	for (uint32_t i = 0; i < 20; i++) {
		snprintf(address, sizeof(address), "192.0.2.%u", 100 + i);
		assert_non_null(world_find(address));
		assert_true(neighbor_forwards(world_find(address)));
	}
	// 4.1 s of 1,000 new ones a second and a burst of 256; the few that live long enough are asked again.
	assert_in_range(slow->counters->core[CORE_arp_requests_sent], 4000, 4096 + 256 + 20 +
		3 * WORLD_NEIGHBORS);
	assert_true(world_drops(slow, LAN, DROP_neighbor_limit) > 60000);
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
		world_forward(slow, address, WAN);
		if (i % 16 == 0)
			world_wait(slow, 4);
		if (i % 100 == 50) {
			world_clear();
			world_forward(slow, "192.0.2.200", WAN);
			if (world_find("192.0.2.200") != NULL)
				world_reply(slow, "192.0.2.200", peer_mac);
			found = world_find("192.0.2.200") != NULL &&
				neighbor_forwards(world_find("192.0.2.200"));
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
		world_forward(slow, address, WAN);
		made += world_find(address) != NULL;
	}
	assert_int_equal(made, WORLD_NEIGHBORS); // none was recycled: no worker was quiescent
	world_quiesce();
	world_forward(slow, "192.0.2.250", WAN);
	assert_non_null(world_find("192.0.2.250"));
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
			snprintf(address, sizeof(address), "192.0.2.%u",
				2 + (round * 37 + i * 5) % 250);
			world_forward(slow, address, WAN);
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
		assert_ptr_equal(neighbors_find(world_state(), neighbor->interface,
			neighbor->family, &neighbor->address), neighbor);
	}
	assert_int_equal(used, known);
}

static void
an_interface_that_goes_takes_its_neighbors_and_their_packets(void **context)
{
	struct slowpath *slow = *context;

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_forward(slow, "203.0.113.200", REMOTE);
	world_forward(slow, "192.0.2.9", WAN);
	world_state()->interfaces[WAN].used = false;
	world_state()->tables->interfaces[WAN].up = false;
	nexthops_interface_gone(world_state(), WAN);
	neighbors_interface_gone(world_state(), WAN);
	world_clear();
	assert_int_equal(world_packets(), 0);
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_DROP);
	assert_int_equal(world_adjacency(REMOTE)->reason, DROP_interface_down);
	assert_int_equal(world_adjacency(WAN)->reason, DROP_interface_down);
	assert_int_equal(neighbors_list(world_state(), NULL, 0), 0);
	world_wait(slow, 10 * WORLD_RETRANSMIT);
	world_state()->interfaces[WAN].used = true; // the id comes back as another interface
	world_state()->tables->interfaces[WAN].up = true;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_DROP);
	assert_int_equal(world_adjacency(WAN)->action, ADJACENCY_DROP);
}

static void
addresses_that_leave_take_the_neighbors_of_their_prefix(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_address fixed = world_address("192.0.2.8");

	world_learn(slow, "192.0.2.9");
	assert_int_equal(neighbors_set(world_state(), WAN, SBX_IPV4, &fixed, peer_mac), 0);
	world_state()->interfaces[WAN].addresses[0].address = world_address("10.1.1.1");
	neighbors_addresses_changed(world_state(), WAN);
	assert_null(world_find("192.0.2.9"));
	assert_non_null(world_find("192.0.2.8"));
}

static void
mtu_and_admin_state_are_in_the_adjacencies_at_once(void **context)
{
	struct slowpath *slow = *context;
	struct interface *facts = &world_state()->tables->interfaces[WAN];

	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_forward(slow, "203.0.113.200", REMOTE);
	world_reply(slow, "192.0.2.254", peer_mac);
	facts->mtu = 1400;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(world_adjacency(REMOTE)->mtu, 1400);
	assert_int_equal(world_adjacency(WAN)->mtu, 1400);
	facts->up = false;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(world_adjacency(REMOTE)->reason, DROP_interface_down);
	facts->up = true;
	nexthops_interface_changed(world_state(), WAN);
	assert_int_equal(world_adjacency(REMOTE)->action, ADJACENCY_FORWARD);
}

static void
lists_neighbors_with_state_age_and_packets(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_neighbor list[4];

	world_learn(slow, "192.0.2.9");
	world_wait(slow, 400);
	world_forward(slow, "192.0.2.10", WAN);
	world_forward(slow, "192.0.2.10", WAN);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254"); // idle: not listed
	assert_int_equal(neighbors_list(world_state(), list, 4), 2);
	assert_int_equal(list[0].status, SBX_NEIGHBOR_REACHABLE);
	assert_int_equal(list[0].age_ms, 400);
	assert_memory_equal(list[0].mac, peer_mac, 6);
	assert_int_equal(list[1].status, SBX_NEIGHBOR_INCOMPLETE);
	assert_int_equal(list[1].held, 2);
	assert_int_equal(neighbors_list(world_state(), list, 1), 2);
}

static void
a_static_neighbor_must_be_one(void **context)
{
	static const uint8_t group_mac[6] = { 1, 0, 0, 0, 0, 1 }, zero_mac[6];
	static const char *const wrong[] = { "192.0.2.1", "198.51.100.1", "192.0.2.255",
		"224.0.0.1",
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
a_static_neighbor_is_neither_aged_nor_learned_over(void **context)
{
	struct slowpath *slow = *context;
	struct sbx_address address = world_address("192.0.2.9");

	world_forward(slow, "192.0.2.9", WAN);
	assert_int_equal(neighbors_set(world_state(), WAN, SBX_IPV4, &address, peer_mac), 0);
	world_wait(slow, 16);
	assert_int_equal(world_sent(), 2); // what was held went out
	assert_memory_equal(world_frame(1, NULL), peer_mac, 6);
	world_clear();
	world_reply(slow, "192.0.2.9", other_mac);
	world_use(neighbor_id(world_state(), world_find("192.0.2.9")), 5);
	world_wait(slow, 12 * WORLD_REACHABLE);
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_STATIC);
	assert_memory_equal(world_find("192.0.2.9")->mac, peer_mac, 6);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(neighbors_delete(world_state(), WAN, SBX_IPV4, &address), 0);
	assert_null(world_find("192.0.2.9"));
	assert_int_equal(neighbors_delete(world_state(), WAN, SBX_IPV4, &address), -ENOENT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(a_scan_of_a_16_neither_floods_requests_nor_takes_real_neighbors),
		TEST(a_real_neighbor_is_found_in_the_middle_of_a_scan),
		TEST(a_recycled_id_waits_for_the_workers_burst),
		TEST(the_map_forgets_whom_the_table_forgets),
		TEST(an_interface_that_goes_takes_its_neighbors_and_their_packets),
		TEST(addresses_that_leave_take_the_neighbors_of_their_prefix),
		TEST(mtu_and_admin_state_are_in_the_adjacencies_at_once),
		TEST(lists_neighbors_with_state_age_and_packets),
		TEST(a_static_neighbor_must_be_one),
		TEST(a_static_neighbor_is_neither_aged_nor_learned_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
