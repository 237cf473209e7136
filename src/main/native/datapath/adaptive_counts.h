// What adaptive makes of the road's counts: windows, and whether two of them are of the same traffic.
// Owns: nothing. Thread: the worker. Must not: decide.
// Next: adaptive.c.
#pragma once

#include "datapath/adaptive.h"

#define LIKE 8                    // windows are alike if no kind of packets differs by more than 1/8 of all

static inline void
read_counts(struct adaptive_counts *counts, const struct road *road)
{
	memcpy(counts->routed, road->routed, sizeof(counts->routed));
	memcpy(counts->probed, road->probed, sizeof(counts->probed));
	memcpy(counts->hits, road->hits, sizeof(counts->hits));
	counts->exits = road->freed + road->counters->core[CORE_punted];
}

static inline struct adaptive_counts
since(const struct adaptive_counts *counts, const struct adaptive_counts *begin)
{
	struct adaptive_counts window = {
		.cycles = counts->cycles - begin->cycles, .exits = counts->exits - begin->exits };

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		window.routed[kind] = counts->routed[kind] - begin->routed[kind];
		window.probed[kind] = counts->probed[kind] - begin->probed[kind];
		window.hits[kind] = counts->hits[kind] - begin->hits[kind];
	}
	return window;
}

static inline uint64_t
packets_of(const struct adaptive_counts *window)
{
	uint64_t packets = 0;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		packets += window->routed[kind];
	return packets;
}

static inline uint32_t
cycles_of(const struct adaptive_counts *window)
{
	return (uint32_t)(window->cycles * 100 / packets_of(window));
}

static inline uint32_t
hits_of(const struct adaptive_counts *window, enum cache_kind kind)
{
	return window->probed[kind] == 0 ? 0 :
		(uint32_t)(window->hits[kind] * 1000 / window->probed[kind]);
}

static inline bool
near(uint64_t a, uint64_t b, uint64_t most)
{
	return (a > b ? a - b : b - a) <= most;
}

// Whether they are of the same traffic: as many packets of each kind, as many that do not go on.
static inline bool
alike(const struct adaptive_counts *a, const struct adaptive_counts *b)
{
	uint64_t most = (packets_of(a) + packets_of(b)) / 2 / LIKE;
	bool like = near(a->exits, b->exits, most);

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		like &= near(a->routed[kind], b->routed[kind], most);
	return like;
}

// Of an odd number of values.
static inline uint32_t
median(const uint32_t *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t below = 0, equal = 0;

		for (uint32_t j = 0; j < count; j++) {
			below += values[j] < values[i];
			equal += values[j] == values[i];
		}
		if (below <= count / 2 && below + equal > count / 2)
			return values[i];
	}
	return values[0];
}
