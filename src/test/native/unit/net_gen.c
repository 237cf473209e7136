// net_gen: what it sends is right, comes as its words say, and what comes back is judged rightly.
// Owns: checks of bench/net_gen on an EAL of its own without hugepages, through ethdev's API only.
// Must not: need the real table.
// Next: bench-road measures on it.
#include <bench/net_gen/figures.h>
#include <bench/net_gen/net_gen.h>

#include <rte_bus_vdev.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_ip.h>
#include <rte_log.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define DEVICE "net_gen0"
#define BURST 32

static struct rte_mempool *pool;
static char figures_file[] = "/tmp/net_gen_XXXXXX";

struct open_device {
	uint16_t port;
	struct figures *figures;
};

static struct open_device
open_device(const char *words, uint16_t queues)
{
	struct rte_eth_conf conf = {0};
	struct open_device device;
	char arguments[512];
	int fd;

	snprintf(arguments, sizeof(arguments), "%s,keys=65536,figures=%s", words, figures_file);
	assert_int_equal(rte_vdev_init(DEVICE, arguments), 0);
	assert_int_equal(rte_eth_dev_get_port_by_name(DEVICE, &device.port), 0);
	assert_int_equal(rte_eth_dev_configure(device.port, queues, queues, &conf), 0);
	for (uint16_t i = 0; i < queues; i++) {
		assert_int_equal(rte_eth_rx_queue_setup(device.port, i, 512, 0, NULL, pool), 0);
		assert_int_equal(rte_eth_tx_queue_setup(device.port, i, 512, 0, NULL), 0);
	}
	assert_int_equal(rte_eth_dev_start(device.port), 0);
	fd = open(figures_file, O_RDWR);
	device.figures = mmap(NULL, sizeof(*device.figures), PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	assert_true(device.figures != MAP_FAILED);
	assert_true(device.figures->magic == FIGURES_MAGIC);
	return device;
}

static void
close_device(struct open_device device)
{
	munmap(device.figures, sizeof(*device.figures));
	assert_int_equal(rte_eth_dev_stop(device.port), 0);
	assert_int_equal(rte_vdev_uninit(DEVICE), 0);
	assert_int_equal(rte_mempool_avail_count(pool), pool->size);
}

static const uint8_t *
data_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod(packet, const uint8_t *);
}

static void
check_ipv4(uint16_t port, struct rte_mbuf *packet)
{
	const uint8_t *data = data_of(packet);
	struct rte_ether_addr mac;
	struct rte_ipv4_hdr ipv4;

	rte_eth_macaddr_get(port, &mac);
	memcpy(&ipv4, data + 14, sizeof(ipv4));
	assert_memory_equal(data, &mac, 6);
	assert_int_equal(data[12] << 8 | data[13], RTE_ETHER_TYPE_IPV4);
	assert_int_equal(ipv4.version_ihl, 0x45);
	assert_int_equal(rte_be_to_cpu_16(ipv4.total_length), packet->data_len - 14);
	assert_int_equal(ipv4.time_to_live, 64);
	assert_int_equal(rte_raw_cksum(&ipv4, sizeof(ipv4)), 0xFFFF);
	assert_int_equal(packet->port, port);
	assert_int_equal(packet->pkt_len, packet->data_len);
}

static void
ipv4_packets_are_right(void **state)
{
	struct open_device device = open_device("pattern=juno,size=100", 1);
	struct rte_mbuf *packets[BURST];
	uint32_t sources = 0, last = 0;

	(void)state;
	for (int burst = 0; burst < 100; burst++) {
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 0; i < BURST; i++) {
			uint32_t source;

			assert_int_equal(packets[i]->data_len, 100);
			check_ipv4(device.port, packets[i]);
			memcpy(&source, data_of(packets[i]) + 26, 4);
			sources += source != last;
			last = source;
		}
		rte_pktmbuf_free_bulk(packets, BURST);
	}
	assert_true(sources > 3190);
	close_device(device);
}

