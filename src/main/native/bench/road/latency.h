// What the good flows' packets met: how many came back, and how long they took.
// Owns: sums of net_gen's figures over all queues, and percentiles of its histogram. Threads: the measuring one.
// Must not: interpolate: a percentile is the least time of its bucket, at most 3 % below the true one.
// Next: row_good.c.
#pragma once

#include <bench/net_gen/figures.h>

struct latency {
	uint64_t sent;                 // good packets: received by the road,
	uint64_t missed;               // lost in front of it, because it did not come to fetch them,
	uint64_t back;                 // sent by it
	uint64_t bucket[FIGURES_BUCKETS];
};

struct latency latency_read(struct figures *figures);
// What came between two readings, or its buckets added to what was pooled.
struct latency latency_between(const struct latency *from, const struct latency *to);
void latency_pool(struct latency *pooled, const struct latency *from, const struct latency *to);
// TSC cycles that a share of the good packets took at most, 0..1; 0 when there was none.
uint64_t latency_percentile(const struct latency *latency, double share);
