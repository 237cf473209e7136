// See ports.h.
#include "control/ports.h"

#include "control/eal_log.h"

#include <rte_dev.h>
#include <rte_errno.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define DESCRIPTORS 1024    // of a queue, where the driver has no wish of its own
#define OUTBOX 512          // packets that wait for the port's owner
#define L2_OVERHEAD (RTE_ETHER_HDR_LEN + RTE_VLAN_HLEN) // bytes of a frame around its IP packet, no FCS

static const uint64_t rss_wanted = RTE_ETH_RSS_IP | RTE_ETH_RSS_TCP | RTE_ETH_RSS_UDP;

__attribute__((format(printf, 4, 5))) static int
fail(int rc, char *error, size_t error_size, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(error, error_size, format, arguments);
	va_end(arguments);
	return rc;
}

// As fail, with what the driver logged since `mark`.
static int
fail_logged(int rc, char *error, size_t error_size, uint64_t mark, const char *what, const char *device)
{
	char log[512];

	eal_log_since(mark, log, sizeof(log));
	if (log[0] == '\0')
		snprintf(log, sizeof(log), "%s", rte_strerror(-rc));
	return fail(rc, error, error_size, "%s %s: %s", device, what, log);
}

// ------------------------------------------------------------------------------------- find

// The device's name is what comes before its arguments. A PCI address may lack its domain there, but not in
// the port's name.
static int
port_by_device(const char *device, uint16_t *port)
{
	static const char domain[] = "0000:";
	char name[sizeof(domain) + SBX_DEVICE_MAX];
	size_t length = strcspn(device, ",");

	memcpy(name, domain, sizeof(domain));
	memcpy(name + strlen(domain), device, length);
	name[strlen(domain) + length] = '\0';
	if (rte_eth_dev_get_port_by_name(name + strlen(domain), port) == 0)
		return 0;
	return rte_eth_dev_get_port_by_name(name, port);
}

// A device that EAL found at its start is taken as it is.
static int
probe(const char *device, uint16_t *port, char *error, size_t error_size)
{
	uint64_t mark = eal_log_mark();
	int rc;

	if (port_by_device(device, port) == 0)
		return 0;
	if (rte_eth_dev_count_total() == RTE_MAX_ETHPORTS)
		return fail(-ENOSPC, error, error_size, "no port is left for %s", device);
	rc = rte_dev_probe(device);
	if (rc != 0)
		return fail_logged(-ENODEV, error, error_size, mark, "was taken by no driver", device);
	if (port_by_device(device, port) != 0)
		return fail(-ENODEV, error, error_size, "%s has no Ethernet port", device);
	return 0;
}

// ------------------------------------------------------------------------------------- queues

// A worker that polls few queues first; none twice while others have none of this port's.
static void
spread_queues(const struct state *state, const uint32_t load[SBX_WORKERS_MAX], struct port *port)
{
	bool taken[SBX_WORKERS_MAX] = { false };

	for (uint16_t queue = 0; queue < port->rx_queues; queue++) {
		uint32_t least = UINT32_MAX;

		for (uint32_t worker = 0; worker < state->workers; worker++)
			if (!taken[worker] && (least == UINT32_MAX || load[worker] < load[least]))
				least = worker;
		taken[least] = true;
		port->rx_worker[queue] = (uint16_t)least;
	}
	// The worker that polls it drains its outbox too, if it has a transmit queue.
	port->outbox_worker = port->rx_worker[0] < port->tx_queues ? port->rx_worker[0] : 0;
}

static void
count_queues(const struct state *state, const struct rte_eth_dev_info *info, struct port *port)
{
	bool spreads = (info->flow_type_rss_offloads & rss_wanted) != 0;

	port->rx_queues = spreads ? (uint16_t)RTE_MIN(state->workers, info->max_rx_queues) : 1;
	port->tx_queues = (uint16_t)RTE_MIN(state->workers, info->max_tx_queues);
	// A memif refuses a far end with more transmit queues than it has receive queues.
	if (strcmp(info->driver_name, "net_memif") == 0)
		port->tx_queues = port->rx_queues;
}