static void
ipv6_packets_are_right(void **state)
{
	struct open_device device = open_device("pattern=uniform,family=ipv6", 1);
	static const uint8_t source[16] = {0x20, 0x01, 0x0d, 0xb8, [15] = 1};
	struct rte_mbuf *packets[BURST];

	(void)state;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
	for (int i = 0; i < BURST; i++) {
		const uint8_t *data = data_of(packets[i]);

		assert_int_equal(data[12] << 8 | data[13], RTE_ETHER_TYPE_IPV6);
		assert_int_equal(data[14], 0x60);
		assert_int_equal(data[18] << 8 | data[19], 60 - 54);
		assert_int_equal(data[21], 64);
		assert_memory_equal(data + 22, source, 16);
		assert_int_equal(data[38] & 0xE0, 0x20);
	}
	rte_pktmbuf_free_bulk(packets, BURST);
	close_device(device);
}

static void
both_families_take_turns(void **state)
{
	struct open_device device = open_device("pattern=single,family=both", 1);
	struct rte_mbuf *packets[BURST];

	(void)state;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
	for (int i = 0; i < BURST; i++)
		assert_int_equal(data_of(packets[i])[14], i % 2 == 0 ? 0x45 : 0x60);
	rte_pktmbuf_free_bulk(packets, BURST);
	close_device(device);
}

static void
a_mix_has_its_shares(void **state)
{
	struct open_device device = open_device("pattern=single:3+pktgen:1,range=10.1.0.0-10.1.255.255", 1);
	struct rte_mbuf *packets[BURST];
	uint32_t in_range = 0;

	(void)state;
	for (int burst = 0; burst < 1000; burst++) {
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 0; i < BURST; i++)
			in_range += data_of(packets[i])[30] == 10 && data_of(packets[i])[31] == 1;
		rte_pktmbuf_free_bulk(packets, BURST);
	}
	assert_in_range(in_range, 32000 * 23 / 100, 32000 * 27 / 100);
	close_device(device);
}

// The control words are the measuring program's to write.
static struct figures_control *
control_of(struct open_device device)
{
	mprotect(device.figures, sizeof(*device.figures), PROT_READ | PROT_WRITE);
	return &device.figures->control;
}

static void
a_pattern_is_chosen_while_it_runs(void **state)
{
	struct open_device device = open_device("pattern=juno/single/pktgen,range=10.1.0.0-10.1.255.255", 1);
	struct figures_control *control = control_of(device);
	struct rte_mbuf *packets[BURST];

	(void)state;
	for (uint64_t stream = 0; stream < 3; stream++) {
		uint32_t same = 0, in_range = 0;

		control->stream = stream;
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 0; i < BURST; i++) {
			same += memcmp(data_of(packets[i]) + 30, data_of(packets[0]) + 30, 4) == 0;
			in_range += data_of(packets[i])[30] == 10;
		}
		assert_true(stream == 1 ? same == BURST : same < BURST);
		assert_int_equal(in_range, stream == 2 ? BURST : 0);
		rte_pktmbuf_free_bulk(packets, BURST);
	}
	control->burst = 0;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), 0);
	close_device(device);
}

static void
a_mix_has_its_own_family(void **state)
{
	struct open_device device = open_device("pattern=ipv6-juno/single/both-zipf.100", 1);
	struct figures_control *control = control_of(device);
	struct rte_mbuf *packets[BURST];

	(void)state;
	for (uint64_t stream = 0; stream < 3; stream++) {
		control->stream = stream;
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 0; i < BURST; i++)
			assert_int_equal(data_of(packets[i])[14],
				stream == 0 || (stream == 2 && i % 2 == 1) ? 0x60 : 0x45);
		rte_pktmbuf_free_bulk(packets, BURST);
	}
	close_device(device);
}

// One flow that never ends, and one that becomes another with each packet.
static void
flows_are_as_many_and_as_long_as_their_pattern_says(void **state)
{
	struct open_device device = open_device("pattern=pktgen.1.4294967295/pktgen.1.1", 1);
	struct figures_control *control = control_of(device);
	struct rte_mbuf *packets[BURST];

	(void)state;
	for (uint64_t stream = 0; stream < 2; stream++) {
		uint32_t changes = 0;

		control->stream = stream;
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 1; i < BURST; i++)
			changes += memcmp(data_of(packets[i]) + 30, data_of(packets[i - 1]) + 30, 4) != 0;
		assert_int_equal(changes, stream == 0 ? 0 : BURST - 1);
		rte_pktmbuf_free_bulk(packets, BURST);
	}
	close_device(device);
}

