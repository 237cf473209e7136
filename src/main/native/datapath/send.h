// Last stage: collects packets by port and sends each port's in one call.
// Owns: road->send and the count of what left. Thread: the worker; the port's owner drains its outbox.
// Must not: try again what a device did not take: it would only wait longer (counted as tx_full).
// Next: the wire.
#pragma once

#include "datapath/exits.h"

#include <rte_ethdev.h>

// The port that packets are being collected for, with the count in a register: most of a burst leaves by the
// port that the packet before it left by. Between begin and end nobody else may add to the batches.
struct sending {
	struct send_batch *batch;
	uint16_t port;
	size_t count;
	uint32_t bytes;
};

static inline struct sending
send_begin(struct road *road, uint16_t port)
{
	struct send_batch *batch = &road->send[port];

	return (struct sending){ .batch = batch, .port = port, .count = batch->count, .bytes = batch->bytes };
}

static inline void
send_end(struct road *road, const struct sending *sending)
{
	if (sending->batch->count == 0 && sending->count != 0)
		road->port[road->ports++] = sending->port;
	sending->batch->count = (uint16_t)sending->count;
	sending->batch->bytes = sending->bytes;
}

static inline void
send_add(struct road *road, struct sending *sending, uint16_t port, struct rte_mbuf *packet,
	uint32_t bytes)
{
	if (unlikely(port != sending->port)) {
		send_end(road, sending);
		*sending = send_begin(road, port);
	}
	sending->batch->packets[sending->count++] = packet;
	sending->bytes += bytes;
}

// Drops the packets from `from` on.
static inline void
send_drop(struct road *road, const struct send_batch *batch, uint16_t from, uint16_t interface,
	enum drop_reason reason)
{
	count_drop(road->counters, interface, reason, batch->count - from);
	for (uint16_t i = from; i < batch->count; i++)
		discard(road, batch->packets[i]);
}

static inline uint64_t
send_bytes(const struct send_batch *batch, uint16_t from)
{
	uint64_t bytes = 0;

	for (uint16_t i = from; i < batch->count; i++)
		bytes += batch->packets[i]->pkt_len;
	return bytes;
}

static inline void
send_out(struct road *road, uint16_t port, uint16_t queue, uint16_t interface, struct send_batch *batch)
{
	uint64_t *counters = road->counters->interface[interface];
	uint64_t bytes = batch->bytes;
	uint16_t sent = rte_eth_tx_burst(port, queue, batch->packets, batch->count);

	if (unlikely(sent < batch->count)) {
		bytes -= send_bytes(batch, sent); // of those that are still ours
		send_drop(road, batch, sent, interface, DROP_tx_full);
	}
	counters[INTERFACE_tx_packets] += sent;
	counters[INTERFACE_tx_bytes] += bytes;
}

static inline void
send_hand_over(struct road *road, const struct worker_port *to, struct send_batch *batch)
{
	uint16_t taken = (uint16_t)rte_ring_mp_enqueue_burst(to->outbox, (void **)batch->packets,
		batch->count, NULL);

	if (taken < batch->count)
		send_drop(road, batch, taken, to->interface, DROP_tx_full);
}

// Sends what was collected for the ports.
static inline void
send_flush(struct road *road)
{
	for (uint16_t i = 0; i < road->ports; i++) {
		uint16_t port = road->port[i];
		const struct worker_port *to = &road->plan->port[port];
		struct send_batch *batch = &road->send[port];

		if (unlikely(!to->up))
			send_drop(road, batch, 0, road->sending, DROP_interface_down);
		else if (likely(to->tx_queue != NO_TX_QUEUE))
			send_out(road, port, to->tx_queue, to->interface, batch);
		else
			send_hand_over(road, to, batch);
		batch->count = 0;
		batch->bytes = 0;
	}
	road->ports = 0;
}

// Sends what others put into the outboxes that this worker owns. Returns the number of packets.
static inline uint32_t
send_outboxes(struct road *road)
{
	uint32_t total = 0;

	for (uint16_t i = 0; i < road->plan->outboxes; i++) {
		uint16_t port = road->plan->outbox_port[i];
		const struct worker_port *to = &road->plan->port[port];
		struct send_batch *batch = &road->send[port];

		if (likely(rte_ring_empty(to->outbox)))
			continue;
		batch->count = (uint16_t)rte_ring_sc_dequeue_burst(to->outbox, (void **)batch->packets,
			BURST_MAX, NULL);
		total += batch->count;
		batch->bytes = (uint32_t)send_bytes(batch, 0);
		if (to->up)
			send_out(road, port, to->tx_queue, to->interface, batch);
		else
			send_drop(road, batch, 0, to->interface, DROP_interface_down);
		batch->count = 0;
		batch->bytes = 0;
	}
	return total;
}
