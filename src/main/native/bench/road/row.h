// A row of DESIGN.md section 7: its name and how it is measured.
// Owns: the list of rows. To add one: a file row_NAME.c with a `struct row`, and a line here and in row.c.
// Threads: the measuring one. Must not: report a figure without its baseline in the same contest.
// Next: row_flood.c.
#pragma once

#include "bench.h"

struct row {
	const char *name;
	const char *about;
	int (*run)(struct bench *bench); // adds its lines to bench->report. -errno when nothing could be measured
};

extern const struct row row_flood, row_burst, row_rp_filter, row_sustained, row_churn,
	row_good_under_flood, row_setup_rate, row_off, row_shared_nexthop;

// All rows, NULL behind the last.
extern const struct row *const rows[];

// A line that compares two sides of a contest, rate of a / rate of b, with their cycles and noise as
// details; absent when either is. at_least 0 = no goal.
struct report_line *row_ratio(struct bench *bench, const struct contest *contest, const char *row,
	const char *measure, uint32_t a, uint32_t b, double at_least);
