// The FIB under churn on the real table, with a reader on a thread of its own (rows L6 and L11).
// Owns: the table, the twin, the probes that the reader checks. Threads: the writer is main's, the
// reader its own.
// Must not: run without the real table: it says so and skips.
// Next: control/fib_batch.c has the order that makes this hold.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>

#include <pthread.h>
#include <stdio.h>

#define NEXTHOPS 2048
#define PROBES 256
#define CHANGES 200000            // a family
#define BATCH_MAX 24
#define ROUTES_MAX 1200000
#define GROUPS_MAX 131072

// What the reader may see for one address: before the batch in work, and after it. Equal between
// batches.
struct probe {
	struct sbx_address address;
	_Atomic uint64_t allowed;      // old slot << 32 | new slot. writer: rw, reader: ro
};

struct churn {
	struct fib_fixture *fib;
	struct model model;
	struct table table;
	struct random random;
	uint8_t family;
	uint8_t bits;
	struct probe probes[PROBES];
	_Atomic uint64_t batches;      // begun. writer: rw, reader: ro
	_Atomic bool stop;             // writer: rw, reader: ro
	uint64_t checked, wrong;       // reader's, until it has ended
};

static void
open_table(struct churn *churn, uint8_t family, const char *file)
{
	struct sbx_routes_result result = {0};

	*churn = (struct churn) {.fib = fib_fixture_make(ROUTES_MAX, GROUPS_MAX), .family = family,
		.bits = family == SBX_IPV6 ? 128 : 32, .random = {family}};
	model_init(&churn->model, ROUTES_MAX);
	assert_int_equal(table_make(&churn->table, family, 0, NEXTHOPS, file), 0);
	for (uint32_t i = 0; i < churn->table.count; i++)
		model_apply(&churn->model, &churn->table.routes[i]);
	assert_int_equal(fib_apply(churn->fib->vrf, churn->table.routes, churn->table.count,
		&result), 0);
	assert_int_equal(result.added, churn->table.count);
	assert_int_equal(result.generation, 1);
}

static void
close_table(struct churn *churn)
{
	table_free(&churn->table);
	model_free(&churn->model);
	fib_fixture_free(churn->fib);
}

// First, last and a random address of every prefix.
static void
check_all(struct churn *churn)
{
	struct sbx_address *addresses = calloc(3, churn->table.count * sizeof(*addresses));

	assert_non_null(addresses);
	for (uint32_t i = 0; i < churn->table.count; i++) {
		const struct sbx_route *route = &churn->table.routes[i];
		uint64_t inside = random_next(&churn->random);

		for (uint32_t k = 0; k < 3; k++)
			addresses[3 * i + k] = route->address;
		table_fill_host(&addresses[3 * i + 1], route->length, churn->bits, UINT64_MAX, UINT64_MAX);
		table_fill_host(&addresses[3 * i + 2], route->length, churn->bits, inside, inside * 3);
	}
	fib_agrees(churn->fib, &churn->model, churn->family, addresses, 3 * churn->table.count);
	free(addresses);
}

static void
loads_the_table(uint8_t family, uint32_t routes, uint64_t bytes_max)
{
	const char *file = fib_real_table();
	struct churn *churn = file == NULL ? NULL : malloc(sizeof(*churn));
	struct sbx_fib_state state;

	if (churn == NULL)
		skip();
	open_table(churn, family, file);
	state = fib_state(churn->fib, family);
	assert_int_equal(state.routes, routes);
	assert_true(state.bytes <= bytes_max);
	check_all(churn);
	close_table(churn);
	free(churn);
}

static void
l6_ipv4_loads_whole(void **state)
{
	(void)state;
	loads_the_table(SBX_IPV4, 901899, 128ul << 20);
}

static void
l6_ipv6_loads_whole(void **state)
{
	(void)state;
	loads_the_table(SBX_IPV6, 160147, 64ul << 20);
}

// One lookup of one probe. It counts when at most one batch began meanwhile: the probe's two states
// then have every answer that is right.
static void
read_one(struct churn *churn, const struct probe *probe)
{
	uint64_t begun = atomic_load(&churn->batches);
	uint64_t before = atomic_load(&probe->allowed);
	uint32_t slot = fib_lookup(churn->fib, churn->family, &probe->address);
	uint64_t after = atomic_load(&probe->allowed);

	if (atomic_load(&churn->batches) - begun > 1)
		return;
	churn->checked++;
	churn->wrong += slot != (uint32_t)before && slot != before >> 32
		&& slot != (uint32_t)after && slot != after >> 32;
}

static void *
read_all(void *argument)
{
	struct churn *churn = argument;
	struct rte_rcu_qsbr *rcu = churn->fib->rcu;

	rte_rcu_qsbr_thread_register(rcu, 0);
	rte_rcu_qsbr_thread_online(rcu, 0);
	while (!atomic_load(&churn->stop)) {
		for (uint32_t i = 0; i < PROBES; i++)
			read_one(churn, &churn->probes[i]);
		rte_rcu_qsbr_quiescent(rcu, 0);
	}
	rte_rcu_qsbr_thread_offline(rcu, 0);
	rte_rcu_qsbr_thread_unregister(rcu, 0);
	return NULL;
}

