// net_gen: its rate, what comes back and how it is judged and timed, and words that are refused.
// Owns: nothing. Next: bench-road measures on it.
#include "net_gen_device.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rate_holds_and_what_waits_too_long_is_missed),
		cmocka_unit_test(what_comes_back_is_judged),
		cmocka_unit_test(good_packets_are_timed),
		cmocka_unit_test(buckets_are_narrow_and_in_order),
		cmocka_unit_test(wrong_words_are_refused),
	};

	return cmocka_run_group_tests(tests, start_eal, stop_eal);
}
