// ICMP and ICMPv6: echo, each error, where it comes from, and when there is silence.
// Owns: checks of slowpath/icmp*.c and local.c. Next: slow_hostile.c.
#include "slow_world.h"

// Both of the sender's sides are known, so that what is sent is the answer itself.
static void
know(struct slowpath *slow)
{
	static const struct { uint16_t interface; const char *address; } known[] = {
		{ LAN, "198.51.100.7" }, { LAN, "2001:db8:2::7" }, { WAN, "192.0.2.9" },
		{ WAN, "2001:db8:1::9" }, { WAN, "192.0.2.254" }, { WAN, "fe80::9" },
	};

	for (uint32_t i = 0; i < RTE_DIM(known); i++) {
		struct sbx_address address = world_address(known[i].address);
		uint8_t family = strchr(known[i].address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;

		assert_int_equal(neighbors_set(world_state(), known[i].interface, family, &address,
			peer_mac), 0);
	}
	world_wait(slow, 16);
}

// The one packet that was sent, whole and right; its IP header. NULL: none was sent.
static const uint8_t *
answer(uint32_t *length)
{
	const uint8_t *frame;
	uint32_t bytes;

	if (world_sent() == 0)
		return NULL;
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &bytes);
	assert_true(world_checksums_hold(frame, bytes));
	assert_memory_equal(frame, peer_mac, 6);
	if (length != NULL)
		*length = bytes - 14;
	return frame + 14;
}

static const uint8_t *
error(struct slowpath *slow, uint16_t interface, enum drop_reason reason, const struct world_packet *packet,
	uint32_t *length)
{
	world_wait(slow, 8); // for its ration
	world_clear();
	world_give(slow, interface, PUNT_ERROR, reason, packet);
	return answer(length);
}

// ------------------------------------------------------------------------------------- echo

static void
answers_echo_for_an_own_address(void **context)
{
	struct world_packet request = world_echo("192.0.2.9", "192.0.2.1", 56);
	const uint8_t *ip;
	uint32_t length;

	know(*context);
	request.length += 6; // an Ethernet trailer
	world_give(*context, WAN, PUNT_LOCAL, 0, &request);
	ip = answer(&length);
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

	know(*context);
	world_give(*context, WAN, PUNT_LOCAL, 0, &global);
	ip = answer(&length);
	assert_int_equal(length, 40 + 64);
	assert_int_equal(ip[40], 129);
	assert_int_equal(ip[7], 64);
	assert_memory_equal(ip + 44, global.bytes + 58, 60);
	world_clear();
	world_give(*context, WAN, PUNT_LOCAL, 0, &local);
	ip = answer(NULL);
	world_assert_address(ip + 8, "fe80::ff:fe00:1");
	world_assert_address(ip + 24, "fe80::9");
	assert_int_equal(world_port(0), WAN - 1);
}

static void
answers_echo6_to_all_nodes_from_a_unicast_address(void **context)
{
	struct world_packet request = world_echo("fe80::9", "ff02::1", 8);

	know(*context);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &request);
	world_assert_address(answer(NULL) + 8, "fe80::ff:fe00:1");
}

static void
answers_echo_without_the_options_it_came_with(void **context)
{
	struct world_packet request = world_echo("192.0.2.9", "192.0.2.1", 20);
	uint32_t length;

	know(*context);
	memmove(request.bytes + 38, request.bytes + 34, 28);
	memset(request.bytes + 34, 1, 4); // four no-operations
	request.bytes[14] = 0x46;
	request.bytes[17] += 4;
	request.length += 4;
	world_seal(&request);
	world_give(*context, WAN, PUNT_LOCAL, 0, &request);
	answer(&length);
	assert_int_equal(length, 48);
}

static void
answers_echo_to_another_interfaces_address_and_by_the_route(void **context)
{
	struct world_packet request = world_echo("198.51.100.7", "192.0.2.1", 8);

	know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &request);
	world_assert_address(answer(NULL) + 12, "192.0.2.1");
	assert_int_equal(world_port(0), LAN - 1);
}

static void
ignores_echo_with_a_wrong_checksum(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet four = world_echo("192.0.2.9", "192.0.2.1", 8);
	struct world_packet six = world_echo("2001:db8:1::9", "2001:db8:1::1", 8);

	know(slow);
	four.bytes[four.length - 1] ^= 1;
	six.bytes[six.length - 1] ^= 1;
	world_give(slow, WAN, PUNT_LOCAL, 0, &four);
	world_give(slow, WAN, PUNT_LOCAL, 0, &six);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, WAN, DROP_local_bad), 2);
}