static void
bursts_are_no_longer_than_asked(void **state)
{
	struct open_device device = open_device("burst=8", 1);
	struct rte_mbuf *packets[BURST];

	(void)state;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), 8);
	rte_pktmbuf_free_bulk(packets, 8);
	close_device(device);
}

static void
queues_send_different_packets(void **state)
{
	struct open_device device = open_device("pattern=juno", 2);
	struct rte_mbuf *packets[2];

	(void)state;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, &packets[0], 1), 1);
	assert_int_equal(rte_eth_rx_burst(device.port, 1, &packets[1], 1), 1);
	assert_memory_not_equal(data_of(packets[0]) + 26, data_of(packets[1]) + 26, 8);
	rte_pktmbuf_free_bulk(packets, 2);
	close_device(device);
}

static uint64_t
poll_once(uint16_t port)
{
	struct rte_mbuf *packets[BURST];
	uint16_t count = rte_eth_rx_burst(port, 0, packets, BURST);

	rte_pktmbuf_free_bulk(packets, count);
	return count;
}

// Whatever stops this thread meanwhile: what was due was received, missed, or waits in the ring.
static void
the_rate_holds_and_what_waits_too_long_is_missed(void **state)
{
	struct open_device device = open_device("rate=100000,ring=64", 1);
	uint64_t start = rte_rdtsc(), polled = start, due, got = poll_once(device.port);
	struct rte_eth_stats stats;

	(void)state;
	while (polled - start < rte_get_tsc_hz() / 50) {
		polled = rte_rdtsc();
		got += poll_once(device.port);
	}
	due = (rte_rdtsc() - start) * 100000 / rte_get_tsc_hz();
	rte_eth_stats_get(device.port, &stats);
	assert_true(got + stats.imissed <= due);
	assert_true(got + stats.imissed + 64 >= (polled - start) * 100000 / rte_get_tsc_hz());
	rte_delay_us_block(10000);
	poll_once(device.port);
	rte_eth_stats_get(device.port, &stats);
	assert_true(stats.imissed >= 900);
	close_device(device);
}

// What a router does to a packet.
static void
forward(struct rte_mbuf *packet, const uint8_t mac[6])
{
	uint8_t *data = rte_pktmbuf_mtod(packet, uint8_t *);
	struct rte_ether_hdr *ethernet = (struct rte_ether_hdr *)data;
	struct rte_ipv4_hdr *ipv4 = (struct rte_ipv4_hdr *)(data + 14);

	ethernet->src_addr = ethernet->dst_addr;
	rte_ether_addr_copy((const struct rte_ether_addr *)mac, &ethernet->dst_addr);
	ipv4->time_to_live--;
	ipv4->hdr_checksum = 0;
	ipv4->hdr_checksum = rte_ipv4_cksum(ipv4);
}

static void
what_comes_back_is_judged(void **state)
{
	static const uint8_t next[6] = {0x02, 0, 0, 0, 0, 0x99};
	struct open_device device = open_device("pattern=juno,verify=02:00:00:00:00:99", 1);
	struct figures_queue *queue = &device.figures->queue[0];
	struct rte_mbuf *packets[6];
	struct rte_eth_stats stats;

	(void)state;
	assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, 6), 6);
	for (int i = 0; i < 6; i++)
		forward(packets[i], next);
	rte_pktmbuf_mtod(packets[1], uint8_t *)[5] = 0x98;
	rte_pktmbuf_mtod(packets[2], uint8_t *)[24] ^= 1;
	forward(packets[3], next);
	rte_pktmbuf_mtod(packets[3], uint8_t *)[11] = packets[3]->port;
	memcpy(rte_pktmbuf_mtod(packets[3], uint8_t *), data_of(packets[0]), 12);
	rte_pktmbuf_append(packets[4], 4);
	rte_pktmbuf_mtod(packets[5], uint8_t *)[13] = 0x06;
	assert_int_equal(rte_eth_tx_burst(device.port, 0, packets, 6), 6);
	assert_int_equal(queue->right, 1);
	assert_int_equal(queue->bad_l2, 1);
	assert_int_equal(queue->bad_checksum, 1);
	assert_int_equal(queue->bad_hop_limit, 1);
	assert_int_equal(queue->bad_other, 2);
	rte_eth_stats_get(device.port, &stats);
	assert_int_equal(stats.opackets, 6);
	assert_int_equal(stats.oerrors, 5);
	close_device(device);
}

