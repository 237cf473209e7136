// ICMP and ICMPv6 echo for the box's own addresses.
// Owns: checks of slowpath/icmp4.c, icmp6.c and local.c. Next: slow_icmp.c.
#include "slow_world.h"

static void
answers_echo_for_an_own_address(void **context)
{
	struct world_packet request = world_echo("192.0.2.9", "192.0.2.1", 56);
	const uint8_t *ip;
	uint32_t length;

	world_know(*context);
	request.length += 6; // an Ethernet trailer
	world_give(*context, WAN, PUNT_LOCAL, 0, &request);
	ip = world_answer(&length);
	assert_int_equal(length, 84);
	assert_int_equal(ip[20], 0);
	assert_int_equal(ip[8], 64);
	world_assert_address(ip + 12, "192.0.2.1");
	world_assert_address(ip + 16, "192.0.2.9");
	assert_memory_equal(ip + 24, request.bytes + 38, 60); // id, sequence, data
}

static void
answers_echo6_for_own_global_and_link_local_addresses(void **context)
{
	struct world_packet global = world_echo("2001:db8:1::9", "2001:db8:1::1", 56);
	struct world_packet local = world_echo("fe80::9", "fe80::ff:fe00:1", 0);
	const uint8_t *ip;
	uint32_t length;

	world_know(*context);
	world_give(*context, WAN, PUNT_LOCAL, 0, &global);
	ip = world_answer(&length);
	assert_int_equal(length, 40 + 64);
	assert_int_equal(ip[40], 129);
	assert_int_equal(ip[7], 64);
	assert_memory_equal(ip + 44, global.bytes + 58, 60);
	world_clear();
	world_give(*context, WAN, PUNT_LOCAL, 0, &local);
	ip = world_answer(NULL);
	world_assert_address(ip + 8, "fe80::ff:fe00:1");
	world_assert_address(ip + 24, "fe80::9");
	assert_int_equal(world_port(0), WAN - 1);
}

static void
answers_echo6_to_all_nodes_from_a_unicast_address(void **context)
{
	struct world_packet request = world_echo("fe80::9", "ff02::1", 8);

	world_know(*context);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &request);
	world_assert_address(world_answer(NULL) + 8, "fe80::ff:fe00:1");
}

static void
answers_echo_without_the_options_it_came_with(void **context)
{
	struct world_packet request = world_echo("192.0.2.9", "192.0.2.1", 20);
	uint32_t length;

	world_know(*context);
	memmove(request.bytes + 38, request.bytes + 34, 28);
	memset(request.bytes + 34, 1, 4); // four no-operations
	request.bytes[14] = 0x46;
	request.bytes[17] += 4;
	request.length += 4;
	world_seal(&request);
	world_give(*context, WAN, PUNT_LOCAL, 0, &request);
	world_answer(&length);
	assert_int_equal(length, 48);
}

static void
answers_echo_to_another_interfaces_address_and_by_the_route(void **context)
{
	struct world_packet request = world_echo("198.51.100.7", "192.0.2.1", 8);

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &request);
	world_assert_address(world_answer(NULL) + 12, "192.0.2.1");
	assert_int_equal(world_port(0), LAN - 1);
}

static void
ignores_echo_with_a_wrong_checksum(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet four = world_echo("192.0.2.9", "192.0.2.1", 8);
	struct world_packet six = world_echo("2001:db8:1::9", "2001:db8:1::1", 8);

	world_know(slow);
	four.bytes[four.length - 1] ^= 1;
	six.bytes[six.length - 1] ^= 1;
	world_give(slow, WAN, PUNT_LOCAL, 0, &four);
	world_give(slow, WAN, PUNT_LOCAL, 0, &six);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, WAN, DROP_local_bad), 2);
}

static void
ignores_parts_of_an_echo(void **context)
{
	struct world_packet first = world_echo("192.0.2.9", "192.0.2.1", 8);

	world_know(*context);
	first.bytes[20] = 0x20; // more fragments
	world_seal(&first);
	world_give(*context, WAN, PUNT_LOCAL, 0, &first);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(*context, WAN, DROP_local_no_service), 1);
}

static void
ignores_echo_to_groups_that_it_has_not_joined(void **context)
{
	static const char *const groups[] = { "ff02::5", "ff02::1:ff00:9", "ff05::2", "ff0e::1" };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(groups); i++) {
		struct world_packet request = world_echo("fe80::9", groups[i], 8);

		world_give(*context, WAN, PUNT_MULTICAST, 0, &request);
		assert_int_equal(world_drops(*context, WAN, DROP_multicast), i + 1);
	}
	assert_int_equal(world_sent(), 0);
}

static void
ignores_echo_to_broadcasts_and_from_itself(void **context)
{
	struct slowpath *slow = *context;
	static const char *const destinations[] = { "192.0.2.255", "255.255.255.255", "224.0.0.1" };
	struct world_packet self = world_echo("198.51.100.1", "192.0.2.1", 8);

	world_know(slow);
	for (uint32_t i = 0; i < RTE_DIM(destinations); i++) {
		struct world_packet request = world_echo("192.0.2.9", destinations[i], 8);

		world_give(slow, WAN, PUNT_MULTICAST, 0, &request);
	}
	world_give(slow, WAN, PUNT_LOCAL, 0, &self);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, WAN, DROP_multicast), 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(answers_echo_for_an_own_address),
		TEST(answers_echo6_for_own_global_and_link_local_addresses),
		TEST(answers_echo6_to_all_nodes_from_a_unicast_address),
		TEST(answers_echo_without_the_options_it_came_with),
		TEST(answers_echo_to_another_interfaces_address_and_by_the_route),
		TEST(ignores_echo_with_a_wrong_checksum),
		TEST(ignores_echo_to_groups_that_it_has_not_joined),
		TEST(ignores_parts_of_an_echo),
		TEST(ignores_echo_to_broadcasts_and_from_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