static void
ignores_echo_to_broadcasts_and_from_itself(void **context)
{
	struct slowpath *slow = *context;
	static const char *const destinations[] = { "192.0.2.255", "255.255.255.255", "224.0.0.1" };
	struct world_packet self = world_echo("198.51.100.1", "192.0.2.1", 8);

	know(slow);
	for (uint32_t i = 0; i < RTE_DIM(destinations); i++) {
		struct world_packet request = world_echo("192.0.2.9", destinations[i], 8);

		world_give(slow, WAN, PUNT_MULTICAST, 0, &request);
	}
	world_give(slow, WAN, PUNT_LOCAL, 0, &self);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, WAN, DROP_multicast), 3);
}

// ------------------------------------------------------------------------------------- errors

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

	know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		uint32_t length;
		const uint8_t *ip = error(*context, LAN, rows[i].reason, &four, &length);

		assert_int_equal(length, 28 + 58);
		assert_int_equal(ip[8], 64);
		assert_int_equal(ip[20], rows[i].type4);
		assert_int_equal(ip[21], rows[i].code4);
		world_assert_address(ip + 12, "198.51.100.1");
		world_assert_address(ip + 16, "198.51.100.7");
		assert_memory_equal(ip + 28, four.bytes + 14, 58);
		ip = error(*context, LAN, rows[i].reason, &six, &length);
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
	static const enum drop_reason reasons[] = { DROP_blackhole, DROP_ip4_checksum, DROP_martian_source,
		DROP_eth_type, DROP_multicast, DROP_hold_full, DROP_tx_full, DROP_punt_full };
	struct world_packet packet = world_udp("198.51.100.7", "203.0.113.200", 30);

	know(*context);
	for (uint32_t i = 0; i < RTE_DIM(reasons); i++)
		assert_null(error(*context, LAN, reasons[i], &packet, NULL));
}

static void
an_error_quotes_as_much_as_fits(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 1400);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 1400);
	uint32_t length;

	know(*context);
	error(*context, LAN, DROP_ttl_exceeded, &four, &length);
	assert_int_equal(length, 576);
	error(*context, LAN, DROP_ttl_exceeded, &six, &length);
	assert_int_equal(length, 1280);
}

static void
p9_too_big_tells_the_mtu_of_the_way_out(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.9", 1400);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:1::9", 1400);
	const uint8_t *ip;

	know(*context);
	world_state()->tables->interfaces[WAN].mtu = 1380;
	nexthops_interface_changed(world_state(), WAN);
	assert_null(error(*context, LAN, DROP_too_big, &four, NULL)); // it may be fragmented
	four.bytes[20] = 0x40;
	world_seal(&four);
	ip = error(*context, LAN, DROP_too_big, &four, NULL);
	assert_memory_equal(ip + 20, "\x03\x04", 2);
	assert_memory_equal(ip + 24, "\x00\x00\x05\x64", 4); // 1380
	ip = error(*context, LAN, DROP_too_big, &six, NULL);
	assert_memory_equal(ip + 40, "\x02\x00", 2);
	assert_memory_equal(ip + 44, "\x00\x00\x05\x64", 4);
}

static void
p9_a_held_packet_too_big_for_the_link_is_told(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.77", 1400);

	know(*context);
	world_state()->tables->interfaces[WAN].mtu = 1380;
	nexthops_interface_changed(world_state(), WAN);
	four.bytes[20] = 0x40;
	world_seal(&four);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &four);
	assert_memory_equal(answer(NULL) + 20, "\x03\x04", 2);
}

