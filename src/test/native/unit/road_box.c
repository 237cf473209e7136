// The whole box: start, ports that come and go under traffic, lookups, stop, again.
// Owns: nothing beyond box.h. Threads: the test's own. Next: urpf_box.c.
#include "box.h"

#include <pthread.h>
#include <time.h>

static int
refused(const char *name, const char *device, uint16_t mtu, const char *reason)
{
	struct sbx_interface_config config = { .mtu = mtu, .admin_up = 1 };
	char error[512] = "";
	uint16_t id = 777;
	int rc;

	snprintf(config.name, sizeof(config.name), "%s", name);
	snprintf(config.device, sizeof(config.device), "%s", device);
	rc = sbx_interface_add(&config, &id, error, sizeof(error));
	assert_int_equal(id, 777);
	if (strstr(error, reason) == NULL)
		fail_msg("'%s' does not say '%s'", error, reason);
	return rc;
}

static void
forwards_a_capture(void **unused)
{
	uint8_t last[BOX_FRAME] = { 0 };
	uint16_t in, out;
	uint64_t sent;

	(void)unused;
	box_write_capture("none", 0);
	out = box_add("out", "net_pcap1,rx_pcap=%s/none,tx_pcap=%s/out");
	box_aim_at_next_capture();
	box_write_capture("in", 100);
	sent = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
	box_route_by(out);
	in = box_add("in", "net_pcap0,rx_pcap=%s/in,tx_pcap=%s/back");
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 100);
	assert_int_equal(sbx_interface_remove(in), 0);
	assert_int_equal(sbx_interface_remove(out), 0);
	assert_int_equal(box_read_capture("out", last), 100);
	assert_int_equal(last[5], 0x77);
	assert_int_equal(last[14 + 8], 63);
	assert_memory_equal(last + 26, box_frame + 26, BOX_FRAME - 26);
}

static void
ports_come_and_go_under_traffic(void **unused)
{
	uint16_t in, out;

	(void)unused;
	box_aim_at_next_capture();
	box_write_capture("flood", 64);
	out = box_add("out", "net_null0");
	box_route_by(out);
	in = box_add("in", "net_pcap0,rx_pcap=%s/flood,infinite_rx=1,tx_pcap=%s/back");
	for (uint32_t i = 0; i < 6; i++) {
		uint64_t sent = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
		// No ring: what the box says of its addresses would stay on that wire.
		uint16_t other = box_add("other", i % 2 ? "net_null2" : "net_null1");

		box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 64);
		assert_int_equal(sbx_interface_remove(other), 0);
		assert_int_equal(sbx_interface_remove(other), -ENOENT);
	}
	assert_int_equal(sbx_interface_remove(out), 0);
	box_wait_for(SBX_SCOPE_DROP, "interface_down", in,
		box_counter(SBX_SCOPE_DROP, "interface_down", in) + 64);
	out = box_add("out", "net_null0");
	box_route_by(out);
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out,
		box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out) + 64);
	assert_int_equal(sbx_interface_set_admin(out, 0), 0);
	box_wait_for(SBX_SCOPE_DROP, "interface_down", in,
		box_counter(SBX_SCOPE_DROP, "interface_down", in) + 64);
	assert_int_equal(sbx_interface_set_admin(out, 1), 0);
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out,
		box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out) + 64);
}

static void
every_buffer_comes_back(void **unused)
{
	struct sbx_system system;

	(void)unused;
	ports_come_and_go_under_traffic(unused);
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++)
		sbx_interface_remove(id);
	for (uint32_t i = 0; i < BOX_WAIT_SECONDS * 1000; i++) {
		assert_int_equal(sbx_system_describe(&system), 0);
		if (system.mbufs_free == BOX_MBUFS)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	fail_msg("%lu of %d packet buffers came back", (unsigned long)system.mbufs_free, BOX_MBUFS);
}

static void
bad_ports_are_refused(void **unused)
{
	(void)unused;
	box_add("out", "net_null0");
	assert_int_equal(refused("out", "net_null1", 1500, "named out already"), -EEXIST);
	assert_int_equal(refused("x", "net_null0", 1500, "in use by another"), -EEXIST);
	assert_int_equal(refused("x", "net_nothing0", 1500, "net_nothing0"), -ENODEV);
	assert_int_equal(refused("x", "0000:ff:1f.7", 1500, "0000:ff:1f.7"), -ENODEV);
	assert_int_equal(refused("x", "net_pcap3,rx_pcap=/nowhere/x", 1500, "net_pcap3"), -ENODEV);
	assert_int_equal(refused("x", "net_null1", 67, "67"), -EINVAL);
	assert_int_equal(refused("x", "net_null1", 2031, "raise mbuf_data_bytes"), -EINVAL);
	assert_int_equal(refused("", "net_null1", 1500, "name"), -EINVAL);
	assert_int_equal(refused("x", "", 1500, "device"), -EINVAL);
	box_add("x", "net_null1");
}

