// Nexthops: what is refused and where, all or nothing, what a record becomes, what is told of it.
// Owns: checks of control/nexthops.c and control/addresses.c.
#include "slow_world.h"

static struct sbx_nexthop
unicast(uint32_t id, uint16_t interface, const char *address)
{
	struct sbx_nexthop nexthop = { .id = id, .interface = interface,
		.type = SBX_NEXTHOP_UNICAST,
		.family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4,
		.address = world_address(address) };

	return nexthop;
}

static void
refuses_bad_records_by_index_and_changes_nothing(void **context)
{
	struct sbx_nexthop batch[3] = { unicast(10, WAN, "192.0.2.50"),
		unicast(11, WAN, "192.0.2.51") };
	struct { struct sbx_nexthop nexthop; int error; } bad[] = {
		{ unicast(0, WAN, "192.0.2.52"), -EINVAL },
		{ unicast(WORLD_NEXTHOPS, WAN, "192.0.2.52"), -EINVAL },
		{ unicast(12, 9, "192.0.2.52"), -ENODEV },
		{ unicast(12, 0, "192.0.2.52"), -ENODEV },
		{ unicast(12, 300, "192.0.2.52"), -ENODEV },
		{ unicast(12, WAN, "224.0.0.1"), -EINVAL },
		{ unicast(12, WAN, "ff02::1"), -EINVAL },
		{ unicast(12, WAN, "192.0.2.1"), -EINVAL },
		{ unicast(12, WAN, "2001:db8:2::1"), -EINVAL },
		{ unicast(12, WAN, "fe80::ff:fe00:1"), -EINVAL },
		{ unicast(12, WAN, "192.0.2.255"), -EINVAL },
		{ unicast(12, WAN, "0.0.0.0"), -EINVAL },
		{ unicast(12, WAN, "::"), -EINVAL },
		{ unicast(12, WAN, "127.0.0.1"), -EINVAL },
		{ { .id = 12, .type = 8 }, -EINVAL },
		{ { .id = 12, .type = SBX_NEXTHOP_GROUP }, -EINVAL },
		{ { .id = 12, .type = SBX_NEXTHOP_LOCAL, .members = 1 }, -EINVAL },
		{ { .id = 12, .type = SBX_NEXTHOP_BLACKHOLE, .interface = WAN }, -EINVAL },
		{ { .id = 12, .type = SBX_NEXTHOP_UNICAST, .interface = WAN, .family = 5 },
		-EINVAL },
		{ { .id = 12, .type = SBX_NEXTHOP_CONNECTED }, -ENODEV },
	};

	(void)context;
	for (uint32_t i = 0; i < RTE_DIM(bad); i++) {
		uint32_t failed = 99;

		batch[2] = bad[i].nexthop;
		assert_int_equal(world_apply(batch, 3, &failed), bad[i].error);
		assert_int_equal(failed, 2);
		assert_int_equal(world_state()->nexthops[10].type, SBX_NEXTHOP_NONE);
		assert_int_equal(world_adjacency(11)->reason, DROP_no_route);
		assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count,
			WORLD_NEIGHBORS);
	}
}

static void
at_capacity_a_batch_fails_whole(void **context)
{
	struct sbx_nexthop batch[WORLD_NEXTHOPS];
	uint32_t failed = 0, n = 0;
	char address[32];

	(void)context;
	world_state()->options.nexthops = WORLD_NEXTHOPS;
	for (uint32_t i = 5; i < WORLD_NEXTHOPS; i++) { // 59 neighbors of the 64
		snprintf(address, sizeof(address), "192.0.2.%u", 10 + i);
		batch[n++] = unicast(i, WAN, address);
	}
	assert_int_equal(world_apply(batch, n, &failed), 0);
	for (uint32_t i = 0; i < 6; i++) { // moves six: needs six more for a moment
		snprintf(address, sizeof(address), "192.0.2.%u", 200 + i);
		batch[i] = unicast(5 + i, WAN, address);
	}
	assert_int_equal(world_apply(batch, 6, &failed), -ENOSPC);
	assert_int_equal(failed, 5);
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, 5);
	world_assert_address(&world_state()->nexthops[5].address, "192.0.2.15");
	assert_int_equal(world_apply(batch, 5, &failed), 0);
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, 5);
}

