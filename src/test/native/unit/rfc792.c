// RFC 792: each ICMP message that the box sends, byte for byte; what it does with those that it receives.
// Owns: checks of slowpath/icmp4.c. The bytes are written down by hand, checksums included.
// Next: rfc1812_4_3_2.c.
#include "slow_world.h"

#define HOST "198.51.100.7"
#define NOWHERE "203.0.113.200"

// A UDP packet without data, as the errors quote it.
static const uint8_t offender[] = {
	0x45, 0, 0, 28, 0, 0, 0, 0, 17, 17, 0x42, 0xCE, 198, 51, 100, 7, 203, 0, 113, 200,
	1, 8, 15, 22, 29, 36, 43, 50,
};

static void
assert_message(const uint8_t *ip, const uint8_t expected[8])
{
	static const uint8_t header[] = { 0x45, 0xC0, 0, 56, 0, 0, 0, 0, 64, 1 };

	assert_non_null(ip);
	assert_memory_equal(ip, header, 4);
	assert_memory_equal(ip + 6, header + 6, 4);
	world_assert_address(ip + 12, "198.51.100.1");
	world_assert_address(ip + 16, HOST);
	assert_memory_equal(ip + 20, expected, 2);
	assert_memory_equal(ip + 24, expected + 4, 4);
	assert_memory_equal(ip + 28, offender, sizeof(offender));
}

static void
errors_have_these_bytes(void **context)
{
	static const struct { enum drop_reason reason; uint8_t message[8]; } rows[] = {
		{ DROP_no_route, { 3, 0, 0, 0, 0, 0, 0, 0 } },
		{ DROP_unreachable, { 3, 1, 0, 0, 0, 0, 0, 0 } },
		{ DROP_local_no_service, { 3, 3, 0, 0, 0, 0, 0, 0 } },
		{ DROP_ip4_source_route, { 3, 5, 0, 0, 0, 0, 0, 0 } },
		{ DROP_ttl_exceeded, { 11, 0, 0, 0, 0, 0, 0, 0 } },
	};
	struct world_packet packet = world_udp(HOST, NOWHERE, 0);

	world_know(*context);
	assert_memory_equal(packet.bytes + 14, offender, sizeof(offender));
	for (uint32_t i = 0; i < RTE_DIM(rows); i++)
		assert_message(world_error(*context, LAN, rows[i].reason, &packet, NULL),
			rows[i].message);
}

static void
an_echo_reply_has_these_bytes(void **context)
{
	static const uint8_t message[] = { 0, 0, 0x97, 0x33, 0x12, 0x34, 0, 9, 'a', 'b', 'c' };
	static const uint8_t rest[] = { 0x12, 0x34, 0, 9, 'a', 'b', 'c' };
	struct world_packet request = world_icmp(HOST, "198.51.100.1", 8, 0, rest, sizeof(rest));
	const uint8_t *ip;
	uint32_t length;

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &request);
	ip = world_answer(&length);
	assert_int_equal(length, 20 + sizeof(message));
	world_assert_address(ip + 12, "198.51.100.1");
	world_assert_address(ip + 16, HOST);
	assert_memory_equal(ip + 20, message, 2);
	assert_memory_equal(ip + 24, message + 4, sizeof(message) - 4);
}

// Source quench, redirect, timestamp, information and what nobody knows: silently discarded.
static void
other_messages_are_not_answered(void **context)
{
	static const uint8_t types[] = { 0, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 42, 255 };
	struct slowpath *slow = *context;

	world_know(slow);
	for (uint32_t i = 0; i < RTE_DIM(types); i++) {
		struct world_packet packet = world_icmp(HOST, "198.51.100.1", types[i], 0, NULL, 60);

		world_give(slow, LAN, PUNT_LOCAL, 0, &packet);
	}
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, LAN, DROP_local_no_service), RTE_DIM(types));
}

static void
a_wrong_checksum_is_not_answered(void **context)
{
	struct world_packet request = world_echo(HOST, "198.51.100.1", 20);

	world_know(*context);
	request.bytes[36] ^= 1;
	world_give(*context, LAN, PUNT_LOCAL, 0, &request);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(*context, LAN, DROP_local_bad), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(errors_have_these_bytes),
		TEST(an_echo_reply_has_these_bytes),
		TEST(other_messages_are_not_answered),
		TEST(a_wrong_checksum_is_not_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
