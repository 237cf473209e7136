// See box.h.
#include "box.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/sbx-box-XXXXXX";
static struct sbx_counter_description descriptions[256];
static int description_count;

const struct sbx_options box_options = {
	.mbufs = BOX_MBUFS, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64,
	.routes4 = 100, .routes6 = 100, .groups4 = 16, .groups6 = 64, .burst = 32,
	.idle_sleep_micros = 200, .hold_packets = 4, .neighbor_reachable_ms = 30000,
	.neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 100,
};

// ------------------------------------------------------------------------------------- captures

uint8_t box_frame[BOX_FRAME] = {
	0x02, 0x70, 0x63, 0x61, 0x70, 0x00, 0x02, 0, 0, 0, 0, 0x99, 0x08, 0x00,
	0x45, 0, 0, 32, 0, 1, 0, 0, 64, 17, 0x8E, 0x86, 192, 0, 2, 9, 198, 51, 100, 9,
	0, 9, 0, 9, 0, 12, 0, 0, 1, 2, 3, 4,
};

static void
put32(FILE *file, uint32_t value)
{
	assert_int_equal(fwrite(&value, sizeof(value), 1, file), 1);
}

void
box_write_capture(const char *name, uint32_t packets)
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
		put32(file, BOX_FRAME);
		put32(file, BOX_FRAME);
		assert_int_equal(fwrite(box_frame, BOX_FRAME, 1, file), 1);
	}
	fclose(file);
}

uint32_t
box_read_capture(const char *name, uint8_t last[BOX_FRAME])
{
	char path[128];
	uint32_t header[4], count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	assert_non_null(file);
	fseek(file, 24, SEEK_SET);
	while (fread(header, sizeof(header), 1, file) == 1) {
		if (header[2] == BOX_FRAME) {
			assert_int_equal(fread(last, BOX_FRAME, 1, file), 1);
			count++;
		} else {
			fseek(file, header[2], SEEK_CUR);
		}
	}
	fclose(file);
	return count;
}

// ------------------------------------------------------------------------------------- counters

uint64_t
box_counter(uint8_t scope, const char *name, uint16_t interface)
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

const char *
box_reason(uint8_t reason)
{
	for (int i = 0; i < description_count; i++)
		if (descriptions[i].scope == SBX_SCOPE_DROP && descriptions[i].index == reason)
			return descriptions[i].name;
	return "none";
}

void
box_wait_for(uint8_t scope, const char *name, uint16_t interface, uint64_t least)
{
	for (uint32_t i = 0; i < BOX_WAIT_SECONDS * 1000; i++) {
		if (box_counter(scope, name, interface) >= least)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	fail_msg("%s of interface %u did not reach %lu", name, interface, (unsigned long)least);
}

// ------------------------------------------------------------------------------------- what is in it

uint16_t
box_add(const char *name, const char *device)
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

struct sbx_address
box_address4(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
	return (struct sbx_address){ .bytes = { a, b, c, d } };
}

void
box_route_by(uint16_t out)
{
	const uint8_t mac[6] = { 0x02, 0, 0, 0, 0, 0x77 };
	const struct sbx_nexthop nexthop = { .id = BOX_NEXTHOP, .interface = out,
		.type = SBX_NEXTHOP_UNICAST, .family = SBX_IPV4,
		.address = box_address4(203, 0, 113, 2) };
	const struct sbx_route route = { .address = box_address4(198, 51, 100, 0), .length = 24,
		.family = SBX_IPV4, .nexthop = BOX_NEXTHOP, .op = SBX_ROUTE_PUT };
	struct sbx_routes_result result = { 0 };
	uint32_t failed = 0;

	assert_int_equal(sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_neighbor_set(out, SBX_IPV4, &nexthop.address, mac), 0);
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
	assert_int_equal(result.added + result.unchanged, 1);
}

void
box_connect(uint32_t nexthop, uint16_t interface, struct sbx_address prefix)
{
	const struct sbx_nexthop connected = { .id = nexthop, .interface = interface,
		.type = SBX_NEXTHOP_CONNECTED };
	const struct sbx_route route = { .address = prefix, .length = 24, .family = SBX_IPV4,
		.nexthop = nexthop, .op = SBX_ROUTE_PUT };
	struct sbx_routes_result result;
	uint32_t failed;

	assert_int_equal(sbx_nexthops_apply(&connected, 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
}

// The driver numbers its ports' MAC addresses: the next one's is known when one has been seen.
void
box_aim_at_next_capture(void)
{
	struct sbx_interface_state state;
	uint16_t id;

	box_write_capture("in", 0);
	id = box_add("probe", "net_pcap9,rx_pcap=%s/in,tx_pcap=%s/back");
	assert_int_equal(sbx_interface_describe(id, &state), 0);
	assert_int_equal(sbx_interface_remove(id), 0);
	memcpy(box_frame, state.mac, sizeof(state.mac));
	box_frame[5]++;
}

// ------------------------------------------------------------------------------------- start and stop

int
box_start(void **unused)
{
	(void)unused;
	return sbx_start(&box_options);
}

int
box_stop(void **unused)
{
	(void)unused;
	return sbx_stop();
}

// EAL pins the thread that starts it: that must not be the caller.
int
box_start_eal(void **unused)
{
	static char *arguments[] = { "box", "--no-pci", "--no-telemetry", "--no-huge",
		"--no-shconf", "-m", "128", "--lcores", "0@0,1@0,2@1", NULL };
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

int
box_stop_eal(void **unused)
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
	return sbx_eal_start(1, (char *[]){ "box", NULL }, error, sizeof(error)) == -ESHUTDOWN ?
		0 : -1;
}