// Of a route of the table, or around a probe so that the reader is in the way; rarely the default
// route.
static struct sbx_route
random_change(struct churn *churn)
{
	const struct sbx_route *known =
		&churn->table.routes[random_below(&churn->random, churn->table.count)];
	const struct probe *probe = &churn->probes[random_below(&churn->random, PROBES)];
	struct sbx_route route = *known;

	if (random_below(&churn->random, 2) == 0) {
		route.length = (uint8_t)(16 + random_below(&churn->random, churn->bits - 15u));
		route.address = model_mask(&probe->address, route.length);
	}
	if (random_below(&churn->random, 4000) == 0)
		route = (struct sbx_route) {.family = churn->family};
	route.op = random_below(&churn->random, 2) == 0 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE;
	route.nexthop = 1 + random_below(&churn->random, NEXTHOPS);
	return route;
}

static bool
within(const struct sbx_address *address, const struct sbx_route *route)
{
	uint32_t bytes = route->length / 8, bits = route->length % 8;

	return memcmp(address, &route->address, bytes) == 0
		&& (bits == 0 || (address->bytes[bytes] ^ route->address.bytes[bytes]) >> (8 - bits) == 0);
}

static bool
covered(const struct probe *probe, const struct sbx_route *batch, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (within(&probe->address, &batch[i]))
			return true;
	return false;
}

// Writes what each probe may answer from here on: its old answer, or the twin's.
static void
allow(struct churn *churn, const struct sbx_route *batch, uint32_t count, bool done)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct probe *probe = &churn->probes[i];
		uint32_t old = (uint32_t)atomic_load(&probe->allowed);

		if (!done && covered(probe, batch, count))
			atomic_store(&probe->allowed, (uint64_t)old << 32
				| model_lookup(&churn->model, churn->family, &probe->address));
		else if (done)
			atomic_store(&probe->allowed, (uint64_t)old << 32 | old);
	}
}

static uint32_t
change_once(struct churn *churn)
{
	uint32_t count = random_below(&churn->random, 2) == 0 ? 1
		: 1 + random_below(&churn->random, BATCH_MAX);
	struct sbx_route batch[BATCH_MAX];
	struct sbx_routes_result result = {0};

	for (uint32_t i = 0; i < count; i++)
		batch[i] = random_change(churn);
	for (uint32_t i = 0; i < count; i++)
		model_apply(&churn->model, &batch[i]);
	atomic_fetch_add(&churn->batches, 1);
	allow(churn, batch, count, false);
	assert_int_equal(fib_apply(churn->fib->vrf, batch, count, &result), 0);
	allow(churn, batch, count, true);
	return count;
}

static void
place_probes(struct churn *churn)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct probe *probe = &churn->probes[i];
		const struct sbx_route *route =
			&churn->table.routes[random_below(&churn->random, churn->table.count)];
		uint64_t inside = random_next(&churn->random);
		uint32_t slot;

		probe->address = route->address;
		table_fill_host(&probe->address, route->length, churn->bits, inside, inside * 3);
		slot = model_lookup(&churn->model, churn->family, &probe->address);
		atomic_store(&probe->allowed, (uint64_t)slot << 32 | slot);
	}
}

// Takes everything out: no group may stay.
static void
empty(struct churn *churn)
{
	struct sbx_route *all = calloc(ROUTES_MAX, sizeof(*all));
	uint32_t count = model_list(&churn->model, churn->family, all);
	struct sbx_routes_result result = {0};

	for (uint32_t i = 0; i < count; i++)
		all[i].op = SBX_ROUTE_DELETE;
	assert_int_equal(fib_apply(churn->fib->vrf, all, count, &result), 0);
	assert_int_equal(result.removed, count);
	assert_int_equal(fib_state(churn->fib, churn->family).groups, 0);
	assert_int_equal(fib_state(churn->fib, churn->family).routes, 0);
	free(all);
}

static void
churns(uint8_t family)
{
	const char *file = fib_real_table();
	struct churn *churn = file == NULL ? NULL : malloc(sizeof(*churn));
	uint32_t changes = 0;
	pthread_t reader;

	if (churn == NULL)
		skip();
	open_table(churn, family, file);
	place_probes(churn);
	assert_int_equal(pthread_create(&reader, NULL, read_all, churn), 0);
	while (changes < CHANGES)
		changes += change_once(churn);
	atomic_store(&churn->stop, true);
	pthread_join(reader, NULL);
	printf("%lu lookups checked during %u changes\n", churn->checked, changes);
	assert_int_equal(churn->wrong, 0);
	assert_true(churn->checked > CHANGES);
	check_all(churn);
	empty(churn);
	close_table(churn);
	free(churn);
}

static void
l11_ipv4_churns(void **state)
{
	(void)state;
	churns(SBX_IPV4);
}

static void
l11_ipv6_churns(void **state)
{
	(void)state;
	churns(SBX_IPV6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{"L6 IPv4: the real table agrees with the twin on each prefix", l6_ipv4_loads_whole,
			NULL, NULL, NULL},
		{"L6 IPv6: the real table agrees with the twin on each prefix", l6_ipv6_loads_whole,
			NULL, NULL, NULL},
		{"L11 IPv4: 200,000 changes, no reader sees what was in neither table",
			l11_ipv4_churns, NULL, NULL, NULL},
		{"L11 IPv6: 200,000 changes, no reader sees what was in neither table",
			l11_ipv6_churns, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("the FIB under churn", tests, NULL, NULL);
}
