// Good flows' latency out of net_gen's figures.
// Owns: nothing. Threads: the measuring one. Must not: reset a counter; another process may own it.
// Next: row_good.c.
#include "latency.h"

#include <math.h>

struct latency
latency_read(struct figures *figures)
{
	struct latency latency = {0};

	for (int i = 0; i < FIGURES_QUEUES; i++) {
		struct figures_queue *queue = &figures->queue[i];

		if (atomic_load(&queue->rx_polls) == 0)
			continue;
		latency.sent += atomic_load(&queue->good_sent);
		latency.missed += atomic_load(&queue->good_missed);
		latency.back += atomic_load(&queue->good_back);
		for (int b = 0; b < FIGURES_BUCKETS; b++)
			latency.bucket[b] += atomic_load_explicit(&figures->latency[i][b],
				memory_order_relaxed);
	}
	return latency;
}

struct latency
latency_between(const struct latency *from, const struct latency *to)
{
	struct latency latency = {
		.sent = to->sent - from->sent,
		.missed = to->missed - from->missed,
		.back = to->back - from->back,
	};

	for (int b = 0; b < FIGURES_BUCKETS; b++)
		latency.bucket[b] = to->bucket[b] - from->bucket[b];
	return latency;
}

void
latency_pool(struct latency *pooled, const struct latency *from, const struct latency *to)
{
	for (int b = 0; b < FIGURES_BUCKETS; b++)
		pooled->bucket[b] += to->bucket[b] - from->bucket[b];
}

uint64_t
latency_percentile(const struct latency *latency, double share)
{
	uint64_t all = 0, seen = 0, wanted;

	for (int b = 0; b < FIGURES_BUCKETS; b++)
		all += latency->bucket[b];
	wanted = (uint64_t)ceil(share * (double)all);
	for (uint32_t b = 0; b < FIGURES_BUCKETS && wanted > 0; b++) {
		seen += latency->bucket[b];
		if (seen >= wanted)
			return figures_bucket_cycles(b);
	}
	return 0;
}
