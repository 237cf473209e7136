// What is measured of the structures of one family, in turns, so that the machine's moods meet all
// alike.
// Owns: the loaded structures and the figures. Threads: the measuring one; `updates` starts a
// reader.
// Must not: print. Next: measure.c, main.c reports.
#pragma once

#include "structure.h"

#include "bench/patterns.h"

#define STRUCTURES_MAX 3
#define ROUNDS_MAX 101

// One structure on its table. Lookup figures are cycles (TSC) a key, by pattern and round.
struct subject {
	const struct structure *structure;
	void *self;                // NULL = it could not be made or loaded
	uint32_t routes;
	uint64_t bytes;
	double cycles[PATTERNS][ROUNDS_MAX];
	double load_seconds[ROUNDS_MAX];
	uint32_t loads;
	double updates_per_second[ROUNDS_MAX];
	uint32_t updates;          // rounds of them
	double reader_slowdown;    // a lookup's cycles during updates / without
};

struct measurement {
	const struct table *table;
	uint8_t family;
	uint32_t rounds;
	uint32_t run;              // keys timed at once, a multiple of 4 * BULK
	uint32_t changes;          // of one round of updates
	int reader_cpu;
	struct subject subjects[STRUCTURES_MAX]; // the first is ours
	uint32_t count;
};

// Makes and loads every structure, `loads` times ours (the figure is cheap) and once the others.
void measure_load(struct measurement *measurement, uint32_t loads);
// Fills cycles[][0..rounds-1]. -ENOMEM.
int measure_lookups(struct measurement *measurement);
// Deletes random routes and adds them back, one by one, while a reader on another CPU looks up.
int measure_updates(struct measurement *measurement, uint32_t rounds);
void measure_free(struct measurement *measurement);
