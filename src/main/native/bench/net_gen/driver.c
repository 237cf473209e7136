// The ethdev side of net_gen: probing, configuration, statistics.
// Owns: the device's life. Built against the driver headers of DPDK's source package, which the
// distribution's development package does not have.
// Threads: control. Must not: keep anything of a device that was removed, but for its stream.
// Next: burst.c is what the cores call.
#include "net_gen.h"

#include <shared/dpdk_compat.h>

#include <ethdev_driver.h>
#include <ethdev_vdev.h>
#include <rte_cycles.h>
#include <rte_log.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

RTE_LOG_REGISTER(gen_log_type, pmd.net.gen, NOTICE);

static struct figures *
map_figures(const struct gen_arguments *arguments)
{
	const char *file = arguments->figures;
	int flags = file[0] == '\0' ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd = -1;
	struct figures *figures;

	if (file[0] != '\0') {
		fd = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (fd < 0 || ftruncate(fd, sizeof(*figures)) != 0) {
			GEN_LOG(ERR, "figures=%s: %s\n", file, strerror(errno));
			if (fd >= 0)
				close(fd);
			return NULL;
		}
	}
	figures = mmap(NULL, sizeof(*figures), PROT_READ | PROT_WRITE, flags, fd, 0);
	if (fd >= 0)
		close(fd);
	if (figures == MAP_FAILED)
		return NULL;
	figures->tsc_hz = rte_get_tsc_hz();
	figures->control.rate = arguments->rate;
	figures->control.good = arguments->good;
	figures->control.burst = arguments->burst;
	atomic_thread_fence(memory_order_release);
	figures->magic = FIGURES_MAGIC;
	return figures;
}

static int
configure(struct rte_eth_dev *dev)
{
	struct gen_device *device = dev->data->dev_private;

	device->rx_queues = dev->data->nb_rx_queues;
	return 0;
}

static int
start(struct rte_eth_dev *dev)
{
	struct gen_device *device = dev->data->dev_private;

	gen_templates_make(device);
	for (uint16_t i = 0; i < dev->data->nb_rx_queues; i++)
		device->rx[i].start = 0;
	dev->data->dev_link.link_status = RTE_ETH_LINK_UP;
	return 0;
}

static int
stop(struct rte_eth_dev *dev)
{
	dev->data->dev_link.link_status = RTE_ETH_LINK_DOWN;
	dev->data->dev_started = 0;
	return 0;
}

static int
set_up_rx(struct rte_eth_dev *dev, uint16_t number, uint16_t descriptors, unsigned int socket,
	const struct rte_eth_rxconf *conf, struct rte_mempool *pool)
{
	struct gen_device *device = dev->data->dev_private;
	struct gen_rx_queue *queue = &device->rx[number];
	struct rte_mbuf empty = {
		.data_off = RTE_PKTMBUF_HEADROOM,
		.refcnt = 1,
		.nb_segs = 1,
		.port = dev->data->port_id,
	};

	RTE_SET_USED(descriptors);
	RTE_SET_USED(socket);
	*queue = (struct gen_rx_queue){
		.device = device,
		.figures = &device->figures->queue[number],
		.pool = pool,
		.at = (device->streams[0]->mask + 1) / dev->data->nb_rx_queues * number,
	};
	memcpy(&queue->rearm, &empty.rearm_data, sizeof(queue->rearm));
	if (conf->offloads & RTE_ETH_RX_OFFLOAD_IPV4_CKSUM)
		queue->flags = RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_GOOD;
	dev->data->rx_queues[number] = queue;
	return 0;
}

static int
set_up_tx(struct rte_eth_dev *dev, uint16_t number, uint16_t descriptors, unsigned int socket,
	const struct rte_eth_txconf *conf)
{
	struct gen_device *device = dev->data->dev_private;

	RTE_SET_USED(descriptors);
	RTE_SET_USED(socket);
	RTE_SET_USED(conf);
	device->tx[number] = (struct gen_tx_queue){
		.device = device,
		.figures = &device->figures->queue[number],
		.latency = device->figures->latency[number],
	};
	dev->data->tx_queues[number] = &device->tx[number];
	return 0;
}

static int
infos_get(struct rte_eth_dev *dev, struct rte_eth_dev_info *info)
{
	RTE_SET_USED(dev);
	info->max_mac_addrs = 1;
	info->max_rx_pktlen = 16384;
	info->max_mtu = 16384 - RTE_ETHER_HDR_LEN;
	info->max_rx_queues = FIGURES_QUEUES;
	info->max_tx_queues = FIGURES_QUEUES;
	// A NIC that has verified the checksums says so, to those who ask: l3fwd does.
	info->rx_offload_capa = RTE_ETH_RX_OFFLOAD_CHECKSUM | RTE_ETH_RX_OFFLOAD_RSS_HASH;
	info->tx_offload_capa = RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE;
	info->flow_type_rss_offloads = RTE_ETH_RSS_IP | RTE_ETH_RSS_UDP | RTE_ETH_RSS_TCP;
	info->default_rxportconf.burst_size = 32;
	return 0;
}

// So that a program need not look at every packet to learn its family: l3fwd insists on it.
static const uint32_t *
ptypes_get(PTYPES_PARAMETERS(dev))
{
	static const uint32_t ptypes[] = {RTE_PTYPE_L2_ETHER, RTE_PTYPE_L3_IPV4, RTE_PTYPE_L3_IPV6,
		RTE_PTYPE_L4_UDP, RTE_PTYPE_UNKNOWN};

	RTE_SET_USED(dev);
	return PTYPES_RETURN(ptypes);
}

