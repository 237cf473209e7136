// The packet road: one worker's loop over the queues of its plan.
// Owns: the order of the stages. Two bursts are on the way at a time: a new one is parsed, which starts its
// FIB loads; then the one before it, whose lines have come meanwhile, is routed and sent.
// Thread: the worker's lcore, nobody else.
// Must not: allocate, lock, log, make a system call (but idle.h's sleep), or hold anything of a plan or table
// over a turn. Next: datapath/receive.h.
#include "datapath/forward.h"
#include "datapath/idle.h"
#include "datapath/parse.h"
#include "datapath/receive.h"
#include "datapath/route.h"
#include "datapath/sources.h"
#include "datapath/urpf.h"

#define BUSY_TURNS 32        // between two looks at the clock: some 10 us

// Routes and sends what is held.
static inline void
finish(struct road *road)
{
	struct burst *burst = road->held;

	if (burst == NULL)
		return;
	route(road, burst);
	urpf(road, burst);
	forward(road, burst);
	send_flush(road, burst->interface);
	road->held = NULL;
}

// One queue, until it is empty or has had its share of the turn. False when it had nothing. The last burst stays
// behind, held until the next one is parsed.
static inline bool
poll(struct road *road, const struct worker_queue *queue)
{
	uint32_t left = road->worker->burst;
	uint16_t received;

	do {
		struct burst *burst = &road->bursts[road->held == &road->bursts[0]];

		received = receive(road, queue, burst);
		if (received == 0)
			break;
		parse(road, burst);
		sources(road, burst);
		finish(road);
		road->held = burst;
		left -= RTE_MIN(left, received);
	} while (received == BURST_RECEIVE && left > 0);
	return left < road->worker->burst;
}

// A held burst waits for the next one only as long as there is a next one: no packet stays behind because no
// other comes.
static inline bool
turn(struct road *road)
{
	const struct worker_plan *plan = road->plan;
	bool busy = send_outboxes(road) != 0, received = false;

	for (uint16_t i = 0; i < plan->queues; i++)
		received |= poll(road, &plan->queue[i]);
	if (!received && road->held != NULL) {
		finish(road);
		busy = true;
	}
	if (road->dropped != 0)
		free_dropped(road);
	return busy | received;
}

// Where the time goes. Reading the clock takes as long as half a packet: a busy worker does it seldom.
struct clock {
	uint64_t since;
	uint32_t turns;            // busy ones since then
};

static inline void
account(struct core_counters *counters, enum core_counter counter, struct clock *clock)
{
	uint64_t now = rte_rdtsc();

	counters->core[counter] += now - clock->since;
	*clock = (struct clock){ .since = now };
}

void
worker_run(struct worker *worker)
{
	struct road road = {
		.worker = worker,
		.tables = worker->tables,
		.counters = worker->counters,
	};
	struct idle idle = { .sleep = IDLE_SLEEP_FIRST };
	struct clock clock = { .since = rte_rdtsc() };

	while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
		road.plan = atomic_load_explicit(&worker->plan, memory_order_acquire);
		if (turn(&road)) {
			idle_over(&idle);
			if (++clock.turns == BUSY_TURNS)
				account(worker->counters, CORE_busy_cycles, &clock);
		} else {
			if (clock.turns != 0)
				account(worker->counters, CORE_busy_cycles, &clock);
			idle_wait(&idle, worker);
			account(worker->counters, CORE_idle_cycles, &clock);
		}
		worker->counters->core[CORE_loops]++;
		rte_rcu_qsbr_quiescent(worker->tables->rcu, worker->number);
	}
	finish(&road);
	free_dropped(&road);
}
