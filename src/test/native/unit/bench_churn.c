// The bench's churn: routes go away and come back by another next hop, and in the end all is as it was.
// Owns: checks of bench/road/churn.c on a data plane that is an array; needs no EAL.
// Must not: depend on how fast the machine is: it waits until enough has been done.
// Next: bench/road/row_churn.c.
#include <bench/road/churn.h>

#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUTES 5000
#define NEXTHOPS 7
#define BASE 100                       // added to the table's next hops: the data plane's ids

static struct table table;
static uint32_t holds[ROUTES];         // next hop of each route, 0 = it is away
static uint32_t gone, changed, wrong;
static int refuse;

static uint32_t
number_of(const struct sbx_route *route)
{
	for (uint32_t i = 0; i < ROUTES; i++)
		if (table.routes[i].length == route->length &&
			memcmp(&table.routes[i].address, &route->address, sizeof(route->address)) == 0)
			return i;
	wrong++;
	return 0;
}

// What the churn's thread calls.
int
sbx_routes_apply(uint16_t vrf, const struct sbx_route *routes, uint32_t count, struct sbx_routes_result *out)
{
	wrong += vrf != 0;
	for (uint32_t i = 0; i < count && refuse == 0; i++) {
		uint32_t at = number_of(&routes[i]), original = table.routes[at].nexthop + BASE;

		if (routes[i].op == SBX_ROUTE_DELETE) {
			wrong += holds[at] == 0;
			holds[at] = 0;
			gone++;
			continue;
		}
		wrong += routes[i].nexthop <= BASE || routes[i].nexthop > BASE + NEXTHOPS;
		changed += routes[i].nexthop != original;
		holds[at] = routes[i].nexthop;
	}
	*out = (struct sbx_routes_result){0};
	return refuse;
}

static int
fill(void **state)
{
	(void)state;
	gone = changed = wrong = 0;
	refuse = 0;
	if (table_make(&table, SBX_IPV4, ROUTES, NEXTHOPS, NULL) != 0)
		return -1;
	for (uint32_t i = 0; i < ROUTES; i++)
		holds[i] = table.routes[i].nexthop + BASE;
	return 0;
}

static int
empty(void **state)
{
	(void)state;
	table_free(&table);
	return 0;
}

static struct churn
make(uint32_t rate)
{
	return (struct churn){.table = &table, .nexthops = NEXTHOPS, .nexthop_base = BASE,
		.level = {{.rate = 0}, {.rate = rate}}};
}

static void
routes_flap_and_are_in_the_end_as_they_were(void **state)
{
	struct churn churn = make(100000);

	(void)state;
	assert_int_equal(churn_start(&churn), 0);
	churn_pace(&churn, 1);
	while (atomic_load(&churn.level[1].done) < 3 * ROUTES)
		sched_yield();
	assert_int_equal(churn_stop(&churn), 0);
	assert_int_equal(wrong, 0);
	assert_true(gone >= ROUTES);
	assert_true(changed >= ROUTES / 2);
	for (uint32_t i = 0; i < ROUTES; i++)
		assert_int_equal(holds[i], table.routes[i].nexthop + BASE);
}

static void
at_pace_0_nothing_changes(void **state)
{
	struct churn churn = make(100000);

	(void)state;
	assert_int_equal(churn_start(&churn), 0);
	while (atomic_load(&churn.level[0].nanoseconds) < 5000000)
		sched_yield();
	assert_int_equal(churn.level[0].done, 0);
	assert_int_equal(gone, 0);
	assert_int_equal(churn_stop(&churn), 0);
}

static void
a_batch_that_is_refused_ends_it(void **state)
{
	struct churn churn = make(100000);

	(void)state;
	refuse = -ENOSPC;
	assert_int_equal(churn_start(&churn), 0);
	churn_pace(&churn, 1);
	while (atomic_load(&churn.failed) == 0)
		sched_yield();
	assert_int_equal(churn_stop(&churn), -ENOSPC);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(routes_flap_and_are_in_the_end_as_they_were, fill, empty),
		cmocka_unit_test_setup_teardown(at_pace_0_nothing_changes, fill, empty),
		cmocka_unit_test_setup_teardown(a_batch_that_is_refused_ends_it, fill, empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
