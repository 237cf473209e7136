// Updates of a full table, one route a call, while a reader on another CPU looks up without pause.
// Owns: the reader's thread and the order of the changes. Threads: the measuring one writes.
// Must not: leave the table other than it was.
// Next: main.c.
#include "measure.h"

#include <rte_cycles.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define KEYS 65536
#define LAG 500                   // a route stays away for so many changes
#define SECONDS_MAX 3.0           // a structure that is slow is judged by what it did by then

struct reader {
	const struct subject *subject;
	struct keys keys;
	int cpu;
	_Atomic bool stop;
	_Atomic uint64_t lookups;
	uint64_t sum;
};

static void *
read_all(void *argument)
{
	struct reader *reader = argument;
	const struct structure *structure = reader->subject->structure;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(reader->cpu, &cpus);
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	if (structure->reader != NULL)
		structure->reader(reader->subject->self, READER_STARTS);
	while (!atomic_load(&reader->stop)) {
		for (size_t at = 0; at < reader->keys.count; at += 1024) {
			struct keys some = {
				.ipv4 = reader->keys.ipv4 == NULL ? NULL : reader->keys.ipv4 + at,
				.ipv6 = reader->keys.ipv6 == NULL ? NULL : reader->keys.ipv6 + at,
				.count = 1024,
			};

			reader->sum += structure->lookup(reader->subject->self, &some);
			if (structure->reader != NULL)
				structure->reader(reader->subject->self, READER_QUIET);
		}
		atomic_fetch_add(&reader->lookups, reader->keys.count);
	}
	if (structure->reader != NULL)
		structure->reader(reader->subject->self, READER_ENDS);
	return NULL;
}

// Change number `at`: an even one takes the next route away, an odd one brings back the one LAG
// before it.
static struct sbx_route
change_at(const struct table *table, const uint32_t *order, uint32_t at, uint32_t away)
{
	struct sbx_route route = table->routes[order[at % 2 == 0 ? at / 2 : away]];

	if (at % 2 == 0)
		route.op = SBX_ROUTE_DELETE;
	return route;
}

static double
change_all(const struct subject *subject, const struct table *table, const uint32_t *order,
	uint32_t changes)
{
	const struct structure *structure = subject->structure;
	uint64_t start = rte_rdtsc(), most = start + (uint64_t)(SECONDS_MAX * rte_get_tsc_hz());
	uint32_t done = 0, back = 0, at;
	double seconds;

	for (at = 0; at < changes && rte_rdtsc() < most; at++) {
		struct sbx_route route;

		if (at % 2 == 1 && at / 2 < LAG)
			continue;
		route = change_at(table, order, at, back);
		back += at % 2;
		done += structure->change(subject->self, &route) == 0;
	}
	seconds = (double)(rte_rdtsc() - start) / rte_get_tsc_hz();
	for (uint32_t gone = (at + 1) / 2; back < gone; back++)
		structure->change(subject->self, &table->routes[order[back]]);
	return done / seconds;
}

static double
read_for(struct reader *reader, uint64_t cycles)
{
	uint64_t start = rte_rdtsc(), before = atomic_load(&reader->lookups);

	while (rte_rdtsc() - start < cycles)
		sched_yield();
	return (double)(atomic_load(&reader->lookups) - before) / (rte_rdtsc() - start);
}

static void
update(struct measurement *measurement, struct subject *subject, struct reader *reader,
	const uint32_t *order)
{
	uint32_t changes = measurement->changes / 2 < measurement->table->count
		? measurement->changes : 2 * measurement->table->count;
	double alone, busy;
	uint64_t start, before;
	pthread_t thread;

	if (pthread_create(&thread, NULL, read_all, reader) != 0)
		return;
	alone = read_for(reader, rte_get_tsc_hz() / 10);
	start = rte_rdtsc();
	before = atomic_load(&reader->lookups);
	subject->updates_per_second[subject->updates++] =
		change_all(subject, measurement->table, order, changes);
	busy = (double)(atomic_load(&reader->lookups) - before) / (rte_rdtsc() - start);
	subject->reader_slowdown = busy > 0 ? alone / busy : 0;
	atomic_store(&reader->stop, true);
	pthread_join(thread, NULL);
}

int
measure_updates(struct measurement *measurement, uint32_t rounds)
{
	bool ipv6 = measurement->family == SBX_IPV6;
	struct pattern_spec spec = {.pattern = PATTERN_COVERED, .family = measurement->family,
		.table = measurement->table, .seed = 99};
	void *memory = malloc(KEYS * sizeof(struct sbx_address));
	uint32_t *order = table_order(measurement->table, 7);
	int error = memory == NULL || order == NULL ? -ENOMEM
		: ipv6 ? pattern_fill6(&spec, memory, KEYS) : pattern_fill4(&spec, memory, KEYS);

	for (uint32_t round = 0; round < rounds && error == 0; round++)
		for (uint32_t i = 0; i < measurement->count; i++) {
			struct subject *subject = &measurement->subjects[i];
			struct reader reader = {.subject = subject, .cpu = measurement->reader_cpu,
				.keys = {ipv6 ? NULL : memory, ipv6 ? memory : NULL, KEYS}};

			// Of a part of the table the others' routes are not there to delete.
			if (subject->self != NULL && subject->routes == measurement->table->count)
				update(measurement, subject, &reader, order);
		}
	free(memory);
	free(order);
	return error;
}
