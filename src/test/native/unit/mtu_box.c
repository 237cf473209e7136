// The whole box with large packets: jumbo frames go through whole, and are cut where the MTU falls.
// Owns: nothing. Threads: the test's own gives and takes packets. Next: rfc791_3_2.c has the bytes.
#include "ring_box.h"

#include <rte_ether.h>
#include <rte_ip.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define JUMBO 9000
#define BY_B 10                   // nexthop, to a neighbor with a MAC
#define PAYLOAD (JUMBO - 28)

static const struct sbx_options options = {
	.mbufs = 4096, .mbuf_data_bytes = 9216, .nexthops = 64, .neighbors = 64, .routes4 = 1000, .routes6 = 1000,
	.groups4 = 100, .groups6 = 1000, .burst = 64, .idle_sleep_micros = 50, .hold_packets = 4,
	.neighbor_reachable_ms = 30000, .neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 1000,
};

struct box {
	struct ring_port a, b;
	uint8_t payload[PAYLOAD];
};

static int
start(void **state)
{
	const struct sbx_route route = { .address = ring_address4(0xC6336400), .nexthop = BY_B,
		.family = SBX_IPV4, .length = 24, .op = SBX_ROUTE_PUT };
	struct sbx_nexthop nexthop = { .id = BY_B, .type = SBX_NEXTHOP_UNICAST, .family = SBX_IPV4,
		.address = ring_address4(0xC0000209) };
	const uint8_t mac[6] = { 2, 0, 0, 0, 1, 1 };
	struct box *box = calloc(1, sizeof(*box));
	struct sbx_routes_result result;
	uint32_t failed;

	assert_int_equal(sbx_start(&options), 0);
	ring_port_open(&box->a, "a");
	ring_port_open(&box->b, "b");
	assert_int_equal(sbx_interface_set_mtu(box->a.interface, JUMBO), 0);
	nexthop.interface = box->b.interface;
	assert_int_equal(sbx_neighbor_set(box->b.interface, SBX_IPV4, &nexthop.address, mac), 0);
	assert_int_equal(sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
	for (uint32_t i = 0; i < PAYLOAD; i++)
		box->payload[i] = (uint8_t)(i * 13 + i / 256);
	*state = box;
	return 0;
}

static int
stop(void **state)
{
	struct box *box = *state;

	ring_port_close(&box->a);
	ring_port_close(&box->b);
	assert_int_equal(sbx_stop(), 0);
	free(box);
	return 0;
}

static void
give(struct box *box)
{
	struct sbx_address from = ring_address4(0xC0000205), to = ring_address4(0xC6336401);
	struct rte_mbuf *packet = ring_packet(&box->a, SBX_IPV4, &from, &to, box->payload, PAYLOAD);

	assert_non_null(packet);
	assert_true(ring_give(&box->a, packet));
}

static struct rte_mbuf *
take(struct box *box)
{
	struct rte_mbuf *packet;
	uint64_t since = 0;

	while ((packet = ring_take(&box->b)) == NULL)
		ring_wait(&since);
	return packet;
}

static void
a_jumbo_frame_goes_through_whole(void **state)
{
	struct box *box = *state;
	struct rte_mbuf *packet;

	assert_int_equal(sbx_interface_set_mtu(box->b.interface, JUMBO), 0);
	give(box);
	packet = take(box);
	assert_int_equal(rte_pktmbuf_pkt_len(packet), RTE_ETHER_HDR_LEN + JUMBO);
	assert_memory_equal(ring_payload(packet, PAYLOAD), box->payload, PAYLOAD);
	rte_pktmbuf_free(packet);
	assert_int_equal(ring_counter(SBX_SCOPE_CORE, "fragmented", 0), 0);
}

static void
a_jumbo_frame_is_cut_for_a_smaller_link(void **state)
{
	struct box *box = *state;
	uint32_t got = 0;

	assert_int_equal(sbx_interface_set_mtu(box->b.interface, 1500), 0);
	give(box);
	for (uint32_t parts = 0; parts < 7; parts++) { // 8,980 bytes by 1,480
		struct rte_mbuf *packet = take(box);
		const struct rte_ipv4_hdr *ip = rte_pktmbuf_mtod_offset(packet, const void *,
			RTE_ETHER_HDR_LEN);
		uint32_t bytes = rte_be_to_cpu_16(ip->total_length) - sizeof(*ip);

		assert_int_equal((rte_be_to_cpu_16(ip->fragment_offset) & 0x1FFF) * 8, got);
		assert_true(bytes <= 1480);
		if (got >= 8)
			assert_memory_equal(ip + 1, box->payload + got - 8, bytes);
		got += bytes;
		rte_pktmbuf_free(packet);
	}
	assert_int_equal(got, PAYLOAD + 8);
	assert_int_equal(ring_counter(SBX_SCOPE_CORE, "fragmented", 0), 1);
	assert_int_equal(ring_counter(SBX_SCOPE_CORE, "fragments_sent", 0), 7);
}

static void
an_mtu_that_no_buffer_has_room_for_is_refused(void **state)
{
	struct box *box = *state;

	assert_int_equal(sbx_interface_set_mtu(box->b.interface, 9216), -EINVAL);
	assert_int_equal(sbx_interface_set_mtu(box->b.interface, 67), -EINVAL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_jumbo_frame_goes_through_whole, start, stop),
		cmocka_unit_test_setup_teardown(a_jumbo_frame_is_cut_for_a_smaller_link, start, stop),
		cmocka_unit_test_setup_teardown(an_mtu_that_no_buffer_has_room_for_is_refused, start, stop),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
