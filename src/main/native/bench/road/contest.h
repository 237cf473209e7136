// A contest: sides that are measured in turn, round after round, so that what disturbs the machine
// disturbs all of them. A figure is the median of the rounds' ratios.
// Owns: the rounds' figures. Threads: the measuring one.
// Must not: compare figures of different rounds.
// Next: row.h; each row's file has its contest.
#pragma once

#include "target.h"

#include <bench/report.h>
#include <signalbox.h>

#define CONTEST_SIDES 12
#define CONTEST_ROUNDS REPORT_VALUES_MAX

struct side {
	struct target *target;
	uint64_t stream;
	uint64_t burst;                // most packets a poll, 0 = as many as it asks for; DPDK targets only
	// Sets our own data plane up for this side (a cache mode, rp_filter); NULL = as it is. -errno.
	int (*enter)(void *argument);
	// What it has to look at when its window is over; NULL = nothing.
	void (*leave)(void *argument);
	void *argument;
};

struct contest {
	uint8_t family;                // of the lines that are made of it
	double seconds;                // of a window
	uint32_t rounds;
	uint32_t sides;
	uint32_t done;                 // rounds with a figure for every side
	struct side side[CONTEST_SIDES];
	double cycles[CONTEST_SIDES][CONTEST_ROUNDS];
	double least_delivered[CONTEST_SIDES];
	double least_share;            // of the core, in any window
};

// Adds a side and returns its number. A target that is absent leaves the others to be measured.
uint32_t contest_add(struct contest *contest, struct side side);
// Takes the rounds. -errno of the first window that failed, when none of its rounds could be used.
int contest_run(struct contest *contest);

bool contest_has(const struct contest *contest, uint32_t side);
double contest_cycles(const struct contest *contest, uint32_t side);       // median
double contest_rate(const struct contest *contest, uint32_t side);         // packets a second of its core
// Median of the rounds' ratios of packet rates, a / b.
double contest_ratio(const struct contest *contest, uint32_t a, uint32_t b);
// Half of the rounds of a side lie within this share of its median.
double contest_noise(const struct contest *contest, uint32_t side);
