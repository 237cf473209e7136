// Host routes that flap, and a reader that watches their neighbors.
// Owns: the reader's thread. Threads: the measuring one writes.
// Must not: stop before the reader has made all its lookups.
// Next: main.c.
#include "flaps.h"

#include "bench/random.h"
#include "bench/table.h"

#include <rte_cycles.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#define COVERS 4                  // few: the one whose host comes and goes is often met
#define KEYS 1024                 // between two quiescent states
#define STEADY 1                  // next hop of the covers: a right bulk of answers sums up to their number
#define OTHER 2                   // next hop of the hosts

struct watcher {
	struct flaps *flaps;
	void *self;
	struct sbx_address keys6[KEYS];
	uint32_t keys4[KEYS];
	_Atomic bool done;
};

// 198.51.100.0/24 and the next ones, 2001:db8:n::/48.
static struct sbx_route
cover(uint8_t family, uint32_t number)
{
	struct sbx_route route = {.nexthop = STEADY, .family = family, .op = SBX_ROUTE_PUT};

	if (family == SBX_IPV4) {
		route.address = (struct sbx_address) {{198, 51, (uint8_t)(100 + number)}};
		route.length = 24;
	} else {
		route.address = (struct sbx_address) {{0x20, 0x01, 0x0d, 0xb8, 0, (uint8_t)number}};
		route.length = 48;
	}
	return route;
}

// The host in a cover that comes and goes has 1 as its last byte; those that are looked up have not.
static struct sbx_route
host(uint8_t family, uint32_t number)
{
	struct sbx_route route = cover(family, number);

	route.length = family == SBX_IPV4 ? 32 : 128;
	route.address.bytes[route.length / 8 - 1] = 1;
	route.nexthop = OTHER;
	return route;
}

static void
make_keys(struct watcher *watcher, uint8_t family)
{
	struct random random = {family};

	for (uint32_t i = 0; i < KEYS; i++) {
		struct sbx_address address = cover(family, random_below(&random, COVERS)).address;
		uint8_t last = (uint8_t)(2 + random_below(&random, 254));

		address.bytes[family == SBX_IPV4 ? 3 : 15] = last;
		watcher->keys6[i] = address;
		watcher->keys4[i] = table_address4(&address);
	}
}

static uint64_t
count_wrong(struct watcher *watcher, const struct keys *keys)
{
	uint64_t sum = watcher->flaps->structure->lookup(watcher->self, keys), right = keys->count * STEADY;

	return sum > right ? sum - right : right - sum;
}

static void *
watch(void *argument)
{
	struct watcher *watcher = argument;
	const struct structure *structure = watcher->flaps->structure;
	bool ipv6 = structure->family == SBX_IPV6;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(watcher->flaps->reader_cpu, &cpus);
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	if (structure->reader != NULL)
		structure->reader(watcher->self, READER_STARTS);
	for (uint64_t made = 0; made < watcher->flaps->lookups; made += KEYS) {
		for (uint32_t at = 0; at < KEYS; at += BULK) {
			struct keys keys = {ipv6 ? NULL : watcher->keys4 + at,
				ipv6 ? watcher->keys6 + at : NULL, BULK};

			watcher->flaps->wrong += count_wrong(watcher, &keys);
		}
		if (structure->reader != NULL)
			structure->reader(watcher->self, READER_QUIET);
	}
	if (structure->reader != NULL)
		structure->reader(watcher->self, READER_ENDS);
	atomic_store(&watcher->done, true);
	return NULL;
}

// Also once when the reader was quicker than the writer came to run.
static void
flap(struct watcher *watcher)
{
	const struct structure *structure = watcher->flaps->structure;

	do {
		for (uint32_t i = 0; i < COVERS; i++) {
			struct sbx_route route = host(structure->family, i);

			structure->change(watcher->self, &route);
			route.op = SBX_ROUTE_DELETE;
			structure->change(watcher->self, &route);
			watcher->flaps->changes += 2;
		}
	} while (!atomic_load(&watcher->done));
}

int
flaps_measure(struct flaps *flaps)
{
	static struct watcher watcher;
	const struct structure *structure = flaps->structure;
	uint64_t start;
	pthread_t thread;
	int error = 0;

	watcher = (struct watcher) {.flaps = flaps, .self = structure->create(2 * COVERS)};
	if (watcher.self == NULL)
		return -ENOMEM;
	make_keys(&watcher, structure->family);
	for (uint32_t i = 0; i < COVERS && error == 0; i++) {
		struct sbx_route route = cover(structure->family, i);

		error = structure->change(watcher.self, &route);
	}
	start = rte_rdtsc();
	if (error == 0)
		error = -pthread_create(&thread, NULL, watch, &watcher);
	if (error == 0) {
		flap(&watcher);
		pthread_join(thread, NULL);
	}
	flaps->seconds = (double)(rte_rdtsc() - start) / rte_get_tsc_hz();
	structure->destroy(watcher.self);
	return error;
}
