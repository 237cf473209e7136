// A plot of each row, drawn by the program itself: a bar a line, from nothing to twice its goal, so that all goals are
// one mark; of lines without a goal the largest of a unit reaches as far. Beside it, what the seed measured.
// Owns: the SVG. Threads: one. Must not: need a service, a font or a library.
// Next: report.c prints the same lines.
#include "report.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define LEFT 300
#define WIDTH 420                  // twice the goal
#define TOP 60
#define STEP 30
#define BAR 20

static const double *
find_detail(const struct report_line *line, const char *name)
{
	for (uint32_t d = 0; d < line->details; d++)
		if (strcmp(line->detail[d].name, name) == 0)
			return &line->detail[d].value;
	return NULL;
}

// What half of the width stands for.
static double
half_of(const struct report *report, const struct report_line *like)
{
	double most = 0;

	if (like->goal_kind != REPORT_FREE)
		return like->goal;
	for (uint32_t i = 0; i < report->lines; i++) {
		const struct report_line *line = &report->line[i];

		if (line->goal_kind == REPORT_FREE && line->absent == NULL &&
			strcmp(line->row, like->row) == 0 && strcmp(line->unit, like->unit) == 0)
			most = fmax(most, line->value);
	}
	return most;
}

// How far `value` reaches. Where the goal is 0, any value is too much.
static double
reach(double value, double half)
{
	if (!(value > 0))
		return 1;
	return half > 0 ? fmin(value / half / 2, 1) * WIDTH : WIDTH;
}

static void
draw_seed(FILE *out, const struct report_line *line, double half, int y)
{
	const double *seed = find_detail(line, "seed"), *year = find_detail(line, "seedYear");

	if (seed == NULL || year == NULL)
		return;
	fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#888\" stroke-width=\"2\" "
		"stroke-dasharray=\"3\"/>\n", LEFT + reach(*seed, half), LEFT + reach(*seed, half), y - 3,
		y + BAR + 3);
	fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"#888\">%.0f: %.3g</text>\n", LEFT + WIDTH + 120, y + 14,
		*year, *seed);
}

static void
draw_line(FILE *out, const struct report *report, const struct report_line *line, int y)
{
	double half = half_of(report, line), width = reach(line->value, half);
	const char *color = line->goal_kind == REPORT_FREE ? "#7f8fa6" : report_holds(line) ? "#2a7f62" : "#c0392b";
	bool ratio = strcmp(line->unit, "ratio") == 0;

	fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s, %s</text>\n", LEFT - 8, y + 14,
		line->measure, line->family);
	if (line->absent != NULL) {
		fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"#777\">%s</text>\n", LEFT, y + 14, line->absent);
		return;
	}
	fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", LEFT, y, width, BAR,
		color);
	if (line->goal_kind != REPORT_FREE)
		fprintf(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#222\" stroke-width=\"2\"/>\n",
			LEFT + WIDTH / 2, LEFT + WIDTH / 2, y - 3, y + BAR + 3);
	draw_seed(out, line, half, y);
	fprintf(out, "<text x=\"%d\" y=\"%d\">%.4g%s%s</text>\n", LEFT + WIDTH + 10, y + 14, line->value,
		ratio ? "" : " ", ratio ? "" : line->unit);
}

static int
plot_row(const struct report *report, const char *row, const char *file)
{
	FILE *out = fopen(file, "w");
	int bars = 0, y = TOP;

	if (out == NULL)
		return -errno;
	for (uint32_t i = 0; i < report->lines; i++)
		bars += strcmp(report->line[i].row, row) == 0;
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"13\">\n", LEFT + WIDTH + 200, TOP + 10 + bars * STEP);
	fprintf(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
		"<text x=\"20\" y=\"28\" font-size=\"18\">signalbox bench %s</text>\n"
		"<text x=\"%d\" y=\"44\" text-anchor=\"middle\" fill=\"#222\">goal</text>\n", row, LEFT + WIDTH / 2);
	for (uint32_t i = 0; i < report->lines; i++) {
		if (strcmp(report->line[i].row, row) != 0)
			continue;
		draw_line(out, report, &report->line[i], y);
		y += STEP;
	}
	fprintf(out, "</svg>\n");
	return fclose(out) == 0 ? 0 : -errno;
}

int
report_write_plots(const struct report *report, const char *directory)
{
	if (mkdir(directory, 0755) != 0 && errno != EEXIST)
		return -errno;
	for (uint32_t i = 0; i < report->lines; i++) {
		char file[512];
		int result;

		if (i > 0 && strcmp(report->line[i].row, report->line[i - 1].row) == 0)
			continue;
		if (snprintf(file, sizeof(file), "%s/%s.svg", directory, report->line[i].row) >=
			(int)sizeof(file))
			return -ENAMETOOLONG;
		result = plot_row(report, report->line[i].row, file);
		if (result != 0)
			return result;
	}
	return 0;
}
