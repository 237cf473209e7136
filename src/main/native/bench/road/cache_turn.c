// Turns with the route cache.
// Owns: reading the workers' counters by name, as Java does. Threads: the measuring one.
// Must not: reset a counter.
// Next: row_churn.c.
#include "cache_turn.h"

#include <string.h>

#define COUNTERS_MAX 256

static uint64_t
counted(const char *name)
{
	struct sbx_counter_description all[COUNTERS_MAX];
	const struct sbx_counters *counters = sbx_counters();
	int count = sbx_counters_list(all, COUNTERS_MAX), at = 0;
	uint64_t sum = 0;

	while (at < count && (all[at].scope != SBX_SCOPE_CORE || strcmp(all[at].name, name) != 0))
		at++;
	for (uint32_t core = 0; core < counters->cores && at < count; core++) {
		const char *block = (const char *)counters + counters->cores_offset + core * counters->core_stride;

		sum += __atomic_load_n((const uint64_t *)block + all[at].index, __ATOMIC_ACQUIRE);
	}
	return sum;
}

static uint64_t
received(struct figures *figures)
{
	uint64_t sum = 0;

	for (int i = 0; figures != NULL && i < FIGURES_QUEUES; i++)
		sum += atomic_load(&figures->queue[i].rx_packets);
	return sum;
}

int
cache_mode(enum sbx_cache_mode mode)
{
	struct sbx_cache_settings settings;
	int result = sbx_cache_get(&settings);

	settings.mode = mode;
	return result == 0 ? sbx_cache_set(&settings) : result;
}

int
cache_turn_enter(void *argument)
{
	struct cache_turn *turn = argument;

	turn->hits_before = counted("cache_hits");
	turn->misses_before = counted("cache_misses");
	turn->packets_before = received(turn->figures);
	return cache_mode(turn->mode);
}

void
cache_turn_leave(void *argument)
{
	struct cache_turn *turn = argument;

	turn->hits += counted("cache_hits") - turn->hits_before;
	turn->misses += counted("cache_misses") - turn->misses_before;
	turn->packets += received(turn->figures) - turn->packets_before;
}

double
cache_turn_hit_rate(const struct cache_turn *turn)
{
	uint64_t asked = turn->hits + turn->misses;

	return asked > 0 ? (double)turn->hits / (double)asked : 0;
}

double
cache_turn_use(const struct cache_turn *turn)
{
	return turn->packets > 0 ? (double)(turn->hits + turn->misses) / (double)turn->packets : 0;
}
