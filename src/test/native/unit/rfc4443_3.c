// RFC 4443 3, error messages, and 4, echo, one by one: packets in, bytes out.
// Owns: checks of slowpath/icmp6.c and options6.c. Next: rfc826.c.
#include "slow_world.h"

#define HOST "2001:db8:2::7"
#define NOWHERE "2001:db8:77::1"
#define OWN "2001:db8:2::1"

// 3.1: each reason has its code; filters, martians and black holes are silent.
static void
s1_destination_unreachable(void **context)
{
	static const struct { enum drop_reason reason; int code; } rows[] = {
		{ DROP_no_route, 0 }, { DROP_unreachable, 0 }, { DROP_prohibit, 1 },
		{ DROP_link_local_scope, 2 }, { DROP_neighbor_failed, 3 }, { DROP_interface_down, 3 },
		{ DROP_local_no_service, 4 }, { DROP_blackhole, -1 }, { DROP_martian_source, -1 },
		{ DROP_urpf_no_route, -1 }, { DROP_ip6_short, -1 }, { DROP_hold_full, -1 },
	};
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		const uint8_t *ip = world_error(*context, LAN, rows[i].reason, &packet, NULL);

		assert_int_equal(ip != NULL, rows[i].code >= 0);
		if (ip == NULL)
			continue;
		assert_int_equal(ip[40], 1);
		assert_int_equal(ip[41], rows[i].code);
		assert_memory_equal(ip + 44, "\0\0\0\0", 4);
		assert_memory_equal(ip + 48, packet.bytes + 14, 78);
	}
}

// 3.3: code 0, the hop limit.
static void
s3_time_exceeded(void **context)
{
	world_know(*context);
	for (uint8_t hops = 0; hops <= 1; hops++) {
		struct world_packet packet = world_udp(HOST, "2001:db8:1::9", 30);

		packet.bytes[21] = hops;
		world_clear();
		world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
		assert_memory_equal(world_answer(NULL) + 40, "\x03\x00", 2);
		assert_memory_equal(world_answer(NULL) + 44, "\0\0\0\0", 4);
	}
}

// A packet for the box with these bytes between its header and UDP.
static struct world_packet
with_headers(const char *destination, uint8_t first, const uint8_t *headers, uint32_t bytes)
{
	struct world_packet packet = world_udp(HOST, destination, 8);

	memmove(packet.bytes + 54 + bytes, packet.bytes + 54, packet.length - 54);
	memcpy(packet.bytes + 54, headers, bytes);
	packet.length += bytes;
	packet.bytes[19] = (uint8_t)(packet.length - 54);
	packet.bytes[20] = first;
	return packet;
}

#define DESTINATION 60
#define HOP_BY_HOP 0
#define ROUTING 43
#define NONE 255                  // no parameter problem

// 3.4: the code and the octet, of what RFC 8200 4 says not to ignore.
static void
s4_parameter_problem(void **context)
{
	static const struct {
		const char *what;
		uint8_t first, bytes, headers[24], code, pointer;
	} rows[] = {
		{ "padding", DESTINATION, 8, { 17, 0, 1, 4, 0, 0, 0, 0 }, NONE, 0 },
		{ "padding by single octets", DESTINATION, 8, { 17, 0, 0, 0, 0, 0, 0, 0 }, NONE, 0 },
		{ "router alert", HOP_BY_HOP, 8, { 17, 0, 5, 2, 0, 0, 1, 0 }, NONE, 0 },
		{ "an option to be skipped", DESTINATION, 8, { 17, 0, 0x3E, 4, 0, 0, 0, 0 }, NONE, 0 },
		{ "a routing header that is used up", ROUTING, 8, { 17, 0, 0, 0, 0, 0, 0, 0 }, NONE, 0 },
		{ "an option to be told about", DESTINATION, 8, { 17, 0, 0x80, 4, 0, 0, 0, 0 }, 2, 42 },
		{ "one to be told about but for groups", DESTINATION, 8, { 17, 0, 0, 0xC0, 3, 0, 0, 0 }, 2,
			43 },
		{ "an option that is longer than its header", DESTINATION, 8,
			{ 17, 0, 0x3E, 5, 0, 0, 0, 0 }, 0, 43 },
		{ "an option without a length", DESTINATION, 8, { 17, 0, 1, 3, 0, 0, 0, 0x3E }, 0, 47 },
		{ "a routing header with segments left", ROUTING, 8, { 17, 0, 0, 1, 0, 0, 0, 0 }, 0, 42 },
		{ "hop-by-hop options behind others", DESTINATION, 16,
			{ HOP_BY_HOP, 0, 1, 4, 0, 0, 0, 0, 17, 0, 1, 4, 0, 0, 0, 0 }, 1, 40 },
		{ "the second of two headers", HOP_BY_HOP, 16,
			{ DESTINATION, 0, 1, 4, 0, 0, 0, 0, 17, 0, 0x80, 4, 0, 0, 0, 0 }, 2, 50 },
		{ "an unknown header", DESTINATION, 8, { 200, 0, 1, 4, 0, 0, 0, 0 }, 1, 40 },
	};

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = with_headers(OWN, rows[i].first, rows[i].headers,
			rows[i].bytes);
		const uint8_t *ip;

		world_clear();
		world_give(*context, LAN, PUNT_LOCAL, 0, &packet);
		ip = world_answer(NULL);
		if (rows[i].code == NONE && ip[40] != 1) // port unreachable: it was for us
			fail_msg("%s: type %u", rows[i].what, ip[40]);
		if (rows[i].code == NONE)
			continue;
		if (ip == NULL || ip[40] != 4 || ip[41] != rows[i].code || ip[47] != rows[i].pointer)
			fail_msg("%s: type %u code %u pointer %u", rows[i].what, ip[40], ip[41],
				ip[47]);
		assert_memory_equal(ip + 48, packet.bytes + 14, packet.length - 14);
	}
}

