// Workers with route caches beside a writer: what a packet is given was right at some moment after it was received.
// Each batch gives the prefixes that it changes its own number as nexthop, so that an answer says how old it is: never
// older than the last batch whose fib_apply had returned when the packet came. Two bursts at a time, held over
// quiescent states, as on the road; tables are replaced meanwhile.
// Owns: the tables, the workers. Threads: the writer is main's, each worker its own. Next: road_cache.c.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>
#include <control/cache_memory.h>
#include <datapath/route.h>

#include <pthread.h>

#define WORKERS 3
#define BATCHES 4000
#define PREFIXES 48           // of each family
#define ENTRIES 1024
#define REPLACE_EVERY 50      // batches

struct world {
	struct tables *tables;
	struct fib_vrf *fib;
	_Atomic uint32_t begun;       // number of the newest batch. Writer: rw, workers: ro
	_Atomic uint32_t returned;    // of the newest whose fib_apply has returned
	_Atomic bool stop;
	struct sbx_address prefixes[2][PREFIXES]; // by family, IPv6 = 1
};

struct reader {
	struct world *world;
	struct worker worker;
	struct road road;
	struct core_counters counters;
	struct cache_memory memory;
	struct random random;
	uint32_t received[2];         // what had returned when bursts[i] came
	uint32_t prefix[2][BURST_SIZE][2]; // of bursts[i]'s packets: destination's and source's
	_Atomic uint64_t checked;     // worker: rw, writer: ro
	uint64_t wrong;               // worker's until it has ended
};

// Whether batch `number` changes a prefix. The first two do, all.
static bool
changes(uint32_t number, uint32_t prefix)
{
	return number <= 2 || (number * 2654435761u ^ prefix * 40503u) % 7 < 2;
}

// Whether an answer of batch `number` may be given to a packet that came when `returned` had, by now.
static bool
may_be(uint32_t number, uint32_t prefix, uint32_t returned, uint32_t begun)
{
	if (number == 0 || number > begun || !changes(number, prefix))
		return false;
	for (uint32_t later = number + 1; later <= returned; later++)
		if (changes(later, prefix))
			return false;
	return true;
}

// ------------------------------------------------------------------------------------- a worker

static struct sbx_address
host_in(struct reader *reader, bool ipv6, uint32_t prefix)
{
	struct sbx_address host = reader->world->prefixes[ipv6][prefix];

	host.bytes[ipv6 ? 15 : 3] = (uint8_t)(1 + random_below(&reader->random, 3));
	return host;
}

static void
receive_some(struct reader *reader, struct burst *burst)
{
	uint32_t which = burst == &reader->road.bursts[1];
	uint32_t (*prefix)[2] = reader->prefix[which];
	bool ipv6 = random_below(&reader->random, 2) == 0;

	reader->received[which] = atomic_load_explicit(&reader->world->returned, memory_order_acquire);
	burst->count = BURST_SIZE;
	burst->rp_filter = random_below(&reader->random, 2) == 0 ? SBX_RP_OFF : SBX_RP_STRICT;
	burst->cached = cache_in_use(&reader->road, burst->rp_filter);
	burst->count4 = ipv6 ? 0 : BURST_SIZE;
	burst->count6 = ipv6 ? BURST_SIZE : 0;
	for (uint32_t i = 0; i < BURST_SIZE; i++) {
		for (uint32_t j = 0; j < 2; j++)
			prefix[i][j] = random_below(&reader->random, PREFIXES);
		burst->destinations6[i] = host_in(reader, ipv6, prefix[i][0]);
		burst->sources6[i] = host_in(reader, ipv6, prefix[i][1]);
		burst->destinations4[i] = table_address4(&burst->destinations6[i]);
		burst->sources4[i] = table_address4(&burst->sources6[i]);
	}
}

static void
check(struct reader *reader, const struct burst *burst)
{
	uint32_t which = burst == &reader->road.bursts[1], returned = reader->received[which];
	uint32_t begun = atomic_load_explicit(&reader->world->begun, memory_order_acquire);
	const uint32_t *slots = burst->count6 > 0 ? burst->slots6 : burst->slots4;
	const uint32_t *sources = burst->count6 > 0 ? burst->source_slots6 : burst->source_slots4;

	for (uint32_t i = 0; i < burst->count; i++) {
		const uint32_t *prefix = reader->prefix[which][i];

		reader->wrong += !may_be(FIB_NEXTHOP(slots[i]), prefix[0], returned, begun);
		if (burst->rp_filter != SBX_RP_OFF)
			reader->wrong += !may_be(FIB_NEXTHOP(sources[i]), prefix[1], returned, begun);
	}
	atomic_fetch_add_explicit(&reader->checked, burst->count, memory_order_relaxed);
}

static void
advance(struct reader *reader)
{
	struct road *road = &reader->road;
	struct burst *burst = road->held;

	cache_ask(road, road->filling);
	if (burst->count != 0) {
		route(road, burst);
		check(reader, burst);
	}
	cache_probe(road, road->filling);
	burst->count = 0;
	road->held = road->filling;
	road->filling = burst;
}

static void *
work(void *argument)
{
	struct reader *reader = argument;
	struct rte_rcu_qsbr *rcu = reader->world->tables->rcu;

	rte_rcu_qsbr_thread_register(rcu, reader->worker.number);
	rte_rcu_qsbr_thread_online(rcu, reader->worker.number);
	while (!atomic_load_explicit(&reader->world->stop, memory_order_acquire)) {
		cache_turn(&reader->road);
		for (uint32_t bursts = random_below(&reader->random, 3); bursts > 0; bursts--) {
			receive_some(reader, reader->road.filling);
			advance(reader);
		}
		rte_rcu_qsbr_quiescent(rcu, reader->worker.number);
	}
	rte_rcu_qsbr_thread_offline(rcu, reader->worker.number);
	return NULL;
}

