// Route changes at a steady pace.
// Owns: which change comes next. Threads: its own. Must not: try to make up for more than a moment's delay; what it
// was too slow for is seen in `done`.
// Next: row_churn.c.
#include "churn.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#define TURN_NANOSECONDS 1000000   // a batch each: a feed hands over what came within a moment
#define BATCH_MAX 1000             // changes: ten turns late at 100,000 a second
#define BLOCK 1024                 // routes that go away before the first of them comes back; more than a batch

static uint64_t
now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

// A block of routes goes away one by one, then comes back.
static struct sbx_route
change(const struct churn *churn, uint64_t at)
{
	uint64_t place = at / (2 * BLOCK) * BLOCK + at % BLOCK, pass = place / churn->table->count;
	struct sbx_route route = churn->table->routes[churn->order[place % churn->table->count]];

	if (at % (2 * BLOCK) < BLOCK)
		route.op = SBX_ROUTE_DELETE;
	else
		route.nexthop = churn->nexthop_base + 1 +
			(uint32_t)(route.nexthop + pass) % churn->nexthops;
	return route;
}

static void
apply(struct churn *churn, uint64_t count)
{
	struct sbx_route routes[BATCH_MAX];
	struct sbx_routes_result result;
	int failed;

	for (uint64_t i = 0; i < count; i++)
		routes[i] = change(churn, churn->at + i);
	failed = sbx_routes_apply(0, routes, (uint32_t)count, &result);
	if (failed != 0)
		atomic_store(&churn->failed, failed);
	churn->at += count;
}

// All that were changed, as they were.
static void
restore(struct churn *churn)
{
	uint64_t places = churn->at / (2 * BLOCK) * BLOCK + BLOCK;
	uint32_t count = places < churn->table->count ? (uint32_t)places : churn->table->count;
	struct sbx_route *routes = malloc(count * sizeof(*routes));
	struct sbx_routes_result result;
	int failed = routes == NULL ? -ENOMEM : 0;

	for (uint32_t i = 0; i < count && failed == 0; i++) {
		routes[i] = churn->table->routes[churn->order[i]];
		routes[i].nexthop += churn->nexthop_base;
	}
	if (failed == 0)
		failed = sbx_routes_apply(0, routes, count, &result);
	if (failed != 0)
		atomic_store(&churn->failed, failed);
	free(routes);
}

static void *
work(void *argument)
{
	struct churn *churn = argument;
	uint64_t last = now();
	double due = 0;

	while (!atomic_load(&churn->stop) && atomic_load(&churn->failed) == 0) {
		struct churn_level *level = &churn->level[atomic_load(&churn->pace)];
		struct timespec turn = {0, TURN_NANOSECONDS};
		uint64_t at, count;

		nanosleep(&turn, NULL);
		at = now();
		due += (double)(at - last) * 1e-9 * level->rate;
		atomic_fetch_add(&level->nanoseconds, at - last);
		last = at;
		count = due < BATCH_MAX ? (uint64_t)due : BATCH_MAX;
		due = due < BATCH_MAX ? due - (double)count : 0;
		if (count > 0)
			apply(churn, count);
		atomic_fetch_add(&level->done, count);
	}
	restore(churn);
	return NULL;
}

int
churn_start(struct churn *churn)
{
	int result;

	churn->order = table_order(churn->table, 42);
	if (churn->order == NULL)
		return -ENOMEM;
	result = -pthread_create(&churn->thread, NULL, work, churn);
	if (result != 0)
		free(churn->order);
	return result;
}

void
churn_pace(struct churn *churn, uint32_t level)
{
	atomic_store(&churn->pace, level);
}

int
churn_stop(struct churn *churn)
{
	atomic_store(&churn->stop, true);
	pthread_join(churn->thread, NULL);
	free(churn->order);
	return atomic_load(&churn->failed);
}
