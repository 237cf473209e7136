// ICMP and ICMPv6 errors: which drop has which, where it comes from, how much of the offender it
// quotes.
// Owns: checks of slowpath/icmp*.c.
// Next: slow_silence.c.
#include "slow_world.h"

static void
each_drop_has_its_error(void **context)
{
	static const struct {
		enum drop_reason reason;
		uint8_t type4, code4, type6, code6;
	} rows[] = {
		{ DROP_ttl_exceeded, 11, 0, 3, 0 },
		{ DROP_no_route, 3, 0, 1, 0 },
		{ DROP_unreachable, 3, 1, 1, 0 },
		{ DROP_prohibit, 3, 13, 1, 1 },
		{ DROP_neighbor_failed, 3, 1, 1, 3 },
		{ DROP_local_no_service, 3, 3, 1, 4 },
	};
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		uint32_t length;
		const uint8_t *ip = world_error(*context, LAN, rows[i].reason, &four, &length);

		assert_int_equal(length, 28 + 58);
		assert_int_equal(ip[8], 64);
		assert_int_equal(ip[20], rows[i].type4);
		assert_int_equal(ip[21], rows[i].code4);
		world_assert_address(ip + 12, "198.51.100.1");
		world_assert_address(ip + 16, "198.51.100.7");
		assert_memory_equal(ip + 28, four.bytes + 14, 58);
		ip = world_error(*context, LAN, rows[i].reason, &six, &length);
		assert_int_equal(length, 48 + 78);
		assert_int_equal(ip[40], rows[i].type6);
		assert_int_equal(ip[41], rows[i].code6);
		world_assert_address(ip + 8, "2001:db8:2::1");
		world_assert_address(ip + 24, "2001:db8:2::7");
		assert_memory_equal(ip + 48, six.bytes + 14, 78);
	}
}

static void
some_drops_have_none(void **context)
{
	static const enum drop_reason reasons[] = { DROP_blackhole, DROP_ip4_checksum,
		DROP_martian_source,
		DROP_eth_type, DROP_multicast, DROP_hold_full, DROP_tx_full, DROP_punt_full };
	struct world_packet packet = world_udp("198.51.100.7", "203.0.113.200", 30);

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(reasons); i++)
		assert_null(world_error(*context, LAN, reasons[i], &packet, NULL));
}

static void
an_error_quotes_as_much_as_fits(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 1400);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 1400);
	uint32_t length;

	world_know(*context);
	world_error(*context, LAN, DROP_ttl_exceeded, &four, &length);
	assert_int_equal(length, 576);
	world_error(*context, LAN, DROP_ttl_exceeded, &six, &length);
	assert_int_equal(length, 1280);
}

static void
p9_too_big_tells_the_mtu_of_the_way_out(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.9", 1400);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:1::9", 1400);
	const uint8_t *ip;

	world_know(*context);
	world_state()->tables->interfaces[WAN].mtu = 1380;
	nexthops_interface_changed(world_state(), WAN);
	assert_null(world_error(*context, LAN, DROP_too_big, &four, NULL)); // it may be fragmented
	four.bytes[20] = 0x40;
	world_seal(&four);
	ip = world_error(*context, LAN, DROP_too_big, &four, NULL);
	assert_memory_equal(ip + 20, "\x03\x04", 2);
	assert_memory_equal(ip + 24, "\x00\x00\x05\x64", 4); // 1380
	ip = world_error(*context, LAN, DROP_too_big, &six, NULL);
	assert_memory_equal(ip + 40, "\x02\x00", 2);
	assert_memory_equal(ip + 44, "\x00\x00\x05\x64", 4);
}

static void
p9_a_held_packet_too_big_for_the_link_is_told(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.77", 1400);

	world_know(*context);
	world_state()->tables->interfaces[WAN].mtu = 1380;
	nexthops_interface_changed(world_state(), WAN);
	four.bytes[20] = 0x40;
	world_seal(&four);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &four);
	assert_memory_equal(world_answer(NULL) + 20, "\x03\x04", 2);
}

