// Something that forwards and can be measured: our own data plane in this process, or a peer in its own.
// Owns: how a target is run, made to wait, and read. All of them run on the same core, one at a time.
// Threads: the measuring one. Must not: leave a peer running behind it.
// Next: contest.h lets targets take turns.
#pragma once

#include <bench/net_gen/figures.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct window {
	double packets;                // sent
	double cycles;                 // of the measured core, a packet (TSC cycles)
	double packets_per_second;     // 1 / the time of that core, a packet
	double delivered;              // of the packets that came in, 0..1
	double share;                  // of the window that its cores were the target's, 0..1
};

struct target {
	const char *name;
	const char *absent;            // why it cannot be measured; NULL = it can
	struct figures *figures;       // mapped; NULL for the kernel
	uint32_t cores;                // that it polls on, 0 = 1
	pid_t pid;                     // of a peer, 0 = in this process
	int to, from;                  // of a peer that is asked by lines: its standard input and output
	// Lets it forward the packets of `stream`, at most `burst` a poll (0: no limit), for `seconds`. -errno.
	int (*measure)(struct target *target, uint64_t stream, uint64_t burst, double seconds,
		struct window *window);
};

// Seconds: of the clock, and of the core that our own data plane's worker has had.
double target_clock(void);
double target_cpu(const struct target *target);
void target_sleep(double seconds);

// Our own data plane: `count` windows of its only stream, one right behind the other. -errno.
int target_sustain(struct target *target, double seconds, uint32_t count, struct window *windows);

// Starts a program that runs on net_gen with figures in `file`, waits until it forwards, and stops it
// where it is. -errno, with target->absent set.
int target_start(struct target *target, const char *name, char *const argv[], const char *file);
// Takes over what runs in this process. -errno.
int target_own(struct target *target, const char *name, const char *file);
// Starts a program that answers each line "STREAM SECONDS" with "PACKETS DELIVERED NANOSECONDS", once it
// has said "ready".
int target_ask(struct target *target, const char *name, char *const argv[]);
// Ends a peer and waits for it; lets go of what runs in this process.
void target_end(struct target *target);
