// rp_filter: which packets pass by where their source is routed, and why the others drop.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_fixture.h"

#define URPF(name) static void name(void **state)

#define NH_IN 20          // ready, by IN
#define NH_IN_CONNECTED 21
#define NH_IN_RESOLVE 22
#define NH_IN_FAILED 23   // its neighbor did not answer
#define NH_SEVERAL 24     // several next hops, of SEVERAL
#define NH_UNSET 25       // that nobody ever set
#define SEVERAL (SBX_INTERFACES_MAX + 5)

static void
set_nexthop(struct road_fixture *fixture, uint32_t id, enum adjacency_action action, uint8_t reason)
{
	const struct adjacency adjacency = { .action = (uint8_t)action, .reason = reason,
		.interface = IN, .mtu = 1500 };

	nexthop_publish(&fixture->tables->nexthops, id, &adjacency);
	fixture->tables->urpf.via[id] = IN;
}

// What is behind IN has an odd third number, what is behind OUT an even one.
static int
make(void **state)
{
	static const struct { const char *prefix; uint32_t nexthop; } routes[] = {
		{ "198.51.100.0/24", NH_UNICAST }, { "2001:db8:2::/48", NH_UNICAST },
		{ "10.0.1.0/24", NH_IN }, { "2001:db8:1::/48", NH_IN },
		{ "10.0.3.0/24", NH_IN_CONNECTED }, { "2001:db8:3::/48", NH_IN_CONNECTED },
		{ "10.0.5.0/24", NH_IN_RESOLVE }, { "2001:db8:5::/48", NH_IN_RESOLVE },
		{ "10.0.7.0/24", NH_IN_FAILED }, { "2001:db8:7::/48", NH_IN_FAILED },
		{ "10.0.8.0/24", NH_UNICAST }, { "2001:db8:8::/48", NH_UNICAST },
		{ "10.1.0.0/16", NH_BLACKHOLE }, { "2001:db8:a1::/48", NH_BLACKHOLE },
		{ "10.2.0.0/16", NH_UNREACHABLE }, { "2001:db8:a2::/48", NH_UNREACHABLE },
		{ "10.3.0.0/16", NH_PROHIBIT }, { "2001:db8:a3::/48", NH_PROHIBIT },
		{ "10.4.0.1/32", NH_LOCAL }, { "2001:db8:a4::1/128", NH_LOCAL },
		{ "10.5.0.0/16", NH_SEVERAL }, { "2001:db8:a5::/48", NH_SEVERAL },
		{ "10.6.0.0/16", NH_UNSET }, { "2001:db8:a6::/48", NH_UNSET },
	};
	struct road_fixture *fixture = road_fixture_make();

	set_nexthop(fixture, NH_IN, ADJACENCY_RESOLVE, 0);
	set_nexthop(fixture, NH_IN_CONNECTED, ADJACENCY_CONNECTED, 0);
	set_nexthop(fixture, NH_IN_RESOLVE, ADJACENCY_RESOLVE, 0);
	set_nexthop(fixture, NH_IN_FAILED, ADJACENCY_DROP, DROP_neighbor_failed);
	fixture->tables->nexthops.entries[NH_UNSET].adjacency.reason = DROP_no_route;
	fixture->tables->urpf.via[NH_SEVERAL] = SEVERAL;
	for (uint32_t i = 0; i < RTE_DIM(routes); i++)
		fib_do(fixture->fib, fib_put(routes[i].prefix, routes[i].nexthop));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static void
filter(struct road_fixture *fixture, enum sbx_rp_filter mode)
{
	fixture->tables->interfaces[IN].rp_filter = (uint8_t)mode;
}

static bool
is_ipv6(const char *address)
{
	return strchr(address, ':') != NULL;
}

static struct rte_mbuf *
packet_to(struct road_fixture *fixture, const char *source, const char *destination)
{
	return is_ipv6(source) ? fake6(fixture, source, destination, 64, 8) :
		fake4(fixture, source, destination, 64, 8);
}

// To where it is forwarded by OUT if its source passes.
static struct rte_mbuf *
from(struct road_fixture *fixture, const char *source)
{
	return packet_to(fixture, source, is_ipv6(source) ? "2001:db8:2::1" : "198.51.100.1");
}

static void
assert_passes(struct road_fixture *fixture, const char *source)
{
	struct fake_device *out = &fixture->device[OUT_PORT];
	uint64_t dropped = all_drops(fixture);
	uint32_t taken = out->taken;
	struct rte_mbuf *packet = from(fixture, source);

	road_pass_one(fixture, packet);
	if (out->taken != taken + 1 || all_drops(fixture) != dropped)
		fail_msg("%s does not pass", source);
	assert_ptr_equal(out->took[taken], packet);
}

static void
assert_all_pass(struct road_fixture *fixture, const char *const *sources)
{
	for (; *sources != NULL; sources++)
		assert_passes(fixture, *sources);
}

// Dropped for this reason, and nobody is told of it.
static void
assert_all_drop(struct road_fixture *fixture, const char *const *sources, enum drop_reason reason)
{
	for (; *sources != NULL; sources++)
		assert_dropped(fixture, from(fixture, *sources), reason);
}

#define SOURCES(...) (const char *const[]){ __VA_ARGS__, NULL }
#define BY_IN "10.0.1.9", "10.0.3.9", "10.0.5.9", "10.0.7.9", \
	"2001:db8:1::9", "2001:db8:3::9", "2001:db8:5::9", "2001:db8:7::9"
#define BY_OUT "10.0.8.9", "198.51.100.9", "2001:db8:8::9", "2001:db8:2::9"
#define OWN "10.4.0.1", "2001:db8:a4::1"
#define REFUSED "10.1.0.9", "10.2.0.9", "10.3.0.9", \
	"2001:db8:a1::9", "2001:db8:a2::9", "2001:db8:a3::9"
#define NOWHERE "203.0.113.9", "10.6.0.9", "2001:db8:ff::9", "2001:db8:a6::9"

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

// ------------------------------------------------------------------------------------- mixed bursts

struct kind {
	const char *source;
	enum drop_reason strict, loose; // NO_DROP: it passes
};

static const struct kind kinds[] = {
	{ "10.0.1.9", NO_DROP, NO_DROP },
	{ "2001:db8:1::9", NO_DROP, NO_DROP },
	{ "10.0.7.9", NO_DROP, NO_DROP },
	{ "10.0.8.9", DROP_urpf_interface, NO_DROP },
	{ "2001:db8:8::9", DROP_urpf_interface, NO_DROP },
	{ "10.3.0.9", DROP_urpf_blackhole, DROP_urpf_blackhole },
	{ "2001:db8:a1::9", DROP_urpf_blackhole, DROP_urpf_blackhole },
	{ "10.4.0.1", DROP_urpf_local, DROP_urpf_local },
	{ "203.0.113.9", DROP_urpf_no_route, DROP_urpf_no_route },
	{ "2001:db8:ff::9", DROP_urpf_no_route, DROP_urpf_no_route },
};

// Families keep their own order: a burst's IPv4 leaves before its IPv6.
static void
assert_order(const struct fake_device *out, struct rte_mbuf *const *packets, uint32_t count,
	uint16_t ether_type)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct rte_ether_hdr *frame = rte_pktmbuf_mtod(packets[i], void *);

		if (frame->ether_type != rte_cpu_to_be_16(ether_type))
			continue;
		while (at < out->taken && out->took[at] != packets[i])
			at++;
		assert_true(at < out->taken);
	}
}

