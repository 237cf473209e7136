// What the measuring programs print: text and JSON.
// Owns: the words of DESIGN.md section 7 in both.
// Threads: one. Must not: hide a line that does not hold or a baseline that is absent.
// Next: report_plot.c draws the same lines.
#include "report.h"

#include <rte_cycles.h>
#include <rte_version.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

struct report_line *
report_add(struct report *report, const struct report_line *line)
{
	struct report_line *added = &report->line[report->lines];

	if (report->lines < REPORT_LINES_MAX - 1)
		report->lines++;
	*added = *line;
	return added;
}

void
report_detail(struct report_line *line, const char *name, double value)
{
	if (line->details < REPORT_DETAILS_MAX)
		line->detail[line->details++] = (struct report_detail){name, value};
}

void
report_seed(struct report_line *line, uint32_t year, double value)
{
	if (strcmp(line->family, "ipv4") != 0)
		return;
	report_detail(line, "seedYear", year);
	report_detail(line, "seed", value);
}

bool
report_holds(const struct report_line *line)
{
	if (line->absent != NULL)
		return false;
	if (line->goal_kind == REPORT_AT_LEAST)
		return line->value >= line->goal;
	if (line->goal_kind == REPORT_AT_MOST)
		return line->value <= line->goal;
	return true;
}

int
report_exit(const struct report *report)
{
	for (uint32_t i = 0; i < report->lines; i++)
		if (report->line[i].absent == NULL && !report_holds(&report->line[i]))
			return 3;
	return 0;
}

static const char *
verdict(const struct report_line *line)
{
	if (line->absent != NULL)
		return line->absent;
	if (line->goal_kind == REPORT_FREE)
		return "";
	return report_holds(line) ? "holds" : "DOES NOT HOLD";
}

void
report_print(const struct report *report, FILE *out)
{
	fprintf(out, "%-16s %-34s %-6s %14s %-14s %-12s %6s  %s\n", "row", "measure", "family",
		"value", "unit", "goal", "rounds", "");
	for (uint32_t i = 0; i < report->lines; i++) {
		const struct report_line *line = &report->line[i];
		char goal[32] = "", value[32] = "-";

		if (line->goal_kind != REPORT_FREE)
			snprintf(goal, sizeof(goal), "%s %.4g",
				line->goal_kind == REPORT_AT_LEAST ? ">=" : "<=", line->goal);
		if (line->absent == NULL)
			snprintf(value, sizeof(value), line->value < 1e4 ? "%.3f" : "%.4g", line->value);
		fprintf(out, "%-16s %-34s %-6s %14s %-14s %-12s %6u  %s\n", line->row, line->measure,
			line->family, value, line->unit, goal, line->rounds, verdict(line));
		for (uint32_t d = 0; d < line->details; d++)
			fprintf(out, "%s%s %.4g", d == 0 ? "                 " : ", ",
				line->detail[d].name, line->detail[d].value);
		if (line->details > 0)
			fputc('\n', out);
	}
}

static void
json_number(FILE *out, const char *name, double value)
{
	if (isfinite(value))
		fprintf(out, "\"%s\": %.6g", name, value);
	else
		fprintf(out, "\"%s\": null", name);
}

// None of our words needs more than this; a CPU's name might.
static void
json_string(FILE *out, const char *name, const char *text)
{
	fprintf(out, "\"%s\": \"", name);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		if ((unsigned char)*text >= ' ')
			fputc(*text, out);
	}
	fputc('"', out);
}

static void
cpu_model(char *model, size_t size)
{
	FILE *in = fopen("/proc/cpuinfo", "r");
	char line[256];

	snprintf(model, size, "unknown");
	while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
		char *colon = strchr(line, ':');

		if (strncmp(line, "model name", 10) != 0 || colon == NULL)
			continue;
		snprintf(model, size, "%s", colon + 2);
		model[strcspn(model, "\n")] = '\0';
		break;
	}
	if (in != NULL)
		fclose(in);
}

static void
json_machine(FILE *out)
{
	struct utsname system;
	char model[128];

	cpu_model(model, sizeof(model));
	uname(&system);
	fprintf(out, "  \"machine\": {");
	json_string(out, "cpu", model);
	fprintf(out, ", \"cores\": %ld, ", sysconf(_SC_NPROCESSORS_ONLN));
	json_number(out, "tscHz", (double)rte_get_tsc_hz());
	fprintf(out, ", \"memoryMebibytes\": %ld, ",
		sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) >> 20);
	json_string(out, "kernel", system.release);
	fprintf(out, ", ");
	json_string(out, "dpdk", rte_version());
	fprintf(out, "},\n");
}

static void
json_line(FILE *out, const struct report_line *line)
{
	fprintf(out, "    {");
	json_string(out, "row", line->row);
	fprintf(out, ", ");
	json_string(out, "measure", line->measure);
	fprintf(out, ", ");
	json_string(out, "family", line->family);
	fprintf(out, ", ");
	json_number(out, "value", line->absent == NULL ? line->value : NAN);
	fprintf(out, ", ");
	json_string(out, "unit", line->unit);
	if (line->goal_kind != REPORT_FREE) {
		fprintf(out, ", ");
		json_number(out, line->goal_kind == REPORT_AT_LEAST ? "atLeast" : "atMost", line->goal);
		fprintf(out, ", \"holds\": %s", report_holds(line) ? "true" : "false");
	}
	if (line->absent != NULL) {
		fprintf(out, ", ");
		json_string(out, "absent", line->absent);
	}
	fprintf(out, ", \"rounds\": %u, \"detail\": {", line->rounds);
	for (uint32_t d = 0; d < line->details; d++) {
		fprintf(out, d == 0 ? "" : ", ");
		json_number(out, line->detail[d].name, line->detail[d].value);
	}
	fprintf(out, "}}");
}

int
report_write_json(const struct report *report, const char *file)
{
	FILE *out = fopen(file, "w");

	if (out == NULL)
		return -errno;
	fprintf(out, "{\n");
	json_machine(out);
	fprintf(out, "  \"rows\": [");
	for (uint32_t i = 0; i < report->lines; i++) {
		fprintf(out, i == 0 ? "\n" : ",\n");
		json_line(out, &report->line[i]);
	}
	fprintf(out, "\n  ]\n}\n");
	return fclose(out) == 0 ? 0 : -errno;
}

static int
compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

double
report_median(double *values, uint32_t count)
{
	if (count == 0)
		return 0;
	qsort(values, count, sizeof(*values), compare);
	return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double
report_noise(const double *values, uint32_t count)
{
	double copy[REPORT_VALUES_MAX], median;

	memcpy(copy, values, count * sizeof(*values));
	median = report_median(copy, count);
	for (uint32_t i = 0; i < count; i++)
		copy[i] = fabs(values[i] - median) / median;
	return report_median(copy, count);
}