static void
good_packets_are_timed(void **state)
{
	struct open_device device = open_device("pattern=juno,good=10", 1);
	struct figures_queue *queue = &device.figures->queue[0];
	struct rte_mbuf *packets[BURST];
	uint64_t timed = 0, slow = 0;

	(void)state;
	for (int burst = 0; burst < 10; burst++) {
		assert_int_equal(rte_eth_rx_burst(device.port, 0, packets, BURST), BURST);
		for (int i = 0; i < BURST; i++)
			check_ipv4(device.port, packets[i]);
		rte_delay_us_block(100);
		assert_int_equal(rte_eth_tx_burst(device.port, 0, packets, BURST), BURST);
	}
	assert_int_equal(queue->good_sent, 32);
	assert_int_equal(queue->good_back, 32);
	for (uint32_t i = 0; i < FIGURES_BUCKETS; i++) {
		timed += device.figures->latency[0][i];
		if (figures_bucket_cycles(i) >= rte_get_tsc_hz() / 1000000 * 95)
			slow += device.figures->latency[0][i];
	}
	assert_int_equal(timed, 32);
	assert_int_equal(slow, 32);
	close_device(device);
}

static void
buckets_are_narrow_and_in_order(void **state)
{
	(void)state;
	for (uint64_t cycles = 0; cycles < 1000000; cycles += 1 + cycles / 1000) {
		uint64_t least = figures_bucket_cycles(figures_bucket(cycles));

		assert_true(least <= cycles && cycles - least <= cycles / 32);
	}
	assert_int_equal(figures_bucket(UINT64_MAX), FIGURES_BUCKETS - 1);
}

static void
wrong_words_are_refused(void **state)
{
	static const char *const wrong[] = {"pattern=flood", "pattern=zipf:0", "pattern=zipf@nowhere",
		"pattern=zipf.many", "pattern=pktgen.4.0", "pattern=pktgen.4.5.6", "pattern=ipv5-juno", "size=59", "size=1515",
		"keys=1000", "rate=fast", "rate=", "family=ipv5", "range=10.0.0.9-10.0.0.1", "mac=1:2:3",
		"verify=all", "table=/nonexistent", "bursts=8", "figures=/nonexistent/file"};

	(void)state;
	rte_log_set_level(gen_log_type, RTE_LOG_CRIT);
	for (size_t i = 0; i < RTE_DIM(wrong); i++) {
		assert_int_not_equal(rte_vdev_init(DEVICE, wrong[i]), 0);
		assert_int_equal(rte_eth_dev_count_avail(), 0);
	}
	rte_log_set_level(gen_log_type, RTE_LOG_NOTICE);
}

static int
start_eal(void **state)
{
	char *arguments[] = {"net_gen", "-l", "0", "--no-huge", "--no-pci", "--no-shconf",
		"--no-telemetry", "--log-level=lib.eal:error"};

	(void)state;
	close(mkstemp(figures_file));
	if (rte_eal_init(RTE_DIM(arguments), arguments) < 0)
		return -1;
	pool = rte_pktmbuf_pool_create("net_gen", 2047, 32, 8, RTE_MBUF_DEFAULT_BUF_SIZE, 0);
	return pool == NULL ? -1 : 0;
}

static int
stop_eal(void **state)
{
	(void)state;
	unlink(figures_file);
	rte_mempool_free(pool);
	return rte_eal_cleanup();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ipv4_packets_are_right),
		cmocka_unit_test(ipv6_packets_are_right),
		cmocka_unit_test(both_families_take_turns),
		cmocka_unit_test(a_mix_has_its_shares),
		cmocka_unit_test(a_pattern_is_chosen_while_it_runs),
		cmocka_unit_test(a_mix_has_its_own_family),
		cmocka_unit_test(flows_are_as_many_and_as_long_as_their_pattern_says),
		cmocka_unit_test(bursts_are_no_longer_than_asked),
		cmocka_unit_test(queues_send_different_packets),
		cmocka_unit_test(the_rate_holds_and_what_waits_too_long_is_missed),
		cmocka_unit_test(what_comes_back_is_judged),
		cmocka_unit_test(good_packets_are_timed),
		cmocka_unit_test(buckets_are_narrow_and_in_order),
		cmocka_unit_test(wrong_words_are_refused),
	};

	return cmocka_run_group_tests(tests, start_eal, stop_eal);
}
