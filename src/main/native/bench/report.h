// What the measuring programs print: a text table, DESIGN.md section 7's JSON, and a plot of each row.
// Owns: the lines of all rows of one run and what is known of the machine.
// Threads: one. Must not: round a figure before it is compared with its goal.
// Next: report.c; rows call report_line() and report_detail().
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define REPORT_LINES_MAX 256
#define REPORT_DETAILS_MAX 24
#define REPORT_VALUES_MAX 101      // of one figure: its rounds

enum report_goal { REPORT_FREE, REPORT_AT_LEAST, REPORT_AT_MOST };

struct report_detail {
	const char *name;              // camelCase, with its unit: "oursCyclesPerPacket"
	double value;
};

struct report_line {
	const char *row;               // "flood"
	const char *measure;           // "flood / one flow"
	const char *family;            // "ipv4", "ipv6"
	const char *unit;              // "ratio", "lookups/s", ...
	const char *absent;            // why there is no value; NULL = there is one
	double value;
	double goal;                   // for goal_kind other than REPORT_FREE
	enum report_goal goal_kind;
	uint32_t rounds;
	uint32_t details;
	struct report_detail detail[REPORT_DETAILS_MAX];
};

struct report {
	uint32_t lines;
	struct report_line line[REPORT_LINES_MAX];
};

// Adds a copy of `line` (its strings must outlive the report) and returns it for its details.
struct report_line *report_add(struct report *report, const struct report_line *line);
void report_detail(struct report_line *line, const char *name, double value);
// What the seed measured, by the same words, and when: two more details, which the plot shows. It measured IPv4; on
// other lines this does nothing.
void report_seed(struct report_line *line, uint32_t year, double value);
bool report_holds(const struct report_line *line);
// The exit status of a measuring program that measured: 0 when each line that has a value and a goal holds, else 3.
// A baseline that is absent is no failure of ours.
int report_exit(const struct report *report);

void report_print(const struct report *report, FILE *out);
// -errno. A value that is not finite becomes null.
int report_write_json(const struct report *report, const char *file);
// One SVG for each row: DIRECTORY/ROW.svg. Makes the directory. -errno.
int report_write_plots(const struct report *report, const char *directory);

// The median of `values`, which it sorts; 0 of none.
double report_median(double *values, uint32_t count);
// Half of `values` lie within this share of their median.
double report_noise(const double *values, uint32_t count);