// ------------------------------------------------------------------------------------- the writer

static void
apply(struct world *world, uint32_t number)
{
	struct sbx_route batch[2 * PREFIXES];
	struct sbx_routes_result result = {0};
	uint32_t count = 0;

	for (uint32_t i = 0; i < 2 * PREFIXES; i++) {
		bool ipv6 = i >= PREFIXES;

		if (changes(number, i % PREFIXES))
			batch[count++] = (struct sbx_route){.address = world->prefixes[ipv6][i % PREFIXES],
				.family = ipv6 ? SBX_IPV6 : SBX_IPV4, .length = ipv6 ? 120 : 30,
				.nexthop = number, .op = SBX_ROUTE_PUT};
	}
	atomic_store_explicit(&world->begun, number, memory_order_release);
	assert_int_equal(fib_apply(world->fib, batch, count, &result), 0);
	atomic_store_explicit(&world->returned, number, memory_order_release);
}

static void
replace_tables(struct reader *reader, uint64_t version)
{
	struct cache_memory old = reader->memory;

	assert_int_equal(cache_memory_make(ENTRIES << version % 2, 1u << version % 4, version,
		&reader->memory), 0);
	atomic_store_explicit(&reader->worker.cache.tables, reader->memory.tables, memory_order_release);
	rcu_synchronize(reader->world->tables->rcu);
	cache_memory_free(&old);
}

// On a busy machine a worker may come late.
static bool
all_checked(struct reader *readers, uint64_t least)
{
	for (uint32_t i = 0; i < WORKERS; i++)
		if (atomic_load_explicit(&readers[i].checked, memory_order_relaxed) < least)
			return false;
	return true;
}

// ------------------------------------------------------------------------------------- the world

static void *
zeroed(size_t size)
{
	size_t whole = RTE_ALIGN_CEIL(size, RTE_CACHE_LINE_SIZE);
	void *memory = aligned_alloc(RTE_CACHE_LINE_SIZE, whole);

	assert_non_null(memory);
	return memset(memory, 0, whole);
}

static struct world *
make_world(void)
{
	const struct fib_limits limits = {100, 100, 1000, 1000};
	struct world *world = zeroed(sizeof(*world));
	struct tables *tables = zeroed(sizeof(*tables));

	tables->rcu = zeroed(rte_rcu_qsbr_get_memsize(WORKERS));
	assert_int_equal(rte_rcu_qsbr_init(tables->rcu, WORKERS), 0);
	assert_int_equal(fib_create(&limits, tables->rcu, &tables->generation, &world->fib), 0);
	tables->vrfs[0] = (struct vrf_fibs){fib_readers4(world->fib), fib_readers6(world->fib)};
	tables->cache.mode = SBX_CACHE_ON;
	tables->cache.max_age = 300;
	tables->cache.insert_probability = CACHE_ALWAYS / 2;
	world->tables = tables;
	// A few to a slice.
	for (uint32_t i = 0; i < PREFIXES; i++) {
		world->prefixes[0][i] = (struct sbx_address){{(uint8_t)(16 + i / 8), 0, (uint8_t)i, 0}};
		world->prefixes[1][i] = (struct sbx_address){{0x20, (uint8_t)(i / 8), 0, (uint8_t)i}};
	}
	apply(world, 1);
	apply(world, 2);
	return world;
}

static struct reader *
make_readers(struct world *world)
{
	struct reader *readers = zeroed(WORKERS * sizeof(*readers));

	for (uint32_t i = 0; i < WORKERS; i++) {
		struct reader *reader = &readers[i];

		reader->world = world;
		reader->random.state = i;
		reader->worker.number = i;
		reader->worker.cache.random = i + 1;
		assert_int_equal(cache_memory_make(ENTRIES, 4, 1, &reader->memory), 0);
		atomic_store(&reader->worker.cache.tables, reader->memory.tables);
		reader->road = (struct road){.worker = &reader->worker, .tables = world->tables,
			.counters = &reader->counters, .filling = &reader->road.bursts[0],
			.held = &reader->road.bursts[1]};
	}
	return readers;
}

static void
free_all(struct world *world, struct reader *readers)
{
	for (uint32_t i = 0; i < WORKERS; i++)
		cache_memory_free(&readers[i].memory);
	fib_free(world->fib);
	free(world->tables->rcu);
	free(world->tables);
	free(world);
	free(readers);
}

static void
nothing_old_is_given_after_fib_apply_returned(void **state)
{
	struct world *world = make_world();
	struct reader *readers = make_readers(world);
	pthread_t threads[WORKERS];

	(void)state;
	for (uint32_t i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, work, &readers[i]), 0);
	for (uint32_t number = 3; number < BATCHES || !all_checked(readers, 200000); number++) {
		apply(world, number);
		if (number % REPLACE_EVERY == 0)
			replace_tables(&readers[number / REPLACE_EVERY % WORKERS], number);
	}
	atomic_store_explicit(&world->stop, true, memory_order_release);
	for (uint32_t i = 0; i < WORKERS; i++) {
		pthread_join(threads[i], NULL);
		assert_int_equal(readers[i].wrong, 0);
		assert_true(readers[i].counters.core[CORE_cache_hits] > 0);
		assert_true(readers[i].counters.core[CORE_cache_misses] > 0);
	}
	free_all(world, readers);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_old_is_given_after_fib_apply_returned),
	};

	return cmocka_run_group_tests_name("the route cache's readers", tests, NULL, NULL);
}
