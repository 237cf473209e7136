// The Linux kernel as a peer of the bench: forwards on one core what is injected, and says how long it took.
// Owns: the dialogue with bench-road: "ready", then a line "PACKETS DELIVERED NANOSECONDS" for each line
// "STREAM SECONDS". Nanoseconds are this thread's CPU time, all of it spent in the kernel.
// Threads: one, pinned to the measured core once the table is in. Must not: outlive its input.
// Next: linux_net.c, linux_inject.c.
#include "linux.h"

#include <bench/net_gen/net_gen.h>

#include <rte_ip.h>

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FRAMES_AT_ONCE 16384

int gen_log_type = RTE_LOGTYPE_USER1;

static uint64_t
cpu_nanoseconds(void)
{
	struct timespec at;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
	return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

static struct linux_frame
frame4(const struct gen_key4 *key)
{
	struct linux_frame frame = {.type = RTE_BE16(RTE_ETHER_TYPE_IPV4)};
	struct rte_ipv4_hdr ipv4 = {
		.version_ihl = RTE_IPV4_VHL_DEF,
		.total_length = RTE_BE16(46),
		.time_to_live = 64,
		.next_proto_id = IPPROTO_UDP,
		.src_addr = key->source,
		.dst_addr = key->destination,
	};

	ipv4.hdr_checksum = rte_ipv4_cksum(&ipv4);
	memcpy(frame.ip, &ipv4, sizeof(ipv4));
	return frame;
}

// Next header 59: nothing follows (RFC 8200 4.7).
static struct linux_frame
frame6(const struct gen_key6 *key)
{
	struct linux_frame frame = {.type = RTE_BE16(RTE_ETHER_TYPE_IPV6),
		.ip = {0x60, [5] = 6, [6] = IPPROTO_NONE, [7] = 64}};

	memcpy(frame.ip + 8, key, sizeof(*key));
	return frame;
}

static int
open_stream(const struct gen_arguments *arguments, uint32_t mix, struct linux_inject *inject)
{
	struct linux_frame *frames = calloc(arguments->keys, sizeof(*frames));
	struct gen_stream *stream;
	int result = frames == NULL ? -ENOMEM : gen_stream_get(arguments, mix, &stream);

	for (uint64_t k = 0; result == 0 && k < arguments->keys; k++)
		frames[k] = stream->family == GEN_IPV6 ? frame6(&stream->keys6[k]) : frame4(&stream->keys4[k]);
	if (result == 0)
		result = linux_inject_open(inject, frames, (uint32_t)arguments->keys);
	free(frames);
	return result;
}

static int
answer(const struct linux_inject *inject, double seconds)
{
	uint64_t packets = 0, left, start, spent;
	int result;

	// Once uncounted: the first frames meet cold caches, as those of the other targets do.
	result = linux_inject_run(inject, FRAMES_AT_ONCE);
	left = linux_net_left();
	start = cpu_nanoseconds();
	do {
		if (result < 0)
			return result;
		result = linux_inject_run(inject, FRAMES_AT_ONCE);
		packets += FRAMES_AT_ONCE;
		spent = cpu_nanoseconds() - start;
	} while ((double)spent < seconds * 1e9);
	printf("%lu %lu %lu\n", packets, linux_net_left() - left, spent);
	fflush(stdout);
	return 0;
}

static void
pin(uint32_t core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(core, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

int
main(int argc, char **argv)
{
	struct linux_inject streams[GEN_MIXES_MAX];
	struct gen_arguments arguments;
	unsigned long stream;
	double seconds;
	int result;

	if (argc != 3 || gen_arguments_parse(&arguments, argv[2]) != 0) {
		fprintf(stderr, "usage: bench-linux CORE pattern=...,table=FILE,keys=N\n");
		return 2;
	}
	result = linux_net_make(arguments.table);
	for (uint32_t i = 0; i < arguments.mixes_count && result >= 0; i++)
		result = open_stream(&arguments, i, &streams[i]);
	if (result < 0) {
		fprintf(stderr, "bench-linux: %s\n", strerror(-result));
		return 1;
	}
	pin((uint32_t)atoi(argv[1]));
	puts("ready");
	fflush(stdout);
	while (scanf("%lu %lf", &stream, &seconds) == 2 && stream < arguments.mixes_count)
		if (answer(&streams[stream], seconds) < 0)
			return 1;
	return 0;
}
