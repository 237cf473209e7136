// Groups on the road: which member a packet takes, that all of a flow take the same, that flows are spread as the
// weights say, and that what is due to a packet is the same by way of a group.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_fixture.h"

#include <control/nexthop_buckets.h>

#define NH_GROUP 20
#define FLOWS 1000000

static _Atomic uint32_t buckets[64];

static void
set_buckets(uint32_t even, uint32_t odd)
{
	for (uint32_t i = 0; i < 64; i++)
		buckets[i] = i % 2 == 0 ? even : odd;
}

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();
	struct adjacency adjacency = { .action = ADJACENCY_GROUP, .reason = DROP_no_route };

	set_buckets(NH_UNICAST, NH_UNICAST);
	adjacency_set_buckets(&adjacency, buckets, 6);
	nexthop_publish(&fixture->tables->nexthops, NH_GROUP, &adjacency);
	fixture->tables->nexthops.groups = 1;
	fixture->tables->nexthops.flow_seed = 0x5EED;
	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_GROUP));
	fib_do(fixture->fib, fib_put("2001:db8:2::/48", NH_GROUP));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static uint32_t
flow4(struct rte_mbuf *packet)
{
	return flow_of4(0x5EED, ip_header(packet), packet->data_len - RTE_ETHER_HDR_LEN);
}

static uint32_t
flow6(struct rte_mbuf *packet)
{
	return flow_of6(0x5EED, ip_header(packet), packet->data_len - RTE_ETHER_HDR_LEN);
}

static struct rte_mbuf *
udp4(struct road_fixture *fixture, uint16_t source_port)
{
	struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 40);
	uint8_t *ip = ip_header(packet);

	ip[9] = IPPROTO_UDP;
	ip[20] = (uint8_t)(source_port >> 8);
	ip[21] = (uint8_t)source_port;
	sum4(packet);
	return packet;
}

// ------------------------------------------------------------------------------------- flows

static void
ports_part_flows_and_nothing_else_does(void **state)
{
	struct rte_mbuf *packet = udp4(*state, 1), *other = udp4(*state, 1);
	uint8_t *ip = ip_header(other);

	ip[8] = 7;     // TTL
	ip[1] = 0x20;  // class
	ip[4] = 99;    // identification
	ip[24] = 0xFF; // UDP length, checksum, payload
	ip[30] = 0xFF;
	assert_int_equal(flow4(packet), flow4(other));
	ip[21] ^= 2;
	assert_int_not_equal(flow4(packet), flow4(other));
	ip[21] ^= 2;
	ip[9] = IPPROTO_TCP;
	assert_int_not_equal(flow4(packet), flow4(other));
	ip[9] = IPPROTO_ICMP;
	packet = udp4(*state, 77);
	((uint8_t *)ip_header(packet))[9] = IPPROTO_ICMP;
	assert_int_equal(flow4(packet), flow4(other));
}

// The first fragment has ports, the others have not: they must not count in any.
static void
fragments_of_a_packet_stay_together(void **state)
{
	struct rte_mbuf *first = udp4(*state, 1), *last = udp4(*state, 2);

	((uint8_t *)ip_header(first))[6] = 0x20;
	((uint8_t *)ip_header(last))[7] = 0x10;
	assert_int_equal(flow4(first), flow4(last));
	((uint8_t *)ip_header(last))[7] = 0;
	((uint8_t *)ip_header(last))[6] = 0x40; // don't fragment: a whole packet
	assert_int_not_equal(flow4(first), flow4(last));
}

static void
options_and_extension_headers_are_looked_behind(void **state)
{
	struct rte_mbuf *plain = fake6(*state, "2001:db8::1", "2001:db8:2::1", 64, 40);
	struct rte_mbuf *behind = fake6(*state, "2001:db8::1", "2001:db8:2::1", 64, 40);
	uint8_t *ip = ip_header(plain), *long_ip = ip_header(behind);
	static const uint8_t headers[] = { IPPROTO_ROUTING, 0, 0, 0, 0, 0, 0, 0, IPPROTO_AH, 0, 0, 0, 0, 0, 0, 0,
		IPPROTO_UDP, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 0x56, 0x78 };

	ip[6] = IPPROTO_UDP;
	memcpy(ip + 40, "\x12\x34\x56\x78", 4);
	long_ip[6] = IPPROTO_HOPOPTS;
	memcpy(long_ip + 40, headers, sizeof(headers));
	assert_int_equal(flow6(plain), flow6(behind));
	long_ip[40 + 31] ^= 1;
	assert_int_not_equal(flow6(plain), flow6(behind));
	long_ip[6] = IPPROTO_FRAGMENT;   // next header of it: routing, and no ports
	assert_int_equal(flow6(behind), flow_hash6(0x5EED, long_ip + 8, long_ip + 24, IPPROTO_ROUTING, 0));
	long_ip[6] = IPPROTO_HOPOPTS;
	long_ip[41] = 200;               // ends beyond the packet
	assert_int_equal(flow6(behind), flow_hash6(0x5EED, long_ip + 8, long_ip + 24, IPPROTO_ROUTING, 0));
}

