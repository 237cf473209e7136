// RFC 8201, path MTU discovery for IPv6, and RFC 4443 3.2, the router's part: Packet Too Big.
// Owns: checks of slowpath/icmp6.c and output.c. Next: rfc4443_2_4.c.
#include "slow_world.h"

#define HOST "2001:db8:2::7"

static void
assert_told(const uint8_t *ip, uint16_t mtu)
{
	const uint8_t message[] = { 2, 0 }, rest[] = { 0, 0, (uint8_t)(mtu >> 8), (uint8_t)mtu };

	assert_non_null(ip);
	assert_memory_equal(ip + 40, message, 2);
	assert_memory_equal(ip + 44, rest, 4);
}

static void
the_mtu_of_the_next_hop_is_told(void **context)
{
	static const uint16_t mtus[] = { 1280, 1400, 1499 };
	static const char *const destinations[] = { "2001:db8:1::9", "2001:db8:77::1" };

	world_know(*context);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "fe80::9");
	world_route("2001:db8:77::", 48, REMOTE);
	for (uint32_t i = 0; i < RTE_DIM(mtus); i++) {
		world_mtu(WAN, mtus[i]);
		for (uint32_t d = 0; d < RTE_DIM(destinations); d++) {
			struct world_packet packet = world_udp(HOST, destinations[d], 1452);
			uint32_t length;
			const uint8_t *ip = world_error(*context, LAN, DROP_too_big, &packet,
				&length);

			assert_told(ip, mtus[i]);
			assert_int_equal(length, 1280); // the least MTU, all of it
			assert_memory_equal(ip + 48, packet.bytes + 14, 1280 - 48);
		}
	}
}

static void
the_edge_is_exact(void **context)
{
	struct world_packet fits = world_udp(HOST, "2001:db8:1::9", 1400 - 48);
	struct world_packet larger = world_udp(HOST, "2001:db8:1::9", 1401 - 48);
	uint32_t length;

	world_know(*context);
	world_mtu(WAN, 1400);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &fits);
	world_answer(&length);
	assert_int_equal(length, 1400);
	world_clear();
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &larger);
	assert_told(world_answer(NULL), 1400);
	assert_int_equal(world_drops(*context, LAN, DROP_too_big), 1);
}

// RFC 4443 3.2: unlike other errors also about multicast, to the group or the link's.
static void
it_is_told_about_multicast(void **context)
{
	struct world_packet group = world_udp(HOST, "ff0e::1", 30);
	struct world_packet frame = world_udp(HOST, "2001:db8:1::9", 30);

	world_know(*context);
	frame.bytes[0] = 0x33;
	assert_non_null(world_error(*context, LAN, DROP_too_big, &group, NULL));
	assert_non_null(world_error(*context, LAN, DROP_too_big, &frame, NULL));
}

static void
it_is_not_told_about_an_error(void **context)
{
	struct world_packet packet = world_icmp(HOST, "2001:db8:1::9", 2, 0, NULL, 1400);

	world_know(*context);
	world_mtu(WAN, 1280);
	assert_null(world_error(*context, LAN, DROP_too_big, &packet, NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(the_mtu_of_the_next_hop_is_told),
		TEST(the_edge_is_exact),
		TEST(it_is_told_about_multicast),
		TEST(it_is_not_told_about_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