static void
mtu_and_addresses_change(void **unused)
{
	const struct sbx_interface_address link_locals[4] = {
		{ .family = SBX_IPV6, .length = 64, .address.bytes = { 0xFE, 0x80, [15] = 1 } },
		{ .family = SBX_IPV6, .length = 64, .address.bytes = { 0xFE, 0x80, [15] = 2 } },
		{ .family = SBX_IPV6, .length = 64, .address.bytes = { 0xFE, 0x80, [15] = 3 } },
		{ .family = SBX_IPV6, .length = 64, .address.bytes = { 0xFE, 0x80, [15] = 4 } },
	};
	struct sbx_query query = { .family = SBX_IPV6, .destination = link_locals[1].address };
	struct sbx_interface_state state;
	struct sbx_verdict verdict;
	uint16_t id = box_add("out", "net_null0");

	(void)unused;
	query.interface = id;
	assert_int_equal(sbx_interface_set_mtu(id, 1400), 0);
	assert_int_equal(sbx_interface_set_mtu(id, 5000), -EINVAL);
	assert_int_equal(sbx_interface_set_mtu(id, 67), -EINVAL);
	assert_int_equal(sbx_interface_set_mtu(200, 1500), -ENOENT);
	assert_int_equal(sbx_interface_describe(id, &state), 0);
	assert_int_equal(state.mtu, 1400);
	assert_string_equal(state.driver, "net_null");
	assert_int_equal(state.link_local.bytes[8], state.mac[0] ^ 2);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	assert_int_equal(sbx_interface_set_addresses(id, link_locals, 4), -ENOSPC);
	assert_int_equal(sbx_interface_set_addresses(id, link_locals, 3), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_LOCAL);
	assert_int_equal(sbx_interface_set_addresses(id, NULL, 0), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
}

static void
lookups_say_what_the_road_does(void **unused)
{
	struct sbx_query query = { .family = SBX_IPV4, .destination = box_address4(198, 51, 100, 7) };
	struct sbx_verdict verdict;
	uint16_t out = box_add("out", "net_null0");

	(void)unused;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	assert_int_equal(verdict.matched, 0);
	box_route_by(out);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
	assert_int_equal(verdict.nexthop, BOX_NEXTHOP);
	assert_int_equal(verdict.interface, out);
	assert_int_equal(verdict.mtu, 1500);
	assert_int_equal(verdict.matched_length, 24);
	assert_int_equal(verdict.mac[5], 0x77);
	assert_int_equal(verdict.neighbor, SBX_NEIGHBOR_STATIC);
	assert_memory_equal(verdict.address.bytes, box_address4(203, 0, 113, 2).bytes, 16);
	query.has_source = 1;
	query.source = box_address4(127, 0, 0, 1);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	query.vrf = 63;
	assert_int_equal(sbx_lookup(&query, &verdict), -ENOENT);
	query.family = 5;
	assert_int_equal(sbx_lookup(&query, &verdict), -EINVAL);
}

static void *
remove_interface(void *argument)
{
	_Atomic int *rc = argument;

	atomic_store(rc, sbx_interface_remove((uint16_t)atomic_load(rc)));
	return NULL;
}

// A port is not closed while a reader may still hold what it found before.
static void
a_removal_waits_for_readers(void **unused)
{
	uint16_t id = box_add("out", "net_null0");
	struct state *state = state_hold();
	struct rte_rcu_qsbr *rcu = state->tables->rcu;
	uint16_t port = state->interfaces[id].port.id;
	_Atomic int rc = id;
	pthread_t remover;
	bool open = true;

	(void)unused;
	rte_rcu_qsbr_thread_online(rcu, state_lookup_reader(state));
	assert_int_equal(pthread_create(&remover, NULL, remove_interface, (void *)&rc), 0);
	for (uint32_t i = 0; i < 100; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
		open &= rte_eth_dev_is_valid_port(port) && atomic_load(&rc) == id;
	}
	rte_rcu_qsbr_thread_offline(rcu, state_lookup_reader(state));
	pthread_join(remover, NULL);
	state_release(state);
	assert_true(open);
	assert_int_equal(rc, 0);
	assert_false(rte_eth_dev_is_valid_port(port));
}

// Before the first start: nothing is half there.
static void
nothing_runs_yet(void **unused)
{
	struct sbx_options bad = box_options;
	struct sbx_system system;
	struct sbx_query query = { .family = SBX_IPV4 };
	struct sbx_verdict verdict;

	(void)unused;
	assert_int_equal(sbx_stop(), -ENOTCONN);
	assert_int_equal(sbx_interface_remove(1), -ENOTCONN);
	assert_int_equal(sbx_interface_set_rp_filter(1, SBX_RP_STRICT), -ENOTCONN);
	assert_int_equal(sbx_rp_filter_set_default_route(1), -ENOTCONN);
	assert_int_equal(sbx_lookup(&query, &verdict), -ENOTCONN);
	assert_int_equal(sbx_system_describe(&system), 0);
	assert_int_equal(system.running, 0);
	bad.mbufs = 1023;
	assert_int_equal(sbx_start(&bad), -EINVAL);
	bad = box_options;
	bad.burst = 65;
	assert_int_equal(sbx_start(&bad), -EINVAL);
	bad = box_options;
	bad.mbufs = 8388608; // more than EAL has
	assert_int_equal(sbx_start(&bad), -ENOMEM);
	assert_int_equal(sbx_start(&box_options), 0);
	assert_int_equal(sbx_start(&box_options), -EALREADY);
	assert_int_equal(sbx_eal_stop(), -EBUSY);
	assert_int_equal(sbx_stop(), 0);
}

#define TEST(what, function) { what, function, box_start, box_stop, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "before the start nothing is half there", nothing_runs_yet, NULL, NULL, NULL },
		TEST("a capture is forwarded, byte by byte", forwards_a_capture),
		TEST("ports come and go while others forward", every_buffer_comes_back),
		TEST("a stop under traffic, with ports open", ports_come_and_go_under_traffic),
		TEST("a port is closed after a grace period", a_removal_waits_for_readers),
		TEST("bad ports are refused with the reason", bad_ports_are_refused),
		TEST("MTU and addresses change", mtu_and_addresses_change),
		TEST("lookups say what the road does", lookups_say_what_the_road_does),
	};

	return cmocka_run_group_tests_name("road_box", tests, box_start_eal, box_stop_eal);
}
