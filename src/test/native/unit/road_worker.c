// The worker's loop on a thread: it forwards the last packet too, reports quiescence, sleeps and stops.
// Owns: nothing. Threads: the test's own and the worker's.
#include "road_fixture.h"

#include <pthread.h>

#define READER 0
#define WAIT_SECONDS 10

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_UNICAST));
	fixture->worker->number = READER;
	fixture->worker->idle_sleep_micros = 100;
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static void *
run(void *argument)
{
	struct worker *worker = argument;

	rte_rcu_qsbr_thread_register(worker->tables->rcu, worker->number);
	rte_rcu_qsbr_thread_online(worker->tables->rcu, worker->number);
	worker_run(worker);
	rte_rcu_qsbr_thread_offline(worker->tables->rcu, worker->number);
	return NULL;
}

static pthread_t
launch(struct road_fixture *fixture)
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, run, fixture->worker), 0);
	return thread;
}

static void
stop(struct road_fixture *fixture, pthread_t thread)
{
	atomic_store(&fixture->worker->stop, true);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

// Until *value, which the worker writes, is at least `least`.
static void
wait_for(const void *value, size_t size, uint64_t least)
{
	for (uint32_t i = 0; i < WAIT_SECONDS * 10000; i++) {
		uint64_t now = size == 8 ? __atomic_load_n((const uint64_t *)value, __ATOMIC_ACQUIRE) :
			__atomic_load_n((const uint32_t *)value, __ATOMIC_ACQUIRE);

		if (now >= least)
			return;
		rte_delay_us_sleep(100);
	}
	fail_msg("waited %u s for %lu", WAIT_SECONDS, (unsigned long)least);
}

#define WAIT_FOR(value, least) wait_for(&(value), sizeof(value), least)

// The device gives everything at the first polls and then nothing: no packet may stay in the pipeline.
static void
nothing_stays_behind(void **state)
{
	const uint32_t counts[] = { 1, 2, 63, 64, 65, 128, 200 };

	for (uint32_t round = 0; round < RTE_DIM(counts); round++) {
		struct road_fixture *fixture = *state;
		struct fake_device *in = &fixture->device[IN_PORT], *out = &fixture->device[OUT_PORT];
		uint32_t count = counts[round];
		pthread_t thread;

		for (uint32_t i = 0; i < count; i++)
			in->give[in->gives++] = fake4(fixture, "192.0.2.1", "198.51.100.1", 64,
				(uint16_t)(i % 100));
		thread = launch(fixture);
		WAIT_FOR(out->taken, count);
		stop(fixture, thread);
		assert_int_equal(out->taken, count);
		assert_memory_equal(out->took, in->give, count * sizeof(in->give[0]));
		assert_int_equal(all_drops(fixture), 0);
		assert_int_equal(fixture->counters->core[CORE_bursts],
			(count + BURST_MAX - 1) / BURST_MAX);
		unmake(state);
		make(state);
	}
}

// A device that gives a few packets at a time: they make full bursts all the same, and nothing stays behind.
static void
short_receive_calls_fill_bursts(void **state)
{
	struct road_fixture *fixture = *state;
	struct fake_device *in = &fixture->device[IN_PORT], *out = &fixture->device[OUT_PORT];

	fixture->worker->burst = 8;
	for (uint32_t i = 0; i < 64; i++)
		in->give[in->gives++] = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 8);
	in->stop = &fixture->worker->stop;
	run(fixture->worker);
	assert_int_equal(fixture->counters->core[CORE_bursts], 8);
	assert_int_equal(out->taken, 64);
	assert_memory_equal(out->took, in->give, 64 * sizeof(in->give[0]));
	// 20 when 40 had come, 20 when 60 had, and the last 24 at the stop.
	assert_int_equal(out->calls, 3);
}