// RFC 8200 4.2: by the option's two upper bits.
static void
s4_options_by_their_action(void **context)
{
	static const struct { uint8_t type; const char *destination; bool told; } rows[] = {
		{ 0x40, OWN, false }, { 0x40, "ff02::1", false },
		{ 0x80, OWN, true }, { 0x80, "ff02::1", true },
		{ 0xC0, OWN, true }, { 0xC0, "ff02::1", false },
	};
	struct slowpath *slow = *context;

	world_know(slow);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		const uint8_t headers[8] = { 17, 0, rows[i].type, 4, 0, 0, 0, 0 };
		struct world_packet packet = with_headers(rows[i].destination, DESTINATION, headers, 8);

		world_clear();
		world_give(slow, LAN, PUNT_LOCAL, 0, &packet);
		assert_int_equal(world_sent(), rows[i].told);
		assert_int_equal(world_drops(slow, LAN, DROP_ip6_options), i + 1);
	}
}

// RFC 8200 4.7: no next header is no unknown header. Headers of a packet in transit are not for us.
static void
s4_no_problem(void **context)
{
	static const uint8_t unknown[8] = { 17, 0, 0x80, 4, 0, 0, 0, 0 };
	struct world_packet nothing = world_udp(HOST, OWN, 0);
	struct world_packet transit = with_headers("2001:db8:1::9", DESTINATION, unknown, 8);

	world_know(*context);
	nothing.bytes[20] = 59;
	world_give(*context, LAN, PUNT_LOCAL, 0, &nothing);
	assert_int_equal(world_sent(), 0);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &transit);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_frame(0, NULL)[20], DESTINATION);
}

// 4.2: from the address that it was sent to; a group is answered from a unicast address.
static void
echo_reply(void **context)
{
	static const struct { const char *destination, *from; } rows[] = {
		{ OWN, OWN }, { "2001:db8:1::1", "2001:db8:1::1" }, { "ff02::1", OWN }, { "ff02::2", OWN },
	};

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet request = world_echo(HOST, rows[i].destination, 100);
		uint32_t length;
		const uint8_t *ip;

		world_clear();
		world_give(*context, LAN, PUNT_LOCAL, 0, &request);
		ip = world_answer(&length);
		assert_int_equal(length, 40 + 8 + 100);
		assert_memory_equal(ip + 40, "\x81\x00", 2);
		world_assert_address(ip + 8, rows[i].from);
		world_assert_address(ip + 24, HOST);
		assert_memory_equal(ip + 44, request.bytes + 58, 104);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define SECTION(number, name) { "RFC 4443 " number, name, world_setup, world_teardown, NULL }
		SECTION("3.1", s1_destination_unreachable),
		SECTION("3.3", s3_time_exceeded),
		SECTION("3.4", s4_parameter_problem),
		SECTION("3.4 options by their action", s4_options_by_their_action),
		SECTION("3.4 no problem", s4_no_problem),
		SECTION("4.2", echo_reply),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
