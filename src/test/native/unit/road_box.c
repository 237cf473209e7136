// The whole box in one process, with EAL: start, ports that come and go under traffic, lookups, stop, again.
// Owns: EAL of this process. Threads: the test's own; workers and slow path are the box's.
// Must not: need hugepages, a network device or root. Its ports read and write capture files.
#include <control/interfaces.h>

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define WAIT_SECONDS 20
#define NH_OUT 5
#define MBUFS 8192

static char folder[] = "/tmp/sbx-road-XXXXXX";
static struct sbx_counter_description descriptions[256];
static int description_count;

static const struct sbx_options options = {
	.mbufs = MBUFS, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64,
	.routes4 = 100, .routes6 = 100, .groups4 = 16, .groups6 = 64, .burst = 32,
	.idle_sleep_micros = 200, .hold_packets = 4, .neighbor_reachable_ms = 30000,
	.neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 100,
};

// ------------------------------------------------------------------------------------- captures

// IPv4 UDP from 192.0.2.9 to 198.51.100.9, TTL 64, right checksum, to the MAC of a capture port.
static uint8_t frame[] = {
	0x02, 0x70, 0x63, 0x61, 0x70, 0x00, 0x02, 0, 0, 0, 0, 0x99, 0x08, 0x00,
	0x45, 0, 0, 32, 0, 1, 0, 0, 64, 17, 0x8E, 0x86, 192, 0, 2, 9, 198, 51, 100, 9,
	0, 9, 0, 9, 0, 12, 0, 0, 1, 2, 3, 4,
};

static void
put32(FILE *file, uint32_t value)
{
	assert_int_equal(fwrite(&value, sizeof(value), 1, file), 1);
}

static void
write_capture(const char *name, uint32_t packets)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "wb");
	assert_non_null(file);
	put32(file, 0xA1B2C3D4);
	put32(file, 2 | 4u << 16);
	put32(file, 0);
	put32(file, 0);
	put32(file, 65535);
	put32(file, 1);
	for (uint32_t i = 0; i < packets; i++) {
		put32(file, 0);
		put32(file, 0);
		put32(file, sizeof(frame));
		put32(file, sizeof(frame));
		assert_int_equal(fwrite(frame, sizeof(frame), 1, file), 1);
	}
	fclose(file);
}

// Frames of a capture; the last one's first bytes.
static uint32_t
read_capture(const char *name, uint8_t last[sizeof(frame)])
{
	char path[128];
	uint32_t header[4], count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	assert_non_null(file);
	fseek(file, 24, SEEK_SET);
	while (fread(header, sizeof(header), 1, file) == 1) {
		if (header[2] == sizeof(frame)) {
			assert_int_equal(fread(last, sizeof(frame), 1, file), 1);
			count++;
		} else {
			fseek(file, header[2], SEEK_CUR);
		}
	}
	fclose(file);
	return count;
}

// ------------------------------------------------------------------------------------- counters

static uint64_t
counter(uint8_t scope, const char *name, uint16_t interface)
{
	const struct sbx_counters *counters = sbx_counters();
	uint64_t sum = 0;

	for (int i = 0; i < description_count; i++) {
		const struct sbx_counter_description *it = &descriptions[i];
		uint32_t at = it->index;

		if (it->scope != scope || strcmp(it->name, name) != 0)
			continue;
		if (scope != SBX_SCOPE_CORE)
			at += counters->worker_counters + interface * counters->interface_counters;
		if (scope == SBX_SCOPE_DROP)
			at += counters->first_drop;
		for (uint32_t core = 0; core < counters->cores; core++) {
			const char *block = (const char *)counters + counters->cores_offset +
				core * counters->core_stride;

			sum += __atomic_load_n((const uint64_t *)block + at, __ATOMIC_ACQUIRE);
		}
		return sum;
	}
	fail_msg("no counter %s", name);
	return 0;
}

