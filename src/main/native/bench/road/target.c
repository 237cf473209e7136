// Targets: how each kind is measured.
// Owns: the peers' processes. A peer waits stopped (SIGSTOP), so that the core is free and its CPU time,
// read while it is stopped, is exact. Our own data plane waits with net_gen's burst at 0.
// Threads: the measuring one. Must not: count time that the core gave to somebody else: a packet's cost is
// CPU time of the target's process or thread, not of the clock.
// Next: contest.c.
#include "target.h"

#include <rte_cycles.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define START_SECONDS 180
#define PATIENCE 30 // times a window's length,
#define PATIENCE_SECONDS 5 // and no less than this
#define NO_PROGRAM 127 // a shell's exit status for it

static double
seconds_of(clockid_t clock)
{
	struct timespec at = {0};

	clock_gettime(clock, &at);
	return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

void
target_sleep(double seconds)
{
	struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};

	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

// ------------------------------------------------------------------------------------- figures

static struct figures *
map(const char *file)
{
	int fd = open(file, O_RDWR | O_CLOEXEC);
	struct figures *figures;

	if (fd < 0)
		return NULL;
	figures = mmap(NULL, sizeof(*figures), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (figures == MAP_FAILED)
		return NULL;
	if (figures->magic == FIGURES_MAGIC)
		return figures;
	munmap(figures, sizeof(*figures));
	return NULL;
}

struct reading {
	uint64_t received, sent;
	double cpu, clock;
};

static struct reading
read_figures(const struct target *target, clockid_t cpu)
{
	struct reading reading = {.cpu = seconds_of(cpu), .clock = seconds_of(CLOCK_MONOTONIC)};

	for (int i = 0; i < FIGURES_QUEUES; i++) {
		reading.received += atomic_load(&target->figures->queue[i].rx_packets);
		reading.sent += atomic_load(&target->figures->queue[i].tx_packets);
	}
	return reading;
}

static int
conclude(const struct target *target, struct reading from, struct reading to, struct window *window)
{
	double packets = (double)(to.sent - from.sent);

	if (packets < 1)
		return -ENODATA;
	window->packets = packets;
	window->cycles = (to.cpu - from.cpu) * (double)rte_get_tsc_hz() / packets;
	window->packets_per_second = packets / (to.cpu - from.cpu);
	window->delivered = packets / (double)(to.received - from.received);
	window->share = (to.cpu - from.cpu) / (to.clock - from.clock) / (target->cores > 0 ? target->cores : 1);
	return 0;
}

static void
set_traffic(const struct target *target, uint64_t stream, uint64_t burst)
{
	atomic_store(&target->figures->control.stream, stream);
	atomic_store(&target->figures->control.burst, burst != 0 ? burst : FIGURES_BURST_MAX);
}

// Until the target has had `seconds` of its core since `from`: on a busy machine that takes longer, on a hopeless
// one not for ever.
static void
wait_for_cpu(clockid_t cpu, struct reading from, double seconds)
{
	double most = fmax(PATIENCE * seconds, PATIENCE_SECONDS);

	target_sleep(seconds);
	while (seconds_of(cpu) - from.cpu < 0.9 * seconds && seconds_of(CLOCK_MONOTONIC) - from.clock < most)
		target_sleep(seconds / 4);
}

// ------------------------------------------------------------------------------------- in this process

// The thread that polls queue 0: its number is in the figures. The kernel's own spelling of its clock.
static clockid_t
clock_of_poller(const struct target *target)
{
	return (clockid_t)(~atomic_load(&target->figures->queue[0].rx_thread) << 3 | 6);
}

static int
measure_own(struct target *target, uint64_t stream, uint64_t burst, double seconds,
	struct window *window)
{
	clockid_t cpu = clock_of_poller(target);
	struct reading from, to;

	set_traffic(target, stream, burst);
	wait_for_cpu(cpu, read_figures(target, cpu), seconds / 8);
	from = read_figures(target, cpu);
	wait_for_cpu(cpu, from, seconds);
	to = read_figures(target, cpu);
	atomic_store(&target->figures->control.burst, 0);
	return conclude(target, from, to, window);
}

double
target_clock(void)
{
	return seconds_of(CLOCK_MONOTONIC);
}

double
target_cpu(const struct target *target)
{
	return seconds_of(clock_of_poller(target));
}

int
target_sustain(struct target *target, double seconds, uint32_t count, struct window *windows)
{
	clockid_t cpu = clock_of_poller(target);
	struct reading from, to;
	int result = 0;

	set_traffic(target, 0, 0);
	from = read_figures(target, cpu);
	for (uint32_t i = 0; i < count && result == 0; i++) {
		wait_for_cpu(cpu, from, seconds);
		to = read_figures(target, cpu);
		result = conclude(target, from, to, &windows[i]);
		from = to;
	}
	atomic_store(&target->figures->control.burst, 0);
	return result;
}

// A worker that sleeps comes to its new port within a moment, and says then which thread it is.
int
target_own(struct target *target, const char *name, const char *file)
{
	double end = seconds_of(CLOCK_MONOTONIC) + PATIENCE_SECONDS;

	*target = (struct target){.name = name, .measure = measure_own};
	target->figures = map(file);
	if (target->figures == NULL) {
		target->absent = "net_gen made no figures";
		return -ENOENT;
	}
	while (atomic_load(&target->figures->queue[0].rx_thread) == 0) {
		if (seconds_of(CLOCK_MONOTONIC) > end) {
			target->absent = "no worker polls its port";
			return -ETIMEDOUT;
		}
		target_sleep(0.001);
	}
	return 0;
}

// ------------------------------------------------------------------------------------- a process

static int
stop(const struct target *target)
{
	int status;

	kill(target->pid, SIGSTOP);
	if (waitpid(target->pid, &status, WUNTRACED) != target->pid || !WIFSTOPPED(status))
		return -ECHILD;
	return 0;
}

static int
measure_peer(struct target *target, uint64_t stream, uint64_t burst, double seconds,
	struct window *window)
{
	struct reading from, to;
	clockid_t cpu;

	if (clock_getcpuclockid(target->pid, &cpu) != 0)
		return -ESRCH;
	set_traffic(target, stream, burst);
	// The first moments, with the other targets' lines in the caches, are not counted.
	kill(target->pid, SIGCONT);
	wait_for_cpu(cpu, read_figures(target, cpu), seconds / 8);
	if (stop(target) != 0)
		return -ESRCH;
	from = read_figures(target, cpu);
	kill(target->pid, SIGCONT);
	wait_for_cpu(cpu, from, seconds);
	if (stop(target) != 0)
		return -ESRCH;
	to = read_figures(target, cpu);
	return conclude(target, from, to, window);
}

// The child ends with us, whatever ends us.
static pid_t
spawn(char *const argv[], int in, int out, int errors)
{
	pid_t pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	execvp(argv[0], argv);
	_exit(NO_PROGRAM);
}

static int
wait_until_it_forwards(struct target *target, const char *file)
{
	double end = seconds_of(CLOCK_MONOTONIC) + START_SECONDS;
	int status;

	while (seconds_of(CLOCK_MONOTONIC) < end) {
		if (waitpid(target->pid, &status, WNOHANG) == target->pid) {
			target->pid = 0;
			target->absent = WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM
				? "the program is not installed"
				: "it ended instead of forwarding; its log says why";
			return -ECHILD;
		}
		if (target->figures == NULL)
			target->figures = map(file);
		if (target->figures != NULL && atomic_load(&target->figures->queue[0].tx_packets) > 10000)
			return 0;
		target_sleep(0.05);
	}
	target->absent = "it did not forward in time; its log says more";
	return -ETIMEDOUT;
}

int
target_start(struct target *target, const char *name, char *const argv[], const char *file)
{
	char log[512];
	int pipes[2], out, result;

	*target = (struct target){.name = name, .measure = measure_peer};
	unlink(file);
	// Its input stays open, since testpmd ends with it.
	snprintf(log, sizeof(log), "%s.log", file);
	out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
		target->absent = "its log or its pipe cannot be made";
		return -errno;
	}
	target->pid = spawn(argv, pipes[0], out, out);
	target->to = pipes[1];
	close(pipes[0]);
	close(out);
	result = wait_until_it_forwards(target, file);
	if (result == 0)
		result = stop(target);
	if (result != 0)
		target_end(target);
	return result;
}

// ------------------------------------------------------------------------------------- asked by lines

static int
read_line(const struct target *target, char *line, size_t size)
{
	size_t at = 0;

	while (at + 1 < size && read(target->from, line + at, 1) == 1)
		if (line[at++] == '\n')
			break;
	line[at] = '\0';
	return at > 0 && line[at - 1] == '\n' ? 0 : -EPIPE;
}

static int
measure_asked(struct target *target, uint64_t stream, uint64_t burst, double seconds,
	struct window *window)
{
	double packets, delivered, nanoseconds;
	char line[128];

	(void)burst;
	if (dprintf(target->to, "%lu %f\n", stream, seconds) < 0 ||
		read_line(target, line, sizeof(line)) != 0)
		return -EPIPE;
	if (sscanf(line, "%lf %lf %lf", &packets, &delivered, &nanoseconds) != 3 || packets < 1)
		return -ENODATA;
	window->packets = packets;
	window->cycles = nanoseconds * 1e-9 * (double)rte_get_tsc_hz() / packets;
	window->packets_per_second = packets / (nanoseconds * 1e-9);
	window->delivered = delivered / packets;
	window->share = 1;
	return 0;
}

int
target_ask(struct target *target, const char *name, char *const argv[])
{
	int to[2], from[2];
	char line[128];

	*target = (struct target){.name = name, .measure = measure_asked};
	if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) {
		target->absent = "its pipes cannot be made";
		return -errno;
	}
	target->pid = spawn(argv, to[0], from[1], STDERR_FILENO);
	target->to = to[1];
	target->from = from[0];
	close(to[0]);
	close(from[1]);
	if (read_line(target, line, sizeof(line)) == 0 && strcmp(line, "ready\n") == 0)
		return 0;
	target_end(target);
	target->absent = "it did not get ready; its words are above";
	return -ECHILD;
}

// The figures stay valid until then, also when the process that wrote them is gone.
void
target_end(struct target *target)
{
	if (target->pid > 0) {
		kill(target->pid, SIGTERM);
		kill(target->pid, SIGCONT);
		close(target->to);
		for (int i = 0; i < 100 && waitpid(target->pid, NULL, WNOHANG) == 0; i++)
			target_sleep(0.02);
		if (kill(target->pid, SIGKILL) == 0)
			waitpid(target->pid, NULL, 0);
	}
	if (target->figures != NULL)
		munmap(target->figures, sizeof(*target->figures));
	target->figures = NULL;
	target->pid = 0;
}