// Packets of all kinds in random order: each has the fate of its kind, those that pass keep theirs.
static void
mixed(struct road_fixture *fixture, enum sbx_rp_filter mode, uint32_t count, uint32_t least_good)
{
	struct rte_mbuf *packets[64], *passed[64];
	uint64_t expected[DROP_REASONS + 1] = { 0 };
	uint32_t good = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t pick = (uint32_t)rand() % 16;
		uint32_t of = pick < least_good ? 3 : RTE_DIM(kinds);
		const struct kind *kind = &kinds[pick % of];
		enum drop_reason reason = mode == SBX_RP_STRICT ? kind->strict : kind->loose;

		packets[i] = from(fixture, kind->source);
		expected[reason]++;
		if (reason == NO_DROP)
			passed[good++] = packets[i];
	}
	filter(fixture, mode);
	road_pass(fixture, packets, (uint16_t)count);
	for (uint32_t reason = 0; reason < DROP_REASONS; reason++)
		assert_int_equal(drops(fixture, IN, reason), expected[reason]);
	assert_int_equal(fixture->device[OUT_PORT].taken, good);
	assert_order(&fixture->device[OUT_PORT], passed, good, RTE_ETHER_TYPE_IPV4);
	assert_order(&fixture->device[OUT_PORT], passed, good, RTE_ETHER_TYPE_IPV6);
}

URPF(mixed_bursts_keep_their_order)
{
	srand(1);
	for (uint32_t round = 0; round < 200; round++) {
		uint32_t count = 1 + (uint32_t)rand() % 64, least_good = (uint32_t)rand() % 17;

		mixed(*state, round % 2 ? SBX_RP_STRICT : SBX_RP_LOOSE, count, least_good);
		unmake(state);
		make(state);
	}
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
		TEST("mixed bursts: each its own fate, in order", mixed_bursts_keep_their_order),
	};

	return cmocka_run_group_tests_name("urpf", tests, NULL, NULL);
}
