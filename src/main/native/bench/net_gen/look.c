// The sink that looks at what comes back: right packets, and how long the good ones took.
// Owns: gen_tx_looking, used instead of gen_tx when verify= or good= was asked for.
// Threads: the core that polls the queue. Must not: be used where its cost would count against a program.
// Next: figures.h has what it finds.
#include "net_gen.h"

#include <rte_byteorder.h>
#include <rte_cycles.h>
#include <rte_ip.h>

#include <string.h>

static void
look_at_good(struct gen_tx_queue *queue, const struct rte_mbuf *packet, uint64_t now)
{
	const char *data = rte_pktmbuf_mtod(packet, const char *);
	uint64_t magic, due;

	if (packet->data_len < GEN_GOOD_OFFSET + 16)
		return;
	memcpy(&magic, data + GEN_GOOD_OFFSET, sizeof(magic));
	if (magic != GEN_GOOD_MAGIC)
		return;
	memcpy(&due, data + GEN_GOOD_OFFSET + 8, sizeof(due));
	figures_add(&queue->figures->good_back, 1);
	figures_add(&queue->latency[figures_bucket(now > due ? now - due : 0)], 1);
}

static _Atomic uint64_t *
judge4(const struct gen_tx_queue *queue, const uint8_t *data)
{
	struct rte_ipv4_hdr ipv4;

	memcpy(&ipv4, data + 14, sizeof(ipv4));
	if (rte_raw_cksum(&ipv4, sizeof(ipv4)) != 0xFFFF)
		return &queue->figures->bad_checksum;
	if (ipv4.time_to_live != (uint8_t)(queue->device->arguments.hop_limit - 1))
		return &queue->figures->bad_hop_limit;
	if (ipv4.next_proto_id != IPPROTO_UDP || memcmp(data + 34, queue->device->template4 + 34, 8) != 0)
		return &queue->figures->bad_other;
	return &queue->figures->right;
}

static _Atomic uint64_t *
judge6(const struct gen_tx_queue *queue, const uint8_t *data)
{
	const struct gen_arguments *arguments = &queue->device->arguments;

	if (memcmp(data + 14, queue->device->template6 + 14, 7) != 0)
		return &queue->figures->bad_other;
	return data[21] == (uint8_t)(arguments->hop_limit - 1) ? &queue->figures->right
		: &queue->figures->bad_hop_limit;
}

// The counter that the packet belongs to.
static _Atomic uint64_t *
judge(const struct gen_tx_queue *queue, const struct rte_mbuf *packet)
{
	const struct gen_arguments *arguments = &queue->device->arguments;
	const uint8_t *data = rte_pktmbuf_mtod(packet, const uint8_t *);
	uint16_t type;

	if (packet->data_len != arguments->size)
		return &queue->figures->bad_other;
	memcpy(&type, data + 12, sizeof(type));
	if (memcmp(data, &arguments->next, 6) != 0 || memcmp(data + 6, &arguments->mac, 6) != 0)
		return &queue->figures->bad_l2;
	if (type == rte_cpu_to_be_16(RTE_ETHER_TYPE_IPV4))
		return judge4(queue, data);
	if (type == rte_cpu_to_be_16(RTE_ETHER_TYPE_IPV6))
		return judge6(queue, data);
	return &queue->figures->bad_other;
}

uint16_t
gen_tx_looking(void *opaque, struct rte_mbuf **packets, uint16_t count)
{
	struct gen_tx_queue *queue = opaque;
	uint64_t now = rte_rdtsc();

	for (uint16_t i = 0; i < count; i++) {
		if (queue->device->arguments.verify)
			figures_add(judge(queue, packets[i]), 1);
		if (queue->device->arguments.good != 0)
			look_at_good(queue, packets[i], now);
	}
	return gen_tx(opaque, packets, count);
}
