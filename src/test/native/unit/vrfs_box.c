// The whole box with several VRFs: each routes, checks sources and answers for itself; one comes and goes while others
// are asked and packets go on.
// Owns: nothing. Threads: the test's own gives and takes packets; one more asks. Next: coherence_model.c.
#include "ring_box.h"

#include <rte_ether.h>
#include <rte_ip.h>

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED 1                     // the VRF of c and d
#define LOCAL 1
#define BY_A 10                   // nexthops by id; each to a neighbor with a MAC that ends so
#define BY_B 11
#define BY_C 12
#define BY_D 13
#define OWN 0xC0000201            // 192.0.2.1, of a and, in the other VRF, of c
#define PEER 0xC0000209           // 192.0.2.9, behind a and behind c
#define OTHER 0xC6336401          // 198.51.100.1, routed in both
#define LEAKED 0xCB007101         // 203.0.113.1, routed in VRF 1 to b

static const struct sbx_options options = {
	.mbufs = 8192, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64, .routes4 = 1000, .routes6 = 1000,
	.groups4 = 100, .groups6 = 1000, .burst = 64, .idle_sleep_micros = 50, .hold_packets = 4,
	.neighbor_reachable_ms = 30000, .neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 1000,
};

struct box {
	struct ring_port a, b, c, d;
};

static void
nexthop(uint32_t id, const struct ring_port *port, uint32_t address)
{
	const struct sbx_nexthop record = { .id = id, .interface = port->interface, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = ring_address4(address) };
	const uint8_t mac[6] = { 2, 0, 0, 0, 1, (uint8_t)id };
	uint32_t failed;

	assert_int_equal(sbx_neighbor_set(port->interface, SBX_IPV4, &record.address, mac), 0);
	assert_int_equal(sbx_nexthops_apply(&record, 1, NULL, 0, &failed), 0);
}

static void
route(uint16_t vrf, uint32_t address, uint8_t length, uint32_t to)
{
	const struct sbx_route record = { .address = ring_address4(address), .nexthop = to, .family = SBX_IPV4,
		.length = length, .op = to != 0 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE };
	struct sbx_routes_result result;

	assert_int_equal(sbx_routes_apply(vrf, &record, 1, &result), 0);
}

static void
own(const struct ring_port *port, uint16_t vrf)
{
	const struct sbx_interface_address address = { .address = ring_address4(OWN), .family = SBX_IPV4,
		.length = 24 };

	assert_int_equal(sbx_interface_set_addresses(port->interface, &address, 1), 0);
	route(vrf, OWN, 32, LOCAL);
}

static int
start(void **state)
{
	const struct sbx_nexthop local = { .id = LOCAL, .type = SBX_NEXTHOP_LOCAL };
	struct box *box = calloc(1, sizeof(*box));
	uint32_t failed;

	assert_int_equal(sbx_start(&options), 0);
	assert_int_equal(sbx_vrf_add(RED), 0);
	ring_port_open(&box->a, "a");
	ring_port_open(&box->b, "b");
	ring_port_open_in(&box->c, "c", RED);
	ring_port_open_in(&box->d, "d", RED);
	assert_int_equal(sbx_nexthops_apply(&local, 1, NULL, 0, &failed), 0);
	own(&box->a, 0);
	own(&box->c, RED);
	nexthop(BY_A, &box->a, PEER);
	nexthop(BY_B, &box->b, 0xC0000309);
	nexthop(BY_C, &box->c, PEER);
	nexthop(BY_D, &box->d, 0xC0000309);
	route(0, PEER, 32, BY_A);
	route(RED, PEER, 32, BY_C);
	route(0, OTHER & ~0xFFu, 24, BY_B);
	route(RED, OTHER & ~0xFFu, 24, BY_D);
	route(RED, LEAKED & ~0xFFu, 24, BY_B);
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
	ring_port_close(&box->d);
	assert_int_equal(sbx_vrf_remove(RED), 0);
	assert_int_equal(sbx_stop(), 0);
	free(box);
	return 0;
}

// ------------------------------------------------------------------------------------- packets

static struct rte_ipv4_hdr *
ip_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, struct rte_ipv4_hdr *, RTE_ETHER_HDR_LEN);
}

static void
give(const struct ring_port *port, uint32_t source, uint32_t destination, uint8_t ttl)
{
	struct sbx_address from = ring_address4(source), to = ring_address4(destination);
	struct rte_mbuf *packet = ring_packet(port, SBX_IPV4, &from, &to, "payload", 8);

	assert_non_null(packet);
	ip_of(packet)->time_to_live = ttl;
	ip_of(packet)->hdr_checksum = 0;
	ip_of(packet)->hdr_checksum = rte_ipv4_cksum(ip_of(packet));
	assert_true(ring_give(port, packet));
}

// The next packet that leaves by the port, to this neighbor's MAC; nothing may have left by another port.
static struct rte_mbuf *
take_from(const struct box *box, const struct ring_port *port, uint8_t to)
{
	const struct ring_port *ports[] = { &box->a, &box->b, &box->c, &box->d };
	struct rte_mbuf *packet;
	uint64_t since = 0;

	while ((packet = ring_take(port)) == NULL)
		ring_wait(&since);
	for (uint32_t i = 0; i < RTE_DIM(ports); i++)
		assert_null(ring_take(ports[i]));
	assert_int_equal(*rte_pktmbuf_mtod_offset(packet, uint8_t *, 5), to);
	return packet;
}

