// What nexthops do with packets: TTL, MTU, rewriting, resolving, dropping.
// Owns: nothing. Threads: the test's own. Next: road_send.c.
#include "road_fixture.h"

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_UNICAST));
	fib_do(fixture->fib, fib_put("2001:db8:2::/48", NH_UNICAST));
	fib_do(fixture->fib, fib_put("203.0.113.0/28", NH_RESOLVE));
	fib_do(fixture->fib, fib_put("203.0.113.16/28", NH_CONNECTED));
	fib_do(fixture->fib, fib_put("2001:db8:3::/64", NH_CONNECTED));
	fib_do(fixture->fib, fib_put("192.0.2.254/32", NH_LOCAL));
	fib_do(fixture->fib, fib_put("203.0.113.32/28", NH_BLACKHOLE));
	fib_do(fixture->fib, fib_put("203.0.113.48/28", NH_UNREACHABLE));
	fib_do(fixture->fib, fib_put("203.0.113.64/28", NH_PROHIBIT));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static struct rte_mbuf *
to4(struct road_fixture *fixture, const char *destination, uint8_t ttl)
{
	return fake4(fixture, "192.0.2.1", destination, ttl, 40);
}

// Dropped, counted, and shown to the slow path for an ICMP error.
static void
assert_told(struct road_fixture *fixture, struct rte_mbuf *packet, enum drop_reason reason)
{
	uint64_t before = drops(fixture, IN, reason);
	struct punt punt;

	road_pass_one(fixture, packet);
	punt = take_punt(fixture, packet);
	assert_int_equal(punt.reason, PUNT_ERROR);
	assert_int_equal(punt.drop, reason);
	assert_int_equal(punt.interface, IN);
	assert_int_equal(drops(fixture, IN, reason), before + 1);
	assert_int_equal(fixture->device[OUT_PORT].taken, 0);
}

static void
l2_is_rewritten(void **state)
{
	static const uint8_t expected[14] = { 2, 0, 0, 0, 0, 0x99, 2, 0, 0, 0, 0, 2, 0x08, 0x00 };
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = to4(fixture, "198.51.100.1", 64);

	road_pass_one(fixture, packet);
	assert_memory_equal(rte_pktmbuf_mtod(packet, void *), expected, 14);
	packet = fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", 64, 8);
	road_pass_one(fixture, packet);
	assert_memory_equal(rte_pktmbuf_mtod(packet, void *), expected, 12);
	assert_int_equal(rte_pktmbuf_mtod(packet, struct rte_ether_hdr *)->ether_type,
		RTE_BE16(RTE_ETHER_TYPE_IPV6));
	assert_int_equal(fixture->worker->nexthops[NH_UNICAST].packets, 2);
	assert_int_equal(fixture->worker->nexthops[NH_UNICAST].bytes, 74 + 62);
}

static void
hops_count_down(void **state)
{
	const uint8_t hops[] = { 2, 3, 64, 255 };
	struct road_fixture *fixture = *state;

	for (uint32_t i = 0; i < RTE_DIM(hops); i++) {
		struct rte_mbuf *packet = to4(fixture, "198.51.100.1", hops[i]);

		road_pass_one(fixture, packet);
		assert_int_equal(ip4_of(packet)->time_to_live, hops[i] - 1);
		assert_int_equal(checksum4(ip4_of(packet), 5), 0xFFFF);
		packet = fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", hops[i], 8);
		road_pass_one(fixture, packet);
		assert_int_equal(ip6_of(packet)->hop_limits, hops[i] - 1);
	}
	assert_int_equal(fixture->device[OUT_PORT].taken, 2 * RTE_DIM(hops));
	assert_int_equal(all_drops(fixture), 0);
}

static void
no_hop_left(void **state)
{
	struct road_fixture *fixture = *state;

	for (uint8_t hops = 0; hops <= 1; hops++) {
		assert_told(fixture, to4(fixture, "198.51.100.1", hops), DROP_ttl_exceeded);
		assert_told(fixture, to4(fixture, "203.0.113.1", hops), DROP_ttl_exceeded);
		assert_told(fixture, to4(fixture, "203.0.113.17", hops), DROP_ttl_exceeded);
		assert_told(fixture, fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", hops, 8),
			DROP_ttl_exceeded);
		assert_told(fixture, fake6(fixture, "2001:db8:1::9", "2001:db8:3::1", hops, 8),
			DROP_ttl_exceeded);
	}
}

