// net_gen's device, opened by its words on an EAL of its own without hugepages.
// Owns: EAL and the device. Must not: need the real table. Next: net_gen.c, net_gen_back.c.
#pragma once

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

static inline struct open_device
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

static inline void
close_device(struct open_device device)
{
	munmap(device.figures, sizeof(*device.figures));
	assert_int_equal(rte_eth_dev_stop(device.port), 0);
	assert_int_equal(rte_vdev_uninit(DEVICE), 0);
	assert_int_equal(rte_mempool_avail_count(pool), pool->size);
}

static inline const uint8_t *
data_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod(packet, const uint8_t *);
}

static inline void
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

static inline int
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

static inline int
stop_eal(void **state)
{
	(void)state;
	unlink(figures_file);
	rte_mempool_free(pool);
	return rte_eal_cleanup();
}
