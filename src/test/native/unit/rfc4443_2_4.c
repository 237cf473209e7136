// RFC 4443 2.4, message processing rules, letter by letter: packets in, errors out or none.
// Owns: checks of slowpath/icmp.c and icmp6.c. Next: rfc4443_3.c.
#include "slow_world.h"

#define HOST "2001:db8:2::7"
#define NOWHERE "2001:db8:77::1"

// (a), (b): an error or an informational message of an unknown type makes no noise.
static void
a_b_unknown_types(void **context)
{
	static const uint8_t types[] = { 1, 2, 3, 4, 5, 99, 100, 101, 127, 129, 130, 131, 138, 200, 255 };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(types); i++) {
		struct world_packet packet = world_icmp(HOST, "2001:db8:2::1", types[i], 0, NULL, 60);

		world_give(*context, LAN, PUNT_LOCAL, 0, &packet);
	}
	assert_int_equal(world_sent(), 0);
}

// (c): as much of the offender as fits into 1,280 bytes.
static void
c_as_much_as_fits(void **context)
{
	static const uint32_t payloads[] = { 0, 1, 1183, 1184, 1185, 1400 };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(payloads); i++) {
		struct world_packet packet = world_udp(HOST, NOWHERE, payloads[i]);
		uint32_t length, quoted = RTE_MIN(48 + payloads[i], 1232u);
		const uint8_t *ip = world_error(*context, LAN, DROP_no_route, &packet, &length);

		assert_int_equal(length, 48 + quoted);
		assert_memory_equal(ip + 48, packet.bytes + 14, quoted);
	}
}

enum spoil { AS_IT_IS, TO_A_GROUP_MAC, CUT };

// (e): when not to send. The first row shows that the others differ in one thing.
static void
e_when_not_to_send(void **context)
{
	static const struct {
		const char *source, *destination;
		uint8_t icmp;                 // type, 255 = UDP
		enum spoil spoil;
		bool sent;
	} rows[] = {
		{ HOST, NOWHERE, 255, AS_IT_IS, true },
		{ HOST, NOWHERE, 128, AS_IT_IS, true },
		{ HOST, NOWHERE, 1, AS_IT_IS, false },            // (e.1)
		{ HOST, NOWHERE, 2, AS_IT_IS, false },
		{ HOST, NOWHERE, 3, AS_IT_IS, false },
		{ HOST, NOWHERE, 4, AS_IT_IS, false },
		{ HOST, NOWHERE, 127, AS_IT_IS, false },
		{ HOST, NOWHERE, 137, AS_IT_IS, false },          // (e.2)
		{ HOST, "ff0e::1", 255, AS_IT_IS, false },        // (e.3)
		{ HOST, "ff02::5", 255, AS_IT_IS, false },
		{ HOST, NOWHERE, 255, TO_A_GROUP_MAC, false },    // (e.4), (e.5)
		{ "::", NOWHERE, 255, AS_IT_IS, false },          // (e.6)
		{ "::1", NOWHERE, 255, AS_IT_IS, false },
		{ "ff02::1", NOWHERE, 255, AS_IT_IS, false },
		{ "2001:db8:2::1", NOWHERE, 255, AS_IT_IS, false },
		{ HOST, NOWHERE, 255, CUT, false },
	};

	world_know(*context);
	world_route("::", 0, LAN);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = rows[i].icmp == 255 ?
			world_udp(rows[i].source, rows[i].destination, 30) :
			world_icmp(rows[i].source, rows[i].destination, rows[i].icmp, 0, NULL, 40);

		if (rows[i].spoil == TO_A_GROUP_MAC)
			packet.bytes[0] = 0x33;
		if (rows[i].spoil == CUT) {
			packet.bytes[20] = 60;
			packet.bytes[55] = 255;
		}
		world_wait(*context, 8);
		world_clear();
		world_give(*context, LAN, PUNT_ERROR, DROP_no_route, &packet);
		if ((world_sent() == 1) != rows[i].sent)
			fail_msg("row %u: %u sent", i, world_sent());
	}
}

// (f): a token bucket, so that a traceroute's burst gets its answers and a flood does not.
static void
f_rate(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp(HOST, NOWHERE, 30);

	world_know(slow);
	world_state()->icmp = (struct sbx_icmp_settings){ 40, 10 };
	world_wait(slow, 2000);
	world_clear();
	for (uint32_t i = 0; i < 100; i++)
		world_give(slow, LAN, PUNT_ERROR, DROP_ttl_exceeded, &packet);
	assert_int_equal(world_sent(), 10);
	world_wait(slow, 500);
	for (uint32_t i = 0; i < 100; i++)
		world_give(slow, LAN, PUNT_ERROR, DROP_ttl_exceeded, &packet);
	assert_int_equal(world_sent(), 15);
}

// 2.2: from the address that the offender was sent to, else of the interface towards the sender, never a
// link-local one beyond its link.
static void
source_address(void **context)
{
	static const struct { const char *source, *destination, *from; } rows[] = {
		{ HOST, NOWHERE, "2001:db8:2::1" },
		{ HOST, "2001:db8:1::1", "2001:db8:1::1" },
		{ "2001:db8:1::9", NOWHERE, "2001:db8:1::1" },
		{ "2001:db8:aa::1", NOWHERE, "2001:db8:1::1" },
	};

	world_know(*context);
	world_nexthop(REMOTE, SBX_NEXTHOP_UNICAST, WAN, "fe80::9");
	world_route("2001:db8:aa::", 48, REMOTE);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = world_udp(rows[i].source, rows[i].destination, 30);

		world_assert_address(world_error(*context, LAN, DROP_no_route, &packet, NULL) + 8,
			rows[i].from);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define SECTION(number, name) { "RFC 4443 " number, name, world_setup, world_teardown, NULL }
		SECTION("2.2", source_address),
		SECTION("2.4 (a), (b)", a_b_unknown_types),
		SECTION("2.4 (c)", c_as_much_as_fits),
		SECTION("2.4 (e)", e_when_not_to_send),
		SECTION("2.4 (f)", f_rate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
