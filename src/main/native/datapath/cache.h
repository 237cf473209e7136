// The route cache on the road, in three steps: ask for the sets' lines when a burst has been parsed; probe
// them when the burst before it has left, and ask for the FIB's lines of what is missing; look that up, and
// keep it, in the second half.
// Owns: burst->cached4 and cached6, the slots of what it has, the tables' entries. Thread: the worker.
// Must not: give a slot out when anything has changed since it was probed; keep a verdict.
// Next: datapath/route.h goes through it or straight.
#pragma once

#include "shared/burst.h"

// ------------------------------------------------------------------------------------- each turn, each burst

// Once a turn: which tables, and for which kinds.
static inline void
cache_turn(struct road *road)
{
	struct cache_core *core = &road->worker->cache;
	uint32_t mode = atomic_load_explicit(&road->tables->cache.mode, memory_order_relaxed);

	road->cache = atomic_load_explicit(&core->tables, memory_order_acquire);
	road->cached = mode == SBX_CACHE_ADAPTIVE ? road->adapted : mode == SBX_CACHE_ON ? BURST_CACHED_ALL : 0;
	if (road->cache == NULL)
		road->cached = 0;
}

// Every so many turns, when the clock was read anyway.
static inline void
cache_time(struct cache_core *core, uint64_t now)
{
	if (core->tsc_hz != 0)
		atomic_store_explicit(&core->seconds, (uint32_t)(now / core->tsc_hz), memory_order_relaxed);
}

// For a burst: BURST_CACHED4 and BURST_CACHED6, where the cache is in use for its kind of lookup.
static inline uint8_t
cache_in_use(const struct road *road, uint8_t rp_filter)
{
	return road->cached >> (rp_filter != SBX_RP_OFF) & (BURST_CACHED4 | BURST_CACHED6);
}

// Moves with every change of the FIB, flush and new tables of this core: while it is the same, what was found
// still holds. A sum of what only grows.
static inline uint64_t
cache_moment(const struct road *road)
{
	return atomic_load_explicit(&road->tables->generation, memory_order_acquire) +
		atomic_load_explicit(&road->tables->cache.flushes, memory_order_acquire) +
		road->cache->version;
}

static inline struct cache_view
cache_view_of(const struct road *road, const struct burst *burst)
{
	const struct tables *tables = road->tables;

	return cache_view(&tables->cache,
		atomic_load_explicit(&road->worker->cache.seconds, memory_order_relaxed), tables->vrfs,
		burst->vrf);
}

// ------------------------------------------------------------------------------------- a kind's packets

static inline enum cache_kind
cache_kind_in(const struct burst *burst, bool ipv6)
{
	return cache_kind_of(ipv6, burst->rp_filter != SBX_RP_OFF);
}

static inline uint16_t
cache_count(const struct burst *burst, enum cache_kind kind)
{
	return cache_is_ipv6(kind) ? burst->count6 : burst->count4;
}

static inline struct burst_cached *
cache_of(struct burst *burst, enum cache_kind kind)
{
	return cache_is_ipv6(kind) ? &burst->cached6 : &burst->cached4;
}

static inline struct cache_key
cache_key_of(const struct burst *burst, enum cache_kind kind, uint32_t at)
{
	if (cache_is_ipv6(kind))
		return cache_key6(&burst->destinations6[at],
			cache_is_pair(kind) ? &burst->sources6[at] : NULL);
	return cache_key4(burst->destinations4[at], cache_is_pair(kind) ? burst->sources4[at] : 0);
}

static inline void
cache_give(struct burst *burst, enum cache_kind kind, uint32_t at, uint64_t slots)
{
	uint32_t *destination = cache_is_ipv6(kind) ? burst->slots6 : burst->slots4;
	uint32_t *source = cache_is_ipv6(kind) ? burst->source_slots6 : burst->source_slots4;

	destination[at] = (uint32_t)slots;
	if (cache_is_pair(kind))
		source[at] = (uint32_t)(slots >> 32);
}

static inline uint64_t
cache_given(const struct burst *burst, enum cache_kind kind, uint32_t at)
{
	uint64_t slots = cache_is_ipv6(kind) ? burst->slots6[at] : burst->slots4[at];

	if (cache_is_pair(kind))
		slots |= (uint64_t)(cache_is_ipv6(kind) ? burst->source_slots6[at] :
			burst->source_slots4[at]) << 32;
	return slots;
}

// ------------------------------------------------------------------------------------- first step: ask

static __rte_always_inline void
cache_ask_kind(const struct road *road, struct burst *burst, const enum cache_kind kind)
{
	const struct cache_tables *tables = road->cache;
	const uint32_t set_words = tables->ways * cache_entry_words(kind);
	const uint32_t count = cache_count(burst, kind);
	struct burst_cached *cached = cache_of(burst, kind);

	for (uint32_t i = 0; i < count; i++) {
		struct cache_key key = cache_key_of(burst, kind, i);
		uint32_t set = cache_set_of(tables, kind, burst->vrf, &key);
		const _Atomic uint64_t *words = tables->table[kind].entries + (size_t)set * set_words;

		cached->sets[i] = set;
		rte_prefetch0((const void *)(uintptr_t)words);
		for (uint32_t word = 8; word < set_words; word += 8)
			rte_prefetch0((const void *)(uintptr_t)(words + word));
	}
}

