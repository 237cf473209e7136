// RFC 1812 4.3.2, general issues of ICMP, section by section: packets in, errors out or none.
// Owns: checks of slowpath/icmp.c and icmp4.c. Next: rfc1812_4_3_3.c.
#include "slow_world.h"

#define HOST "198.51.100.7"
#define NOWHERE "203.0.113.200"

// 4.3.2.1: an unknown type is silently discarded; 4.3.2.2: the TTL is the box's own.
static void
s1_s2_unknown_types_and_ttl(void **context)
{
	struct world_packet unknown = world_icmp(HOST, "198.51.100.1", 77, 0, NULL, 20);
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &unknown);
	assert_int_equal(world_sent(), 0);
	packet.bytes[22] = 1;
	world_seal(&packet);
	assert_int_equal(world_error(*context, LAN, DROP_ttl_exceeded, &packet, NULL)[8], 64);
}

// 4.3.2.3: as much of the offender as fits into 576 bytes, as it was received.
static void
s3_the_original_message(void **context)
{
	static const uint32_t payloads[] = { 0, 1, 17, 518, 519, 520, 521, 1400 };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(payloads); i++) {
		struct world_packet packet = world_udp(HOST, NOWHERE, payloads[i]);
		uint32_t length, quoted = RTE_MIN(28 + payloads[i], 548u);
		const uint8_t *ip = world_error(*context, LAN, DROP_no_route, &packet, &length);

		assert_int_equal(length, 28 + quoted);
		assert_memory_equal(ip + 28, packet.bytes + 14, quoted);
	}
}

// The packet that the slow path was to forward is quoted as it arrived, too: its TTL counted down.
static void
s3_a_held_packet_is_quoted(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp(HOST, "192.0.2.77", 30);
	const uint8_t *ip;

	world_know(slow);
	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	world_wait(slow, 2 * WORLD_RETRANSMIT + 500);
	world_clear();
	world_wait(slow, 600);
	ip = world_answer(NULL);
	assert_memory_equal(ip + 20, "\x03\x01", 2);
	assert_memory_equal(ip + 28 + 12, packet.bytes + 26, 46);
	assert_int_equal(world_sum(ip + 28, 20, 0), 0xFFFF);
}

// 4.3.2.4: from the interface by which the error leaves; about a packet to us: from where that was sent.
static void
s4_the_source_address(void **context)
{
	static const struct { const char *source, *destination, *from; uint16_t port; } rows[] = {
		{ HOST, NOWHERE, "198.51.100.1", LAN - 1 },
		{ "192.0.2.9", NOWHERE, "192.0.2.1", WAN - 1 }, // came in by lan, is behind wan
		{ "10.9.9.9", NOWHERE, "192.0.2.1", WAN - 1 },  // is behind a router on wan
		{ HOST, "192.0.2.1", "192.0.2.1", LAN - 1 },
		{ HOST, "203.0.113.10", "203.0.113.10", LAN - 1 },
	};

	world_know(*context);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.254");
	world_route("10.9.0.0", 16, REMOTE);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = world_udp(rows[i].source, rows[i].destination, 30);

		world_assert_address(world_error(*context, LAN, DROP_no_route, &packet, NULL) + 12,
			rows[i].from);
		assert_int_equal(world_port(0), rows[i].port);
	}
}

// 4.3.2.5: precedence 6 for errors; a reply has what the request had.
static void
s5_tos_and_precedence(void **context)
{
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);
	struct world_packet echo = world_echo(HOST, "198.51.100.1", 30);

	world_know(*context);
	packet.bytes[15] = echo.bytes[15] = 0x48;
	world_seal(&packet);
	world_seal(&echo);
	assert_int_equal(world_error(*context, LAN, DROP_no_route, &packet, NULL)[1], 0xC0);
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &echo);
	assert_int_equal(world_answer(NULL)[1], 0x48);
}

enum spoil { AS_IT_IS, LATER_FRAGMENT, TO_ALL_MACS, TO_A_GROUP_MAC, NO_TYPE };