static void
p3_an_error_comes_from_the_interface_towards_the_sender(void **context)
{
	struct world_packet four = world_udp("10.9.9.9", "203.0.113.200", 30);

	know(*context);
	world_nexthop(10, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("10.9.0.0", 16, 10);
	// It came in by lan, but the way back is by wan.
	world_assert_address(error(*context, LAN, DROP_ttl_exceeded, &four, NULL) + 12, "192.0.2.1");
	assert_int_equal(world_port(0), WAN - 1);
}

static void
p3_an_interface_without_an_address_lends_another(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	know(*context);
	world_state()->interfaces[LAN].address_count = 0;
	world_assert_address(error(*context, LAN, DROP_ttl_exceeded, &four, NULL) + 12, "192.0.2.1");
	world_assert_address(error(*context, LAN, DROP_ttl_exceeded, &six, NULL) + 8, "2001:db8:1::1");
}

static void
an_error_about_a_packet_for_the_box_comes_from_that_address(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "192.0.2.1", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:1::1", 30);
	const uint8_t *ip;

	know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &four);
	ip = answer(NULL);
	assert_memory_equal(ip + 20, "\x03\x03", 2);
	world_assert_address(ip + 12, "192.0.2.1");
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &six);
	ip = answer(NULL);
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

	know(*context);
	four.bytes[23] = six.bytes[20] = 47;
	world_seal(&four);
	world_give(*context, LAN, PUNT_LOCAL, 0, &four);
	assert_memory_equal(answer(NULL) + 20, "\x03\x02", 2);
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &six);
	ip = answer(NULL);
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

	know(slow);
	world_state()->options.icmp_errors_per_second = 20;
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

// ------------------------------------------------------------------------------------- silence (P8)

static void
p8_no_error_about_an_icmp_error(void **context)
{
	static const uint8_t errors4[] = { 3, 4, 5, 11, 12 }, errors6[] = { 1, 2, 3, 4, 100, 127, 137 };

	know(*context);
	for (uint32_t i = 0; i < RTE_DIM(errors4); i++) {
		struct world_packet packet = world_icmp("198.51.100.7", "203.0.113.200", errors4[i], 0,
			NULL, 40);

		assert_null(error(*context, LAN, DROP_no_route, &packet, NULL));
	}
	for (uint32_t i = 0; i < RTE_DIM(errors6); i++) {
		struct world_packet packet = world_icmp("2001:db8:2::7", "2001:db8:77::1", errors6[i], 0,
			NULL, 60);

		assert_null(error(*context, LAN, DROP_no_route, &packet, NULL));
		assert_null(error(*context, LAN, DROP_too_big, &packet, NULL));
	}
}

static void
errors_about_echo_are_sent(void **context)
{
	struct world_packet four = world_echo("198.51.100.7", "203.0.113.200", 8);
	struct world_packet six = world_echo("2001:db8:2::7", "2001:db8:77::1", 8);

	know(*context);
	assert_non_null(error(*context, LAN, DROP_ttl_exceeded, &four, NULL));
	assert_non_null(error(*context, LAN, DROP_ttl_exceeded, &six, NULL));
}

static struct world_packet
fragment6(uint16_t offset_and_more)
{
	struct world_packet packet = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	packet.bytes[20] = 44;
	memset(packet.bytes + 54, 0, 8);
	packet.bytes[54] = 17;
	packet.bytes[56] = (uint8_t)(offset_and_more >> 8);
	packet.bytes[57] = (uint8_t)offset_and_more;
	return packet;
}

static void
p8_no_error_about_a_fragment_that_is_not_the_first(void **context)
{
	struct world_packet first4 = world_udp("198.51.100.7", "203.0.113.200", 30), later4 = first4;
	struct world_packet first6 = fragment6(0x0001), later6 = fragment6(0x0008);

	know(*context);
	first4.bytes[20] = 0x20;
	later4.bytes[21] = 1;
	world_seal(&first4);
	world_seal(&later4);
	assert_non_null(error(*context, LAN, DROP_no_route, &first4, NULL));
	assert_null(error(*context, LAN, DROP_no_route, &later4, NULL));
	assert_non_null(error(*context, LAN, DROP_no_route, &first6, NULL));
	assert_null(error(*context, LAN, DROP_no_route, &later6, NULL));
}

static void
p8_no_error_about_a_multicast_or_broadcast_destination(void **context)
{
	static const char *const destinations[] = { "224.0.0.5", "239.1.1.1", "255.255.255.255",
		"192.0.2.255", "198.51.100.255", "192.0.2.0", "ff02::5", "ff0e::1" };

	know(*context);
	for (uint32_t i = 0; i < RTE_DIM(destinations); i++) {
		bool six = strchr(destinations[i], ':') != NULL;
		struct world_packet packet = world_udp(six ? "2001:db8:2::7" : "198.51.100.7",
			destinations[i], 30);

		assert_null(error(*context, LAN, DROP_ttl_exceeded, &packet, NULL));
	}
}