// Whatever the packet says of itself, nothing behind its end is read (ASan looks: packets are as long as they are).
static void
cut_packets_are_not_read_beyond_their_end(void **state)
{
	(void)state;
	for (uint32_t bytes = 40; bytes < 96; bytes++)
		for (uint32_t round = 0; round < 2000; round++) {
			uint8_t *ip = malloc(bytes);

			for (uint32_t i = 0; i < bytes; i++)
				ip[i] = (uint8_t)rand() % (i < 40 ? 64 : 8);
			ip[6] = (const uint8_t[]){ 0, 43, 60, 51, 44, 6, 17, 59 }[round % 8];
			flow_of6(1, ip, bytes);
			ip[0] = 0x45 + round % 11;
			ip[9] = IPPROTO_TCP;
			flow_of4(1, ip, 20 + bytes % 41 > bytes ? bytes : 20 + bytes % 41);
			free(ip);
		}
}

static uint32_t
random32(void)
{
	return (uint32_t)rand() << 17 ^ (uint32_t)rand();
}

// Kinds of traffic: everything differs, only the last byte of an address, only a port.
static uint32_t
flow_number(uint32_t kind, uint32_t i)
{
	switch (kind) {
	case 0:
		return flow_hash4(7, random32(), random32(), IPPROTO_TCP, random32());
	case 1:
		return flow_hash4(7, 0x0A000000 + i, 0xC6336401, IPPROTO_UDP, 0x00350035);
	default:
		return flow_hash4(7, 0x0A000001, 0xC6336401, IPPROTO_TCP, i << 16 | 443);
	}
}

static void
flows_are_spread_as_the_weights_say(void **state)
{
	struct bucket_share shares[3] = { { .weight = 1, .in = true }, { .weight = 2, .in = true },
		{ .weight = 5, .in = true } };
	uint8_t owners[256];
	uint32_t bits = buckets_bits(shares, 3);

	(void)state;
	assert_int_equal(bits, 8);
	memset(owners, BUCKET_FREE, sizeof(owners));
	buckets_spread(owners, NULL, 256, shares, 3);
	for (uint32_t kind = 0; kind < 3; kind++) {
		uint32_t flows = kind == 2 ? 65536 : FLOWS, counts[3] = { 0 };

		for (uint32_t i = 0; i < flows; i++)
			counts[owners[flow_number(kind, i) >> 24]]++;
		for (uint32_t i = 0; i < 3; i++) {
			double part = counts[i] / (flows * shares[i].weight / 8.0);

			if (part < 0.97 || part > 1.03)
				fail_msg("kind %u, member %u: %.3f of its share", kind, i, part);
		}
	}
}

// ------------------------------------------------------------------------------------- packets

static void
a_flow_takes_the_member_of_its_bucket(void **state)
{
	struct road_fixture *fixture = *state;
	uint32_t sent = 0, dropped = 0;

	set_buckets(NH_UNICAST, NH_BLACKHOLE);
	for (uint16_t port = 0; port < 64; port++) {
		struct rte_mbuf *packet = udp4(fixture, port);
		bool goes = (flow4(packet) >> 26) % 2 == 0;

		road_pass_one(fixture, packet);
		assert_int_equal(was_freed(packet), !goes);
		sent += goes;
		dropped += !goes;
	}
	assert_in_range(sent, 16, 48);
	assert_int_equal(fixture->device[OUT_PORT].taken, sent);
	assert_int_equal(drops(fixture, IN, DROP_blackhole), dropped);
	assert_int_equal(fixture->worker->nexthops[NH_UNICAST].packets, sent);
	assert_int_equal(fixture->worker->nexthops[NH_GROUP].packets, 0);
}

