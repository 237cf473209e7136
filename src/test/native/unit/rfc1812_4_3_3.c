// RFC 1812 4.3.3, specific issues of ICMP, message by message: packets in, bytes out.
// Owns: checks of slowpath/icmp4.c. Next: rfc1191.c.
#include "slow_world.h"

#define HOST "198.51.100.7"
#define NOWHERE "203.0.113.200"

// 4.3.3.1: each reason has its code. Filters and martians are silent (5.3.8, 5.3.9).
static void
s1_destination_unreachable(void **context)
{
	static const struct { enum drop_reason reason; int code; } rows[] = {
		{ DROP_no_route, 0 }, { DROP_unreachable, 1 }, { DROP_neighbor_failed, 1 },
		{ DROP_interface_down, 1 }, { DROP_ip4_source_route, 5 }, { DROP_prohibit, 13 },
		{ DROP_blackhole, -1 }, { DROP_martian_source, -1 }, { DROP_martian_destination, -1 },
		{ DROP_urpf_no_route, -1 }, { DROP_urpf_interface, -1 }, { DROP_neighbor_limit, -1 },
		{ DROP_ip4_checksum, -1 }, { DROP_ip4_version, -1 }, { DROP_eth_type, -1 },
	};
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		const uint8_t *ip = world_error(*context, LAN, rows[i].reason, &packet, NULL);

		assert_int_equal(ip != NULL, rows[i].code >= 0);
		if (ip == NULL)
			continue;
		assert_int_equal(ip[20], 3);
		assert_int_equal(ip[21], rows[i].code);
		assert_memory_equal(ip + 24, "\0\0\0\0", 4);
	}
}

// For the box itself: the port where there are ports, else the protocol.
static void
s1_port_and_protocol_unreachable(void **context)
{
	static const struct { uint8_t protocol, code; } rows[] = {
		{ 17, 3 }, { 6, 3 }, { 47, 2 }, { 132, 2 }, { 255, 2 },
	};

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = world_udp(HOST, "198.51.100.1", 30);

		packet.bytes[23] = rows[i].protocol;
		world_seal(&packet);
		world_clear();
		world_give(*context, LAN, PUNT_LOCAL, 0, &packet);
		assert_int_equal(world_answer(NULL)[20], 3);
		assert_int_equal(world_answer(NULL)[21], rows[i].code);
	}
}

// 4.3.3.2, 5.2.7.2: a packet that leaves by where it came in causes no redirect, and none is believed.
static void
s2_redirect(void **context)
{
	static const uint8_t gateway[] = { 192, 0, 2, 9 };
	struct world_packet packet = world_udp("192.0.2.9", "192.0.2.254", 30);
	struct world_packet redirect = world_icmp("192.0.2.254", "192.0.2.1", 5, 1, gateway, 4);

	world_know(*context);
	world_give(*context, WAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	assert_int_equal(world_sent(), 1); // itself
	assert_int_equal(world_frame(0, NULL)[23], 17);
	world_give(*context, WAN, PUNT_LOCAL, 0, &redirect);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_drops(*context, WAN, DROP_local_no_service), 1);
}

// 4.3.3.3: no source quench, however full the box is.
static void
s3_source_quench(void **context)
{
	static const enum drop_reason full[] = { DROP_hold_full, DROP_tx_full, DROP_punt_full,
		DROP_not_fragmented, DROP_neighbor_limit };
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(full); i++)
		assert_null(world_error(*context, LAN, full[i], &packet, NULL));
}

// 4.3.3.4: in transit, code 0. The slow path looks at the TTL as the workers do.
static void
s4_time_exceeded(void **context)
{
	world_know(*context);
	for (uint8_t ttl = 0; ttl <= 1; ttl++) {
		struct world_packet packet = world_udp(HOST, "192.0.2.9", 30);

		packet.bytes[22] = ttl;
		world_seal(&packet);
		world_clear();
		world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
		assert_memory_equal(world_answer(NULL) + 20, "\x0B\x00", 2);
		assert_memory_equal(world_answer(NULL) + 28, packet.bytes + 14, 58);
		world_clear();
		world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
		assert_memory_equal(world_answer(NULL) + 20, "\x0B\x00", 2);
	}
	assert_int_equal(world_drops(*context, LAN, DROP_ttl_exceeded), 4);
}

// 4.3.3.5: the pointer; rfc791_3_1.c has all faults.
static void
s5_parameter_problem(void **context)
{
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);
	const uint8_t *ip;

	world_know(*context);
	packet.bytes[14] = 0x46;          // the ports and the rest of UDP's header are options now
	packet.bytes[34] = 7;             // record route
	packet.bytes[35] = 9;             // longer than the header
	world_seal(&packet);
	ip = world_error(*context, LAN, DROP_ip4_options, &packet, NULL);
	assert_memory_equal(ip + 20, "\x0C\x00", 2);
	assert_memory_equal(ip + 24, "\x15\0\0\0", 4);
}

// 4.3.3.6: from the address that it was sent to, with all its data; not for a group or a broadcast.
static void
s6_echo(void **context)
{
	static const uint32_t payloads[] = { 0, 1, 56, 1472 - 8 };
	static const char *const silent[] = { "224.0.0.1", "198.51.100.255", "255.255.255.255" };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(payloads); i++) {
		struct world_packet request = world_echo(HOST, "192.0.2.1", payloads[i]);
		uint32_t length;
		const uint8_t *ip;

		world_clear();
		world_give(*context, LAN, PUNT_LOCAL, 0, &request);
		ip = world_answer(&length);
		assert_int_equal(length, request.length - 14);
		world_assert_address(ip + 12, "192.0.2.1");
		world_assert_address(ip + 16, HOST);
		assert_memory_equal(ip + 24, request.bytes + 38, length - 24);
	}
	world_clear();
	for (uint32_t i = 0; i < RTE_DIM(silent); i++) {
		struct world_packet request = world_echo(HOST, silent[i], 56);

		world_give(*context, LAN, PUNT_MULTICAST, 0, &request);
		assert_int_equal(world_sent(), 0);
	}
}

// 4.3.3.7 to 4.3.3.9: information, timestamp and mask requests (RFC 6918 has retired the first and the last).
static void
s7_to_s9_other_requests(void **context)
{
	static const uint8_t types[] = { 13, 15, 17 };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(types); i++) {
		struct world_packet request = world_icmp(HOST, "198.51.100.1", types[i], 0, NULL, 16);

		world_give(*context, LAN, PUNT_LOCAL, 0, &request);
	}
	assert_int_equal(world_sent(), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define SECTION(number, name) { "RFC 1812 4.3.3." number, name, world_setup, world_teardown, NULL }
		SECTION("1", s1_destination_unreachable),
		SECTION("1 for the box", s1_port_and_protocol_unreachable),
		SECTION("2", s2_redirect),
		SECTION("3", s3_source_quench),
		SECTION("4", s4_time_exceeded),
		SECTION("5", s5_parameter_problem),
		SECTION("6", s6_echo),
		SECTION("7, 4.3.3.8, 4.3.3.9", s7_to_s9_other_requests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
