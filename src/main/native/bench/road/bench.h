// One run of bench-road: what was asked for, the table, the targets, and the report.
// Owns: the run's folder with the files that targets share. Threads: the measuring one.
// Must not: start a target that no row needs.
// Next: row.h.
#pragma once

#include "contest.h"
#include "ours.h"

#include <bench/report.h>

// What each target can send; the order is that of BENCH_PATTERNS.
enum bench_stream { STREAM_JUNO, STREAM_ZIPF, STREAM_SINGLE, BENCH_STREAMS };
#define BENCH_PATTERNS "juno/zipf/single"

enum bench_target {
	TARGET_OURS,
	TARGET_IO,                     // bench-io: the floor
	TARGET_TESTPMD_IO,
	TARGET_TESTPMD_MACSWAP,
	TARGET_L3FWD,
	TARGET_LINUX,
	BENCH_TARGETS
};

struct bench_options {
	const char *build;             // folder of our programs and librte_net_gen.so
	const char *l3fwd;             // program, NULL = absent
	const char *table;             // real prefixes; used where it is there
	const char *cpu;               // the measured core
	uint32_t routes4, routes6, nexthops, burst, rounds;
	double seconds;                // of a window
};

struct bench {
	const struct bench_options *options;
	char folder[64];
	char table_file[96];           // the IPv4 table as a list of prefixes
	struct table table4, table6;
	uint16_t interface;            // ours
	struct target target[BENCH_TARGETS];
	bool tried[BENCH_TARGETS];
	struct report report;
};

int bench_open(struct bench *bench, const struct bench_options *options);
void bench_close(struct bench *bench);

// The target, started on first use; see target->absent.
struct target *bench_target(struct bench *bench, enum bench_target which);

// A contest with the run's rounds and seconds, and this one's sides to be added.
struct contest bench_contest(const struct bench *bench);
