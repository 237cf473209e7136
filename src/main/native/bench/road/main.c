// bench-road: the rows of DESIGN.md section 7 that are about the packet road.
// Owns: its command line. Threads: this one, beside EAL's.
// Must not: exit with success when a row could not be measured at all, or a line does not hold.
// Next: row.h.
#include "row.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option words[] = {
	{"json", required_argument, NULL, 'j'},
	{"plots", required_argument, NULL, 'p'},
	{"build", required_argument, NULL, 'b'},
	{"l3fwd", required_argument, NULL, 'l'},
	{"table", required_argument, NULL, 't'},
	{"cpu", required_argument, NULL, 'c'},
	{"rounds", required_argument, NULL, 'r'},
	{"seconds", required_argument, NULL, 's'},
	{"routes4", required_argument, NULL, '4'},
	{"routes6", required_argument, NULL, '6'},
	{"burst", required_argument, NULL, 'n'},
	{"keys", required_argument, NULL, 'k'},
	{"no-huge", no_argument, NULL, 'h'},
	{0},
};

static void
usage(void)
{
	fprintf(stderr,
		"usage: bench-road [ROW...] [--json FILE] [--plots FOLDER] [--rounds N] [--seconds S]\n"
		"                  [--build FOLDER] [--l3fwd PROGRAM] [--table FILE] [--cpu N]\n"
		"                  [--routes4 N] [--routes6 N] [--burst N] [--keys N] [--no-huge]\n"
		"exit: 0 all holds, 1 something could not be measured, 2 usage, 3 a line does not hold\n"
		"rows, all of them when none is named:\n");
	for (const struct row *const *row = rows; *row != NULL; row++)
		fprintf(stderr, "  %-16s %s\n", (*row)->name, (*row)->about);
}

struct request {
	struct bench_options options;
	const char *json, *plots;
};

static bool
take(struct request *request, int word, const char *value)
{
	struct bench_options *options = &request->options;

	switch (word) {
	case 'j': request->json = value; return true;
	case 'p': request->plots = value; return true;
	case 'b': options->build = value; return true;
	case 'l': options->l3fwd = value; return true;
	case 't': options->table = value; return true;
	case 'c': options->cpu = value; return true;
	case 'r': options->rounds = (uint32_t)strtoul(value, NULL, 10); return options->rounds > 0;
	case 's': options->seconds = strtod(value, NULL); return options->seconds > 0;
	case '4': options->routes4 = (uint32_t)strtoul(value, NULL, 10); return options->routes4 > 0;
	case '6': options->routes6 = (uint32_t)strtoul(value, NULL, 10); return options->routes6 > 0;
	case 'k': options->keys = strtoull(value, NULL, 10); return options->keys > 0;
	case 'h': options->no_huge = true; return true;
	case 'n': options->burst = (uint32_t)strtoul(value, NULL, 10); return options->burst >= 4;
	default: return false;
	}
}

static bool
asked_for(const struct row *row, char *const *names)
{
	if (*names == NULL)
		return true;
	for (; *names != NULL; names++)
		if (strcmp(*names, row->name) == 0)
			return true;
	return false;
}

static bool
known(const char *name)
{
	for (const struct row *const *row = rows; *row != NULL; row++)
		if (strcmp((*row)->name, name) == 0)
			return true;
	fprintf(stderr, "bench-road: there is no row \"%s\"\n", name);
	return false;
}

// The folder of this program, where the build puts all of them.
static const char *
own_folder(char *buffer, size_t size)
{
	ssize_t length = readlink("/proc/self/exe", buffer, size - 1);

	buffer[length > 0 ? length : 0] = '\0';
	if (strrchr(buffer, '/') != NULL)
		*strrchr(buffer, '/') = '\0';
	return buffer;
}

static int
run_rows(const struct request *request, char *const *names)
{
	static struct bench bench;
	int failed = bench_open(&bench, &request->options);

	for (const struct row *const *row = rows; *row != NULL && failed == 0; row++) {
		int result;

		if (!asked_for(*row, names))
			continue;
		fprintf(stderr, "bench-road: row %s\n", (*row)->name);
		result = (*row)->run(&bench);
		if (result != 0)
			fprintf(stderr, "bench-road: row %s: %s\n", (*row)->name, strerror(-result));
		failed = result != 0 ? result : failed;
	}
	report_print(&bench.report, stdout);
	if (request->json != NULL && report_write_json(&bench.report, request->json) != 0)
		failed = -EIO;
	if (report_write_plots(&bench.report, request->plots) != 0)
		failed = -EIO;
	bench_close(&bench);
	return failed != 0 ? 1 : report_exit(&bench.report);
}

int
main(int argc, char **argv)
{
	char folder[512], cpu[24];
	struct request request = {
		.options = {
			.build = own_folder(folder, sizeof(folder)),
			.table = TABLE_REAL,
			.cpu = cpu,
			.routes4 = 1000000,
			.routes6 = 200000,
			.nexthops = 200,
			.burst = 64,
			.rounds = 9,
			.seconds = 0.1,
		},
		.plots = "bench",
	};
	int word;

	snprintf(cpu, sizeof(cpu), "%ld", sysconf(_SC_NPROCESSORS_ONLN) - 1);
	while ((word = getopt_long(argc, argv, "", words, NULL)) != -1) {
		if (!take(&request, word, optarg)) {
			usage();
			return 2;
		}
	}
	for (char **name = argv + optind; *name != NULL; name++) {
		if (!known(*name)) {
			usage();
			return 2;
		}
	}
	return run_rows(&request, argv + optind);
}
