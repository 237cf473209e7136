// The two ends of the road: packets are made where a program receives, and counted where it sends.
// Owns: gen_rx and gen_tx, the source and the sink of every measured program; about 20 cycles together.
// Threads: the core that polls the queue. Must not: lock, allocate but from the pool, or call the system.
// Next: figures.h has the counters; look.c is the sink that examines packets.
#include "net_gen.h"

#include <rte_branch_prediction.h>
#include <rte_cycles.h>

#include <string.h>
#include <unistd.h>

// How many packets may be taken now. Those that waited longer than the ring is long are lost, as a NIC
// loses them.
static uint16_t
take_due(struct gen_rx_queue *queue, uint16_t count)
{
	const struct gen_arguments *arguments = &queue->device->arguments;
	uint64_t due = (uint64_t)((double)(rte_rdtsc() - queue->start) * queue->due_per_tick);
	uint64_t waiting = due - queue->taken;

	if (unlikely(waiting > arguments->ring)) {
		uint64_t lost = waiting - arguments->ring;

		queue->taken += lost;
		waiting = arguments->ring;
		figures_add(&queue->figures->rx_missed, lost);
		if (arguments->good != 0) {
			uint64_t good = 0;

			if (lost >= queue->until_good)
				good = 1 + (lost - queue->until_good) / arguments->good;
			queue->until_good = (uint32_t)(queue->until_good + good * arguments->good - lost);
			figures_add(&queue->figures->good_missed, good);
		}
	}
	return (uint16_t)(count < waiting ? count : waiting);
}

static void
first_poll(struct gen_rx_queue *queue)
{
	queue->start = rte_rdtsc();
	atomic_store_explicit(&queue->figures->rx_thread, (uint64_t)gettid(), memory_order_relaxed);
}

static inline void
set_descriptor(const struct gen_rx_queue *queue, struct rte_mbuf *packet, uint32_t type)
{
	uint32_t size = queue->device->arguments.size;

	memcpy(&packet->rearm_data, &queue->rearm, sizeof(queue->rearm));
	packet->ol_flags = queue->flags;
	packet->packet_type = type;
	packet->pkt_len = size;
	packet->data_len = (uint16_t)size;
	packet->vlan_tci = 0;
	packet->hash.rss = 0;
}

static inline void
make4(const struct gen_rx_queue *queue, struct rte_mbuf *packet, const struct gen_key4 *key)
{
	char *data = (char *)packet->buf_addr + RTE_PKTMBUF_HEADROOM;
	uint64_t sum = (uint64_t)queue->device->sum4 + key->source + key->destination;
	uint16_t checksum;

	set_descriptor(queue, packet, RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_UDP);
	memcpy(data, queue->device->template4, 60);
	sum = (sum & 0xFFFFFFFF) + (sum >> 32);
	sum = (sum & 0xFFFF) + (sum >> 16);
	sum = (sum & 0xFFFF) + (sum >> 16);
	checksum = (uint16_t)~sum;
	memcpy(data + 24, &checksum, sizeof(checksum));
	memcpy(data + 26, key, sizeof(*key));
}

static inline void
make6(const struct gen_rx_queue *queue, struct rte_mbuf *packet, const struct gen_key6 *key)
{
	char *data = (char *)packet->buf_addr + RTE_PKTMBUF_HEADROOM;

	set_descriptor(queue, packet, RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV6);
	memcpy(data, queue->device->template6, 22);
	memcpy(data + 22, key, sizeof(*key));
	memcpy(data + 54, queue->device->template6 + 54, 6);
}

// Remakes every good-th packet of the burst as one of a good flow, stamped with the time it was due.
static void
make_good(struct gen_rx_queue *queue, struct rte_mbuf **packets, uint16_t count)
{
	const struct gen_device *device = queue->device;
	uint64_t sent = 0;

	while (queue->until_good <= count) {
		uint32_t at = queue->until_good - 1, flow = queue->good_flow++ % GEN_GOOD_FLOWS;
		uint64_t due = rte_rdtsc(), magic = GEN_GOOD_MAGIC;
		char *data = (char *)packets[at]->buf_addr + RTE_PKTMBUF_HEADROOM;

		if (device->arguments.rate != 0)
			due = queue->start +
				(uint64_t)((double)(queue->taken + at) * queue->ticks_per_packet);
		if (device->arguments.family == GEN_IPV6)
			make6(queue, packets[at], &device->stream->good6[flow]);
		else
			make4(queue, packets[at], &device->stream->good4[flow]);
		memcpy(data + GEN_GOOD_OFFSET, &magic, sizeof(magic));
		memcpy(data + GEN_GOOD_OFFSET + 8, &due, sizeof(due));
		queue->until_good += device->arguments.good;
		sent++;
	}
	queue->until_good -= count;
	figures_add(&queue->figures->good_sent, sent);
}

uint16_t
gen_rx(void *opaque, struct rte_mbuf **packets, uint16_t count)
{
	struct gen_rx_queue *queue = opaque;
	const struct gen_device *device = queue->device;
	const struct gen_stream *stream = device->stream;
	enum gen_family family = device->arguments.family;

	if (unlikely(queue->start == 0))
		first_poll(queue);
	figures_add(&queue->figures->rx_polls, 1);
	if (count > device->arguments.burst)
		count = (uint16_t)device->arguments.burst;
	if (device->arguments.rate != 0)
		count = take_due(queue, count);
	if (count == 0)
		return 0;
	if (unlikely(rte_mempool_get_bulk(queue->pool, (void **)packets, count) != 0)) {
		figures_add(&queue->figures->rx_no_buffer, count);
		return 0;
	}
	if (family == GEN_IPV4) {
		for (uint16_t i = 0; i < count; i++)
			make4(queue, packets[i], &stream->keys4[(queue->at + i) & queue->mask]);
	} else for (uint16_t i = 0; i < count; i++) {
		uint64_t at = (queue->at + i) & queue->mask;

		if (family == GEN_IPV6 || at % 2 == 1)
			make6(queue, packets[i], &stream->keys6[at]);
		else
			make4(queue, packets[i], &stream->keys4[at]);
	}
	if (device->arguments.good != 0)
		make_good(queue, packets, count);
	queue->at += count;
	queue->taken += count;
	figures_add(&queue->figures->rx_packets, count);
	return count;
}

uint16_t
gen_tx(void *opaque, struct rte_mbuf **packets, uint16_t count)
{
	struct gen_tx_queue *queue = opaque;
	uint64_t bytes = 0;

	for (uint16_t i = 0; i < count; i++)
		bytes += packets[i]->pkt_len;
	rte_pktmbuf_free_bulk(packets, count);
	figures_add(&queue->figures->tx_packets, count);
	figures_add(&queue->figures->tx_bytes, bytes);
	return count;
}
