// The peers: their command lines.
// Owns: what each is told, so that all send the same traffic on the same core with the same table.
// Threads: the measuring one. Must not: hide why a peer is absent.
// Next: target.c runs them.
#include "bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINUX_KEYS "1048576"

// ------------------------------------------------------------------------------------- command lines

struct command {
	int count;
	char *words[32];
	char text[2048];               // where the words are
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void
say(struct command *command, const char *format, ...)
{
	va_list arguments;
	char *word = command->text + command->used;

	va_start(arguments, format);
	vsnprintf(word, sizeof(command->text) - command->used, format, arguments);
	va_end(arguments);
	command->used += strlen(word) + 1;
	command->words[command->count++] = word;
}

static void
say_all(struct command *command, const char *const *words)
{
	for (; *words != NULL; words++)
		say(command, "%s", *words);
}

// What every DPDK program is told before its own words.
static void
say_eal(struct command *command, const struct bench *bench, const char *first_core, const char *file,
	const char *patterns)
{
	char keys[32];

	say(command, "-l");
	say(command, "%s%s", first_core, bench->options->cpu);
	say_all(command, (const char *const[]){"--no-pci", "--no-telemetry", "-d", NULL});
	say(command, "%s/librte_net_gen.so", bench->options->build);
	say(command, "--vdev");
	bench_keys(bench, keys, sizeof(keys));
	say(command, "net_gen0,pattern=%s,table=%s,figures=%s%s", patterns, bench->table_file, file, keys);
	if (bench->options->no_huge)
		say_all(command, (const char *const[]){"--no-shconf", "--no-huge", "-m", "512", NULL});
	else
		say(command, "--in-memory");
}

// ------------------------------------------------------------------------------------- each peer

static void
command_io(struct command *command, const struct bench *bench, const char *file)
{
	say(command, "%s/bench-io", bench->options->build);
	say_eal(command, bench, "", file, "juno");
}

// testpmd keeps its first core for its prompt.
static void
command_testpmd(struct command *command, const struct bench *bench, const char *file, const char *mode)
{
	say(command, "dpdk-testpmd");
	say_eal(command, bench, "0,", file, "juno");
	say(command, "--");
	say(command, "--forward-mode=%s", mode);
	say_all(command, (const char *const[]){"--nb-cores=1", "--total-num-mbufs=16384", "--mbcache=256",
		"--burst=32", "-a", NULL});
}

// The rules that l3fwd reads, of one family: R and a prefix, then the next hop, the same as ours.
static int
write_rules(const struct bench *bench, const char *file, const char *default_route, const struct table *table)
{
	char name[128], text[INET6_ADDRSTRLEN];
	FILE *out;

	snprintf(name, sizeof(name), "%s/%s", bench->folder, file);
	out = fopen(name, "w");
	if (out == NULL)
		return -errno;
	fprintf(out, "R%s 1\n", default_route);
	for (uint32_t i = 0; i < table->count; i++) {
		const struct sbx_route *route = &table->routes[i];

		inet_ntop(route->family == SBX_IPV6 ? AF_INET6 : AF_INET, route->address.bytes, text,
			sizeof(text));
		fprintf(out, "R%s/%u %u\n", text, route->length, route->nexthop % (UINT8_MAX + 1));
	}
	return fclose(out) == 0 ? 0 : -errno;
}

static void
command_l3fwd(struct command *command, const struct bench *bench, const char *file)
{
	say(command, "%s", bench->options->l3fwd);
	say_eal(command, bench, "", file, BENCH_PATTERNS);
	say_all(command, (const char *const[]){"--", "-p", "1", "-P", "--lookup=fib", NULL});
	say(command, "--config=(0,0,%s)", bench->options->cpu);
	say(command, "--rule_ipv4=%s/rules4", bench->folder);
	say(command, "--rule_ipv6=%s/rules6", bench->folder);
}

static void
command_linux(struct command *command, const struct bench *bench)
{
	say(command, "%s/bench-linux", bench->options->build);
	say(command, "%s", bench->options->cpu);
	say(command, "pattern=" BENCH_PATTERNS ",table=%s,keys=" LINUX_KEYS, bench->table_file);
}

static void
command_old_router(struct command *command, const struct bench *bench, const char *file,
	const char *patterns)
{
	say(command, "%s/bench-old-router", bench->options->build);
	say_eal(command, bench, "", file, patterns);
	say(command, "--");
	say(command, "%s", bench->table_file);
}

// The first core is EAL's; a second worker is on the same CPU, where nothing else of that process runs.
static void
command_workers(struct command *command, const struct bench *bench, const char *file, const char *program,
	const char *more)
{
	say(command, "%s/%s", bench->options->build, program);
	say(command, "0@0,1@%s%s", bench->options->cpu, more);
	say(command, "%s/librte_net_gen.so", bench->options->build);
	say(command, "net_gen0,pattern=single,figures=%s", file);
	if (bench->options->no_huge)
		say(command, "--no-huge");
}

// ------------------------------------------------------------------------------------- start

static const char *const names[BENCH_TARGETS] = {"ours", "io", "testpmd-io", "testpmd-macswap", "l3fwd",
	"linux", "old-router", "old-router-steady","worker", "workers", "workers-shared"};

static void
print_log(const char *file)
{
	char line[512];
	FILE *in;

	snprintf(line, sizeof(line), "%s.log", file);
	in = fopen(line, "r");
	while (in != NULL && fgets(line, sizeof(line), in) != NULL)
		fprintf(stderr, "    %s", line);
	if (in != NULL)
		fclose(in);
}

static void
start(struct bench *bench, enum bench_target which)
{
	struct target *target = &bench->target[which];
	struct command command = {0};
	char file[96];

	snprintf(file, sizeof(file), "%s/%s", bench->folder, names[which]);
	if (which == TARGET_IO)
		command_io(&command, bench, file);
	else if (which == TARGET_TESTPMD_IO)
		command_testpmd(&command, bench, file, "io");
	else if (which == TARGET_TESTPMD_MACSWAP)
		command_testpmd(&command, bench, file, "macswap");
	else if (which == TARGET_L3FWD)
		command_l3fwd(&command, bench, file);
	else if (which == TARGET_OLD)
		command_old_router(&command, bench, file, BENCH_NEW_FLOWS(""));
	else if (which == TARGET_OLD_STEADY)
		command_old_router(&command, bench, file, BENCH_STEADY_FLOWS(""));
	else if (which == TARGET_WORKER)
		command_workers(&command, bench, file, "bench-workers", "");
	else if (which == TARGET_WORKERS)
		command_workers(&command, bench, file, "bench-workers", ",2@0");
	else if (which == TARGET_WORKERS_SHARED)
		command_workers(&command, bench, file, "bench-workers-shared", ",2@0");
	else
		command_linux(&command, bench);
	fprintf(stderr, "bench-road: starting %s\n", names[which]);
	if (which == TARGET_LINUX) {
		target_ask(target, names[which], command.words);
	} else if (target_start(target, names[which], command.words, file) != 0) {
		fprintf(stderr, "bench-road: %s: %s\n", names[which], target->absent);
		print_log(file);
	}
	target->cores = which >= TARGET_WORKERS ? 2 : 1;
}

struct target *
bench_target(struct bench *bench, enum bench_target which)
{
	struct target *target = &bench->target[which];

	if (which == TARGET_OURS)
		return bench_ours(bench, "pattern=" BENCH_PATTERNS);
	if (bench->tried[which])
		return target;
	bench->tried[which] = true;
	*target = (struct target){.name = names[which]};
	if (which == TARGET_L3FWD && bench->options->l3fwd == NULL)
		target->absent = "l3fwd is not built: the DPDK source package cannot be had";
	else if (which == TARGET_L3FWD && (write_rules(bench, "rules4", "0.0.0.0/0", &bench->table4) != 0 ||
		write_rules(bench, "rules6", "2000::/3", &bench->table6) != 0))
		target->absent = "its rules cannot be written";
	else if (which >= TARGET_WORKERS && strcmp(bench->options->cpu, "0") == 0)
		target->absent = "this machine has one core";
	else
		start(bench, which);
	return target;
}