// Two interfaces in turn, to a port that is down: each drop is counted where the packet came in.
static void
interfaces_do_not_share_a_burst(void **state)
{
	struct road_fixture *fixture = *state;
	struct worker_plan *plan = fixture->plan;

	plan->queues = 2;
	plan->queue[1] = (struct worker_queue){ .port = OUT_PORT, .interface = OUT };
	plan->port[OUT_PORT].up = false;
	fixture->worker->burst = 4;
	for (uint32_t i = 0; i < 30; i++) {
		struct fake_device *device = &fixture->device[i % 3 == 0 ? OUT_PORT : IN_PORT];
		struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 8);

		if (i % 3 == 0)
			memcpy(rte_pktmbuf_mtod(packet, void *), fixture->tables->interfaces[OUT].mac, 6);
		device->give[device->gives++] = packet;
	}
	fixture->device[IN_PORT].stop = &fixture->worker->stop;
	run(fixture->worker);
	assert_int_equal(drops(fixture, IN, DROP_interface_down), 20);
	assert_int_equal(drops(fixture, OUT, DROP_interface_down), 10);
	assert_int_equal(all_drops(fixture), 30);
}

// The stop comes while the last burst has been parsed and is held: it is still sent.
static void
a_stop_finishes_the_burst(void **state)
{
	struct road_fixture *fixture = *state;
	struct fake_device *in = &fixture->device[IN_PORT];

	for (uint32_t i = 0; i < 5; i++)
		in->give[in->gives++] = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 8);
	in->stop = &fixture->worker->stop;
	run(fixture->worker);
	assert_int_equal(in->given, 5);
	assert_int_equal(in->empty_polls, 0);
	assert_int_equal(fixture->device[OUT_PORT].taken, 5);
}

// It sleeps offline, so that nobody waits for its sleep's end.
static void
wait_offline(const struct rte_rcu_qsbr *rcu)
{
	for (uint32_t i = 0; i < WAIT_SECONDS * 10000; i++) {
		if (__atomic_load_n(&rcu->qsbr_cnt[READER].cnt, __ATOMIC_ACQUIRE) == 0)
			return;
		rte_delay_us_sleep(100);
	}
	fail_msg("never offline in %u s", WAIT_SECONDS);
}

static void
an_idle_worker_sleeps_and_lets_writers_go_on(void **state)
{
	struct road_fixture *fixture = *state;
	pthread_t thread = launch(fixture);
	uint64_t *core = fixture->counters->core;

	WAIT_FOR(core[CORE_sleeps], 3);
	wait_offline(fixture->tables->rcu);
	for (uint32_t i = 0; i < 100; i++)
		rcu_synchronize(fixture->tables->rcu);
	WAIT_FOR(core[CORE_loops], __atomic_load_n(&core[CORE_loops], __ATOMIC_RELAXED) + 10);
	stop(fixture, thread);
	assert_true(core[CORE_idle_cycles] > 0);
	assert_int_equal(core[CORE_busy_cycles], 0);
	assert_int_equal(core[CORE_bursts], 0);
}

static void
a_new_plan_is_followed(void **state)
{
	struct road_fixture *fixture = *state;
	struct worker_plan *empty = aligned_alloc(RTE_CACHE_LINE_SIZE,
		RTE_ALIGN_CEIL(sizeof(*empty), RTE_CACHE_LINE_SIZE));
	struct fake_device *in = &fixture->device[IN_PORT];
	pthread_t thread = launch(fixture);
	uint32_t polls;

	memset(empty, 0, sizeof(*empty));
	WAIT_FOR(in->empty_polls, 10);
	atomic_store(&fixture->worker->plan, empty);
	rcu_synchronize(fixture->tables->rcu);
	polls = __atomic_load_n(&in->empty_polls, __ATOMIC_ACQUIRE);
	WAIT_FOR(fixture->counters->core[CORE_loops],
		__atomic_load_n(&fixture->counters->core[CORE_loops], __ATOMIC_RELAXED) + 10);
	assert_int_equal(in->empty_polls, polls);
	stop(fixture, thread);
	free(empty);
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("no packet stays in the pipeline, from 1 to 200", nothing_stays_behind),
		TEST("short receive calls fill bursts", short_receive_calls_fill_bursts),
		TEST("interfaces do not share a burst", interfaces_do_not_share_a_burst),
		TEST("a stop finishes the held burst", a_stop_finishes_the_burst),
		TEST("an idle worker sleeps, and writers go on", an_idle_worker_sleeps_and_lets_writers_go_on),
		TEST("a new plan is followed after a grace period", a_new_plan_is_followed),
	};

	return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
