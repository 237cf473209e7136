// See cache.h.
#include "control/cache.h"

#include <rte_cycles.h>
#include <rte_random.h>

#include <errno.h>
#include <stdlib.h>

static const struct sbx_cache_settings defaults = {
	.mode = SBX_CACHE_ADAPTIVE,
	.entries = 32768,
	.ways = 4,
	.max_age_seconds = 300,
	.insert_probability = CACHE_ALWAYS,
	.bypass_below_hits = 100,
};

// What a worker reads of them. Single stores: it may see some of a change before the rest.
static void
publish_settings(struct cache_settings *shared, const struct sbx_cache_settings *settings)
{
	atomic_store(&shared->max_age, settings->max_age_seconds);
	atomic_store(&shared->insert_probability, settings->insert_probability);
	atomic_store(&shared->bypass_below_hits, settings->bypass_below_hits);
	atomic_store(&shared->mode, settings->mode);
}

static void
free_all(struct cache_memory *memory, uint32_t cores)
{
	for (uint32_t core = 0; core < cores; core++)
		cache_memory_free(&memory[core]);
}

static int
make_all(struct cache *cache, const struct sbx_cache_settings *settings, uint32_t cores,
	struct cache_memory *out)
{
	for (uint32_t core = 0; core < cores; core++) {
		if (cache_memory_make(settings->entries, settings->ways, cache->version + 1,
			&out[core]) != 0) {
			free_all(out, core);
			return -ENOMEM;
		}
	}
	cache->version++;
	return 0;
}

static void
publish_tables(struct state *state)
{
	for (uint32_t number = 0; number < state->workers; number++)
		atomic_store_explicit(&state->worker[number]->cache.tables,
			state->cache->core[number].tables, memory_order_release);
}

// As it is until its worker has had something to do.
static void
begin_core(struct cache_core *core)
{
	core->tsc_hz = rte_get_tsc_hz();
	core->random = rte_rand() | 1;
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		atomic_store(&core->finding[kind].reason, SBX_CACHE_UNMEASURED);
}

int
cache_create(struct state *state)
{
	struct cache *cache = calloc(1, sizeof(*cache));
	int rc;

	if (cache == NULL)
		return -ENOMEM;
	pthread_mutex_init(&cache->lock, NULL);
	cache->settings = defaults;
	state->cache = cache;
	rc = make_all(cache, &defaults, state->workers, cache->core);
	if (rc != 0)
		return rc;
	publish_settings(&state->tables->cache, &defaults);
	for (uint32_t number = 0; number < state->workers; number++)
		begin_core(&state->worker[number]->cache);
	publish_tables(state);
	return 0;
}

void
cache_free(struct state *state)
{
	struct cache *cache = state->cache;

	if (cache == NULL)
		return;
	free_all(cache->core, state->workers);
	pthread_mutex_destroy(&cache->lock);
	free(cache);
	state->cache = NULL;
}

// Other tables for all workers, or -ENOMEM and those that are there.
static int
replace_tables(struct state *state, const struct sbx_cache_settings *settings)
{
	struct cache_memory old[SBX_WORKERS_MAX], new[SBX_WORKERS_MAX];
	struct cache *cache = state->cache;
	int rc = make_all(cache, settings, state->workers, new);

	if (rc != 0)
		return rc;
	memcpy(old, cache->core, sizeof(old));
	memcpy(cache->core, new, state->workers * sizeof(new[0]));
	publish_tables(state);
	rcu_synchronize(state->tables->rcu);
	free_all(old, state->workers);
	return 0;
}

int
cache_set(struct state *state, const struct sbx_cache_settings *settings)
{
	struct cache *cache = state->cache;
	int rc = 0;

	pthread_mutex_lock(&cache->lock);
	if (settings->entries != cache->settings.entries || settings->ways != cache->settings.ways)
		rc = replace_tables(state, settings);
	if (rc == 0) {
		cache->settings = *settings;
		publish_settings(&state->tables->cache, settings);
	}
	pthread_mutex_unlock(&cache->lock);
	return rc;
}

void
cache_get(struct state *state, struct sbx_cache_settings *out)
{
	pthread_mutex_lock(&state->cache->lock);
	*out = state->cache->settings;
	pthread_mutex_unlock(&state->cache->lock);
}

// Who probed before it finds out in the second half, by the moment; who is in a second half now has left it
// when all were quiescent.
void
cache_flush(struct state *state)
{
	pthread_mutex_lock(&state->cache->lock);
	atomic_fetch_add(&state->tables->cache.flushes, 1);
	rcu_synchronize(state->tables->rcu);
	pthread_mutex_unlock(&state->cache->lock);
}
