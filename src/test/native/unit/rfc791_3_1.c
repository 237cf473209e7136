// RFC 791 3.1, options: which are malformed and where (RFC 1812 4.3.3.5), and what a source route gets.
// Owns: checks of datapath/options4.h and what slowpath/icmp4.c makes of it.
// Next: rfc792.c.
#include "slow_world.h"

#include <datapath/options4.h>

struct row {
	const char *what;
	uint8_t options[12];
	uint8_t fault;                // offset in the header, 0 = well formed
};

static const struct row rows[] = {
	{ "no operations, then the end", { 1, 1, 0 }, 0 },
	{ "after the end nothing counts", { 0, 7, 0, 0 }, 0 },
	{ "an unknown option", { 200, 4, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1 }, 0 },
	{ "router alert", { 148, 4, 0, 0 }, 0 },
	{ "record route", { 7, 7, 4, 0, 0, 0, 0 }, 0 },
	{ "record route that is full", { 7, 7, 8, 1, 2, 3, 4 }, 0 },
	{ "timestamp", { 68, 8, 5, 0, 0, 0, 0, 0 }, 0 },
	{ "loose source route", { 131, 7, 4, 192, 0, 2, 9 }, 0 },
	{ "a length of 0", { 200, 0 }, 21 },
	{ "a length of 1", { 1, 200, 1 }, 22 },
	{ "longer than the header", { 200, 13 }, 21 },
	{ "no room for its length", { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 200 }, 31 },
	{ "record route without a pointer", { 7, 2, 0, 0 }, 21 },
	{ "record route whose pointer is in front of its list", { 7, 7, 3, 0, 0, 0, 0 }, 22 },
	{ "timestamp without flags", { 68, 3, 5, 0 }, 21 },
	{ "timestamp whose pointer is in front of its list", { 68, 8, 4, 0, 0, 0, 0, 0 }, 22 },
	{ "strict source route without a pointer", { 137, 2, 0, 0 }, 21 },
	{ "loose source route whose pointer is 0", { 131, 3, 0, 0 }, 22 },
	{ "two source routes", { 131, 3, 4, 137, 3, 4, 0 }, 23 },
};

static struct world_packet
with_options(const char *destination, const uint8_t options[12])
{
	struct world_packet packet = world_udp("198.51.100.7", destination, 30);

	memmove(packet.bytes + 46, packet.bytes + 34, packet.length - 34);
	memcpy(packet.bytes + 34, options, 12);
	packet.length += 12;
	packet.bytes[14] = 0x48;
	packet.bytes[17] = (uint8_t)(packet.length - 14);
	world_seal(&packet);
	return packet;
}

static void
each_fault_is_found_where_it_is(void **context)
{
	(void)context;
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = with_options("203.0.113.200", rows[i].options);

		if (options4_read(packet.bytes + 14, 32).fault != rows[i].fault)
			fail_msg("%s: fault at %u", rows[i].what,
				options4_read(packet.bytes + 14, 32).fault);
	}
}

static void
a_parameter_problem_points_at_it(void **context)
{
	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = with_options("203.0.113.200", rows[i].options);
		const uint8_t pointer[4] = { rows[i].fault };
		const uint8_t *ip;

		if (rows[i].fault == 0)
			continue;
		ip = world_error(*context, LAN, DROP_ip4_options, &packet, NULL);
		assert_memory_equal(ip + 20, "\x0C\x00", 2);
		assert_memory_equal(ip + 24, pointer, 4);
		assert_memory_equal(ip + 28, packet.bytes + 14, 32 + 38);
	}
}

// Any bytes at all: the walk ends, and a fault is within the header.
static void
the_walk_stays_in_the_header(void **context)
{
	uint64_t seed = 1;

	(void)context;
	for (uint32_t round = 0; round < 200000; round++) {
		uint32_t header = 24 + 4 * (round % 10);
		uint8_t *ip = malloc(header);
		struct options4 found;

		for (uint32_t i = 0; i < header; i++) {
			seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
			ip[i] = (uint8_t)(seed >> 60 < 6 ? seed >> 56 & 15 : seed >> 40);
		}
		found = options4_read(ip, header);
		assert_true(found.fault == 0 || (found.fault >= 20 && found.fault < header));
		assert_true(found.source_route == 0 || found.source_route + 2u < header);
		free(ip);
	}
}

static void
a_source_route_ends_here(void **context)
{
	static const uint8_t goes_on[12] = { 131, 7, 4, 192, 0, 2, 9 };
	static const uint8_t strictly[12] = { 1, 137, 7, 4, 192, 0, 2, 9 };
	struct world_packet loose = with_options("198.51.100.1", goes_on);
	struct world_packet strict = with_options("198.51.100.1", strictly);

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &loose);
	assert_memory_equal(world_answer(NULL) + 20, "\x03\x05", 2);
	world_clear();
	world_give(*context, LAN, PUNT_LOCAL, 0, &strict);
	assert_memory_equal(world_answer(NULL) + 20, "\x03\x05", 2);
	assert_int_equal(world_drops(*context, LAN, DROP_ip4_source_route), 2);
}

static void
a_source_route_that_is_used_up_is_for_us(void **context)
{
	static const uint8_t used_up[12] = { 131, 7, 8, 192, 0, 2, 9 };
	struct world_packet packet = with_options("198.51.100.1", used_up);

	world_know(*context);
	world_give(*context, LAN, PUNT_LOCAL, 0, &packet);
	assert_memory_equal(world_answer(NULL) + 20, "\x03\x03", 2); // nothing listens there
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(each_fault_is_found_where_it_is),
		TEST(a_parameter_problem_points_at_it),
		TEST(the_walk_stays_in_the_header),
		TEST(a_source_route_ends_here),
		TEST(a_source_route_that_is_used_up_is_for_us),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
