// What is in the workers' route caches, and what adaptive makes of them.
// Owns: nothing. Threads: any, while the workers go on.
// Must not: let a worker wait. A set is copied as it was between two of the worker's bursts.
// Next: control/cache.h.
#include "control/cache.h"

#include <rte_cycles.h>
#include <rte_pause.h>

#include <errno.h>

#define COPY_SPINS 1000       // tries before a nap: a worker that writes may need this very CPU
#define COPY_NAP_MICROS 20

struct cache_view
cache_view_now(const struct state *state, uint32_t worker, uint16_t vrf)
{
	return cache_view(&state->tables->cache, atomic_load(&state->worker[worker]->cache.seconds),
		state->tables->vrfs, vrf);
}

void
cache_copy_set(const struct cache_tables *tables, enum cache_kind kind, uint32_t set, _Atomic uint64_t *out)
{
	const _Atomic uint64_t *from = cache_set_at(tables, kind, tables->ways, set);
	uint32_t words = tables->ways * cache_entry_words(kind);

	for (uint32_t tries = 1; !cache_copy(&tables->table[kind], from, words, out); tries++) {
		rte_pause();
		if (tries > COPY_SPINS)
			rte_delay_us_sleep(COPY_NAP_MICROS);
	}
}

// ------------------------------------------------------------------------------------- entries

static struct sbx_address
address_in(const struct cache_key *key, enum cache_kind kind, bool source)
{
	uint64_t words[2] = {source ? key->third : key->first, source ? key->fourth : key->second};
	rte_be32_t word = rte_cpu_to_be_32((uint32_t)(source ? key->first : key->first >> 32));
	struct sbx_address address = {.bytes = {0}};

	if (cache_is_ipv6(kind))
		memcpy(&address, words, sizeof(address));
	else
		memcpy(&address, &word, sizeof(word));
	return address;
}

struct sbx_cache_entry
cache_describe_entry(const struct cache_view *view, const _Atomic uint64_t *entry, enum cache_kind kind)
{
	struct cache_key key = cache_key_in(entry, kind);
	uint64_t tag = cache_word(entry, 0), slots = cache_slots(entry, kind, 0);
	struct sbx_cache_entry out = {
		.destination = address_in(&key, kind, false),
		.nexthop = FIB_NEXTHOP((uint32_t)slots),
		.length = (uint8_t)FIB_LENGTH((uint32_t)slots),
		.vrf = (uint16_t)(tag >> 16),
		.family = cache_is_ipv6(kind) ? SBX_IPV6 : SBX_IPV4,
		.pair = cache_is_pair(kind),
		.live = cache_entry_live(entry, kind, view),
		.age_seconds = (uint16_t)(view->now - (uint16_t)tag),
	};

	if (out.pair) {
		out.source = address_in(&key, kind, true);
		out.source_nexthop = FIB_NEXTHOP((uint32_t)(slots >> 32));
		out.source_length = (uint8_t)FIB_LENGTH((uint32_t)(slots >> 32));
	}
	return out;
}

// The filled entries of one kind. Returns how many it wrote.
static uint32_t
list_kind(const struct state *state, uint32_t worker, enum cache_kind kind, struct sbx_cache_entry *out,
	uint32_t max)
{
	const struct cache_tables *tables = state->cache->core[worker].tables;
	_Atomic uint64_t copy[CACHE_WAYS_MAX * CACHE_ENTRY_WORDS_MAX];
	struct cache_view view;
	uint32_t count = 0;

	for (uint32_t set = 0; set < tables->entries / tables->ways && count < max; set++) {
		cache_copy_set(tables, kind, set, copy);
		view = cache_view_now(state, worker, 0);
		for (uint32_t way = 0; way < tables->ways && count < max; way++) {
			const _Atomic uint64_t *entry = copy + way * cache_entry_words(kind);

			if (cache_word(entry, 0) != 0)
				out[count++] = cache_describe_entry(&view, entry, kind);
		}
	}
	return count;
}

int64_t
cache_entries(struct state *state, uint32_t worker, struct sbx_cache_entry *out, uint32_t max)
{
	uint32_t count = 0;

	if (worker >= state->workers)
		return -ENOENT;
	pthread_mutex_lock(&state->cache->lock);
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		count += list_kind(state, worker, kind, out + count, max - count);
	pthread_mutex_unlock(&state->cache->lock);
	return count;
}