static void
wait_for(uint8_t scope, const char *name, uint16_t interface, uint64_t least)
{
	for (uint32_t i = 0; i < WAIT_SECONDS * 1000; i++) {
		if (counter(scope, name, interface) >= least)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	fail_msg("%s of interface %u did not reach %lu", name, interface, (unsigned long)least);
}

// ------------------------------------------------------------------------------------- box

static uint16_t
add(const char *name, const char *device)
{
	struct sbx_interface_config config = { .mtu = 1500, .admin_up = 1 };
	char error[512] = "";
	uint16_t id = 0;
	int rc;

	snprintf(config.name, sizeof(config.name), "%s", name);
	snprintf(config.device, sizeof(config.device), device, folder, folder);
	rc = sbx_interface_add(&config, &id, error, sizeof(error));
	if (rc != 0)
		fail_msg("%s: %d %s", config.device, rc, error);
	return id;
}

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

static struct sbx_address
address4(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
	return (struct sbx_address){ .bytes = { a, b, c, d } };
}

// 198.51.100.0/24 by way of a neighbor on `out` whose MAC is told.
static void
route_by(uint16_t out)
{
	const uint8_t mac[6] = { 0x02, 0, 0, 0, 0, 0x77 };
	const struct sbx_nexthop nexthop = { .id = NH_OUT, .interface = out, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = address4(203, 0, 113, 2) };
	const struct sbx_route route = { .address = address4(198, 51, 100, 0), .length = 24,
		.family = SBX_IPV4, .nexthop = NH_OUT, .op = SBX_ROUTE_PUT };
	struct sbx_routes_result result = { 0 };
	uint32_t failed = 0;

	assert_int_equal(sbx_nexthops_apply(&nexthop, 1, &failed), 0);
	assert_int_equal(sbx_neighbor_set(out, SBX_IPV4, &nexthop.address, mac), 0);
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
	assert_int_equal(result.added + result.unchanged, 1);
}

static int
start(void **unused)
{
	(void)unused;
	return sbx_start(&options);
}

static int
stop(void **unused)
{
	(void)unused;
	return sbx_stop();
}

// The driver numbers its ports' MAC addresses: the next one's is known when one has been seen.
static void
address_next_capture_port(void)
{
	struct sbx_interface_state state;
	uint16_t id;

	write_capture("in", 0);
	id = add("probe", "net_pcap9,rx_pcap=%s/in,tx_pcap=%s/back");
	assert_int_equal(sbx_interface_describe(id, &state), 0);
	assert_int_equal(sbx_interface_remove(id), 0);
	memcpy(frame, state.mac, sizeof(state.mac));
	frame[5]++;
}

static void
forwards_a_capture(void **unused)
{
	uint8_t last[sizeof(frame)] = { 0 };
	uint16_t in, out;
	uint64_t sent;

	(void)unused;
	write_capture("none", 0);
	out = add("out", "net_pcap1,rx_pcap=%s/none,tx_pcap=%s/out");
	address_next_capture_port();
	write_capture("in", 100);
	sent = counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
	route_by(out);
	in = add("in", "net_pcap0,rx_pcap=%s/in,tx_pcap=%s/back");
	wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 100);
	assert_int_equal(sbx_interface_remove(in), 0);
	assert_int_equal(sbx_interface_remove(out), 0);
	assert_int_equal(read_capture("out", last), 100);
	assert_int_equal(last[5], 0x77);
	assert_int_equal(last[14 + 8], 63);
	assert_memory_equal(last + 26, frame + 26, sizeof(frame) - 26);
}

static void
ports_come_and_go_under_traffic(void **unused)
{
	uint16_t in, out;

	(void)unused;
	address_next_capture_port();
	write_capture("flood", 64);
	out = add("out", "net_null0");
	route_by(out);
	in = add("in", "net_pcap0,rx_pcap=%s/flood,infinite_rx=1,tx_pcap=%s/back");
	for (uint32_t i = 0; i < 6; i++) {
		uint64_t sent = counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
		uint16_t other = add("other", i % 2 ? "net_ring0" : "net_null1");

		wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 64);
		assert_int_equal(sbx_interface_remove(other), 0);
		assert_int_equal(sbx_interface_remove(other), -ENOENT);
	}
	assert_int_equal(sbx_interface_remove(out), 0);
	wait_for(SBX_SCOPE_DROP, "interface_down", in,
		counter(SBX_SCOPE_DROP, "interface_down", in) + 64);
	out = add("out", "net_null0");
	route_by(out);
	wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out,
		counter(SBX_SCOPE_INTERFACE, "tx_packets", out) + 64);
	assert_int_equal(sbx_interface_set_admin(out, 0), 0);
	wait_for(SBX_SCOPE_DROP, "interface_down", in,
		counter(SBX_SCOPE_DROP, "interface_down", in) + 64);
	assert_int_equal(sbx_interface_set_admin(out, 1), 0);
	wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out,
		counter(SBX_SCOPE_INTERFACE, "tx_packets", out) + 64);
}

static void
every_buffer_comes_back(void **unused)
{
	struct sbx_system system;

	(void)unused;
	ports_come_and_go_under_traffic(unused);
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++)
		sbx_interface_remove(id);
	for (uint32_t i = 0; i < WAIT_SECONDS * 1000; i++) {
		assert_int_equal(sbx_system_describe(&system), 0);
		if (system.mbufs_free == MBUFS)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	fail_msg("%lu of %d packet buffers came back", (unsigned long)system.mbufs_free, MBUFS);
}