static __rte_noinline __rte_unused void
cache_ask_all(const struct road *road, struct burst *burst)
{
	const bool pair = burst->rp_filter != SBX_RP_OFF;

	if (burst->cached & BURST_CACHED4 && pair)
		cache_ask_kind(road, burst, CACHE_PAIR4);
	else if (burst->cached & BURST_CACHED4)
		cache_ask_kind(road, burst, CACHE_ROUTE4);
	if (burst->cached & BURST_CACHED6 && pair)
		cache_ask_kind(road, burst, CACHE_PAIR6);
	else if (burst->cached & BURST_CACHED6)
		cache_ask_kind(road, burst, CACHE_ROUTE6);
}

static inline void
cache_ask(const struct road *road, struct burst *burst)
{
	if (unlikely(burst->cached != 0))
		cache_ask_all(road, burst);
}

// ------------------------------------------------------------------------------------- second step: probe

static __rte_always_inline void
cache_ask_fib(const struct vrf_fibs *fibs, const struct burst *burst, const enum cache_kind kind)
{
	const struct fib4 fib4 = *fibs->fib4;
	const struct fib6 fib6 = *fibs->fib6;

	for (uint32_t i = 0; cache_is_ipv6(kind) && i < burst->cached6.missing; i++) {
		uint32_t at = burst->cached6.missed[i];

		fib6_prefetch(&fib6, &burst->destinations6[at]);
		if (cache_is_pair(kind))
			fib6_prefetch(&fib6, &burst->sources6[at]);
	}
	for (uint32_t i = 0; !cache_is_ipv6(kind) && i < burst->cached4.missing; i++) {
		uint32_t at = burst->cached4.missed[i];

		fib4_prefetch(&fib4, burst->destinations4[at]);
		if (cache_is_pair(kind))
			fib4_prefetch(&fib4, burst->sources4[at]);
	}
}

static __rte_always_inline void
cache_probe_kind(const struct road *road, struct burst *burst, const enum cache_kind kind,
	const uint32_t ways)
{
	const struct cache_view view = cache_view_of(road, burst);
	const struct vrf_fibs *fibs = &view.vrfs[view.vrf];
	const _Atomic uint32_t *generations = cache_generations(fibs, kind);
	const _Atomic uint64_t *entries = cache_set_at(road->cache, kind, ways, 0);
	const uint32_t count = cache_count(burst, kind);
	struct burst_cached *cached = cache_of(burst, kind);
	uint32_t missing = 0, compares = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct cache_key key = cache_key_of(burst, kind, i);
		const uint64_t tag = cache_tag(&view, generations, kind, view.vrf, &key);
		const _Atomic uint64_t *set = entries +
			(size_t)cached->sets[i] * ways * cache_entry_words(kind);
		uint32_t found = cache_find(set, kind, ways, &view, tag, &key);
		uint32_t way = (uint32_t)__builtin_ctz(found | 1u << (ways - 1));

		cache_give(burst, kind, i, cache_slots(set, kind, way));
		cached->tags[i] = tag;
		cached->missed[missing] = (uint16_t)i;
		missing += found == 0;
		compares += way;
	}
	cached->missing = (uint16_t)missing;
	cached->compares = (uint16_t)compares;
	cache_ask_fib(fibs, burst, kind);
}

static __rte_always_inline void
cache_probe_ways(const struct road *road, struct burst *burst, const enum cache_kind kind)
{
	switch (road->cache->ways) {
	case 1: cache_probe_kind(road, burst, kind, 1); break;
	case 2: cache_probe_kind(road, burst, kind, 2); break;
	case 4: cache_probe_kind(road, burst, kind, 4); break;
	default: cache_probe_kind(road, burst, kind, 8); break;
	}
}

static __rte_noinline __rte_unused void
cache_probe_all(const struct road *road, struct burst *burst)
{
	const bool pair = burst->rp_filter != SBX_RP_OFF;

	burst->cache_moment = cache_moment(road);
	if (burst->cached & BURST_CACHED4 && pair)
		cache_probe_ways(road, burst, CACHE_PAIR4);
	else if (burst->cached & BURST_CACHED4)
		cache_probe_ways(road, burst, CACHE_ROUTE4);
	if (burst->cached & BURST_CACHED6 && pair)
		cache_probe_ways(road, burst, CACHE_PAIR6);
	else if (burst->cached & BURST_CACHED6)
		cache_probe_ways(road, burst, CACHE_ROUTE6);
}

static inline void
cache_probe(const struct road *road, struct burst *burst)
{
	if (unlikely(burst->cached != 0))
		cache_probe_all(road, burst);
}

// ------------------------------------------------------------------------------------- third step: look up

