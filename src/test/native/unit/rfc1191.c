// RFC 1191, path MTU discovery, the router's part (section 4): which packet is told which MTU.
// Owns: checks of slowpath/icmp4.c and output.c. Next: rfc8201.c.
#include "slow_world.h"

#define HOST "198.51.100.7"

static struct world_packet
whole(const char *destination, uint32_t bytes)
{
	struct world_packet packet = world_udp(HOST, destination, bytes - 28);

	packet.bytes[20] = 0x40;
	world_seal(&packet);
	return packet;
}

static void
assert_told(const uint8_t *ip, uint16_t mtu)
{
	const uint8_t rest[] = { 0, 0, (uint8_t)(mtu >> 8), (uint8_t)mtu }; // unused, then the MTU

	assert_non_null(ip);
	assert_memory_equal(ip + 20, "\x03\x04", 2);
	assert_memory_equal(ip + 24, rest, 4);
}

// The largest datagram that fits, headers and all, of the next hop: a neighbor, a router, a group's member.
static void
the_mtu_of_the_next_hop_is_told(void **context)
{
	static const uint16_t mtus[] = { 68, 296, 576, 1280, 1492, 1499 };
	static const char *const destinations[] = { "192.0.2.9", "203.0.113.200" };

	world_know(*context);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("203.0.113.128", 25, REMOTE);
	for (uint32_t i = 0; i < RTE_DIM(mtus); i++) {
		world_mtu(WAN, mtus[i]);
		for (uint32_t d = 0; d < RTE_DIM(destinations); d++) {
			struct world_packet packet = whole(destinations[d], 1500);

			assert_told(world_error(*context, LAN, DROP_too_big, &packet, NULL),
				mtus[i]);
		}
	}
}

// The slow path's own look at the size, of what was punted for another reason.
static void
the_edge_is_exact(void **context)
{
	struct world_packet fits = whole("192.0.2.9", 1400), larger = whole("192.0.2.9", 1401);
	uint32_t length;

	world_know(*context);
	world_mtu(WAN, 1400);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &fits);
	world_answer(&length);
	assert_int_equal(length, 1400);
	world_clear();
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &larger);
	assert_told(world_answer(NULL), 1400);
}

static void
without_df_nobody_is_told(void **context)
{
	struct world_packet packet = world_udp(HOST, "192.0.2.9", 1400);

	world_know(*context);
	world_mtu(WAN, 1000);
	assert_null(world_error(*context, LAN, DROP_too_big, &packet, NULL));
}

// A fragment with DF set that is not the first: there is nobody to tell (RFC 1812 4.3.2.7).
static void
a_later_fragment_is_not_told_about(void **context)
{
	struct world_packet packet = whole("192.0.2.9", 1500);

	world_know(*context);
	world_mtu(WAN, 1000);
	packet.bytes[21] = 9;
	world_seal(&packet);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(*context, LAN, DROP_too_big), 1);
}

// Before its neighbor is known: the sender need not wait for that.
static void
it_is_told_before_the_neighbor_answers(void **context)
{
	struct world_packet packet = whole("192.0.2.77", 1500);

	world_know(*context);
	world_mtu(WAN, 1000);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	assert_told(world_answer(NULL), 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(the_mtu_of_the_next_hop_is_told),
		TEST(the_edge_is_exact),
		TEST(without_df_nobody_is_told),
		TEST(a_later_fragment_is_not_told_about),
		TEST(it_is_told_before_the_neighbor_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