static void
each_type_has_its_action(void **context)
{
	static const struct { uint8_t type; uint8_t action; uint8_t reason; } rows[] = {
		{ SBX_NEXTHOP_LOCAL, ADJACENCY_LOCAL, 0 },
		{ SBX_NEXTHOP_BLACKHOLE, ADJACENCY_DROP, DROP_blackhole },
		{ SBX_NEXTHOP_UNREACHABLE, ADJACENCY_DROP, DROP_unreachable },
		{ SBX_NEXTHOP_PROHIBIT, ADJACENCY_DROP, DROP_prohibit },
		{ SBX_NEXTHOP_NONE, ADJACENCY_DROP, DROP_no_route },
	};

	(void)context;
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		world_nexthop(20, rows[i].type, 0, NULL);
		assert_int_equal(world_adjacency(20)->action, rows[i].action);
		if (rows[i].action == ADJACENCY_DROP)
			assert_int_equal(world_adjacency(20)->reason, rows[i].reason);
	}
	assert_int_equal(world_adjacency(WAN)->action, ADJACENCY_CONNECTED);
	assert_int_equal(world_adjacency(WAN)->interface, WAN);
	assert_int_equal(world_adjacency(0)->reason, DROP_no_route);
}

static void
a_batch_with_an_id_twice_keeps_the_last(void **context)
{
	struct sbx_nexthop batch[] = { unicast(10, WAN, "192.0.2.50"),
		unicast(10, LAN, "198.51.100.50"),
		unicast(10, WAN, "192.0.2.50"), unicast(10, LAN, "198.51.100.51") };
	uint32_t failed;

	(void)context;
	assert_int_equal(world_apply(batch, 4, &failed), 0);
	assert_int_equal(world_state()->nexthops[10].interface, LAN);
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, WORLD_NEIGHBORS - 1);
	assert_int_equal(world_apply(batch, 4, &failed), 0);
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, WORLD_NEIGHBORS - 1);
}

static void
nexthops_to_one_neighbor_share_it_and_leave_it_one_by_one(void **context)
{
	struct sbx_address address = world_address("192.0.2.50");
	struct neighbor *neighbor;

	(void)context;
	for (uint32_t id = 10; id < 14; id++)
		world_nexthop(id, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	neighbor = neighbors_find(world_state(), WAN, SBX_IPV4, &address);
	world_nexthop(11, SBX_NEXTHOP_BLACKHOLE, 0, NULL);
	world_nexthop(13, SBX_NEXTHOP_NONE, 0, NULL);
	world_nexthop(10, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.60");
	assert_int_equal(neighbor->followers, 12);
	assert_int_equal(world_state()->nexthops[12].next, 0);
	world_nexthop(12, SBX_NEXTHOP_NONE, 0, NULL);
	// It was never asked for, and nobody needs it.
	assert_null(neighbors_find(world_state(), WAN, SBX_IPV4, &address));
}

static void
describes_with_counters_since_the_id_was_set(void **context)
{
	struct sbx_nexthop_state states[2];
	uint32_t ids[2] = { 10, WAN };

	(void)context;
	world_use(10, 7); // by an earlier owner of the id
	world_nexthop(10, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	world_use(10, 5);
	assert_int_equal(nexthops_describe(world_state(), ids, 2, states), 0);
	assert_int_equal(states[0].packets, 5);
	assert_int_equal(states[0].bytes, 500);
	assert_int_equal(states[0].neighbor, SBX_NEIGHBOR_NONE);
	world_assert_address(&states[0].address, "192.0.2.50");
	assert_int_equal(states[1].type, SBX_NEXTHOP_CONNECTED);
	ids[1] = 30;
	assert_int_equal(nexthops_describe(world_state(), ids, 2, states), -ENOENT);
	ids[1] = 0;
	assert_int_equal(nexthops_describe(world_state(), ids, 2, states), -ENOENT);
	ids[1] = UINT32_MAX;
	assert_int_equal(nexthops_describe(world_state(), ids, 2, states), -ENOENT);
}

static void
every_version_of_an_adjacency_is_even_when_done(void **context)
{
	struct nexthop_cached cached = { .version = UINT32_MAX };

	(void)context;
	world_nexthop(10, SBX_NEXTHOP_BLACKHOLE, 0, NULL);
	nexthop_refresh(&world_state()->tables->nexthops.entries[10], &cached);
	assert_int_equal(cached.adjacency.reason, DROP_blackhole);
	assert_int_equal(cached.version & 1, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(refuses_bad_records_by_index_and_changes_nothing),
		TEST(at_capacity_a_batch_fails_whole),
		TEST(each_type_has_its_action),
		TEST(a_batch_with_an_id_twice_keeps_the_last),
		TEST(nexthops_to_one_neighbor_share_it_and_leave_it_one_by_one),
		TEST(describes_with_counters_since_the_id_was_set),
		TEST(every_version_of_an_adjacency_is_even_when_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