static void
a_burst_of_both_families_and_both_kinds_of_route(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[40];

	fib_do(fixture->fib, fib_put("203.0.113.0/24", NH_UNICAST));
	for (uint32_t i = 0; i < 40; i++)
		packets[i] = i % 4 == 0 ? fake6(fixture, "2001:db8::1", "2001:db8:2::1", 64, 40) :
			i % 4 == 1 ? fake4(fixture, "192.0.2.1", "203.0.113.1", 64, 40) : udp4(fixture, (uint16_t)i);
	road_pass(fixture, packets, 40);
	assert_int_equal(fixture->device[OUT_PORT].taken, 40);
	assert_int_equal(all_drops(fixture), 0);
	assert_int_equal(fixture->worker->nexthops[NH_UNICAST].packets, 40);
}

// TTL, MTU, resolving, local delivery and the types that drop: as without a group, and told by the member's id.
static void
what_a_member_says_is_done(void **state)
{
	static const struct { uint32_t member; uint8_t ttl; uint16_t payload; uint8_t reason, drop; } cases[] = {
		{ NH_UNICAST, 1, 40, PUNT_ERROR, DROP_ttl_exceeded },
		{ NH_UNICAST, 64, 1600, PUNT_FRAGMENT, 0 },
		{ NH_RESOLVE, 64, 40, PUNT_RESOLVE, 0 },
		{ NH_CONNECTED, 64, 40, PUNT_RESOLVE_CONNECTED, 0 },
		{ NH_LOCAL, 64, 40, PUNT_LOCAL, 0 },
		{ NH_UNREACHABLE, 64, 40, PUNT_ERROR, DROP_unreachable },
		{ NH_PROHIBIT, 64, 40, PUNT_ERROR, DROP_prohibit },
	};
	struct road_fixture *fixture = *state;

	for (uint32_t i = 0; i < RTE_DIM(cases); i++) {
		struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", "198.51.100.1", cases[i].ttl, cases[i].payload);
		struct punt punt;

		set_buckets(cases[i].member, cases[i].member);
		road_pass_one(fixture, packet);
		punt = take_punt(fixture, packet);
		assert_int_equal(punt.reason, cases[i].reason);
		assert_int_equal(punt.drop, cases[i].drop);
		assert_int_equal(punt.nexthop, cases[i].member);
	}
}

// Between the count of groups and the adjacency a worker may look at either first.
static void
a_group_that_the_stage_did_not_see_is_followed_all_the_same(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture, 1);

	fixture->tables->nexthops.groups = 0;
	road_pass_one(fixture, packet);
	assert_int_equal(fixture->device[OUT_PORT].taken, 1);
	set_buckets(NH_GROUP, NH_GROUP); // a member that has just become a group
	packet = udp4(fixture, 1);
	assert_true(drops(fixture, IN, DROP_no_route) == 0);
	road_pass_one(fixture, packet);
	assert_int_equal(drops(fixture, IN, DROP_no_route), 1);
	take_punt(fixture, packet);
}

// RFC 8950: the adjacency of an IPv6 nexthop, and the frame keeps the type of what is in it.
static void
an_ipv4_packet_leaves_by_an_ipv6_nexthop_as_ipv4(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture, 1);
	const uint8_t *frame = rte_pktmbuf_mtod(packet, void *);

	road_pass_one(fixture, packet);
	assert_int_equal(frame[12] << 8 | frame[13], RTE_ETHER_TYPE_IPV4);
	packet = fake6(fixture, "2001:db8::1", "2001:db8:2::1", 64, 40);
	frame = rte_pktmbuf_mtod(packet, void *);
	road_pass_one(fixture, packet);
	assert_int_equal(frame[12] << 8 | frame[13], RTE_ETHER_TYPE_IPV6);
	assert_int_equal(fixture->device[OUT_PORT].taken, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
		TEST(ports_part_flows_and_nothing_else_does),
		TEST(fragments_of_a_packet_stay_together),
		TEST(options_and_extension_headers_are_looked_behind),
		TEST(cut_packets_are_not_read_beyond_their_end),
		TEST(flows_are_spread_as_the_weights_say),
		TEST(a_flow_takes_the_member_of_its_bucket),
		TEST(a_burst_of_both_families_and_both_kinds_of_route),
		TEST(what_a_member_says_is_done),
		TEST(a_group_that_the_stage_did_not_see_is_followed_all_the_same),
		TEST(an_ipv4_packet_leaves_by_an_ipv6_nexthop_as_ipv4),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
