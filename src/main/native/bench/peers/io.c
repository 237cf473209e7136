// The floor: what receiving and sending on net_gen costs when nothing is done in between.
// Owns: a program of one core that sends back what it receives, 64 packets at a time, as our road takes them.
// Threads: one. Must not: look at a packet.
// Next: bench/road/target.c runs and stops it.
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include <stdio.h>
#include <stdlib.h>

#define IO_BURST 64
#define IO_PACKETS 16383

static void
fail(const char *what, int result)
{
	fprintf(stderr, "bench-io: %s: %s\n", what, rte_strerror(-result));
	exit(1);
}

static void
start_port(void)
{
	struct rte_eth_conf conf = {0};
	struct rte_mempool *pool = rte_pktmbuf_pool_create("io", IO_PACKETS, 256, 0,
		RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	int result;

	if (pool == NULL)
		fail("no memory for packets", -rte_errno);
	result = rte_eth_dev_configure(0, 1, 1, &conf);
	if (result == 0)
		result = rte_eth_rx_queue_setup(0, 0, 1024, 0, NULL, pool);
	if (result == 0)
		result = rte_eth_tx_queue_setup(0, 0, 1024, 0, NULL);
	if (result == 0)
		result = rte_eth_dev_start(0);
	if (result != 0)
		fail("port 0 does not start", result);
}

int
main(int argc, char **argv)
{
	struct rte_mbuf *packets[IO_BURST];

	if (rte_eal_init(argc, argv) < 0)
		fail("EAL does not start", -rte_errno);
	start_port();
	for (;;) {
		uint16_t count = rte_eth_rx_burst(0, 0, packets, IO_BURST);
		uint16_t sent = rte_eth_tx_burst(0, 0, packets, count);

		rte_pktmbuf_free_bulk(packets + sent, count - sent);
	}
}