static void
assert_goes(const struct box *box, const struct ring_port *in, uint32_t destination, const struct ring_port *out,
	uint8_t to)
{
	give(in, PEER, destination, 64);
	rte_pktmbuf_free(take_from(box, out, to));
}

static void
assert_dropped(const struct ring_port *in, uint32_t source, uint32_t destination, const char *reason)
{
	uint64_t before = ring_counter(SBX_SCOPE_DROP, reason, in->interface), since = 0;

	give(in, source, destination, 64);
	while (ring_counter(SBX_SCOPE_DROP, reason, in->interface) == before)
		ring_wait(&since);
}

// Announcements of own addresses, which come first.
static void
clear(const struct box *box)
{
	const struct ring_port *ports[] = { &box->a, &box->c };

	for (uint32_t i = 0; i < RTE_DIM(ports); i++)
		rte_pktmbuf_free(take_from(&(struct box){ .a = *ports[i], .b = *ports[i], .c = *ports[i],
			.d = *ports[i] }, ports[i], 0xFF));
}

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

	clear(box);
	assert_goes(box, &box->a, OTHER, &box->b, BY_B);
	assert_goes(box, &box->c, OTHER, &box->d, BY_D);
}

static void
a_route_may_leak_to_an_interface_of_another(void **state)
{
	const struct box *box = *state;

	clear(box);
	assert_goes(box, &box->c, LEAKED, &box->b, BY_B);
	assert_dropped(&box->a, PEER, LEAKED, "no_route");
}

static void
sources_are_checked_in_the_vrf_of_the_interface(void **state)
{
	const struct box *box = *state;

	clear(box);
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

	clear(box);
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

	clear(box);
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

// A VRF that comes back under its number has nothing of before: no route, and nothing that was kept of one.
static void
nothing_is_left_of_one_that_went(void **state)
{
	struct sbx_cache_settings settings;
	struct box *box = *state;
	uint64_t since = 0, hits;

	assert_int_equal(sbx_cache_get(&settings), 0);
	settings.mode = SBX_CACHE_ON;
	assert_int_equal(sbx_cache_set(&settings), 0);
	clear(box);
	for (uint32_t i = 0; i < 8; i++)
		assert_goes(box, &box->c, OTHER, &box->d, BY_D);
	hits = ring_counter(SBX_SCOPE_CORE, "cache_hits", 0);
	while (ring_counter(SBX_SCOPE_CORE, "cache_hits", 0) < hits)
		ring_wait(&since);
	assert_true(hits > 0);
	ring_port_close(&box->c);
	ring_port_close(&box->d);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(sbx_vrf_remove(RED), 0);
		assert_int_equal(sbx_vrf_add(RED), 0);
	}
	ring_port_open_in(&box->c, "c", RED);
	ring_port_open_in(&box->d, "d", RED);
	assert_dropped(&box->c, PEER, OTHER, "no_route");
	assert_goes(box, &box->a, OTHER, &box->b, BY_B);
}

static void *
ask(void *stop)
{
	const struct sbx_query query = { .vrf = 7, .family = SBX_IPV4, .destination = ring_address4(OTHER) };
	struct sbx_cache_entry entries[16];
	struct sbx_verdict verdict;

	while (!atomic_load((_Atomic bool *)stop)) {
		int rc = sbx_lookup(&query, &verdict);

		if (rc != 0 && rc != -ENOENT)
			return stop;
		if (sbx_cache_entries(0, entries, RTE_DIM(entries)) < 0)
			return stop;
	}
	return NULL;
}

static void
one_comes_and_goes_while_others_are_used(void **state)
{
	const struct box *box = *state;
	_Atomic bool stop_asking = false;
	pthread_t asker;
	void *failed;

	clear(box);
	assert_int_equal(pthread_create(&asker, NULL, ask, &stop_asking), 0);
	for (uint32_t i = 0; i < 100; i++) {
		assert_int_equal(sbx_vrf_add(7), 0);
		route(7, OTHER & ~0xFFu, 24, BY_B);
		route(7, OTHER, 32, BY_D);
		assert_goes(box, &box->a, OTHER, &box->b, BY_B);
		assert_goes(box, &box->c, OTHER, &box->d, BY_D);
		assert_int_equal(sbx_vrf_remove(7), 0);
	}
	atomic_store(&stop_asking, true);
	assert_int_equal(pthread_join(asker, &failed), 0);
	assert_null(failed);
}

static long
resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long size, resident;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
	fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void
an_empty_one_takes_little_memory(void **state)
{
	const uint16_t first = 8, count = 40;
	struct sbx_verdict verdict;
	long before = resident_kib(), each;

	(void)state;
	for (uint16_t vrf = first; vrf < first + count; vrf++)
		assert_int_equal(sbx_vrf_add(vrf), 0);
	for (uint16_t vrf = first; vrf < first + count; vrf++) {
		const struct sbx_query query = { .vrf = vrf, .family = SBX_IPV4, .destination = ring_address4(OTHER) };

		assert_int_equal(sbx_lookup(&query, &verdict), 0);
	}
	each = (resident_kib() - before) / count;
	print_message("an empty VRF takes %ld KiB\n", each);
	assert_true(each < 256);
	for (uint16_t vrf = first; vrf < first + count; vrf++)
		assert_int_equal(sbx_vrf_remove(vrf), 0);
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
		TEST(nothing_is_left_of_one_that_went),
		TEST(one_comes_and_goes_while_others_are_used),
		TEST(an_empty_one_takes_little_memory),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