static uint64_t
read_counter(_Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

static int
stats_get(struct rte_eth_dev *dev, struct rte_eth_stats *stats)
{
	struct gen_device *device = dev->data->dev_private;

	for (uint16_t i = 0; i < FIGURES_QUEUES; i++) {
		struct figures_queue *queue = &device->figures->queue[i];

		stats->ipackets += read_counter(&queue->rx_packets);
		stats->opackets += read_counter(&queue->tx_packets);
		stats->obytes += read_counter(&queue->tx_bytes);
		stats->imissed += read_counter(&queue->rx_missed);
		stats->rx_nombuf += read_counter(&queue->rx_no_buffer);
		stats->oerrors += read_counter(&queue->bad_l2) + read_counter(&queue->bad_hop_limit) +
			read_counter(&queue->bad_checksum) + read_counter(&queue->bad_other);
	}
	stats->ibytes = stats->ipackets * device->arguments.size;
	return 0;
}

// Only while no core polls: a counter has one writer.
static int
stats_reset(struct rte_eth_dev *dev)
{
	struct gen_device *device = dev->data->dev_private;

	memset(device->figures->queue, 0, sizeof(device->figures->queue));
	memset(device->figures->latency, 0, sizeof(device->figures->latency));
	return 0;
}

static int
do_nothing(struct rte_eth_dev *dev)
{
	RTE_SET_USED(dev);
	return 0;
}

static int
link_update(struct rte_eth_dev *dev, int wait)
{
	RTE_SET_USED(dev);
	RTE_SET_USED(wait);
	return 0;
}

static int
mtu_set(struct rte_eth_dev *dev, uint16_t mtu)
{
	RTE_SET_USED(dev);
	RTE_SET_USED(mtu);
	return 0;
}

static int
mac_addr_set(struct rte_eth_dev *dev, struct rte_ether_addr *mac)
{
	struct gen_device *device = dev->data->dev_private;

	device->arguments.mac = *mac;
	gen_templates_make(device);
	return 0;
}

static int
close_device(struct rte_eth_dev *dev)
{
	struct gen_device *device = dev->data->dev_private;

	munmap(device->figures, sizeof(*device->figures));
	dev->data->mac_addrs = NULL; // inside dev_private, which ethdev frees
	return 0;
}

static const struct eth_dev_ops operations = {
	.dev_configure = configure,
	.dev_start = start,
	.dev_stop = stop,
	.dev_close = close_device,
	.dev_infos_get = infos_get,
	.dev_supported_ptypes_get = ptypes_get,
	.rx_queue_setup = set_up_rx,
	.tx_queue_setup = set_up_tx,
	.stats_get = stats_get,
	.stats_reset = stats_reset,
	.link_update = link_update,
	.mtu_set = mtu_set,
	.mac_addr_set = mac_addr_set,
	.promiscuous_enable = do_nothing,
	.promiscuous_disable = do_nothing,
	.allmulticast_enable = do_nothing,
	.allmulticast_disable = do_nothing,
	.dev_set_link_up = do_nothing,
	.dev_set_link_down = do_nothing,
};

// Fills what the arguments decide. On failure the caller frees the device.
static int
make_device(struct gen_device *device, const struct gen_arguments *arguments, uint16_t port)
{
	int result = 0;

	memcpy(&device->arguments, arguments, sizeof(*arguments));
	device->port = port;
	if (!arguments->mac_set)
		device->arguments.mac = (struct rte_ether_addr){{0x02, 0, 0, 0x67, (uint8_t)(port >> 8),
			(uint8_t)port}};
	for (uint32_t i = 0; i < arguments->mixes_count && result == 0; i++)
		result = gen_stream_get(arguments, i, &device->streams[i]);
	if (result != 0)
		return result;
	// So that a control word out of range chooses something.
	for (uint32_t i = arguments->mixes_count; i < GEN_MIXES_MAX; i++)
		device->streams[i] = device->streams[0];
	device->figures = map_figures(arguments);
	return device->figures == NULL ? -EIO : 0;
}

static int
probe(struct rte_vdev_device *vdev)
{
	struct gen_arguments arguments;
	struct rte_eth_dev *dev;
	int result = gen_arguments_parse(&arguments, rte_vdev_device_args(vdev));

	if (result != 0)
		return result;
	if (vdev->device.numa_node == SOCKET_ID_ANY)
		vdev->device.numa_node = 0;
	dev = rte_eth_vdev_allocate(vdev, sizeof(struct gen_device));
	if (dev == NULL)
		return -ENOMEM;
	result = make_device(dev->data->dev_private, &arguments, dev->data->port_id);
	if (result != 0) {
		rte_eth_dev_release_port(dev);
		return result;
	}
	dev->data->dev_link = (struct rte_eth_link){
		.link_speed = RTE_ETH_SPEED_NUM_100G,
		.link_duplex = RTE_ETH_LINK_FULL_DUPLEX,
		.link_status = RTE_ETH_LINK_UP,
	};
	dev->data->mac_addrs = &((struct gen_device *)dev->data->dev_private)->arguments.mac;
	dev->dev_ops = &operations;
	dev->rx_pkt_burst = gen_rx;
	dev->tx_pkt_burst = arguments.verify || arguments.good != 0 ? gen_tx_looking : gen_tx;
	rte_eth_dev_probing_finish(dev);
	return 0;
}

static int
remove_device(struct rte_vdev_device *vdev)
{
	struct rte_eth_dev *dev = rte_eth_dev_allocated(rte_vdev_device_name(vdev));

	if (dev == NULL)
		return 0;
	rte_eth_dev_close(dev->data->port_id);
	return 0;
}

static struct rte_vdev_driver gen_driver = {
	.probe = probe,
	.remove = remove_device,
};
RTE_PMD_REGISTER_VDEV(net_gen, gen_driver);
