// Ports: devices of DPDK, from a name to running queues and back.
// Owns: probing, configuring, starting, stopping and unplugging; the outbox of each port.
// Threads: any control thread, under port_lock; port_send the slow path too.
// Must not: know addresses or routes (that is control/interfaces.h).
// Next: control/plans.h gives its queues to the workers.
#pragma once

#include "control/state.h"

#include <rte_ethdev.h>

struct port {
	uint16_t id;              // DPDK's; RTE_MAX_ETHPORTS = none
	uint16_t rx_queues;
	uint16_t tx_queues;
	uint16_t outbox_worker;   // drains the outbox, has a transmit queue
	uint16_t rx_worker[SBX_WORKERS_MAX]; // by receive queue: the worker that polls it
	struct rte_ring *outbox;
	struct rte_ether_addr mac;
	char driver[SBX_NAME_MAX];
	char netdev[SBX_NAME_MAX]; // kernel interface that net_af_packet sends by, else empty
	int control;              // socket to ask about it, -1 = none
};

// Finds or probes the device and readies its queues; it receives nothing yet. `load` is the number of queues
// that each worker polls already. As sbx_interface_add: -ENODEV, -EINVAL, -ENOMEM, ..., with the reason.
int port_open(struct state *state, const char *device, uint16_t mtu, const uint32_t load[SBX_WORKERS_MAX],
	struct port *out, char *error, size_t error_size);
// Whether it has a link, as its driver says; for net_af_packet, whose driver does not look, as the kernel says. One
// thread at a time, and none while the device is being changed.
bool port_link(const struct port *port);
// From now on port_send refuses packets for it. Then: plans without it, a grace period, port_close.
void port_withdraw(struct state *state, const struct port *port);
// No worker polls it or sends to it any more. Unplugs the device.
void port_close(struct port *port);

// -ENOTSUP is no error: the device has no limit of its own then.
int port_set_mtu(const struct state *state, const struct port *port, uint16_t mtu, char *error,
	size_t error_size);

// Gives a ready frame to the port's owner, for senders that are no workers (the slow path): at most an idle
// sleep later it is sent and counted there. Takes the packet in any case. The caller is an RCU reader that is
// online. -ENETDOWN no such port, -ENOBUFS outbox full: the caller counts the drop.
int port_send(struct state *state, uint16_t port, struct rte_mbuf *packet);
