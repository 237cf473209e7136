// A plot of each row, drawn by the program itself: bars of the measures, with a mark where the goal is.
// Owns: the SVG. Each bar has its own scale when the units differ, so a bar is its value / the largest of
// its unit in the row.
// Threads: one. Must not: need a service, a font or a library.
// Next: report.c prints the same lines.
#include "report.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define PLOT_LEFT 300
#define PLOT_WIDTH 420
#define PLOT_STEP 30

static double
largest(const struct report *report, const struct report_line *like)
{
	double most = 0;

	for (uint32_t i = 0; i < report->lines; i++) {
		const struct report_line *line = &report->line[i];

		if (strcmp(line->row, like->row) != 0 || strcmp(line->unit, like->unit) != 0)
			continue;
		if (line->absent == NULL)
			most = fmax(most, line->value);
		if (line->goal_kind != REPORT_FREE)
			most = fmax(most, line->goal);
	}
	return most > 0 ? most : 1;
}

static void
plot_line(FILE *out, const struct report *report, const struct report_line *line, int y)
{
	double scale = PLOT_WIDTH / largest(report, line);
	double width = line->absent == NULL ? fmax(1, line->value * scale) : 0;

	fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s, %s</text>\n", PLOT_LEFT - 8,
		y + 14, line->measure, line->family);
	if (line->absent != NULL) {
		fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"#777\">%s</text>\n", PLOT_LEFT, y + 14,
			line->absent);
		return;
	}
	fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>\n", PLOT_LEFT, y,
		width, report_holds(line) ? "#2a7f62" : "#c0392b");
	if (line->goal_kind != REPORT_FREE)
		fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#222\" "
			"stroke-width=\"2\"/>\n", PLOT_LEFT + line->goal * scale,
			PLOT_LEFT + line->goal * scale, y - 3, y + 23);
	fprintf(out, "<text x=\"%.1f\" y=\"%d\">%.4g%s%s</text>\n", PLOT_LEFT + width + 8, y + 14,
		line->value, strcmp(line->unit, "ratio") == 0 ? "" : " ",
		strcmp(line->unit, "ratio") == 0 ? "" : line->unit);
}

static int
plot_row(const struct report *report, const char *row, const char *file)
{
	FILE *out = fopen(file, "w");
	int bars = 0, y = 50;

	if (out == NULL)
		return -errno;
	for (uint32_t i = 0; i < report->lines; i++)
		bars += strcmp(report->line[i].row, row) == 0;
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"13\">\n", PLOT_LEFT + PLOT_WIDTH + 180,
		70 + bars * PLOT_STEP);
	fprintf(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
		"<text x=\"20\" y=\"28\" font-size=\"18\">signalbox bench %s</text>\n", row);
	for (uint32_t i = 0; i < report->lines; i++) {
		if (strcmp(report->line[i].row, row) != 0)
			continue;
		plot_line(out, report, &report->line[i], y);
		y += PLOT_STEP;
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
