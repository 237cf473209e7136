// A side's turn with the route cache: its mode, and what the cache saw in its windows.
// Owns: sums over all workers' counters. Threads: the measuring one.
// Must not: leave a mode behind; a row that sets one ends with cache_mode(SBX_CACHE_ADAPTIVE).
// Next: row_churn.c, row_off.c.
#pragma once

#include <signalbox.h>

struct cache_turn {
	enum sbx_cache_mode mode;
	uint64_t hits, misses;         // in all windows
	uint64_t hits_before, misses_before; // counters when the window began
};

// -errno.
int cache_mode(enum sbx_cache_mode mode);
// For struct side's enter and leave.
int cache_turn_enter(struct cache_turn *turn);
void cache_turn_leave(struct cache_turn *turn);
// 0 when the cache was not asked.
double cache_turn_hit_rate(const struct cache_turn *turn);