static int
configure(const struct rte_eth_dev_info *info, uint16_t mtu, const struct port *port)
{
	struct rte_eth_conf conf = { .rxmode.mtu = mtu };

	if (port->rx_queues > 1) {
		conf.rxmode.mq_mode = RTE_ETH_MQ_RX_RSS;
		conf.rx_adv_conf.rss_conf.rss_hf = info->flow_type_rss_offloads & rss_wanted;
	}
	return rte_eth_dev_configure(port->id, port->rx_queues, port->tx_queues, &conf);
}

static int
setup_queues(const struct state *state, const struct rte_eth_dev_info *info, const struct port *port)
{
	uint16_t rx = info->default_rxportconf.ring_size, tx = info->default_txportconf.ring_size;
	int socket = rte_eth_dev_socket_id(port->id);
	int rc;

	rx = rx != 0 ? rx : DESCRIPTORS;
	tx = tx != 0 ? tx : DESCRIPTORS;
	rc = rte_eth_dev_adjust_nb_rx_tx_desc(port->id, &rx, &tx);
	for (uint16_t queue = 0; queue < port->rx_queues && rc == 0; queue++)
		rc = rte_eth_rx_queue_setup(port->id, queue, rx, (unsigned int)socket, NULL,
			state->tables->pool);
	for (uint16_t queue = 0; queue < port->tx_queues && rc == 0; queue++)
		rc = rte_eth_tx_queue_setup(port->id, queue, tx, (unsigned int)socket, NULL);
	return rc;
}

// ------------------------------------------------------------------------------------- MTU

static int
check_mtu(const struct state *state, const struct rte_eth_dev_info *info, uint16_t mtu, char *error,
	size_t error_size)
{
	uint32_t room = state->options.mbuf_data_bytes;

	if (mtu < info->min_mtu || mtu > info->max_mtu)
		return fail(-EINVAL, error, error_size,
			"MTU %u is out of the device's range, %u to %u", mtu, info->min_mtu,
			info->max_mtu);
	if ((uint32_t)mtu + L2_OVERHEAD > room)
		return fail(-EINVAL, error, error_size,
			"MTU %u needs packet buffers of %u bytes, they have %u: raise mbuf_data_bytes or "
			"lower the MTU", mtu, mtu + L2_OVERHEAD, room);
	return 0;
}

int
port_set_mtu(const struct state *state, const struct port *port, uint16_t mtu, char *error,
	size_t error_size)
{
	struct rte_eth_dev_info info;
	uint64_t mark = eal_log_mark();
	int rc = rte_eth_dev_info_get(port->id, &info);

	if (rc == 0)
		rc = check_mtu(state, &info, mtu, error, error_size);
	if (rc != 0)
		return rc;
	rc = rte_eth_dev_set_mtu(port->id, mtu);
	if (rc == 0 || rc == -ENOTSUP)
		return 0;
	return fail_logged(rc, error, error_size, mark, "refused the MTU", port->driver);
}

// ------------------------------------------------------------------------------------- link