static void
p3_an_error_comes_from_the_interface_towards_the_sender(void **context)
{
	struct world_packet four = world_udp("10.9.9.9", "203.0.113.200", 30);

	world_know(*context);
	world_nexthop(10, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("10.9.0.0", 16, 10);
	// It came in by lan, but the way back is by wan.
	world_assert_address(world_error(*context, LAN, DROP_ttl_exceeded, &four, NULL) + 12,
		"192.0.2.1");
	assert_int_equal(world_port(0), WAN - 1);
}

static void
p3_an_interface_without_an_address_lends_another(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	world_know(*context);
	world_state()->interfaces[LAN].address_count = 0;
	world_assert_address(world_error(*context, LAN, DROP_ttl_exceeded, &four, NULL) + 12,
		"192.0.2.1");
	world_assert_address(world_error(*context, LAN, DROP_ttl_exceeded, &six, NULL) + 8,
		"2001:db8:1::1");
}

static void
an_error_about_a_packet_for_the_box_comes_from_that_address(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.1", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:1::1", 30);
	const uint8_t *ip;

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &four);
	ip = world_answer(NULL);
	assert_memory_equal(ip + 20, "\x03\x03", 2);
	world_assert_address(ip + 12, "192.0.2.1");
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &six);
	ip = world_answer(NULL);
	assert_memory_equal(ip + 40, "\x01\x04", 2);
	world_assert_address(ip + 8, "2001:db8:1::1");
	assert_int_equal(world_drops(*context, LAN, DROP_local_no_service), 2);
}

static void
an_unknown_protocol_for_the_box_is_told(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.1", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:1::1", 30);
	const uint8_t *ip;

	world_know(*context);
	four.bytes[23] = six.bytes[20] = 47;
	world_seal(&four);
	world_give(*context, LAN, PUNT_LOCAL, 0, &four);
	assert_memory_equal(world_answer(NULL) + 20, "\x03\x02", 2);
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &six);
	ip = world_answer(NULL);
	assert_memory_equal(ip + 40, "\x04\x01", 2);
	assert_memory_equal(ip + 44, "\0\0\0\x06", 4);
}

static void
errors_are_rationed_for_each_interface(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet other = world_udp("192.0.2.9", "203.0.113.200", 30);
	uint32_t sent;

	world_know(slow);
	world_state()->icmp.errors_per_second = 20;
	world_wait(slow, 1000);
	for (uint32_t i = 0; i < 50; i++)
		world_give(slow, LAN, PUNT_ERROR, DROP_no_route, &packet);
	sent = world_sent();
	assert_int_equal(sent, 10);
	assert_int_equal(slow->counters->core[CORE_icmp_errors_sent], 10);
	assert_int_equal(slow->counters->core[CORE_icmp_errors_limited], 40);
	world_give(slow, WAN, PUNT_ERROR, DROP_no_route, &other);
	assert_int_equal(world_sent(), sent + 1);
	world_wait(slow, 100);
	for (uint32_t i = 0; i < 50; i++)
		world_give(slow, LAN, PUNT_ERROR, DROP_no_route, &packet);
	assert_int_equal(world_sent(), sent + 1 + 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define CASE(id, name) { id, name, world_setup, world_teardown, NULL }
		TEST(each_drop_has_its_error),
		TEST(some_drops_have_none),
		TEST(an_error_quotes_as_much_as_fits),
		CASE("P9 too big tells the MTU of the way out",
			p9_too_big_tells_the_mtu_of_the_way_out),
		CASE("P9 a held packet too big for the link is told",
			p9_a_held_packet_too_big_for_the_link_is_told),
		CASE("P3 an error comes from the interface towards the sender",
			p3_an_error_comes_from_the_interface_towards_the_sender),
		CASE("P3 an interface without an address lends another's",
			p3_an_interface_without_an_address_lends_another),
		TEST(an_error_about_a_packet_for_the_box_comes_from_that_address),
		TEST(an_unknown_protocol_for_the_box_is_told),
		TEST(errors_are_rationed_for_each_interface),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
