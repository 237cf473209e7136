// The whole box: a link goes down under a group, and nobody tells the box but the link; a lookup says what the road
// does with each flow.
// Owns: nothing. Threads: the test's own gives and takes packets. Next: vrfs_box.c.
#include "ring_box.h"

#include <rte_cycles.h>
#include <rte_ethdev.h>

#include <stdlib.h>
#include <string.h>

#define FLOWS 64
#define BY_B 10
#define BY_C 11
#define GROUP 20

static const struct sbx_options options = {
	.mbufs = 8192, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64, .routes4 = 1000, .routes6 = 1000,
	.groups4 = 100, .groups6 = 1000, .burst = 64, .idle_sleep_micros = 50, .hold_packets = 4,
	.neighbor_reachable_ms = 30000, .neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 1000,
};

struct box {
	struct ring_port a, b, c;
};

static struct sbx_nexthop
unicast(uint32_t id, const struct ring_port *port, uint32_t address)
{
	const uint8_t mac[6] = { 2, 0, 0, 0, 1, (uint8_t)id };
	struct sbx_address to = ring_address4(address);

	assert_int_equal(sbx_neighbor_set(port->interface, SBX_IPV4, &to, mac), 0);
	return (struct sbx_nexthop){ .id = id, .interface = port->interface, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = to };
}

static void
route(uint32_t address, uint32_t nexthop)
{
	const struct sbx_route route = { .address = ring_address4(address), .nexthop = nexthop, .family = SBX_IPV4,
		.length = 24, .op = SBX_ROUTE_PUT };
	struct sbx_routes_result result;

	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
}

// 198.51.100.0/24 by both b and c, 203.0.113.0/24 by b alone.
static int
start(void **state)
{
	static const struct sbx_nexthop_member members[] = { { BY_B, 1, 0 }, { BY_C, 1, 0 } };
	struct sbx_nexthop nexthops[3] = { { .id = GROUP, .type = SBX_NEXTHOP_GROUP, .members = 2 } };
	struct box *box = calloc(1, sizeof(*box));
	uint32_t failed;

	assert_int_equal(sbx_start(&options), 0);
	ring_port_open(&box->a, "a");
	ring_port_open(&box->b, "b");
	ring_port_open(&box->c, "c");
	nexthops[1] = unicast(BY_B, &box->b, 0xC0000202);
	nexthops[2] = unicast(BY_C, &box->c, 0xC0000302);
	assert_int_equal(sbx_nexthops_apply(nexthops, 3, members, 2, &failed), 0);
	route(0xC6336400, GROUP);
	route(0xCB007100, BY_B);
	*state = box;
	return 0;
}

static int
stop(void **state)
{
	struct box *box = *state;

	ring_port_close(&box->a);
	ring_port_close(&box->b);
	ring_port_close(&box->c);
	assert_int_equal(sbx_stop(), 0);
	free(box);
	return 0;
}

static void
give(const struct box *box, uint32_t destination, uint8_t flow)
{
	struct sbx_address from = ring_address4(0x0A000000u + flow), to = ring_address4(destination);
	struct rte_mbuf *packet = ring_packet(&box->a, SBX_IPV4, &from, &to, &flow, 1);

	assert_non_null(packet);
	assert_true(ring_give(&box->a, packet));
}

// The port that the next packet left by, with its flow.
static char
take(const struct box *box, uint8_t *flow)
{
	struct rte_mbuf *packet = ring_take(&box->b);
	char by = packet != NULL ? 'b' : 'c';

	if (packet == NULL)
		packet = ring_take(&box->c);
	if (packet == NULL)
		return 0;
	memcpy(flow, ring_payload(packet, 1), 1);
	rte_pktmbuf_free(packet);
	return by;
}

static void
see_all(const struct box *box, char by[FLOWS])
{
	uint64_t since = 0;
	uint8_t flow;

	for (uint32_t i = 0; i < FLOWS; i++)
		give(box, 0xC6336401, (uint8_t)i);
	for (uint32_t got = 0; got < FLOWS; got++) {
		char port;

		while ((port = take(box, &flow)) == 0)
			ring_wait(&since);
		by[flow] = port;
	}
}

static uint64_t
generation(void)
{
	struct sbx_fib_state fib;

	assert_int_equal(sbx_fib_describe(0, SBX_IPV4, &fib), 0);
	return fib.generation;
}

static uint16_t
port_of(const struct ring_port *port)
{
	struct sbx_interface_state state;

	assert_int_equal(sbx_interface_describe(port->interface, &state), 0);
	return state.port;
}

