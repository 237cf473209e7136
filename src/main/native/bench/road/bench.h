// One run of bench-road: what was asked for, the table, the targets, and the report.
// Owns: the run's folder with the files that targets share. Threads: the measuring one.
// Must not: start a target that no row needs.
// Next: row.h.
#pragma once

#include "contest.h"
#include "folder.h"
#include "ours.h"

#include <bench/report.h>

// What each target can send; the order is that of BENCH_PATTERNS. A flood of random IPv6 addresses would end at the
// first level of any trie, since hardly one of them is routed: that of IPv6 goes to random hosts of random routes.
enum bench_stream { STREAM_JUNO, STREAM_ZIPF, STREAM_SINGLE, BENCH_STREAMS4,
	STREAM_JUNO6 = BENCH_STREAMS4, STREAM_ZIPF6, STREAM_SINGLE6, BENCH_STREAMS };
// Of row setup-rate: flows that end after 64, 32, 16 or 8 packets, and flows that stay.
#define BENCH_NEW_FLOWS(family) family "pktgen.1024.64/" family "pktgen.1024.32/" family "pktgen.1024.16/" \
	family "pktgen.1024.8"
#define BENCH_STEADY_FLOWS(family) family "pktgen.1024.4294967295"
#define BENCH_PATTERNS "juno/zipf/single/ipv6-perprefix@uniform/ipv6-zipf/ipv6-single"

enum bench_target {
	TARGET_OURS,
	TARGET_IO,                     // bench-io: the floor
	TARGET_TESTPMD_IO,
	TARGET_TESTPMD_MACSWAP,
	TARGET_L3FWD,
	TARGET_LINUX,
	TARGET_OLD,                    // a router with Linux' route cache of 2005, for flows that end,
	TARGET_OLD_STEADY,             // another for flows that stay
	TARGET_WORKER,                 // our own data plane as processes: one worker,
	TARGET_WORKERS,                // two,
	TARGET_WORKERS_SHARED,         // two with one nexthop for both
	BENCH_TARGETS
};

struct bench_options {
	const char *build;             // folder of our programs and librte_net_gen.so
	const char *l3fwd;             // program, NULL = absent
	const char *table;             // real prefixes; used where it is there
	const char *cpu;               // the measured core
	uint32_t routes4, routes6, nexthops, burst, rounds;
	uint64_t keys;                 // packets until a stream repeats; 0 = as the rows say
	bool no_huge;                  // 4 KiB pages: for a trial, not for figures
	double seconds;                // of a window
};

struct bench {
	const struct bench_options *options;
	char folder[FOLDER_NAME_MAX];
	char table_file[96];           // both tables as a list of prefixes
	struct table table4, table6;
	char words[200];               // of our own device
	uint16_t interface;            // ours
	struct target target[BENCH_TARGETS];
	bool tried[BENCH_TARGETS];
	struct report report;
};

int bench_open(struct bench *bench, const struct bench_options *options);
void bench_close(struct bench *bench);

// The target, started on first use; see target->absent. Our own one sends BENCH_PATTERNS.
struct target *bench_target(struct bench *bench, enum bench_target which);
// Our own data plane, on a device with these words of net_gen beside its table: the one that it had goes.
struct target *bench_ours(struct bench *bench, const char *words);

// What every device is told last: ",keys=N", or nothing.
void bench_keys(const struct bench *bench, char *word, size_t size);

// A contest of one family with the run's rounds and seconds, and this one's sides to be added.
struct contest bench_contest(const struct bench *bench, uint8_t family);

// The stream of that family for an IPv4 one of enum bench_stream.
static inline uint64_t
bench_stream(uint8_t family, enum bench_stream stream)
{
	return family == SBX_IPV6 ? stream + BENCH_STREAMS4 : stream;
}
