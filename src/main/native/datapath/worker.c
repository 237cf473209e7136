// The packet road: one worker's loop over the queues of its plan.
// Owns: the order of the stages. Two bursts are on the way at a time: one is filled by parsing, which starts its
// FIB loads; when it is full, the one before it, whose lines have come meanwhile, is routed and sent.
// Thread: the worker's lcore, nobody else.
// Must not: allocate, lock, log, make a system call (but idle.h's sleep), or hold anything of a plan or table
// over a turn. Next: datapath/receive.h.
#include "datapath/adaptive.h"
#include "datapath/cache.h"
#include "datapath/forward.h"
#include "datapath/idle.h"
#include "datapath/parse.h"
#include "datapath/receive.h"
#include "datapath/route.h"
#include "datapath/sources.h"
#include "datapath/urpf.h"

#define BUSY_TURNS 32        // between two looks at the clock: up to 2,048 packets, some 50 us

// A batch for a port has packets of one interface only, for the count of those that are dropped.
static inline void
finish(struct road *road, struct burst *burst)
{
	if (road->sending != burst->interface)
		send_flush(road);
	road->sending = burst->interface;
	route(road, burst);
	urpf(road, burst);
	forward(road, burst);
}

// What is held is finished, and what was filled is held in its place.
static inline void
advance(struct road *road)
{
	struct burst *burst = road->held;

	sources(road, road->filling);
	cache_ask(road, road->filling);
	if (burst->count != 0)
		finish(road, burst);
	cache_probe(road, road->filling);
	burst->count = burst->count4 = burst->count6 = 0;
	road->held = road->filling;
	road->filling = burst;
}

// One queue's share of the turn. False when it had nothing. Its last packets stay behind.
static inline bool
poll(struct road *road, const struct worker_queue *queue)
{
	uint16_t received = receive(road, queue);

	if (received == 0)
		return false;
	if (road->filling->count != 0 && road->filling->interface != queue->interface)
		advance(road);
	parse_ahead(road->received, received);
	for (uint16_t at = 0, taken; at < received; at += taken) {
		struct burst *burst = road->filling;

		burst->interface = queue->interface;
		taken = (uint16_t)RTE_MIN(received - at, BURST_SIZE - burst->count);
		parse(road, burst, &road->received[at], taken);
		if (burst->count == BURST_SIZE)
			advance(road);
	}
	send_flush(road);
	return true;
}

// Packets wait for more only as long as more come: none stays behind. False when there was none.
static inline bool
drain(struct road *road)
{
	if (road->held->count + road->filling->count == 0)
		return false;
	advance(road);
	advance(road);
	send_flush(road);
	return true;
}

// What control has published: held for one turn, since it may be freed when that is over.
static inline void
look_around(struct road *road)
{
	road->plan = atomic_load_explicit(&road->worker->plan, memory_order_acquire);
	cache_turn(road);
}

// The first turn of a plan takes nothing in: it finishes what is there, so that no packet stays behind of an interface,
// or in a VRF, that has gone with the plan before.
static inline uint16_t
queues_to_poll(struct road *road)
{
	if (likely(road->planned == road->plan->number))
		return road->plan->queues;
	road->planned = road->plan->number;
	return 0;
}

static inline bool
turn(struct road *road)
{
	const struct worker_plan *plan = road->plan;
	bool busy = send_outboxes(road) != 0, received = false;
	const uint16_t queues = queues_to_poll(road);

	for (uint16_t i = 0; i < queues; i++)
		received |= poll(road, &plan->queue[i]);
	if (!received)
		busy |= drain(road);
	if (road->dropped != 0)
		free_dropped(road);
	return busy | received;
}

// Where the time goes. Reading the clock takes as long as half a packet: a busy worker does it seldom.
struct clock {
	uint64_t since;
	uint32_t turns;            // busy ones since then
};

// Returns the cycles since the last look at the clock.
static inline uint64_t
account(struct worker *worker, enum core_counter counter, struct clock *clock)
{
	uint64_t now = rte_rdtsc(), cycles = now - clock->since;

	worker->counters->core[counter] += cycles;
	*clock = (struct clock){ .since = now };
	cache_time(&worker->cache, now);
	return cycles;
}

// After a busy turn.
static inline void
go_on(struct road *road, struct clock *clock, struct adaptive *adaptive)
{
	if (++clock->turns == BUSY_TURNS) {
		uint64_t cycles = account(road->worker, CORE_busy_cycles, clock);

		adaptive_busy(adaptive, road, cycles, clock->since);
	}
}

// After one that found nothing.
static inline void
stand_by(struct road *road, struct clock *clock, struct adaptive *adaptive, struct idle *idle)
{
	if (clock->turns != 0)
		account(road->worker, CORE_busy_cycles, clock);
	adaptive_idle(adaptive, road);
	idle_wait(idle, road->worker);
	account(road->worker, CORE_idle_cycles, clock);
}

void
worker_run(struct worker *worker)
{
	struct road road = {
		.worker = worker,
		.tables = worker->tables,
		.counters = worker->counters,
		.filling = &road.bursts[0],
		.held = &road.bursts[1],
	};
	struct idle idle = { .sleep = IDLE_SLEEP_FIRST };
	struct clock clock = { .since = rte_rdtsc() };
	struct adaptive adaptive = { .on = false };

	while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
		look_around(&road);
		if (turn(&road)) {
			idle_over(&idle);
			go_on(&road, &clock, &adaptive);
		} else {
			stand_by(&road, &clock, &adaptive, &idle);
		}
		worker->counters->core[CORE_loops]++;
		rte_rcu_qsbr_quiescent(worker->tables->rcu, worker->number);
	}
	look_around(&road);
	drain(&road);
	free_dropped(&road);
}