static void
ttl_1_is_fine_for_us(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = to4(fixture, "192.0.2.254", 1);

	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	assert_int_equal(ip4_of(packet)->time_to_live, 1);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_local], 1);
	assert_int_equal(all_drops(fixture), 0);
}

// With DF set.
static struct rte_mbuf *
whole(struct road_fixture *fixture, const char *destination, uint16_t payload)
{
	struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", destination, 64, payload);

	ip4_of(packet)->fragment_offset = RTE_BE16(RTE_IPV4_HDR_DF_FLAG);
	sum4(packet);
	return packet;
}

static void
mtu_is_the_outgoing_ones(void **state)
{
	struct road_fixture *fixture = *state;

	road_pass_one(fixture, fake4(fixture, "192.0.2.1", "198.51.100.1", 64, OUT_MTU - 20));
	road_pass_one(fixture, fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", 64, OUT_MTU - 40));
	assert_int_equal(fixture->device[OUT_PORT].taken, 2);
	fixture->device[OUT_PORT].taken = 0;
	assert_told(fixture, whole(fixture, "198.51.100.1", OUT_MTU - 19), DROP_too_big);
	assert_told(fixture, fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", 64, OUT_MTU - 39),
		DROP_too_big);
	fixture->tables->interfaces[OUT].mtu = 1000;
	assert_told(fixture, whole(fixture, "203.0.113.1", 981), DROP_too_big);
}

// The slow path cuts it: whole, by the id that it was routed to, with its TTL as it came.
static void
what_may_be_cut_is_punted_to_be_cut(void **state)
{
	static const struct { const char *destination; uint32_t nexthop; } ways[] = {
		{ "198.51.100.1", NH_UNICAST }, { "203.0.113.1", NH_RESOLVE },
		{ "203.0.113.17", NH_CONNECTED },
	};
	struct road_fixture *fixture = *state;

	for (uint32_t i = 0; i < RTE_DIM(ways); i++) {
		struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", ways[i].destination, 64,
			OUT_MTU - 19);
		struct punt punt;

		road_pass_one(fixture, packet);
		punt = take_punt(fixture, packet);
		assert_int_equal(punt.reason, PUNT_FRAGMENT);
		assert_int_equal(punt.nexthop, ways[i].nexthop);
		assert_int_equal(ip4_of(packet)->time_to_live, 64);
	}
	assert_int_equal(all_drops(fixture), 0);
	assert_told(fixture, fake4(fixture, "192.0.2.1", "198.51.100.1", 1, OUT_MTU - 19),
		DROP_ttl_exceeded);
}

static void
dropping_nexthops(void **state)
{
	struct road_fixture *fixture = *state;

	assert_dropped(fixture, to4(fixture, "203.0.113.33", 64), DROP_blackhole);
	assert_told(fixture, to4(fixture, "203.0.113.49", 64), DROP_unreachable);
	assert_told(fixture, to4(fixture, "203.0.113.65", 64), DROP_prohibit);
	assert_told(fixture, to4(fixture, "203.0.113.200", 64), DROP_no_route);
	assert_told(fixture, fake6(fixture, "2001:db8::1", "2001:db8:9::1", 64, 8), DROP_no_route);
}

static void
an_unresolved_nexthop_is_punted(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = to4(fixture, "203.0.113.1", 64);
	struct punt punt;

	road_pass_one(fixture, packet);
	punt = take_punt(fixture, packet);
	assert_int_equal(punt.reason, PUNT_RESOLVE);
	assert_int_equal(punt.nexthop, NH_RESOLVE);
	assert_int_equal(ip4_of(packet)->time_to_live, 64);
}

static void
know_neighbor(struct road_fixture *fixture, const char *address, uint32_t id)
{
	struct neighbor_map *map = &fixture->tables->neighbors;
	struct sbx_address key = fib_address(address);
	struct neighbor_slot *slot = &map->slots[neighbor_hash(map, OUT, &key) & map->mask];

	assert_int_equal(slot->nexthop, 0);
	slot->address = key;
	slot->interface = OUT;
	slot->family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;
	slot->nexthop = id;
}

