// A side's turn with the route cache: its mode, and what the cache saw in its windows.
// Owns: sums over all workers' counters. Threads: the measuring one.
// Must not: leave a mode behind; a row that sets one ends with cache_mode(SBX_CACHE_ADAPTIVE).
// Next: row_churn.c, row_off.c.
#pragma once

#include <bench/net_gen/figures.h>
#include <signalbox.h>

struct cache_turn {
	enum sbx_cache_mode mode;
	struct figures *figures;       // of the device, NULL = its packets do not matter
	uint64_t hits, misses, packets; // in all windows
	uint64_t hits_before, misses_before, packets_before; // counters when the window began
};

// -errno.
int cache_mode(enum sbx_cache_mode mode);
// As struct side's enter and leave; the argument is a struct cache_turn.
int cache_turn_enter(void *turn);
void cache_turn_leave(void *turn);
// 0 when the cache was not asked.
double cache_turn_hit_rate(const struct cache_turn *turn);
// Of all packets, those that went through the cache.
double cache_turn_use(const struct cache_turn *turn);
