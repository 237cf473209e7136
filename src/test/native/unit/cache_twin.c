// The route cache on the road against a naive twin of the FIB, under random changes of routes between any two of its
// three steps, flushes, new tables and time: what a packet is given is what the FIB says when it is routed. Every
// kind, every number of ways.
// Owns: nothing. Threads: one. Next: cache_readers.c.
#include "road_fixture.h"

#include <bench/random.h>
#include <bench/table.h>

#define STEPS 6000
#define PREFIXES 40
#define HOSTS 60
#define SOURCES 6

struct twin {
	struct road_fixture *road;
	struct model model;
	struct random random;
	enum cache_kind kind;
	uint32_t ways;
	uint64_t version;
	struct sbx_address prefixes[PREFIXES];
	uint8_t lengths[PREFIXES];
	struct sbx_address hosts[HOSTS];
};

static uint8_t
family_of(const struct twin *twin)
{
	return cache_is_ipv6(twin->kind) ? SBX_IPV6 : SBX_IPV4;
}

static void
replace_tables(struct twin *twin)
{
	struct cache_memory old = twin->road->cache;

	twin->version++;
	assert_int_equal(cache_memory_make(CACHE_ENTRIES << twin->version % 2, twin->ways, twin->version,
		&twin->road->cache), 0);
	atomic_store(&twin->road->worker->cache.tables, twin->road->cache.tables);
	cache_memory_free(&old);
}

// Prefixes that nest, of every length, in a few places; hosts in them.
static void
draw_addresses(struct twin *twin)
{
	uint8_t bits = cache_is_ipv6(twin->kind) ? 128 : 32;

	for (uint32_t i = 0; i < PREFIXES; i++) {
		struct sbx_address base = fib_address(bits == 128 ? "2001:db8::" : "192.0.0.0");

		base.bytes[i % 4] ^= (uint8_t)(i % 5);
		twin->lengths[i] = (uint8_t)(i == 0 ? 0 : 1 + random_below(&twin->random, bits));
		table_fill_host(&base, 32 < twin->lengths[i] ? 24 : twin->lengths[i], bits,
			random_next(&twin->random), random_next(&twin->random));
		twin->prefixes[i] = model_mask(&base, twin->lengths[i]);
	}
	for (uint32_t i = 0; i < HOSTS; i++) {
		uint32_t from = random_below(&twin->random, PREFIXES);

		twin->hosts[i] = twin->prefixes[from];
		table_fill_host(&twin->hosts[i], twin->lengths[from], bits, random_next(&twin->random),
			random_next(&twin->random));
	}
}

static struct twin
make(enum cache_kind kind, uint32_t ways)
{
	struct twin twin = {.road = road_fixture_make(), .random = {kind * 10 + ways}, .kind = kind,
		.ways = ways, .version = 1};

	model_init(&twin.model, PREFIXES + 1);
	draw_addresses(&twin);
	replace_tables(&twin);
	twin.road->tables->cache.mode = SBX_CACHE_ON;
	atomic_store(&twin.road->tables->interfaces[IN].rp_filter,
		cache_is_pair(kind) ? SBX_RP_LOOSE : SBX_RP_OFF);
	return twin;
}

static void
change_routes(struct twin *twin)
{
	struct sbx_route batch[4];
	struct sbx_routes_result result = {0};
	uint32_t count = 1 + random_below(&twin->random, RTE_DIM(batch));

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = random_below(&twin->random, PREFIXES);

		batch[i] = (struct sbx_route){.address = twin->prefixes[at], .length = twin->lengths[at],
			.family = family_of(twin), .nexthop = 1 + random_below(&twin->random, NEXTHOPS - 1),
			.op = random_below(&twin->random, 3) == 0 ? SBX_ROUTE_DELETE : SBX_ROUTE_PUT};
	}
	assert_int_equal(fib_apply(twin->road->fib->vrf, batch, count, &result), 0);
	for (uint32_t i = 0; i < count; i++)
		model_apply(&twin->model, &batch[i]);
	// The worker's tables count the changes of all VRFs.
	twin->road->tables->generation += result.added + result.changed + result.removed > 0;
}

// What control and time may do between two steps; mostly nothing.
static void
meanwhile(struct twin *twin)
{
	uint32_t what = random_below(&twin->random, 1000);

	if (what < 6)
		change_routes(twin);
	else if (what == 6)
		atomic_fetch_add(&twin->road->tables->cache.flushes, 1);
	else if (what == 7)
		twin->road->worker->cache.seconds += random_below(&twin->random, 400);
	else if (what == 8)
		twin->road->tables->cache.insert_probability =
			random_below(&twin->random, 2) == 0 ? CACHE_ALWAYS : CACHE_ALWAYS / 3;
}