static void
connected_destinations(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = to4(fixture, "203.0.113.17", 64);
	struct punt punt;

	road_pass_one(fixture, packet);
	punt = take_punt(fixture, packet);
	assert_int_equal(punt.reason, PUNT_RESOLVE_CONNECTED);
	assert_int_equal(punt.nexthop, NH_CONNECTED);

	know_neighbor(fixture, "203.0.113.17", NH_NEIGHBORS);
	know_neighbor(fixture, "2001:db8:3::7", NH_NEIGHBORS);
	nexthop_publish(&fixture->tables->nexthops, NH_NEIGHBORS,
		&fixture->tables->nexthops.entries[NH_UNICAST].adjacency);
	road_pass_one(fixture, to4(fixture, "203.0.113.17", 64));
	road_pass_one(fixture, fake6(fixture, "2001:db8:1::9", "2001:db8:3::7", 64, 8));
	assert_int_equal(fixture->device[OUT_PORT].taken, 2);
	assert_int_equal(fixture->worker->nexthops[NH_CONNECTED].packets, 2);

	nexthop_publish(&fixture->tables->nexthops, NH_NEIGHBORS,
		&(struct adjacency){ .action = ADJACENCY_RESOLVE, .interface = OUT });
	packet = to4(fixture, "203.0.113.17", 64);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_RESOLVE_CONNECTED);
}

static void
a_changed_nexthop_is_seen_at_once(void **state)
{
	struct road_fixture *fixture = *state;
	struct nexthop_table *table = &fixture->tables->nexthops;
	struct adjacency adjacency = table->entries[NH_UNICAST].adjacency;
	struct rte_mbuf *packet = to4(fixture, "198.51.100.1", 64);

	road_pass_one(fixture, packet);
	adjacency.l2[5] = 0x55;
	nexthop_publish(table, NH_UNICAST, &adjacency);
	packet = to4(fixture, "198.51.100.1", 64);
	road_pass_one(fixture, packet);
	assert_int_equal(rte_pktmbuf_mtod(packet, uint8_t *)[5], 0x55);
	adjacency = (struct adjacency){ .action = ADJACENCY_DROP, .reason = DROP_interface_down };
	nexthop_publish(table, NH_UNICAST, &adjacency);
	packet = to4(fixture, "198.51.100.1", 64);
	fixture->device[OUT_PORT].taken = 0;
	assert_told(fixture, packet, DROP_interface_down);
}

static void
a_full_slow_path_costs_only_the_packet(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet;

	while (rte_ring_free_count(fixture->worker->punts) > 0)
		road_pass_one(fixture, to4(fixture, "192.0.2.254", 64));
	packet = to4(fixture, "192.0.2.254", 64);
	road_pass_one(fixture, packet);
	assert_true(was_freed(packet));
	assert_int_equal(drops(fixture, IN, DROP_punt_full), 1);
	packet = to4(fixture, "203.0.113.200", 64);
	road_pass_one(fixture, packet);
	assert_true(was_freed(packet));
	// One reason a packet: its error is not sent, but it was dropped for want of a route.
	assert_int_equal(drops(fixture, IN, DROP_no_route), 1);
	assert_int_equal(all_drops(fixture), 2);
	assert_int_equal(fixture->counters->core[CORE_punt_full], 2);
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("both MAC addresses are the nexthop's, the type stays", l2_is_rewritten),
		TEST("P2 2 leaves as 1, 255 as 254", hops_count_down),
		TEST("P2 TTL and hop limit 0 and 1 drop with an error", no_hop_left),
		TEST("P2 TTL 1 is fine for an own address", ttl_1_is_fine_for_us),
		TEST("P9 larger than the outgoing MTU drops with an error", mtu_is_the_outgoing_ones),
		TEST("what may be cut is punted to be cut", what_may_be_cut_is_punted_to_be_cut),
		TEST("dropping nexthops drop with their reasons", dropping_nexthops),
		TEST("R4 an unresolved nexthop is punted as received", an_unresolved_nexthop_is_punted),
		TEST("P4 a connected destination is its own neighbor", connected_destinations),
		TEST("P7 a changed nexthop is seen by the next packet", a_changed_nexthop_is_seen_at_once),
		TEST("a full slow path drops, counted", a_full_slow_path_costs_only_the_packet),
	};

	return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