// ------------------------------------------------------------------------------------- what adaptive says

static bool
in_use(const struct state *state, uint32_t worker, enum cache_kind kind)
{
	uint32_t mode = atomic_load(&state->tables->cache.mode);

	if (mode == SBX_CACHE_ADAPTIVE)
		return atomic_load(&state->worker[worker]->cache.finding[kind].in_use);
	return mode == SBX_CACHE_ON;
}

static struct sbx_cache_state
describe_kind(const struct state *state, uint32_t worker, enum cache_kind kind)
{
	const struct cache_finding *finding = &state->worker[worker]->cache.finding[kind];
	const struct cache_tables *tables = state->cache->core[worker].tables;
	bool adaptive = atomic_load(&state->tables->cache.mode) == SBX_CACHE_ADAPTIVE;

	return (struct sbx_cache_state){
		.worker = worker,
		.family = cache_is_ipv6(kind) ? SBX_IPV6 : SBX_IPV4,
		.pair = cache_is_pair(kind),
		.in_use = in_use(state, worker, kind),
		.reason = adaptive ? (uint8_t)atomic_load(&finding->reason) : SBX_CACHE_MODE,
		.cycles_with = atomic_load(&finding->cycles_with),
		.cycles_without = atomic_load(&finding->cycles_without),
		.hits_per_mille = atomic_load(&finding->hits_per_mille),
		.samples = atomic_load(&finding->samples),
		.used = atomic_load(&tables->table[kind].used),
		.bytes = cache_table_bytes(tables, kind),
	};
}

int64_t
cache_describe(struct state *state, struct sbx_cache_state *out, uint32_t max)
{
	uint32_t count = state->workers * CACHE_KINDS;

	pthread_mutex_lock(&state->cache->lock);
	for (uint32_t i = 0; i < count && i < max; i++)
		out[i] = describe_kind(state, i / CACHE_KINDS, i % CACHE_KINDS);
	pthread_mutex_unlock(&state->cache->lock);
	return count;
}

// ------------------------------------------------------------------------------------- one answer

static uint32_t
host4(const struct sbx_address *address)
{
	rte_be32_t word;

	memcpy(&word, address->bytes, sizeof(word));
	return rte_be_to_cpu_32(word);
}

static struct cache_key
key_of(const struct sbx_query *query, enum cache_kind kind)
{
	const struct sbx_address *source = cache_is_pair(kind) ? &query->source : NULL;

	if (cache_is_ipv6(kind))
		return cache_key6(&query->destination, source);
	return cache_key4(host4(&query->destination), source != NULL ? host4(source) : 0);
}

static bool
holds(struct state *state, uint32_t worker, enum cache_kind kind, const struct sbx_query *query)
{
	const struct cache_tables *tables = state->cache->core[worker].tables;
	_Atomic uint64_t set[CACHE_WAYS_MAX * CACHE_ENTRY_WORDS_MAX];
	struct cache_key key = key_of(query, kind);
	struct cache_view view;
	uint64_t tag;

	cache_copy_set(tables, kind, cache_set_of(tables, kind, query->vrf, &key), set);
	view = cache_view_now(state, worker, query->vrf);
	tag = cache_tag(&view, cache_generations(&view.vrfs[view.vrf], kind), kind, view.vrf, &key);
	return cache_find(set, kind, tables->ways, &view, tag, &key) != 0;
}

uint64_t
cache_holders(struct state *state, const struct sbx_query *query)
{
	bool pair = atomic_load(&state->tables->interfaces[query->interface].rp_filter) != SBX_RP_OFF;
	enum cache_kind kind = cache_kind_of(query->family == SBX_IPV6, pair);
	uint64_t holders = 0;

	if (pair && !query->has_source)
		return 0;
	pthread_mutex_lock(&state->cache->lock);
	for (uint32_t worker = 0; worker < state->workers; worker++)
		if (in_use(state, worker, kind) && holds(state, worker, kind, query))
			holders |= UINT64_C(1) << worker;
	pthread_mutex_unlock(&state->cache->lock);
	return holders;
}
