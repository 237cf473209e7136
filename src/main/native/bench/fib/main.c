// `signalbox bench fib`: our FIB against DPDK's four, in one run, as text and as JSON.
// Owns: options, EAL. Threads: EAL's main one, pinned; a reader in updates.c.
// Must not: need the real table, a generated one with its length mix stands in; or exit with success when a line does
// not hold.
// Next: measure.c, lines.c.
#include "lines.h"

#include "bench/hugepages.h"
#include "bench/priority.h"

#include <rte_eal.h>
#include <rte_errno.h>

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEXTHOPS 2048
#define ROUTES4 1000000           // of a generated table
#define ROUTES6 200000
#define EAL_MEBIBYTES 1200        // for the peers of one family at a time
#define RUN (1u << 19)            // keys timed at once: 1 to 50 ms
#define CHANGES 200000
#define UPDATE_ROUNDS 3
#define FLAP_LOOKUPS 200000000    // while /32s flap; of each peer a quarter

struct options {
	const char *table;
	const char *json;
	const char *plots;
	uint32_t rounds;
	uint32_t run;
	uint64_t flap_lookups;
};

static void
usage(const char *program)
{
	fprintf(stderr, "usage: %s [--table FILE] [--rounds 9..%d] [--json FILE] [--plots DIRECTORY]\n"
		"          [--run KEYS] [--flap-lookups N]\n"
		"FILE has one prefix a line, plain or gzip; without it %s, or else a generated table\n",
		program, ROUNDS_MAX, TABLE_REAL);
}

static int
parse(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{"table", required_argument, NULL, 't'}, {"json", required_argument, NULL, 'j'},
		{"plots", required_argument, NULL, 'p'}, {"rounds", required_argument, NULL, 'r'},
		{"run", required_argument, NULL, 'k'}, {"flap-lookups", required_argument, NULL, 'f'},
		{0},
	};
	int option;

	*options = (struct options) {.table = TABLE_REAL, .rounds = 15, .run = RUN, .flap_lookups = FLAP_LOOKUPS};
	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (option == 't')
			options->table = optarg;
		else if (option == 'j')
			options->json = optarg;
		else if (option == 'p')
			options->plots = optarg;
		else if (option == 'k')
			options->run = (uint32_t)strtoul(optarg, NULL, 10);
		else if (option == 'f')
			options->flap_lookups = strtoull(optarg, NULL, 10);
		else if (option == 'r')
			options->rounds = (uint32_t)strtoul(optarg, NULL, 10);
		else
			return -1;
	}
	return optind == argc && options->rounds >= 9 && options->rounds <= ROUNDS_MAX &&
		options->run >= 4 * BULK && options->run % (4 * BULK) == 0 ? 0 : -1;
}

static int
start_eal(char *program, uint32_t cpu)
{
	char lcore[16], memory[16];
	bool huge = hugepages_want(EAL_MEBIBYTES / 2) >= EAL_MEBIBYTES / 2;
	char *argv[] = {program, "-l", lcore, huge ? "--in-memory" : "--no-shconf", "--no-pci",
		"--no-telemetry", "--log-level=error", "-m", memory, "--no-huge", NULL};
	int argc = huge ? 7 : 10; // with huge pages EAL takes memory as it needs it

	snprintf(lcore, sizeof(lcore), "%u", cpu);
	snprintf(memory, sizeof(memory), "%u", EAL_MEBIBYTES);
	if (!huge)
		fprintf(stderr, "no 2 MiB pages to be had for the peers: they run on 4 KiB pages, about "
			"20%% slower than they could\n");
	if (rte_eal_init(argc, argv) < 0) {
		fprintf(stderr, "EAL does not start: %s\n", rte_strerror(rte_errno));
		return -1;
	}
	return 0;
}

static int
make_table(struct table *table, uint8_t family, const char *file)
{
	int error = table_make(table, family, 0, NEXTHOPS, file);

	if (error == -ENOENT) {
		fprintf(stderr, "%s is not here: a generated table stands in\n", file);
		error = table_make(table, family, family == SBX_IPV6 ? ROUTES6 : ROUTES4, NEXTHOPS, NULL);
	}
	return error;
}

static void
run_flaps(const struct measurement *measurement, const struct options *options, struct report *report)
{
	struct flaps flaps[STRUCTURES_MAX];

	for (uint32_t i = 0; i < measurement->count; i++) {
		flaps[i] = (struct flaps) {.structure = measurement->subjects[i].structure,
			.reader_cpu = measurement->reader_cpu,
			.lookups = i == 0 ? options->flap_lookups : options->flap_lookups / 4};
		if (flaps_measure(&flaps[i]) != 0)
			flaps[i].seconds = 0;
	}
	line_of_flaps(flaps, measurement->count, report);
}

static int
run_family(uint8_t family, const struct options *options, uint32_t reader_cpu,
	struct report *report)
{
	static struct measurement measurement;
	struct table table;
	int error = make_table(&table, family, options->table);

	if (error != 0)
		return error;
	measurement = (struct measurement) {.table = &table, .family = family,
		.rounds = options->rounds, .run = options->run, .changes = CHANGES, .reader_cpu = (int)reader_cpu};
	if (family == SBX_IPV4) {
		measurement.subjects[0].structure = &ours4;
		measurement.subjects[1].structure = &peer_fib;
		measurement.subjects[2].structure = &peer_lpm;
	} else {
		measurement.subjects[0].structure = &ours6;
		measurement.subjects[1].structure = &peer_fib6;
		measurement.subjects[2].structure = &peer_lpm6;
	}
	measurement.count = 3;
	measure_load(&measurement, options->rounds);
	error = measurement.subjects[0].self == NULL ? -ENOMEM : measure_lookups(&measurement);
	if (error == 0)
		error = measure_updates(&measurement, UPDATE_ROUNDS);
	if (error == 0)
		lines_of(&measurement, report);
	measure_free(&measurement);
	if (error == 0)
		run_flaps(&measurement, options, report);
	table_free(&table);
	return error;
}

static int
run(const struct options *options, uint32_t reader_cpu, int *status)
{
	static struct report report;
	int error = run_family(SBX_IPV4, options, reader_cpu, &report);

	if (error == 0)
		error = run_family(SBX_IPV6, options, reader_cpu, &report);
	if (error != 0)
		return error;
	*status = report_exit(&report);
	report_print(&report, stdout);
	if (options->json != NULL)
		error = report_write_json(&report, options->json);
	if (error == 0 && options->plots != NULL)
		error = report_write_plots(&report, options->plots);
	return error;
}

int
main(int argc, char **argv)
{
	uint32_t cpu = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	struct options options;
	int error, status = 1;

	if (parse(argc, argv, &options) != 0) {
		usage(argv[0]);
		return 2;
	}
	priority_raise();
	error = start_eal(argv[0], cpu);
	if (error == 0) {
		error = run(&options, cpu > 0 ? cpu - 1 : 0, &status);
		if (error != 0)
			fprintf(stderr, "bench fib failed: %s\n", strerror(-error));
		rte_eal_cleanup();
	}
	hugepages_give_back();
	return error == 0 ? status : 1;
}
