// Whether the route cache pays, for each kind of lookup on this core: measured now and then, in windows of busy turns
// with it and without it in turn.
// Owns: road->adapted and the core's findings. Thread: the worker, between two turns.
// Must not: cost anything between two looks at the clock; count time in which nothing came; compare windows of
// different traffic.
// Next: adaptive.c; datapath/cache.h goes by road->adapted.
#pragma once

#include "shared/burst.h"

#define ADAPTIVE_PAIRS 7          // windows with and without, in a sample; odd: the median decides
#define ADAPTIVE_UNITS 5          // of a window; odd: its median is the window's, so that two that were cut short
                                  // by another process, or met a neighbor's, do not matter

// What the road has counted so far, or over a unit or a window.
struct adaptive_counts {
	uint64_t cycles;                 // of busy turns
	uint64_t exits;                  // packets dropped or punted
	uint64_t routed[CACHE_KINDS];
	uint64_t probed[CACHE_KINDS];
	uint64_t hits[CACHE_KINDS];
};

enum adaptive_phase {
	ADAPTIVE_CRUISE,                 // as was decided
	ADAPTIVE_WARM,                   // the cache is filled
	ADAPTIVE_SETTLE,                 // a switch is over when the bursts on the road have left
	ADAPTIVE_MEASURE,
};

struct adaptive_kind {
	uint64_t due;                    // TSC from which on it is sampled again
	uint64_t wait;                   // cycles from one sample to the next
	bool in_use;                     // as was decided
	uint8_t reason;                  // enum sbx_cache_reason
};

struct adaptive_sample {
	enum cache_kind kind;
	uint32_t windows;                // of warming
	uint32_t pairs;                  // measured
	uint32_t spoilt;                 // windows and pairs that told nothing
	bool second;                     // of its pair is on
	uint32_t hits;                   // per mille, of the last window with the cache
	struct adaptive_counts first;    // window of the pair
	uint32_t first_cycles;           // hundredths of a cycle a packet
	uint32_t cycles[2][ADAPTIVE_PAIRS]; // without, with: hundredths of a cycle a packet
};

struct adaptive {
	bool on;                         // the mode was adaptive
	uint64_t version;                // of the tables
	uint64_t now;                    // TSC
	enum adaptive_phase phase;
	struct adaptive_counts counts;   // so far
	struct adaptive_counts begin;    // when the window began
	struct adaptive_counts unit;     // when the unit began
	uint32_t units;                  // of the window, so far
	uint32_t cycles[ADAPTIVE_UNITS]; // of them: hundredths of a cycle a packet
	struct adaptive_kind kinds[CACHE_KINDS];
	struct adaptive_sample sample;   // when not cruising
	uint64_t sampled;                // TSC when the last sample ended
	uint64_t usual;                  // hundredths of a cycle a packet while cruising, 0 = not known
	uint32_t unusual;                // windows in a row far from that
};

// After some busy turns without an idle one between them: they took so many cycles, until `now`.
void adaptive_busy(struct adaptive *adaptive, struct road *road, uint64_t cycles, uint64_t now);
// After an idle turn: what was begun to be measured is not a window.
void adaptive_idle(struct adaptive *adaptive, struct road *road);
