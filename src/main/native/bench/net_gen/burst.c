// The two ends of the road: packets are made where a program receives, and counted where it sends.
// Owns: gen_rx and gen_tx, the source and the sink of every measured program; about 20 cycles together.
// Threads: the core that polls the queue. Must not: lock, allocate but from the pool, or call the system.
// Next: figures.h has the counters; look.c is the sink that examines packets.
#include "net_gen.h"

#include <rte_branch_prediction.h>
#include <rte_cycles.h>

#include <string.h>
#include <unistd.h>

static uint64_t
control(_Atomic uint64_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

// Starts the clock of a rate anew: nothing is due yet.
static void
set_pace(struct gen_rx_queue *queue, uint64_t rate)
{
	double of_queue = (double)rate / queue->device->rx_queues;

	queue->due_per_tick = of_queue / (double)rte_get_tsc_hz();
	queue->ticks_per_packet = rate > 0 ? (double)rte_get_tsc_hz() / of_queue : 0;
	queue->rate = rate;
	queue->start = rte_rdtsc();
	queue->taken = 0;
}

// Of the packets that were lost from the ring, as many were good as would have been sent.
static void
lose_good(struct gen_rx_queue *queue, uint64_t lost)
{
	uint64_t good = 0;

	if (lost >= queue->until_good)
		good = 1 + (lost - queue->until_good) / queue->good;
	queue->until_good += good * queue->good - lost;
	figures_add(&queue->figures->good_missed, good);
}

// How many packets may be taken now. Those that waited longer than the ring is long are lost, as a NIC
// loses them.
static uint16_t
take_due(struct gen_rx_queue *queue, uint16_t count)
{
	uint32_t ring = queue->device->arguments.ring;
	uint64_t due = (uint64_t)((double)(rte_rdtsc() - queue->start) * queue->due_per_tick);
	uint64_t waiting = due - queue->taken;

	if (unlikely(waiting > ring)) {
		figures_add(&queue->figures->rx_missed, waiting - ring);
		if (queue->good != 0)
			lose_good(queue, waiting - ring);
		queue->taken += waiting - ring;
		waiting = ring;
	}
	return (uint16_t)(count < waiting ? count : waiting);
}

// The control words, once a poll.
static uint16_t
obey(struct gen_rx_queue *queue, uint16_t count)
{
	struct figures_control *words = &queue->device->figures->control;
	uint64_t rate = control(&words->rate), good = control(&words->good);
	uint64_t burst = control(&words->burst);

	if (unlikely(rate != queue->rate))
		set_pace(queue, rate);
	if (unlikely(good != queue->good)) {
		queue->good = good;
		queue->until_good = good;
	}
	if (count > burst)
		count = (uint16_t)burst;
	return rate != 0 ? take_due(queue, count) : count;
}

static void
first_poll(struct gen_rx_queue *queue)
{
	set_pace(queue, control(&queue->device->figures->control.rate));
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
make_good(struct gen_rx_queue *queue, const struct gen_stream *stream, struct rte_mbuf **packets,
	uint16_t count)
{
	uint64_t sent = 0;

	while (queue->until_good <= count) {
		uint64_t at = queue->until_good - 1, flow = queue->good_flow++ % GEN_GOOD_FLOWS;
		uint64_t due = rte_rdtsc(), magic = GEN_GOOD_MAGIC;
		char *data = (char *)packets[at]->buf_addr + RTE_PKTMBUF_HEADROOM;

		if (queue->rate != 0)
			due = queue->start +
				(uint64_t)((double)(queue->taken + at) * queue->ticks_per_packet);
		if (stream->family == GEN_IPV6)
			make6(queue, packets[at], &stream->good6[flow]);
		else
			make4(queue, packets[at], &stream->good4[flow]);
		memcpy(data + GEN_GOOD_OFFSET, &magic, sizeof(magic));
		memcpy(data + GEN_GOOD_OFFSET + 8, &due, sizeof(due));
		queue->until_good += queue->good;
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
	const struct gen_stream *stream =
		device->streams[control(&device->figures->control.stream) % GEN_MIXES_MAX];
	enum gen_family family = stream->family;
	uint64_t mask = stream->mask;

	if (unlikely(queue->start == 0))
		first_poll(queue);
	figures_add(&queue->figures->rx_polls, 1);
	count = obey(queue, count);
	if (count == 0)
		return 0;
	if (unlikely(rte_mempool_get_bulk(queue->pool, (void **)packets, count) != 0)) {
		figures_add(&queue->figures->rx_no_buffer, count);
		return 0;
	}
	if (family == GEN_IPV4) {
		for (uint16_t i = 0; i < count; i++)
			make4(queue, packets[i], &stream->keys4[(queue->at + i) & mask]);
	} else for (uint16_t i = 0; i < count; i++) {
		uint64_t at = (queue->at + i) & mask;

		if (family == GEN_IPV6 || at % 2 == 1)
			make6(queue, packets[i], &stream->keys6[at]);
		else
			make4(queue, packets[i], &stream->keys4[at]);
	}
	if (queue->good != 0)
		make_good(queue, stream, packets, count);
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
