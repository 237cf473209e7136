// Frames through the whole road: which are taken, which leave it, and with what reason.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_fixture.h"

#define PARSE(name) static void name(void **state)

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_UNICAST));
	fib_do(fixture->fib, fib_put("2001:db8:2::/48", NH_UNICAST));
	fib_do(fixture->fib, fib_put("2001:db8:1::1/128", NH_LOCAL));
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
udp4(struct road_fixture *fixture)
{
	return fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 40);
}

static struct rte_mbuf *
udp6(struct road_fixture *fixture)
{
	return fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", 64, 40);
}

static struct rte_ether_hdr *
ethernet_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod(packet, struct rte_ether_hdr *);
}

static void
to_group(struct rte_mbuf *packet, uint8_t first)
{
	memset(&ethernet_of(packet)->dst_addr, first, 6);
}

PARSE(good_packets_pass)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[] = { udp4(fixture), udp6(fixture) };

	road_pass(fixture, packets, 2);
	assert_int_equal(fixture->device[OUT_PORT].taken, 2);
	assert_ptr_equal(fixture->device[OUT_PORT].took[0], packets[0]);
	assert_ptr_equal(fixture->device[OUT_PORT].took[1], packets[1]);
	assert_int_equal(all_drops(fixture), 0);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_packets], 2);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_bytes], 74 + 94);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_packets], 2);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_bytes], 74 + 94);
	assert_int_equal(fixture->counters->core[CORE_bursts], 1);
}

PARSE(ip4_faults_drop)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture);

	ip4_of(packet)->version_ihl = 0x55;
	sum4(packet);
	assert_dropped(fixture, packet, DROP_ip4_version);
	packet = udp4(fixture);
	ip4_of(packet)->version_ihl = 0x43;
	assert_dropped(fixture, packet, DROP_ip4_header_length);
	packet = udp4(fixture);
	packet->data_len = packet->pkt_len = RTE_ETHER_HDR_LEN + 19;
	assert_dropped(fixture, packet, DROP_ip4_short);
	packet = udp4(fixture);
	packet->data_len = packet->pkt_len -= 1;
	assert_dropped(fixture, packet, DROP_ip4_short);
	packet = udp4(fixture);
	ip4_of(packet)->total_length = RTE_BE16(19);
	sum4(packet);
	assert_dropped(fixture, packet, DROP_ip4_total_length);
	packet = udp4(fixture);
	ip4_of(packet)->hdr_checksum ^= RTE_BE16(0x4000);
	assert_dropped(fixture, packet, DROP_ip4_checksum);
}

PARSE(ip6_faults_drop)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp6(fixture);

	ip6_of(packet)->vtc_flow = RTE_BE32(0x40000000);
	assert_dropped(fixture, packet, DROP_ip6_version);
	packet = udp6(fixture);
	packet->data_len = packet->pkt_len -= 1;
	assert_dropped(fixture, packet, DROP_ip6_short);
	packet = udp6(fixture);
	packet->data_len = packet->pkt_len = RTE_ETHER_HDR_LEN + 39;
	assert_dropped(fixture, packet, DROP_ip6_short);
}

PARSE(frames_that_are_not_ours)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture);

	ethernet_of(packet)->dst_addr.addr_bytes[5] ^= 1;
	assert_dropped(fixture, packet, DROP_eth_not_for_us);
	packet = udp6(fixture);
	ethernet_of(packet)->dst_addr.addr_bytes[5] ^= 1;
	assert_dropped(fixture, packet, DROP_eth_not_for_us);
	assert_dropped(fixture, fake_frame(fixture, 0x8100, 64), DROP_eth_type);
	assert_dropped(fixture, fake_frame(fixture, RTE_ETHER_TYPE_IPV4, 13), DROP_eth_short);
	assert_dropped(fixture, fake_frame(fixture, RTE_ETHER_TYPE_IPV6, 0), DROP_eth_short);
	packet = udp4(fixture);
	packet->pkt_len += 100; // goes on in another segment
	assert_dropped(fixture, packet, DROP_eth_chained);
	packet = udp6(fixture);
	packet->pkt_len += 100;
	assert_dropped(fixture, packet, DROP_eth_chained);
}

PARSE(an_interface_that_is_down_takes_nothing)
{
	struct road_fixture *fixture = *state;

	fixture->tables->interfaces[IN].up = false;
	assert_dropped(fixture, udp4(fixture), DROP_interface_down);
	assert_dropped(fixture, udp6(fixture), DROP_interface_down);
	fixture->tables->interfaces[IN].up = true;
	road_pass_one(fixture, udp4(fixture));
	assert_int_equal(fixture->device[OUT_PORT].taken, 1);
}

PARSE(unicast_in_a_group_frame_is_not_forwarded)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture);

	to_group(packet, 0xFF);
	assert_dropped(fixture, packet, DROP_multicast);
	packet = udp6(fixture);
	to_group(packet, 0x33);
	assert_dropped(fixture, packet, DROP_multicast);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_multicast], 2);
}

