// First stage: takes packets from a queue.
// Owns: the count of what came in. Thread: the worker that the plan gives the queue to.
// Must not: touch a frame; its first bytes are not in the cache yet.
// Next: datapath/parse.h.
#pragma once

#include "datapath/exits.h"

#include <rte_ethdev.h>

static inline uint16_t
receive(struct road *road, const struct worker_queue *queue)
{
	uint16_t n = rte_eth_rx_burst(queue->port, queue->queue, road->received,
		(uint16_t)road->worker->burst);

	if (n == 0)
		return 0;
	road->counters->core[CORE_bursts]++;
	road->counters->interface[queue->interface][INTERFACE_rx_packets] += n;
	return n;
}