// 4.3.2.7: when not to send. The first row shows that the others differ in one thing.
static void
s7_when_not_to_send(void **context)
{
	static const struct {
		const char *source, *destination;
		uint8_t icmp;                 // type, 255 = UDP
		enum spoil spoil;
		bool sent;
	} rows[] = {
		{ HOST, NOWHERE, 255, AS_IT_IS, true },
		{ HOST, NOWHERE, 8, AS_IT_IS, true },
		{ HOST, NOWHERE, 0, AS_IT_IS, true },
		{ HOST, NOWHERE, 13, AS_IT_IS, true },
		{ HOST, NOWHERE, 3, AS_IT_IS, false },             // about an error
		{ HOST, NOWHERE, 4, AS_IT_IS, false },
		{ HOST, NOWHERE, 5, AS_IT_IS, false },
		{ HOST, NOWHERE, 11, AS_IT_IS, false },
		{ HOST, NOWHERE, 12, AS_IT_IS, false },
		{ HOST, NOWHERE, 8, NO_TYPE, false },
		{ HOST, "224.0.0.9", 255, AS_IT_IS, false },       // to a multicast group
		{ HOST, "255.255.255.255", 255, AS_IT_IS, false }, // or a broadcast
		{ HOST, "192.0.2.255", 255, AS_IT_IS, false },
		{ HOST, NOWHERE, 255, TO_ALL_MACS, false },        // of the link
		{ HOST, NOWHERE, 255, TO_A_GROUP_MAC, false },
		{ "0.0.0.0", NOWHERE, 255, AS_IT_IS, false },      // from no host
		{ "0.9.9.9", NOWHERE, 255, AS_IT_IS, false },
		{ "127.0.0.1", NOWHERE, 255, AS_IT_IS, false },
		{ "224.0.0.9", NOWHERE, 255, AS_IT_IS, false },
		{ "255.255.255.255", NOWHERE, 255, AS_IT_IS, false },
		{ "240.0.0.1", NOWHERE, 255, AS_IT_IS, false },
		{ "198.51.100.255", NOWHERE, 255, AS_IT_IS, false },
		{ HOST, NOWHERE, 255, LATER_FRAGMENT, false },
		{ "198.51.100.1", NOWHERE, 255, AS_IT_IS, false }, // from ourselves, so it says
	};

	world_know(*context);
	world_route("0.0.0.0", 0, LAN);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = rows[i].icmp == 255 ?
			world_udp(rows[i].source, rows[i].destination, 30) :
			world_icmp(rows[i].source, rows[i].destination, rows[i].icmp, 0, NULL, 40);

		if (rows[i].spoil == LATER_FRAGMENT)
			packet.bytes[21] = 1;
		if (rows[i].spoil == TO_ALL_MACS)
			memset(packet.bytes, 0xFF, 6);
		if (rows[i].spoil == TO_A_GROUP_MAC)
			packet.bytes[0] = 1;
		if (rows[i].spoil == NO_TYPE)
			packet.bytes[17] = 20;
		world_seal(&packet);
		world_wait(*context, 8);
		world_clear();
		world_give(*context, LAN, PUNT_ERROR, DROP_ttl_exceeded, &packet);
		if ((world_sent() == 1) != rows[i].sent)
			fail_msg("row %u: %u sent", i, world_sent());
	}
}

static uint32_t
errors_to(struct slowpath *slow, uint16_t interface, const char *source, uint32_t packets)
{
	struct world_packet packet = world_udp(source, strchr(source, ':') != NULL ?
		"2001:db8:77::1" : NOWHERE, 30);
	uint64_t before = slow->counters->core[CORE_icmp_errors_sent];

	for (uint32_t i = 0; i < packets; i++)
		world_give(slow, interface, PUNT_ERROR, DROP_no_route, &packet);
	return (uint32_t)(slow->counters->core[CORE_icmp_errors_sent] - before);
}

// 4.3.2.8: a source that asks for errors gets its prefix's share, and leaves the others theirs.
static void
s8_each_source_prefix_has_a_ration(void **context)
{
	struct slowpath *slow = *context;

	world_know(slow);
	world_route("10.0.0.0", 8, LAN);
	world_route("2001:db8:a000::", 36, LAN);
	world_state()->icmp = (struct sbx_icmp_settings){ 1000, 20 };
	world_wait(slow, 1000);
	assert_int_equal(errors_to(slow, LAN, "10.1.1.1", 100), 10);
	assert_int_equal(errors_to(slow, LAN, "10.1.1.200", 100), 0); // the same /24
	assert_int_equal(errors_to(slow, LAN, "10.1.2.1", 100), 10);
	assert_int_equal(errors_to(slow, LAN, "2001:db8:a000:1::1", 100), 10);
	assert_int_equal(errors_to(slow, LAN, "2001:db8:a000:1:9::1", 100), 0); // the same /64
	assert_int_equal(errors_to(slow, LAN, "2001:db8:a000:2::1", 100), 10);
	assert_int_equal(errors_to(slow, WAN, "10.1.1.1", 100), 10); // by another interface
	world_wait(slow, 100);
	assert_int_equal(errors_to(slow, LAN, "10.1.1.1", 100), 2);
	assert_int_equal(slow->counters->core[CORE_icmp_errors_limited], 800 - 52);
}

// Sources drawn at random: no prefix's ration ends, the interface's does.
static void
s8_each_interface_has_a_ration(void **context)
{
	struct slowpath *slow = *context;
	char source[32];
	uint32_t sent = 0;

	world_route("10.0.0.0", 8, LAN);
	world_state()->icmp = (struct sbx_icmp_settings){ 100, 50 };
	world_wait(slow, 1000);
	for (uint32_t i = 0; i < 2000; i++) {
		snprintf(source, sizeof(source), "10.%u.%u.1", i % 200, i / 200);
		sent += errors_to(slow, LAN, source, 1);
	}
	assert_int_equal(sent, 25);
	world_state()->icmp = (struct sbx_icmp_settings){ 0, 0 };
	world_wait(slow, 10000);
	assert_int_equal(errors_to(slow, LAN, "10.1.1.1", 10), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define SECTION(number, name) { "RFC 1812 4.3.2." number, name, world_setup, world_teardown, NULL }
		SECTION("1, 4.3.2.2", s1_s2_unknown_types_and_ttl),
		SECTION("3", s3_the_original_message),
		SECTION("3 of a held packet", s3_a_held_packet_is_quoted),
		SECTION("4", s4_the_source_address),
		SECTION("5", s5_tos_and_precedence),
		SECTION("7", s7_when_not_to_send),
		SECTION("8 by source prefix", s8_each_source_prefix_has_a_ration),
		SECTION("8 by interface", s8_each_interface_has_a_ration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
