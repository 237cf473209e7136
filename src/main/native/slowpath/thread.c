// The slow path's thread: takes what the workers punt, keeps time, sleeps when there is nothing.
// Owns: the loop.
// Threads: "sbx-slow". Goes online as a reader only after it has state_lock, and offline before it
// gives it back: so a writer with the lock may wait for readers.
// Must not: wait with the lock held.
// Next: slowpath/take.c.
#include "slowpath/context.h"

#include "control/counters.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#define BURST 128                 // packets of one worker in a turn
#define NAP_BUSY_NS 20000         // after a turn with work: control calls get state_lock in between
#define NAP_NS 200000             // without: doubles up to the longest
#define NAP_MAX_NS 1000000

static uint64_t
clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint32_t
drain(struct slowpath *slow)
{
	struct rte_mbuf *packets[BURST];
	uint32_t taken = 0;

	for (uint32_t i = 0; i < slow->state->workers; i++) {
		unsigned int n = rte_ring_sc_dequeue_burst(slow->state->worker[i]->punts,
			(void **)packets, BURST, NULL);

		for (unsigned int p = 0; p < n; p++)
			slowpath_take(slow, packets[p]);
		taken += n;
	}
	return taken;
}

static uint32_t
turn(struct slowpath *slow)
{
	struct state *state = slow->state;
	struct rte_rcu_qsbr *rcu = state->tables->rcu;
	uint32_t done;

	pthread_mutex_lock(&state->state_lock);
	rte_rcu_qsbr_thread_online(rcu, state_slowpath_reader(state));
	state->neighbors->now = clock_ms();
	done = drain(slow) + slowpath_tick(slow);
	rte_rcu_qsbr_thread_offline(rcu, state_slowpath_reader(state));
	pthread_mutex_unlock(&state->state_lock);
	slow->counters->core[CORE_loops]++;
	return done;
}

static void *
run(void *argument)
{
	struct slowpath *slow = argument;
	long idle_ns = NAP_NS;

	while (!atomic_load_explicit(&slow->stop, memory_order_acquire)) {
		bool busy = turn(slow) > 0;
		struct timespec nap = { .tv_nsec = busy ? NAP_BUSY_NS : idle_ns };

		idle_ns = busy ? NAP_NS : RTE_MIN(idle_ns * 2, (long)NAP_MAX_NS);
		slow->counters->core[CORE_sleeps] += !busy;
		nanosleep(&nap, NULL);
	}
	return NULL;
}

// Signals are the JVM's: the thread takes none but those of its own faults.
static int
spawn(struct slowpath *slow)
{
	sigset_t blocked, before;
	int error;

	sigfillset(&blocked);
	sigdelset(&blocked, SIGSEGV);
	sigdelset(&blocked, SIGBUS);
	sigdelset(&blocked, SIGILL);
	sigdelset(&blocked, SIGFPE);
	sigdelset(&blocked, SIGABRT);
	pthread_sigmask(SIG_SETMASK, &blocked, &before);
	error = pthread_create(&slow->thread, NULL, run, slow);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error == 0)
		pthread_setname_np(slow->thread, "sbx-slow");
	return -error;
}

int
slowpath_start(struct state *state)
{
	int error = slowpath_create(state);

	if (error != 0)
		return error;
	state->slowpath->counters = counters_core(state->workers);
	state->neighbors->now = clock_ms();
	rte_rcu_qsbr_thread_register(state->tables->rcu, state_slowpath_reader(state));
	error = spawn(state->slowpath);
	if (error != 0)
		slowpath_free(state);
	return error;
}

void
slowpath_stop(struct state *state)
{
	struct slowpath *slow = state->slowpath;

	if (slow == NULL)
		return;
	atomic_store_explicit(&slow->stop, true, memory_order_release);
	pthread_join(slow->thread, NULL);
	rte_rcu_qsbr_thread_unregister(state->tables->rcu, state_slowpath_reader(state));
	slowpath_free(state);
}