// The name in "net_af_packet0,iface=eth1,qpairs=2".
static void
find_netdev(const char *device, struct port *port)
{
	const char *iface = strcmp(port->driver, "net_af_packet") == 0 ? strstr(device, ",iface=") : NULL;

	port->control = -1;
	if (iface == NULL)
		return;
	iface += strlen(",iface=");
	snprintf(port->netdev, sizeof(port->netdev), "%.*s", (int)strcspn(iface, ","), iface);
	port->control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static bool
netdev_link(const struct port *port)
{
	struct ifreq request = { .ifr_flags = 0 };

	memcpy(request.ifr_name, port->netdev, RTE_MIN(sizeof(request.ifr_name) - 1, sizeof(port->netdev)));
	return ioctl(port->control, SIOCGIFFLAGS, &request) == 0 && (request.ifr_flags & IFF_UP) != 0 &&
		(request.ifr_flags & IFF_RUNNING) != 0;
}

bool
port_link(const struct port *port)
{
	struct rte_eth_link link = { 0 };

	if (port->control >= 0)
		return netdev_link(port);
	return rte_eth_link_get_nowait(port->id, &link) == 0 && link.link_status == RTE_ETH_LINK_UP;
}

// ------------------------------------------------------------------------------------- open, close

static int
create_outbox(struct port *port)
{
	char name[RTE_RING_NAMESIZE];

	snprintf(name, sizeof(name), "outbox%u", port->id);
	port->outbox = rte_ring_create(name, OUTBOX, SOCKET_ID_ANY, RING_F_SC_DEQ);
	return port->outbox == NULL ? -rte_errno : 0;
}

// A device that has no MAC address (ring) gets a random one, so that no two interfaces are alike.
static int
choose_mac(struct port *port)
{
	int rc = rte_eth_macaddr_get(port->id, &port->mac);

	if (rc == 0 && rte_is_zero_ether_addr(&port->mac))
		rte_eth_random_addr(port->mac.addr_bytes);
	return rc;
}

static int
start(struct state *state, const struct rte_eth_dev_info *info, uint16_t mtu, struct port *port)
{
	int rc = configure(info, mtu, port);

	if (rc == 0)
		rc = setup_queues(state, info, port);
	if (rc == 0) {
		rc = rte_eth_dev_set_mtu(port->id, mtu);
		rc = rc == -ENOTSUP ? 0 : rc;
	}
	if (rc == 0)
		rc = choose_mac(port);
	if (rc == 0)
		rc = create_outbox(port);
	if (rc == 0)
		rc = rte_eth_dev_start(port->id);
	if (rc != 0)
		return rc;
	// ND needs the groups of its addresses. A driver that cannot pass all multicast passes all frames, or
	// (ring, pcap) filters nothing anyway.
	rte_eth_promiscuous_disable(port->id);
	if (rte_eth_allmulticast_enable(port->id) != 0)
		rte_eth_promiscuous_enable(port->id);
	__atomic_store_n(&state->outboxes[port->id], port->outbox, __ATOMIC_RELEASE);
	return 0;
}

static int
set_up(struct state *state, const char *device, uint16_t mtu, const uint32_t load[SBX_WORKERS_MAX],
	struct port *port, char *error, size_t error_size)
{
	uint64_t mark = eal_log_mark();
	struct rte_eth_dev_info info;
	int rc = rte_eth_dev_info_get(port->id, &info);

	if (rc != 0)
		return fail_logged(rc, error, error_size, mark, "cannot be used", device);
	rc = check_mtu(state, &info, mtu, error, error_size);
	if (rc != 0)
		return rc;
	snprintf(port->driver, sizeof(port->driver), "%s", info.driver_name);
	find_netdev(device, port);
	count_queues(state, &info, port);
	spread_queues(state, load, port);
	rc = start(state, &info, mtu, port);
	if (rc != 0)
		return fail_logged(rc, error, error_size, mark, "cannot be started", device);
	return 0;
}

int
port_open(struct state *state, const char *device, uint16_t mtu, const uint32_t load[SBX_WORKERS_MAX],
	struct port *out, char *error, size_t error_size)
{
	struct port port = { .id = RTE_MAX_ETHPORTS, .control = -1 };
	int rc = probe(device, &port.id, error, error_size);

	if (rc != 0)
		return rc;
	if (state->outboxes[port.id] != NULL)
		return fail(-EEXIST, error, error_size, "%s is in use by another interface", device);
	rc = set_up(state, device, mtu, load, &port, error, error_size);
	if (rc != 0)
		port_close(&port);
	else
		*out = port;
	return rc;
}

void
port_close(struct port *port)
{
	struct rte_eth_dev_info info = { .device = NULL };
	struct rte_mbuf *packet;

	if (rte_eth_dev_info_get(port->id, &info) != 0)
		info.device = NULL;
	rte_eth_dev_stop(port->id);
	while (port->outbox != NULL && rte_ring_dequeue(port->outbox, (void **)&packet) == 0)
		rte_pktmbuf_free(packet);
	rte_ring_free(port->outbox);
	port->outbox = NULL;
	rte_eth_dev_close(port->id);
	if (port->control >= 0)
		close(port->control);
	port->control = -1;
	if (info.device != NULL)
		rte_dev_remove(info.device);
}

void
port_withdraw(struct state *state, const struct port *port)
{
	__atomic_store_n(&state->outboxes[port->id], NULL, __ATOMIC_RELEASE);
}

int
port_send(struct state *state, uint16_t port, struct rte_mbuf *packet)
{
	struct rte_ring *outbox = port < RTE_MAX_ETHPORTS ?
		__atomic_load_n(&state->outboxes[port], __ATOMIC_ACQUIRE) : NULL;

	if (outbox != NULL && rte_ring_enqueue(outbox, packet) == 0)
		return 0;
	rte_pktmbuf_free(packet);
	return outbox == NULL ? -ENETDOWN : -ENOBUFS;
}