static void
p8_too_big_is_told_about_ipv6_multicast(void **context)
{
	struct world_packet packet = world_udp("2001:db8:2::7", "ff0e::1", 30);

	know(*context);
	assert_non_null(error(*context, LAN, DROP_too_big, &packet, NULL));
}

static void
p8_no_error_about_a_frame_to_everybody(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	know(*context);
	memset(four.bytes, 0xFF, 6);
	six.bytes[0] = 0x33;
	assert_null(error(*context, LAN, DROP_no_route, &four, NULL));
	assert_null(error(*context, LAN, DROP_no_route, &six, NULL));
}

static void
p8_no_error_to_a_source_that_is_not_one_host(void **context)
{
	static const char *const sources[] = { "0.0.0.0", "0.1.2.3", "127.0.0.1", "224.0.0.1",
		"255.255.255.255", "240.0.0.1", "198.51.100.255", "198.51.100.0", "198.51.100.1",
		"192.0.2.1", "::", "::1", "ff02::1", "2001:db8:2::1", "fe80::ff:fe00:2" };

	know(*context);
	world_route("0.0.0.0", 0, WAN);
	world_route("::", 0, WAN);
	for (uint32_t i = 0; i < RTE_DIM(sources); i++) {
		bool six = strchr(sources[i], ':') != NULL;
		struct world_packet packet = world_udp(sources[i],
			six ? "2001:db8:77::1" : "203.0.113.200", 30);

		assert_null(error(*context, LAN, DROP_ttl_exceeded, &packet, NULL));
	}
}

static void
p8_no_error_when_the_headers_are_cut(void **context)
{
	struct world_packet four = world_icmp("198.51.100.7", "203.0.113.200", 8, 0, NULL, 4);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 0);

	know(*context);
	four.bytes[17] = 20; // an ICMP packet without a type
	world_seal(&four);
	six.bytes[20] = 60;  // destination options of 8 * 256 bytes
	six.bytes[55] = 255;
	assert_null(error(*context, LAN, DROP_no_route, &four, NULL));
	assert_null(error(*context, LAN, DROP_no_route, &six, NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define CASE(id, name) { id, name, world_setup, world_teardown, NULL }
		TEST(answers_echo_for_an_own_address),
		TEST(answers_echo6_for_own_global_and_link_local_addresses),
		TEST(answers_echo6_to_all_nodes_from_a_unicast_address),
		TEST(answers_echo_without_the_options_it_came_with),
		TEST(answers_echo_to_another_interfaces_address_and_by_the_route),
		TEST(ignores_echo_with_a_wrong_checksum),
		TEST(ignores_echo_to_broadcasts_and_from_itself),
		TEST(each_drop_has_its_error),
		TEST(some_drops_have_none),
		TEST(an_error_quotes_as_much_as_fits),
		CASE("P9 too big tells the MTU of the way out", p9_too_big_tells_the_mtu_of_the_way_out),
		CASE("P9 a held packet too big for the link is told",
			p9_a_held_packet_too_big_for_the_link_is_told),
		CASE("P3 an error comes from the interface towards the sender",
			p3_an_error_comes_from_the_interface_towards_the_sender),
		CASE("P3 an interface without an address lends another's",
			p3_an_interface_without_an_address_lends_another),
		TEST(an_error_about_a_packet_for_the_box_comes_from_that_address),
		TEST(an_unknown_protocol_for_the_box_is_told),
		TEST(errors_are_rationed_for_each_interface),
		CASE("P8 no error about an ICMP error", p8_no_error_about_an_icmp_error),
		TEST(errors_about_echo_are_sent),
		CASE("P8 no error about a fragment that is not the first",
			p8_no_error_about_a_fragment_that_is_not_the_first),
		CASE("P8 no error about a multicast or broadcast destination",
			p8_no_error_about_a_multicast_or_broadcast_destination),
		CASE("P8 but too big is told about IPv6 multicast", p8_too_big_is_told_about_ipv6_multicast),
		CASE("P8 no error about a link-layer broadcast", p8_no_error_about_a_frame_to_everybody),
		CASE("P8 no error to a source that is not one host",
			p8_no_error_to_a_source_that_is_not_one_host),
		CASE("P8 no error when the headers are cut", p8_no_error_when_the_headers_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
