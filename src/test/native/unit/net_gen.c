// net_gen: what it sends is right, comes as its words say, and what comes back is judged rightly.
// Owns: checks of bench/net_gen on an EAL of its own without hugepages, through ethdev's API only.
// Must not: need the real table.
// Next: bench-road measures on it.
#include "net_gen_device.h"

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
	};

	return cmocka_run_group_tests(tests, start_eal, stop_eal);
}
