// One run: its folder, its table, our own data plane.
// Owns: the table's file, which targets share. Threads: the measuring one.
// Must not: leave the folder or a peer behind; a peer also dies with us.
// Next: peers.c starts the others.
#include "bench.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Everything but the first core is a worker.
static int
start_ours(struct bench *bench)
{
	char driver[512], cores[16];
	struct ours_options options = {
		.cores = cores,
		.net_gen = driver,
		.nexthops = bench->options->nexthops,
		.burst = bench->options->burst,
		.no_huge = bench->options->no_huge,
	};
	int result;

	snprintf(cores, sizeof(cores), "0@0,1@%s", bench->options->cpu);
	snprintf(driver, sizeof(driver), "%s/librte_net_gen.so", bench->options->build);
	result = ours_start(&options);
	return result == 0 ? ours_route(options.nexthops, &bench->table4, &bench->table6) : result;
}

void
bench_keys(const struct bench *bench, char *word, size_t size)
{
	word[0] = '\0';
	if (bench->options->keys != 0)
		snprintf(word, size, ",keys=%lu", bench->options->keys);
}

static int
plug(struct bench *bench, const char *words)
{
	char device[SBX_DEVICE_MAX], figures[96], keys[32];
	int result = 0;

	target_end(&bench->target[TARGET_OURS]);
	if (bench->interface != 0)
		result = ours_unplug(bench->interface);
	bench->interface = 0;
	snprintf(bench->words, sizeof(bench->words), "%s", words);
	snprintf(figures, sizeof(figures), "%s/ours", bench->folder);
	bench_keys(bench, keys, sizeof(keys));
	if (snprintf(device, sizeof(device), "net_gen0,burst=0,%s,table=%s,figures=%s%s", words,
		bench->table_file, figures, keys) >= (int)sizeof(device))
		return -ENAMETOOLONG;
	if (result == 0)
		result = ours_plug(device, bench->options->nexthops, &bench->interface);
	return result == 0 ? target_own(&bench->target[TARGET_OURS], "ours", figures) : result;
}

struct target *
bench_ours(struct bench *bench, const char *words)
{
	struct target *target = &bench->target[TARGET_OURS];

	if (strcmp(words, bench->words) != 0 && plug(bench, words) != 0)
		*target = (struct target){.name = "ours", .absent = "its device cannot be had"};
	return target;
}

static int
make_tables(struct bench *bench)
{
	const struct bench_options *options = bench->options;
	int result = table_make(&bench->table4, SBX_IPV4, options->routes4, options->nexthops,
		options->table);

	if (result == 0)
		result = table_make(&bench->table6, SBX_IPV6, options->routes6, options->nexthops,
			options->table);
	if (result == 0)
		result = table_write(&bench->table4, &bench->table6, bench->table_file);
	return result;
}

// The measuring thread and those that it makes: their wakeups would be seen in latencies.
static void
leave_core(const char *core)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) != 0 || CPU_COUNT(&set) < 2)
		return;
	CPU_CLR((uint32_t)atoi(core), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

int
bench_open(struct bench *bench, const struct bench_options *options)
{
	int result;

	*bench = (struct bench){.options = options};
	result = folder_make(bench->folder);
	if (result != 0)
		return result;
	snprintf(bench->table_file, sizeof(bench->table_file), "%s/table", bench->folder);
	leave_core(options->cpu);
	result = make_tables(bench);
	return result == 0 ? start_ours(bench) : result;
}

void
bench_close(struct bench *bench)
{
	for (int i = 0; i < BENCH_TARGETS; i++)
		target_end(&bench->target[i]);
	ours_stop();
	folder_remove(bench->folder);
	table_free(&bench->table4);
	table_free(&bench->table6);
}

struct contest
bench_contest(const struct bench *bench, uint8_t family)
{
	return (struct contest){
		.family = family,
		.seconds = bench->options->seconds,
		.rounds = bench->options->rounds,
	};
}
