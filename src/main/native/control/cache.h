// The workers' route caches as the operator sets and sees them.
// Owns: the settings in tables->cache, the tables of every worker, and when old ones are freed.
// Threads: any; one change at a time (a lock of its own, held over a grace period: take no other with it).
// Must not: be called by an RCU reader that is online; change anything before all memory is there.
// Next: control/cache_memory.h; datapath/cache.h uses them.
#pragma once

#include "control/cache_memory.h"
#include "control/state.h"

struct cache {
	pthread_mutex_t lock;
	struct sbx_cache_settings settings;
	uint64_t version;         // of the newest tables
	struct cache_memory core[SBX_WORKERS_MAX];
};

// Tables of the default size for each worker, which does not run yet. -ENOMEM.
int cache_create(struct state *state);
void cache_free(struct state *state);

// As sbx_cache_set, with settings that are valid.
int cache_set(struct state *state, const struct sbx_cache_settings *settings);
void cache_get(struct state *state, struct sbx_cache_settings *out);
void cache_flush(struct state *state);

// control/cache_report.c: as sbx_cache_describe and sbx_cache_entries.
int64_t cache_describe(struct state *state, struct sbx_cache_state *out, uint32_t max);
int64_t cache_entries(struct state *state, uint32_t worker, struct sbx_cache_entry *out, uint32_t max);
// A bit for each worker whose cache is in use for such a packet and holds the answer.
uint64_t cache_holders(struct state *state, const struct sbx_query *query);
// A set as it was between two of the worker's bursts, in room for CACHE_WAYS_MAX entries. With the lock.
void cache_copy_set(const struct cache_tables *tables, enum cache_kind kind, uint32_t set,
	_Atomic uint64_t *out);
// What an entry is held against that was copied before: no entry is later than that.
struct cache_view cache_view_now(const struct state *state, uint32_t worker, uint16_t vrf);
struct sbx_cache_entry cache_describe_entry(const struct cache_view *view, const _Atomic uint64_t *entry,
	enum cache_kind kind);

// control/cache_verify.c: as sbx_cache_verify.
void cache_verify(struct state *state, struct sbx_cache_check *out);
