// The whole box with several VRFs: each routes, checks sources and answers for itself; one comes and goes while others
// are asked and packets go on.
// Owns: nothing. Threads: the test's own gives and takes packets; one more asks. Next: coherence_model.c.
#include "vrfs_ports.h"

// ------------------------------------------------------------------------------------- tests

static void
numbers_are_checked(void **state)
{
	const struct sbx_query query = { .vrf = 6, .family = SBX_IPV4 };
	struct sbx_interface_config config = { .name = "e", .device = "net_ring_e", .mtu = 1500, .vrf = 6 };
	struct sbx_route record = { .family = SBX_IPV4, .op = SBX_ROUTE_DELETE };
	struct sbx_routes_result result;
	struct sbx_verdict verdict;
	struct sbx_fib_state fib;
	char error[256] = "";
	uint16_t id;

	(void)state;
	assert_int_equal(sbx_vrf_add(0), -EINVAL);
	assert_int_equal(sbx_vrf_add(SBX_VRFS_MAX), -EINVAL);
	assert_int_equal(sbx_vrf_add(RED), -EEXIST);
	assert_int_equal(sbx_vrf_remove(0), -EINVAL);
	assert_int_equal(sbx_vrf_remove(SBX_VRFS_MAX), -EINVAL);
	assert_int_equal(sbx_vrf_remove(6), -ENOENT);
	assert_int_equal(sbx_vrf_remove(RED), -EBUSY);
	assert_int_equal(sbx_interface_add(&config, &id, error, sizeof(error)), -ENOENT);
	assert_string_equal(error, "there is no VRF 6");
	config.vrf = SBX_VRFS_MAX;
	assert_int_equal(sbx_interface_add(&config, &id, error, sizeof(error)), -ENOENT);
	assert_int_equal(sbx_routes_apply(6, &record, 1, &result), -ENOENT);
	assert_int_equal(sbx_fib_describe(6, SBX_IPV4, &fib), -ENOENT);
	assert_int_equal(sbx_lookup(&query, &verdict), -ENOENT);
}

static void
the_same_prefix_goes_its_way_in_each(void **state)
{
	const struct box *box = *state;

	assert_goes(box, &box->a, OTHER, &box->b, BY_B);
	assert_goes(box, &box->c, OTHER, &box->d, BY_D);
}

static void
a_route_may_leak_to_an_interface_of_another(void **state)
{
	const struct box *box = *state;

	assert_goes(box, &box->c, LEAKED, &box->b, BY_B);
	assert_dropped(&box->a, PEER, LEAKED, "no_route");
}

static void
sources_are_checked_in_the_vrf_of_the_interface(void **state)
{
	const struct box *box = *state;

	route(0, 0x0A000000, 8, BY_A);
	assert_int_equal(sbx_interface_set_rp_filter(box->c.interface, SBX_RP_STRICT), 0);
	assert_dropped(&box->c, 0x0A000001, OTHER, "urpf_no_route");
	route(RED, 0x0A000000, 8, BY_C);
	give(&box->c, 0x0A000001, OTHER, 64);
	rte_pktmbuf_free(take_from(box, &box->d, BY_D));
	route(RED, 0x0A000000, 8, BY_D);
	assert_dropped(&box->c, 0x0A000001, OTHER, "urpf_interface");
}

// The answer comes from the VRF's own address, and leaves there: an ICMP error of this type and code.
static void
assert_answered(const struct box *box, const struct ring_port *port, uint8_t to, uint8_t type, uint8_t code)
{
	struct rte_mbuf *packet = take_from(box, port, to);
	const uint8_t *icmp = (const uint8_t *)(ip_of(packet) + 1);

	assert_int_equal(ip_of(packet)->next_proto_id, IPPROTO_ICMP);
	assert_int_equal(rte_be_to_cpu_32(ip_of(packet)->src_addr), OWN);
	assert_int_equal(rte_be_to_cpu_32(ip_of(packet)->dst_addr), PEER);
	assert_int_equal(icmp[0], type);
	assert_int_equal(icmp[1], code);
	rte_pktmbuf_free(packet);
}

static void
each_answers_for_its_own_addresses(void **state)
{
	const struct box *box = *state;

	give(&box->a, PEER, OWN, 64);
	assert_answered(box, &box->a, BY_A, 3, 3);
	give(&box->c, PEER, OWN, 64);
	assert_answered(box, &box->c, BY_C, 3, 3);
	give(&box->a, PEER, OTHER, 1);
	assert_answered(box, &box->a, BY_A, 11, 0);
	give(&box->c, PEER, OTHER, 1);
	assert_answered(box, &box->c, BY_C, 11, 0);
}

static struct rte_mbuf *
arp_request(const struct ring_port *port, uint32_t sender, uint32_t target)
{
	struct sbx_address from = ring_address4(sender), to = ring_address4(target);
	struct rte_mbuf *packet = ring_packet(port, SBX_IPV4, &from, &to, "", 0);
	uint8_t *frame = rte_pktmbuf_mtod(packet, uint8_t *);

	memset(frame, 0xFF, 6);
	memcpy(frame + 12, "\x08\x06\x00\x01\x08\x00\x06\x04\x00\x01\x02\x00\x00\x00\x01\x77", 16);
	memcpy(frame + 28, from.bytes, 4);
	memset(frame + 32, 0, 6);
	memcpy(frame + 38, to.bytes, 4);
	return packet;
}

// An address of a is no address of b, nor, though the same number, of c's neighbors.
static void
arp_is_answered_per_interface(void **state)
{
	const struct box *box = *state;
	struct rte_mbuf *packet;
	uint64_t since = 0, taken;

	assert_true(ring_give(&box->c, arp_request(&box->c, PEER + 1, OWN)));
	packet = take_from(box, &box->c, 0x77);
	assert_memory_equal(rte_pktmbuf_mtod_offset(packet, uint8_t *, 22), box->c.mac, 6);
	rte_pktmbuf_free(packet);
	taken = ring_counter(SBX_SCOPE_CORE, "slowpath_packets", 0);
	assert_true(ring_give(&box->d, arp_request(&box->d, PEER + 1, OWN)));
	while (ring_counter(SBX_SCOPE_CORE, "slowpath_packets", 0) == taken)
		ring_wait(&since);
	assert_null(ring_take(&box->d));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
		TEST(numbers_are_checked),
		TEST(the_same_prefix_goes_its_way_in_each),
		TEST(a_route_may_leak_to_an_interface_of_another),
		TEST(sources_are_checked_in_the_vrf_of_the_interface),
		TEST(each_answers_for_its_own_addresses),
		TEST(arp_is_answered_per_interface),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