static void
wait_for_link(const struct ring_port *port, int up)
{
	struct sbx_nexthop_state state;
	uint64_t since = 0;
	uint32_t id = GROUP;

	(void)port;
	while (sbx_nexthops_describe(&id, 1, &state) == 0 && state.usable_members != (up ? 2u : 1u))
		ring_wait(&since);
}

// Packets of one flow are given all the time; the link of its member goes; the flow goes on by the other.
static double
fail_over(const struct box *box, uint8_t flow)
{
	uint64_t since = 0, event = 0, now = 0;
	uint8_t got;
	char by = 0;

	for (uint32_t sent = 0; event == 0 || by != 'c'; sent++) {
		give(box, 0xC6336401, flow);
		while ((by = take(box, &got)) == 0) {
			uint64_t dropped = ring_counter(SBX_SCOPE_DROP, "interface_down", box->a.interface);

			ring_wait(&since);
			if (ring_counter(SBX_SCOPE_DROP, "interface_down", box->a.interface) != dropped)
				break;
		}
		now = rte_rdtsc();
		if (event == 0)
			assert_int_equal(by, 'b');
		if (sent == 100) {
			event = rte_rdtsc();
			assert_int_equal(rte_eth_dev_set_link_down(port_of(&box->b)), 0);
		}
	}
	return (double)(now - event) * 1000 / (double)rte_get_tsc_hz();
}

static void
a_link_that_goes_takes_no_flow_with_it(void **state)
{
	const struct box *box = *state;
	uint64_t before = generation(), since = 0, dropped;
	char first[FLOWS], second[FLOWS], third[FLOWS];
	uint8_t flow = 0;

	see_all(box, first);
	while (first[flow] != 'b')
		flow++;
	print_message("the flow was on the other member %.1f ms after its link went\n", fail_over(box, flow));
	see_all(box, second);
	for (uint32_t i = 0; i < FLOWS; i++)
		assert_int_equal(second[i], 'c');
	dropped = ring_counter(SBX_SCOPE_DROP, "interface_down", box->a.interface);
	give(box, 0xCB007101, 1);
	while (ring_counter(SBX_SCOPE_DROP, "interface_down", box->a.interface) != dropped + 1)
		ring_wait(&since);
	assert_int_equal(rte_eth_dev_set_link_up(port_of(&box->b)), 0);
	wait_for_link(&box->b, 1);
	see_all(box, third);
	assert_memory_equal(first, third, FLOWS);
	assert_int_equal(generation(), before);
}

static void
a_lookup_says_what_the_road_does(void **state)
{
	const struct box *box = *state;
	uint32_t by_b = 0;
	char by[FLOWS];

	see_all(box, by);
	for (uint32_t i = 0; i < FLOWS; i++) {
		const struct sbx_query query = { .source = ring_address4(0x0A000000u + i),
			.destination = ring_address4(0xC6336401), .family = SBX_IPV4, .has_source = 1, .protocol = 17 };
		struct sbx_verdict verdict;

		assert_int_equal(sbx_lookup(&query, &verdict), 0);
		assert_int_equal(verdict.outcome, SBX_FORWARD);
		assert_int_equal(verdict.group, GROUP);
		assert_int_equal(verdict.nexthop, by[i] == 'b' ? BY_B : BY_C);
		assert_int_equal(verdict.interface, by[i] == 'b' ? box->b.interface : box->c.interface);
		assert_int_equal(verdict.matched_length, 24);
		assert_int_equal(verdict.type, SBX_NEXTHOP_UNICAST);
		by_b += by[i] == 'b';
	}
	assert_in_range(by_b, 10, FLOWS - 10);
}

static void
an_interface_that_is_set_down_or_removed_is_left_at_once(void **state)
{
	struct box *box = *state;
	char by[FLOWS];

	assert_int_equal(sbx_interface_set_admin(box->c.interface, 0), 0);
	see_all(box, by);
	for (uint32_t i = 0; i < FLOWS; i++)
		assert_int_equal(by[i], 'b');
	assert_int_equal(sbx_interface_set_admin(box->c.interface, 1), 0);
	ring_port_close(&box->b);
	see_all(box, by);
	for (uint32_t i = 0; i < FLOWS; i++)
		assert_int_equal(by[i], 'c');
	ring_port_open(&box->b, "b");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
		TEST(a_link_that_goes_takes_no_flow_with_it),
		TEST(a_lookup_says_what_the_road_does),
		TEST(an_interface_that_is_set_down_or_removed_is_left_at_once),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