static void
fill(struct twin *twin, struct burst *burst)
{
	uint16_t count = (uint16_t)(1 + random_below(&twin->random, BURST_SIZE));

	*burst = (struct burst){.interface = IN, .count = count,
		.rp_filter = twin->road->tables->interfaces[IN].rp_filter};
	if (cache_is_ipv6(twin->kind))
		burst->count6 = count;
	else
		burst->count4 = count;
	for (uint16_t i = 0; i < count; i++) {
		const struct sbx_address *to = &twin->hosts[random_below(&twin->random, HOSTS)];
		const struct sbx_address *from = &twin->hosts[random_below(&twin->random, SOURCES)];

		burst->destinations6[i] = *to;
		burst->sources6[i] = *from;
		burst->destinations4[i] = table_address4(to);
		burst->sources4[i] = table_address4(from);
	}
	burst->cached = cache_in_use(twin->road->road, burst->rp_filter);
}

static void
check(struct twin *twin, const struct burst *burst)
{
	bool ipv6 = cache_is_ipv6(twin->kind);

	for (uint16_t i = 0; i < burst->count; i++) {
		uint32_t slot = ipv6 ? burst->slots6[i] : burst->slots4[i];
		uint32_t source = ipv6 ? burst->source_slots6[i] : burst->source_slots4[i];

		assert_int_equal(slot, model_lookup(&twin->model, family_of(twin), &burst->destinations6[i]));
		if (cache_is_pair(twin->kind))
			assert_int_equal(source,
				model_lookup(&twin->model, family_of(twin), &burst->sources6[i]));
	}
}

static uint64_t
core(const struct twin *twin, enum core_counter counter)
{
	return twin->road->counters->core[counter];
}

// Every packet is a hit or a miss; every miss that was looked up was kept, declined, or there already.
static void
check_counters(const struct twin *twin, uint64_t packets)
{
	const struct cache_table *table = &twin->road->cache.tables->table[twin->kind];

	assert_int_equal(core(twin, CORE_cache_hits) + core(twin, CORE_cache_misses), packets);
	assert_int_equal(twin->road->road->probed[twin->kind], packets);
	assert_int_equal(twin->road->road->hits[twin->kind], core(twin, CORE_cache_hits));
	assert_true(core(twin, CORE_cache_inserts) + core(twin, CORE_cache_declined) <=
		core(twin, CORE_cache_misses));
	assert_true(core(twin, CORE_cache_evictions_live) <= core(twin, CORE_cache_evictions));
	assert_true(core(twin, CORE_cache_evictions) <= core(twin, CORE_cache_inserts));
	assert_true(core(twin, CORE_cache_compares) <= packets * (twin->ways - 1));
	assert_true(atomic_load(&table->used) <= twin->road->cache.tables->entries);
	// Not so many changes that nothing was ever found, nor so few that all was.
	assert_in_range(core(twin, CORE_cache_hits) * 100 / packets, 30, 95);
	assert_true(core(twin, CORE_cache_declined) > 0);
}

static void
live_side_by_side(enum cache_kind kind, uint32_t ways)
{
	struct twin twin = make(kind, ways);
	struct road *road = twin.road->road;
	struct burst *burst = &road->bursts[0];
	uint64_t packets = 0;

	for (uint32_t step = 0; step < STEPS; step++) {
		cache_turn(road);
		fill(&twin, burst);
		meanwhile(&twin);
		cache_ask(road, burst);
		meanwhile(&twin);
		cache_probe(road, burst);
		meanwhile(&twin);
		// Held over a turn's end: the tables may be others then.
		if (random_below(&twin.random, 400) == 0)
			replace_tables(&twin);
		cache_turn(road);
		route(road, burst);
		check(&twin, burst);
		packets += burst->count;
	}
	check_counters(&twin, packets);
	model_free(&twin.model);
	road_fixture_free(twin.road);
}

static void
in_each_number_of_ways(enum cache_kind kind)
{
	for (uint32_t ways = 1; ways <= CACHE_WAYS_MAX; ways *= 2)
		live_side_by_side(kind, ways);
}

static void
ipv4_destinations(void **state)
{
	(void)state;
	in_each_number_of_ways(CACHE_ROUTE4);
}

static void
ipv4_pairs(void **state)
{
	(void)state;
	in_each_number_of_ways(CACHE_PAIR4);
}

static void
ipv6_destinations(void **state)
{
	(void)state;
	in_each_number_of_ways(CACHE_ROUTE6);
}

static void
ipv6_pairs(void **state)
{
	(void)state;
	in_each_number_of_ways(CACHE_PAIR6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ipv4_destinations),
		cmocka_unit_test(ipv4_pairs),
		cmocka_unit_test(ipv6_destinations),
		cmocka_unit_test(ipv6_pairs),
	};

	return cmocka_run_group_tests_name("the route cache and its twin", tests, NULL, NULL);
}
