// rp_filter: which packets pass by where their source is routed, and why the others drop.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_urpf_table.h"

URPF(off_lets_everything_pass)
{
	struct road_fixture *fixture = *state;

	assert_all_pass(fixture, SOURCES(BY_IN, BY_OUT, OWN, REFUSED, NOWHERE));
}

URPF(strict_wants_the_interface)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_STRICT);
	assert_all_pass(fixture, SOURCES(BY_IN));
	assert_all_drop(fixture, SOURCES(BY_OUT), DROP_urpf_interface);
	assert_all_drop(fixture, SOURCES(OWN), DROP_urpf_local);
	assert_all_drop(fixture, SOURCES(REFUSED), DROP_urpf_blackhole);
	assert_all_drop(fixture, SOURCES(NOWHERE), DROP_urpf_no_route);
}

URPF(loose_wants_any_route)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_LOOSE);
	assert_all_pass(fixture, SOURCES(BY_IN, BY_OUT));
	assert_all_drop(fixture, SOURCES(OWN), DROP_urpf_local);
	assert_all_drop(fixture, SOURCES(REFUSED), DROP_urpf_blackhole);
	assert_all_drop(fixture, SOURCES(NOWHERE), DROP_urpf_no_route);
}

static void
default_routes(struct road_fixture *fixture, uint32_t nexthop)
{
	fib_do(fixture->fib, fib_put("0.0.0.0/0", nexthop));
	fib_do(fixture->fib, fib_put("::/0", nexthop));
}

#define BY_DEFAULT "203.0.113.9", "2001:db8:ff::9"

URPF(the_default_route_counts_unless_told)
{
	struct road_fixture *fixture = *state;

	default_routes(fixture, NH_IN);
	for (enum sbx_rp_filter mode = SBX_RP_STRICT; mode <= SBX_RP_LOOSE; mode++) {
		filter(fixture, mode);
		fixture->tables->urpf.default_counts = true;
		assert_all_pass(fixture, SOURCES(BY_DEFAULT, BY_IN));
		fixture->tables->urpf.default_counts = false;
		assert_all_drop(fixture, SOURCES(BY_DEFAULT), DROP_urpf_default);
		assert_all_pass(fixture, SOURCES(BY_IN));
		assert_all_drop(fixture, SOURCES(REFUSED), DROP_urpf_blackhole);
	}
	filter(fixture, SBX_RP_OFF);
	assert_all_pass(fixture, SOURCES(BY_DEFAULT));
}

URPF(the_default_route_is_a_route_like_others)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_STRICT);
	default_routes(fixture, NH_UNICAST);
	assert_all_drop(fixture, SOURCES(BY_DEFAULT), DROP_urpf_interface);
	default_routes(fixture, NH_BLACKHOLE);
	assert_all_drop(fixture, SOURCES(BY_DEFAULT), DROP_urpf_blackhole);
	filter(fixture, SBX_RP_LOOSE);
	assert_all_drop(fixture, SOURCES(BY_DEFAULT), DROP_urpf_blackhole);
}

URPF(any_of_several_interfaces_will_do)
{
	struct road_fixture *fixture = *state;
	struct urpf_row *rows = fixture->tables->urpf.rows;
	const char *const *sources = SOURCES("10.5.0.9", "2001:db8:a5::9");

	rows[0].members[SEVERAL] = rows[IN].members[SEVERAL] = rows[OUT].members[SEVERAL] = 1;
	for (enum sbx_rp_filter mode = SBX_RP_STRICT; mode <= SBX_RP_LOOSE; mode++) {
		filter(fixture, mode);
		assert_all_pass(fixture, sources);
	}
	rows[IN].members[SEVERAL] = 0;
	assert_all_pass(fixture, sources);
	filter(fixture, SBX_RP_STRICT);
	assert_all_drop(fixture, sources, DROP_urpf_interface);
	rows[0].members[SEVERAL] = rows[OUT].members[SEVERAL] = 0;
	filter(fixture, SBX_RP_LOOSE);
	assert_all_drop(fixture, sources, DROP_urpf_no_route);
}

URPF(the_next_packet_follows_a_switch)
{
	struct road_fixture *fixture = *state;
	const char *const *sources = SOURCES("198.51.100.9", "2001:db8:2::9");

	for (uint32_t i = 0; i < 3; i++) {
		filter(fixture, SBX_RP_STRICT);
		assert_all_drop(fixture, sources, DROP_urpf_interface);
		filter(fixture, SBX_RP_LOOSE);
		assert_all_pass(fixture, sources);
		filter(fixture, SBX_RP_STRICT);
		fixture->tables->urpf.via[NH_UNICAST] = IN;
		assert_all_pass(fixture, sources);
		fixture->tables->urpf.via[NH_UNICAST] = OUT;
		filter(fixture, SBX_RP_OFF);
		assert_all_pass(fixture, sources);
	}
}

