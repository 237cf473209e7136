// Whether what the workers' route caches keep, and would use, is what the FIB says.
// Owns: nothing. Threads: any, while the workers go on. The cache's lock is held for some sets at a time, and
// each FIB's within it for an entry; no thread takes them the other way round.
// Must not: take an entry for wrong that a batch, being written, is about to make void.
// Next: control/fib_audit.h.
#include "control/cache.h"

#include "control/fib_audit.h"

#define SETS_A_HOLD 128

// A copy of an entry, and whose it is.
struct kept {
	const struct state *state;
	const _Atomic uint64_t *entry;
	uint32_t worker;
	enum cache_kind kind;
};

static bool
is_live(void *context)
{
	const struct kept *kept = context;
	struct cache_view view = cache_view_now(kept->state, kept->worker, 0);

	return cache_entry_live(kept->entry, kept->kind, &view);
}

static bool
is_right(const struct kept *kept, const struct sbx_cache_entry *entry)
{
	struct fib_vrf *fib = kept->state->fibs[entry->vrf];
	struct kept context = *kept;

	return fib_confirms(fib, entry->family, &entry->destination,
			(uint32_t)entry->length << 24 | entry->nexthop, is_live, &context)
		&& (!entry->pair || fib_confirms(fib, entry->family, &entry->source,
			(uint32_t)entry->source_length << 24 | entry->source_nexthop, is_live, &context));
}

static void
verify_set(const struct state *state, uint32_t worker, enum cache_kind kind, uint32_t set,
	struct sbx_cache_check *out)
{
	const struct cache_tables *tables = state->cache->core[worker].tables;
	_Atomic uint64_t copy[CACHE_WAYS_MAX * CACHE_ENTRY_WORDS_MAX];
	struct cache_view view;

	cache_copy_set(tables, kind, set, copy);
	view = cache_view_now(state, worker, 0);
	for (uint32_t way = 0; way < tables->ways; way++) {
		struct kept kept = {state, copy + way * cache_entry_words(kind), worker, kind};
		struct sbx_cache_entry entry;

		if (!cache_entry_live(kept.entry, kind, &view))
			continue;
		entry = cache_describe_entry(&view, kept.entry, kind);
		out->entries++;
		out->wrong += !is_right(&kept, &entry);
	}
}

// Tables may be exchanged between two holds of the lock.
static void
verify_table(struct state *state, uint32_t worker, enum cache_kind kind, struct sbx_cache_check *out)
{
	uint32_t sets = 1;

	for (uint32_t set = 0; set < sets; ) {
		const struct cache_tables *tables;

		pthread_mutex_lock(&state->cache->lock);
		tables = state->cache->core[worker].tables;
		sets = tables->entries / tables->ways;
		for (uint32_t i = 0; i < SETS_A_HOLD && set < sets; i++, set++)
			verify_set(state, worker, kind, set, out);
		pthread_mutex_unlock(&state->cache->lock);
	}
}

void
cache_verify(struct state *state, struct sbx_cache_check *out)
{
	*out = (struct sbx_cache_check){.wrong = 0};
	for (uint32_t worker = 0; worker < state->workers; worker++)
		for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
			verify_table(state, worker, kind, out);
	if (out->wrong > 0)
		cache_flush(state);
}