static void
bad_ports_are_refused(void **unused)
{
	(void)unused;
	add("out", "net_null0");
	assert_int_equal(refused("out", "net_null1", 1500, "named out already"), -EEXIST);
	assert_int_equal(refused("x", "net_null0", 1500, "in use by another"), -EEXIST);
	assert_int_equal(refused("x", "net_nothing0", 1500, "net_nothing0"), -ENODEV);
	assert_int_equal(refused("x", "0000:ff:1f.7", 1500, "0000:ff:1f.7"), -ENODEV);
	assert_int_equal(refused("x", "net_pcap3,rx_pcap=/nowhere/x", 1500, "net_pcap3"), -ENODEV);
	assert_int_equal(refused("x", "net_null1", 67, "67"), -EINVAL);
	assert_int_equal(refused("x", "net_null1", 2031, "raise mbuf_data_bytes"), -EINVAL);
	assert_int_equal(refused("", "net_null1", 1500, "name"), -EINVAL);
	assert_int_equal(refused("x", "", 1500, "device"), -EINVAL);
	add("x", "net_null1");
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
	uint16_t id = add("out", "net_null0");

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
	struct sbx_query query = { .family = SBX_IPV4, .destination = address4(198, 51, 100, 7) };
	struct sbx_verdict verdict;
	uint16_t out = add("out", "net_null0");

	(void)unused;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	assert_int_equal(verdict.matched, 0);
	route_by(out);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
	assert_int_equal(verdict.nexthop, NH_OUT);
	assert_int_equal(verdict.interface, out);
	assert_int_equal(verdict.mtu, 1500);
	assert_int_equal(verdict.matched_length, 24);
	assert_int_equal(verdict.mac[5], 0x77);
	assert_int_equal(verdict.neighbor, SBX_NEIGHBOR_STATIC);
	assert_memory_equal(verdict.address.bytes, address4(203, 0, 113, 2).bytes, 16);
	query.has_source = 1;
	query.source = address4(127, 0, 0, 1);
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
	uint16_t id = add("out", "net_null0");
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
	struct sbx_options bad = options;
	struct sbx_system system;
	struct sbx_query query = { .family = SBX_IPV4 };
	struct sbx_verdict verdict;

	(void)unused;
	assert_int_equal(sbx_stop(), -ENOTCONN);
	assert_int_equal(sbx_interface_remove(1), -ENOTCONN);
	assert_int_equal(sbx_lookup(&query, &verdict), -ENOTCONN);
	assert_int_equal(sbx_system_describe(&system), 0);
	assert_int_equal(system.running, 0);
	bad.mbufs = 1023;
	assert_int_equal(sbx_start(&bad), -EINVAL);
	bad = options;
	bad.burst = 65;
	assert_int_equal(sbx_start(&bad), -EINVAL);
	bad = options;
	bad.mbufs = 8388608; // more than EAL has
	assert_int_equal(sbx_start(&bad), -ENOMEM);
	assert_int_equal(sbx_start(&options), 0);
	assert_int_equal(sbx_start(&options), -EALREADY);
	assert_int_equal(sbx_eal_stop(), -EBUSY);
	assert_int_equal(sbx_stop(), 0);
}

// EAL pins the thread that starts it: that must not be the caller.
static int
start_eal(void **unused)
{
	static char *arguments[] = { "road_box", "--no-pci", "--no-telemetry", "--no-huge", "--no-shconf",
		"-m", "128", "--lcores", "0@0,1@0,2@1", NULL };
	char error[512] = "";
	cpu_set_t before, after;
	sigset_t mask;

	(void)unused;
	if (mkdtemp(folder) == NULL)
		return -1;
	sched_getaffinity(0, sizeof(before), &before);
	if (sbx_eal_start(9, arguments, error, sizeof(error)) != 0) {
		fprintf(stderr, "%s\n", error);
		return -1;
	}
	sched_getaffinity(0, sizeof(after), &after);
	assert_true(CPU_EQUAL(&before, &after));
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGTERM));
	assert_int_equal(sbx_eal_start(9, arguments, error, sizeof(error)), -EALREADY);
	description_count = sbx_counters_list(descriptions, 256);
	return 0;
}

static int
stop_eal(void **unused)
{
	static const char *files[] = { "in", "out", "back", "flood", "none" };
	char path[128], error[64];

	(void)unused;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
		unlink(path);
	}
	rmdir(folder);
	assert_int_equal(sbx_eal_stop(), 0);
	return sbx_eal_start(1, (char *[]){ "road_box", NULL }, error, sizeof(error)) == -ESHUTDOWN ? 0 : -1;
}

#define TEST(what, function) { what, function, start, stop, NULL }

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

	return cmocka_run_group_tests_name("road_box", tests, start_eal, stop_eal);
}
