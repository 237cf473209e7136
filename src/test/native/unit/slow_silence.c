// When no ICMP error may be sent (P8): RFC 1812 4.3.2.7, RFC 4443 2.4 (e), rule by rule.
// Owns: checks of slowpath/icmp*.c. Next: slow_hostile.c.
#include "slow_world.h"

static void
p8_no_error_about_an_icmp_error(void **context)
{
	static const uint8_t errors4[] = { 3, 4, 5, 11, 12 },
		errors6[] = { 1, 2, 3, 4, 100, 127, 137 };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(errors4); i++) {
		struct world_packet packet = world_icmp("198.51.100.7", "203.0.113.200", errors4[i],
			0, NULL, 40);

		assert_null(world_error(*context, LAN, DROP_no_route, &packet, NULL));
	}
	for (uint32_t i = 0; i < RTE_DIM(errors6); i++) {
		struct world_packet packet = world_icmp("2001:db8:2::7", "2001:db8:77::1",
			errors6[i], 0, NULL, 60);

		assert_null(world_error(*context, LAN, DROP_no_route, &packet, NULL));
		assert_null(world_error(*context, LAN, DROP_too_big, &packet, NULL));
	}
}

static void
errors_about_echo_are_sent(void **context)
{
	struct world_packet four = world_echo("198.51.100.7", "203.0.113.200", 8);
	struct world_packet six = world_echo("2001:db8:2::7", "2001:db8:77::1", 8);

	world_know(*context);
	assert_non_null(world_error(*context, LAN, DROP_ttl_exceeded, &four, NULL));
	assert_non_null(world_error(*context, LAN, DROP_ttl_exceeded, &six, NULL));
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
	struct world_packet first4 = world_udp("198.51.100.7", "203.0.113.200", 30),
		later4 = first4;
	struct world_packet first6 = fragment6(0x0001), later6 = fragment6(0x0008);

	world_know(*context);
	first4.bytes[20] = 0x20;
	later4.bytes[21] = 1;
	world_seal(&first4);
	world_seal(&later4);
	assert_non_null(world_error(*context, LAN, DROP_no_route, &first4, NULL));
	assert_null(world_error(*context, LAN, DROP_no_route, &later4, NULL));
	assert_non_null(world_error(*context, LAN, DROP_no_route, &first6, NULL));
	assert_null(world_error(*context, LAN, DROP_no_route, &later6, NULL));
}

static void
p8_no_error_about_a_multicast_or_broadcast_destination(void **context)
{
	static const char *const destinations[] = { "224.0.0.5", "239.1.1.1", "255.255.255.255",
		"192.0.2.255", "198.51.100.255", "192.0.2.0", "ff02::5", "ff0e::1" };

	world_know(*context);
	for (uint32_t i = 0; i < RTE_DIM(destinations); i++) {
		bool six = strchr(destinations[i], ':') != NULL;
		struct world_packet packet = world_udp(six ? "2001:db8:2::7" : "198.51.100.7",
			destinations[i], 30);

		assert_null(world_error(*context, LAN, DROP_ttl_exceeded, &packet, NULL));
	}
}

static void
p8_too_big_is_told_about_ipv6_multicast(void **context)
{
	struct world_packet packet = world_udp("2001:db8:2::7", "ff0e::1", 30);

	world_know(*context);
	assert_non_null(world_error(*context, LAN, DROP_too_big, &packet, NULL));
}

static void
p8_no_error_about_a_frame_to_everybody(void **context)
{
	struct world_packet four = world_udp("198.51.100.7", "203.0.113.200", 30);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 30);

	world_know(*context);
	memset(four.bytes, 0xFF, 6);
	six.bytes[0] = 0x33;
	assert_null(world_error(*context, LAN, DROP_no_route, &four, NULL));
	assert_null(world_error(*context, LAN, DROP_no_route, &six, NULL));
}

static void
p8_no_error_to_a_source_that_is_not_one_host(void **context)
{
	static const char *const sources[] = { "0.0.0.0", "0.1.2.3", "127.0.0.1", "224.0.0.1",
		"255.255.255.255", "240.0.0.1", "198.51.100.255", "198.51.100.0", "198.51.100.1",
		"192.0.2.1", "::", "::1", "ff02::1", "2001:db8:2::1", "fe80::ff:fe00:2" };

	world_know(*context);
	world_route("0.0.0.0", 0, WAN);
	world_route("::", 0, WAN);
	((struct slowpath *)*context)->counters->core[CORE_icmp_errors_sent] = 0;
	for (uint32_t i = 0; i < RTE_DIM(sources); i++) {
		bool six = strchr(sources[i], ':') != NULL;
		struct world_packet packet = world_udp(sources[i],
			six ? "2001:db8:77::1" : "203.0.113.200", 30);

		assert_null(world_error(*context, LAN, DROP_ttl_exceeded, &packet, NULL));
	}
	assert_int_equal(((struct slowpath *)*context)->counters->core[CORE_icmp_errors_sent], 0);
}

static void
p8_no_error_when_the_headers_are_cut(void **context)
{
	struct world_packet four = world_icmp("198.51.100.7", "203.0.113.200", 8, 0, NULL, 4);
	struct world_packet six = world_udp("2001:db8:2::7", "2001:db8:77::1", 0);

	world_know(*context);
	four.bytes[17] = 20; // an ICMP packet without a type
	world_seal(&four);
	six.bytes[20] = 60;  // destination options of 8 * 256 bytes
	six.bytes[55] = 255;
	assert_null(world_error(*context, LAN, DROP_no_route, &four, NULL));
	assert_null(world_error(*context, LAN, DROP_no_route, &six, NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
#define CASE(id, name) { id, name, world_setup, world_teardown, NULL }
		CASE("P8 no error about an ICMP error", p8_no_error_about_an_icmp_error),
		TEST(errors_about_echo_are_sent),
		CASE("P8 no error about a fragment that is not the first",
			p8_no_error_about_a_fragment_that_is_not_the_first),
		CASE("P8 no error about a multicast or broadcast destination",
			p8_no_error_about_a_multicast_or_broadcast_destination),
		CASE("P8 but too big is told about IPv6 multicast",
			p8_too_big_is_told_about_ipv6_multicast),
		CASE("P8 no error about a link-layer broadcast",
			p8_no_error_about_a_frame_to_everybody),
		CASE("P8 no error to a source that is not one host",
			p8_no_error_to_a_source_that_is_not_one_host),
		CASE("P8 no error when the headers are cut", p8_no_error_when_the_headers_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