URPF(the_next_packet_follows_a_route)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_STRICT);
	assert_dropped(fixture, from(fixture, "10.0.8.9"), DROP_urpf_interface);
	fib_do(fixture->fib, fib_put("10.0.8.9/32", NH_IN));
	assert_passes(fixture, "10.0.8.9");
	assert_dropped(fixture, from(fixture, "10.0.8.8"), DROP_urpf_interface);
	fib_do(fixture->fib, fib_put("10.0.8.9/32", NH_BLACKHOLE));
	assert_dropped(fixture, from(fixture, "10.0.8.9"), DROP_urpf_blackhole);
	fib_do(fixture->fib, fib_delete("10.0.8.9/32"));
	fib_do(fixture->fib, fib_delete("10.0.8.0/24"));
	assert_dropped(fixture, from(fixture, "10.0.8.9"), DROP_urpf_no_route);
}

URPF(packets_for_us_are_checked)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet;

	filter(fixture, SBX_RP_STRICT);
	assert_dropped(fixture, packet_to(fixture, "10.0.8.9", "10.4.0.1"), DROP_urpf_interface);
	assert_dropped(fixture, packet_to(fixture, "2001:db8:8::9", "2001:db8:a4::1"),
		DROP_urpf_interface);
	packet = packet_to(fixture, "10.0.1.9", "10.4.0.1");
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	packet = packet_to(fixture, "2001:db8:1::9", "2001:db8:a4::1");
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
}

// Neighbor discovery, and link-local sources, which no route leads to.
URPF(the_link_itself_is_not_checked)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet;

	filter(fixture, SBX_RP_STRICT);
	packet = fake_frame(fixture, RTE_ETHER_TYPE_ARP, 60);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_ARP);
	packet = packet_to(fixture, "fe80::99", "2001:db8:a4::1");
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	packet = packet_to(fixture, "fe80::99", "fe80::ff:fe00:1");
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	packet = packet_to(fixture, "2001:db8:ff::9", "ff02::1:ff00:1");
	memset(rte_pktmbuf_mtod(packet, void *), 0x33, 6);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_MULTICAST);
	packet = packet_to(fixture, "::", "ff02::1:ff00:1");
	memset(rte_pktmbuf_mtod(packet, void *), 0x33, 6);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_MULTICAST);
	assert_int_equal(all_drops(fixture), 0);
}

// A source is judged before anything is done with the packet: no error is sent to where nobody is.
URPF(no_error_goes_to_a_wrong_source)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = from(fixture, "10.0.8.9");

	filter(fixture, SBX_RP_STRICT);
	ip4_of(packet)->time_to_live = 1;
	sum4(packet);
	assert_dropped(fixture, packet, DROP_urpf_interface);
	assert_dropped(fixture, packet_to(fixture, "10.0.8.9", "203.0.113.1"), DROP_urpf_interface);
	assert_dropped(fixture, packet_to(fixture, "10.0.8.9", "10.2.0.1"), DROP_urpf_interface);
	assert_dropped(fixture, from(fixture, "127.0.0.1"), DROP_martian_source);
}

// Options and padding take the long ways through parse.
URPF(every_way_through_parse_is_checked)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_STRICT);
	for (uint32_t good = 0; good < 2; good++) {
		const char *source = good ? "10.0.1.9" : "10.0.8.9";
		struct rte_mbuf *options = fake4(fixture, source, "198.51.100.1", 64, 40);
		struct rte_mbuf *padded = fake4(fixture, source, "198.51.100.1", 64, 8);

		ip4_of(options)->version_ihl = 0x46;
		memset(ip4_of(options) + 1, 1, 4);
		sum4(options);
		padded->data_len = padded->pkt_len = 60;
		road_pass(fixture, (struct rte_mbuf *[]){ options, padded }, 2);
	}
	assert_int_equal(drops(fixture, IN, DROP_urpf_interface), 2);
	assert_int_equal(all_drops(fixture), 2);
	assert_int_equal(fixture->device[OUT_PORT].taken, 2);
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("off: every source passes", off_lets_everything_pass),
		TEST("strict: a source passes by its interface, resolved or not",
			strict_wants_the_interface),
		TEST("P6 loose: any route will do, a blackhole fails", loose_wants_any_route),
		TEST("P6 the default route counts unless configured not to",
			the_default_route_counts_unless_told),
		TEST("the default route may also be another interface's, or a blackhole",
			the_default_route_is_a_route_like_others),
		TEST("any interface of several next hops passes strict",
			any_of_several_interfaces_will_do),
		TEST("P7 a switch counts for the next packet", the_next_packet_follows_a_switch),
		TEST("P7 a route counts for the next packet", the_next_packet_follows_a_route),
		TEST("packets for the box itself are checked", packets_for_us_are_checked),
		TEST("link-local sources, ARP and ND are not", the_link_itself_is_not_checked),
		TEST("P8 no error goes to a wrong source", no_error_goes_to_a_wrong_source),
		TEST("options and padding make no difference", every_way_through_parse_is_checked),
	};

	return cmocka_run_group_tests_name("urpf", tests, NULL, NULL);
}
