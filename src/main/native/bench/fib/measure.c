// Loads the structures and times their lookups, a short run of each in turn.
// Owns: the keys. Threads: the measuring one. Must not: time a structure twice in a row.
// Next: updates.c.
#include "measure.h"

#include "bench/random.h"

#include <rte_cycles.h>
#include <rte_malloc.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 8                    // keys of a pattern, in runs: with the usual run more than any cache holds
#define WARM 4                    // a part of a run that is not timed: it brings the tables' hot part back

static volatile uint64_t sink;    // so that no lookup is left out

static uint64_t
heap_bytes(void)
{
	struct rte_malloc_socket_stats stats;
	uint64_t bytes = 0;

	for (int socket = 0; socket < RTE_MAX_NUMA_NODES; socket++)
		if (rte_malloc_get_socket_stats(socket, &stats) == 0)
			bytes += stats.heap_allocsz_bytes;
	return bytes;
}

static int
load(const struct structure *structure, void *self, const struct sbx_route *routes, uint32_t count)
{
	int error = 0;

	if (structure->load != NULL)
		return structure->load(self, routes, count);
	for (uint32_t i = 0; i < count && error == 0; i++)
		error = structure->change(self, &routes[i]);
	return error;
}

// A structure that takes a part of the table gets every n-th route, so that all of the space is
// met.
static struct sbx_route *
part_of(const struct table *table, uint32_t count)
{
	struct sbx_route *part = malloc(count * sizeof(*part));

	for (uint32_t i = 0; part != NULL && i < count; i++)
		part[i] = table->routes[(uint64_t)i * table->count / count];
	return part;
}

static void
make(struct subject *subject, const struct table *table)
{
	const struct structure *structure = subject->structure;
	uint64_t heap = heap_bytes(), start;
	struct sbx_route *routes;

	subject->routes = structure->routes_max == 0 || structure->routes_max > table->count
		? table->count : structure->routes_max;
	routes = part_of(table, subject->routes);
	subject->self = routes == NULL ? NULL : structure->create(subject->routes);
	start = rte_rdtsc();
	if (subject->self != NULL && load(structure, subject->self, routes, subject->routes) != 0) {
		structure->destroy(subject->self);
		subject->self = NULL;
	}
	subject->load_seconds[subject->loads++] = (double)(rte_rdtsc() - start) / rte_get_tsc_hz();
	free(routes);
	if (subject->self != NULL)
		subject->bytes = structure->bytes != NULL ? structure->bytes(subject->self)
			: heap_bytes() - heap;
}

void
measure_load(struct measurement *measurement, uint32_t loads)
{
	struct subject *ours = &measurement->subjects[0];

	for (uint32_t i = 0; i < measurement->count; i++)
		make(&measurement->subjects[i], measurement->table);
	while (ours->self != NULL && ours->loads < loads) {
		ours->structure->destroy(ours->self);
		make(ours, measurement->table);
	}
}

static struct keys
slice(const struct keys *keys, size_t first, size_t count)
{
	return (struct keys) {
		.ipv4 = keys->ipv4 == NULL ? NULL : keys->ipv4 + first,
		.ipv6 = keys->ipv6 == NULL ? NULL : keys->ipv6 + first,
		.count = count,
	};
}

static double
time_run(const struct subject *subject, const struct keys *keys, size_t first, uint32_t run)
{
	struct keys warm = slice(keys, first, run / WARM), timed = slice(keys, first + run / WARM, run);
	uint64_t start;

	sink += subject->structure->lookup(subject->self, &warm);
	start = rte_rdtsc();
	sink += subject->structure->lookup(subject->self, &timed);
	return (double)(rte_rdtsc() - start) / run;
}

static void
time_pattern(struct measurement *measurement, enum pattern pattern, const struct keys *keys)
{
	size_t used = measurement->run + measurement->run / WARM;

	for (uint32_t round = 0; round < measurement->rounds; round++) {
		size_t first = round * used % (keys->count - used);

		first -= first % BULK;
		// Who comes first moves on each round: each meets the caches as each of the others left
		// them.
		for (uint32_t i = 0; i < measurement->count; i++) {
			struct subject *subject =
				&measurement->subjects[(i + round) % measurement->count];

			if (subject->self != NULL)
				subject->cycles[pattern][round] = time_run(subject, keys, first,
					measurement->run);
		}
	}
}

int
measure_lookups(struct measurement *measurement)
{
	bool ipv6 = measurement->family == SBX_IPV6;
	size_t count = (size_t)RUNS * measurement->run;
	void *memory = malloc(count * (ipv6 ? sizeof(struct sbx_address) : sizeof(uint32_t)));
	struct keys keys = {.ipv4 = ipv6 ? NULL : memory, .ipv6 = ipv6 ? memory : NULL, .count = count};
	int error = memory == NULL ? -ENOMEM : 0;

	for (enum pattern pattern = 0; pattern < PATTERNS && error == 0; pattern++) {
		struct pattern_spec spec = {.pattern = pattern, .family = measurement->family,
			.table = measurement->table, .seed = 1 + pattern};

		error = ipv6 ? pattern_fill6(&spec, memory, count) : pattern_fill4(&spec, memory, count);
		if (error == 0)
			time_pattern(measurement, pattern, &keys);
	}
	free(memory);
	return error;
}

void
measure_free(struct measurement *measurement)
{
	for (uint32_t i = 0; i < measurement->count; i++)
		if (measurement->subjects[i].self != NULL)
			measurement->subjects[i].structure->destroy(measurement->subjects[i].self);
}