PARSE(martians_drop)
{
	struct road_fixture *fixture = *state;

	assert_dropped(fixture, fake4(fixture, "127.0.0.1", "198.51.100.1", 64, 8), DROP_martian_source);
	assert_dropped(fixture, fake4(fixture, "192.0.2.1", "127.0.0.1", 64, 8), DROP_martian_destination);
	assert_dropped(fixture, fake4(fixture, "192.0.2.1", "224.0.0.5", 64, 8), DROP_multicast);
	assert_dropped(fixture, fake6(fixture, "::1", "2001:db8:2::1", 64, 8), DROP_martian_source);
	assert_dropped(fixture, fake6(fixture, "2001:db8::1", "::", 64, 8), DROP_martian_destination);
	assert_dropped(fixture, fake6(fixture, "ff02::1", "ff02::2", 64, 8), DROP_martian_source);
}

PARSE(arp_is_punted)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = fake_frame(fixture, RTE_ETHER_TYPE_ARP, 60);

	to_group(packet, 0xFF);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_ARP);
	packet = fake_frame(fixture, RTE_ETHER_TYPE_ARP, 60);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).interface, IN);
	assert_int_equal(fixture->counters->core[CORE_punted], 2);
}

PARSE(ip6_multicast_is_punted)
{
	struct road_fixture *fixture = *state;
	// Duplicate address detection comes from the unspecified address.
	struct rte_mbuf *packet = fake6(fixture, "::", "ff02::1:ff00:1", 255, 24);

	to_group(packet, 0x33);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_MULTICAST);
	assert_int_equal(all_drops(fixture), 0);
}

PARSE(link_local_stays_on_its_link)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = fake6(fixture, "fe80::99", "fe80::ff:fe00:1", 1, 24);

	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_local], 1);
	assert_dropped(fixture, fake6(fixture, "fe80::99", "fe80::77", 64, 8), DROP_link_local_scope);
	assert_dropped(fixture, fake6(fixture, "fe80::99", "fe80::", 64, 8), DROP_link_local_scope);
	// A global address of ours may be spoken to from a link-local one (RFC 4291 2.5.6, RFC 4007 5).
	packet = fake6(fixture, "fe80::99", "2001:db8:1::1", 64, 8);
	road_pass_one(fixture, packet);
	assert_int_equal(take_punt(fixture, packet).reason, PUNT_LOCAL);
	packet = fake6(fixture, "fe80::99", "2001:db8:2::1", 64, 8);
	road_pass_one(fixture, packet);
	assert_int_equal(drops(fixture, IN, DROP_link_local_scope), 3);
	assert_int_equal(take_punt(fixture, packet).drop, DROP_link_local_scope);
}

PARSE(padding_is_cut)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[] = {
		fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 1),
		fake6(fixture, "2001:db8:1::9", "2001:db8:2::1", 64, 1),
	};

	for (uint32_t i = 0; i < 2; i++)
		packets[i]->data_len = packets[i]->pkt_len = 64;
	road_pass(fixture, packets, 2);
	assert_int_equal(packets[0]->data_len, 14 + 21);
	assert_int_equal(packets[0]->pkt_len, 14 + 21);
	assert_int_equal(packets[1]->pkt_len, 14 + 41);
	assert_int_equal(fixture->counters->interface[IN][INTERFACE_rx_bytes], 128);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_bytes], 35 + 55);
}

PARSE(options_are_forwarded)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture);

	ip4_of(packet)->version_ihl = 0x47;
	memset(ip4_of(packet) + 1, 1, 8);
	sum4(packet);
	road_pass_one(fixture, packet);
	assert_int_equal(fixture->device[OUT_PORT].taken, 1);
	assert_int_equal(checksum4(ip4_of(packet), 7), 0xFFFF);
	assert_int_equal(ip4_of(packet)->time_to_live, 63);
}

PARSE(malformed_options_drop_and_are_told)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = udp4(fixture);
	struct punt punt;

	ip4_of(packet)->version_ihl = 0x46;
	memcpy(ip4_of(packet) + 1, "\x07\x05\x04\x00", 4); // longer than the header
	sum4(packet);
	road_pass_one(fixture, packet);
	punt = take_punt(fixture, packet);
	assert_int_equal(punt.reason, PUNT_ERROR);
	assert_int_equal(punt.drop, DROP_ip4_options);
	assert_int_equal(drops(fixture, IN, DROP_ip4_options), 1);
	assert_int_equal(fixture->device[OUT_PORT].taken, 0);
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("good packets of both families pass, and are counted", good_packets_pass),
		TEST("P1 IPv4 faults drop with their reasons", ip4_faults_drop),
		TEST("P1 IPv6 faults drop with their reasons", ip6_faults_drop),
		TEST("frames that are not ours drop", frames_that_are_not_ours),
		TEST("an interface that is down takes nothing", an_interface_that_is_down_takes_nothing),
		TEST("unicast IP in a group frame drops", unicast_in_a_group_frame_is_not_forwarded),
		TEST("martians drop", martians_drop),
		TEST("ARP is punted", arp_is_punted),
		TEST("IPv6 multicast is punted", ip6_multicast_is_punted),
		TEST("link-local stays on its link", link_local_stays_on_its_link),
		TEST("Ethernet padding is cut", padding_is_cut),
		TEST("IPv4 options are forwarded untouched", options_are_forwarded),
		TEST("malformed IPv4 options drop with an error", malformed_options_drop_and_are_told),
	};

	return cmocka_run_group_tests_name("parse", tests, NULL, NULL);
}