static inline void
cache_look_up4(const struct vrf_fibs *fibs, struct burst *burst, enum cache_kind kind)
{
	const struct fib4 fib = *fibs->fib4;

	for (uint32_t i = 0; i < burst->cached4.missing; i++) {
		uint32_t at = burst->cached4.missed[i];

		burst->slots4[at] = fib4_lookup(&fib, burst->destinations4[at]);
		if (cache_is_pair(kind))
			burst->source_slots4[at] = fib4_lookup(&fib, burst->sources4[at]);
	}
}

// Destinations and sources walk in step.
static inline void
cache_look_up6(const struct vrf_fibs *fibs, struct burst *burst, enum cache_kind kind)
{
	struct sbx_address addresses[2 * BURST_SIZE];
	uint32_t slots[2 * BURST_SIZE], count = burst->cached6.missing;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = burst->cached6.missed[i];

		addresses[i] = burst->destinations6[at];
		if (cache_is_pair(kind))
			addresses[count + i] = burst->sources6[at];
	}
	fib6_lookup_bulk(fibs->fib6, addresses, slots, cache_is_pair(kind) ? 2 * count : count);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = burst->cached6.missed[i];

		burst->slots6[at] = slots[i];
		if (cache_is_pair(kind))
			burst->source_slots6[at] = slots[count + i];
	}
}

static inline void
cache_keep(struct road *road, struct burst *burst, const enum cache_kind kind)
{
	const struct cache_view view = cache_view_of(road, burst);
	const uint32_t ways = road->cache->ways, probability = atomic_load_explicit(
		&road->tables->cache.insert_probability, memory_order_relaxed);
	struct burst_cached *cached = cache_of(burst, kind);
	struct cache_table *table = &road->cache->table[kind];
	uint64_t *counters = road->counters->core;

	cache_write_begin(table);
	for (uint32_t i = 0; i < cached->missing; i++) {
		uint32_t at = cached->missed[i];
		const struct cache_key key = cache_key_of(burst, kind, at);
		enum cache_placed placed;

		if (!cache_draw(&road->worker->cache, probability)) {
			counters[CORE_cache_declined]++;
			continue;
		}
		placed = cache_insert(table, cache_set_at(road->cache, kind, ways, cached->sets[at]), kind,
			ways, &view, cached->tags[at], &key, cache_given(burst, kind, at));
		counters[CORE_cache_inserts] += placed != CACHE_PRESENT;
		counters[CORE_cache_evictions] += placed == CACHE_DEAD || placed == CACHE_FULL;
		counters[CORE_cache_evictions_live] += placed == CACHE_FULL;
		counters[CORE_cache_full] += placed == CACHE_FULL;
	}
	cache_write_end(table);
}

// Something changed since the probe: nothing of it is used, and nothing kept.
static __rte_noinline void
cache_forget(const struct road *road, struct burst *burst, enum cache_kind kind)
{
	struct burst_cached *cached = cache_of(burst, kind);
	const struct vrf_fibs *fibs = &road->tables->vrfs[burst->vrf];

	cached->missing = cache_count(burst, kind);
	for (uint16_t i = 0; i < cached->missing; i++)
		cached->missed[i] = i;
	if (cache_is_ipv6(kind))
		cache_look_up6(fibs, burst, kind);
	else
		cache_look_up4(fibs, burst, kind);
}

static __rte_always_inline void
cache_route_kind(struct road *road, struct burst *burst, const enum cache_kind kind)
{
	const struct vrf_fibs *fibs = &road->tables->vrfs[burst->vrf];
	struct burst_cached *cached = cache_of(burst, kind);
	uint64_t *counters = road->counters->core;
	uint16_t count = cache_count(burst, kind), hits;

	if (unlikely(cache_moment(road) != burst->cache_moment)) {
		cache_forget(road, burst, kind);
	} else if (cached->missing > 0) {
		if (cache_is_ipv6(kind))
			cache_look_up6(fibs, burst, kind);
		else
			cache_look_up4(fibs, burst, kind);
		cache_keep(road, burst, kind);
	}
	hits = count - cached->missing;
	counters[CORE_cache_hits] += hits;
	counters[CORE_cache_misses] += cached->missing;
	counters[CORE_cache_compares] += cached->compares;
	road->probed[kind] += count;
	road->hits[kind] += hits;
}

// The slots of one family's packets, and of their sources where rp_filter is on.
static __rte_noinline __rte_unused void
cache_route4(struct road *road, struct burst *burst)
{
	if (burst->rp_filter != SBX_RP_OFF)
		cache_route_kind(road, burst, CACHE_PAIR4);
	else
		cache_route_kind(road, burst, CACHE_ROUTE4);
}

static __rte_noinline __rte_unused void
cache_route6(struct road *road, struct burst *burst)
{
	if (burst->rp_filter != SBX_RP_OFF)
		cache_route_kind(road, burst, CACHE_PAIR6);
	else
		cache_route_kind(road, burst, CACHE_ROUTE6);
}
