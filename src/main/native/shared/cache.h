// The route cache's tables: what the FIB said about an address, or about a destination and a source
// together, in sets of a few entries of fixed size. An entry keeps slots, never what follows from
// them: a nexthop that changes and an rp_filter that is switched need no word to it.
// Owns: the layout, the hash, how an entry is found and which one gives way. Writer: the worker
// whose tables these are; readers: that worker, and control by copies of a set (`writes`).
// Must not: grow, chain, or believe an entry whose stamp is not the present one.
// Next: shared/cache_core.h has a core's tables, datapath/cache.h is the stage.
#pragma once

#include "fib.h"

#include <rte_common.h>

// An entry is live while its stamp is the sum of these as they are now: the generations of the slices
// (shared/fib.h) of its addresses, the flushes so far, and the eras so far. Each only grows, so that
// an equal sum says that none has. They were read before the lookup that the entry keeps. The sum has
// 32 bits: to be mistaken, an entry has to be met again after exactly 2^32 changes of its slices
// within one era.
//
// An entry is also dead when it is too old. Age is in seconds of the core's own coarse clock, 16 bits
// of it; the rest counts the eras: nothing outlives an era of 65,536 s (18 hours).

enum cache_kind {
	CACHE_ROUTE4,             // by VRF and destination
	CACHE_PAIR4,              // by VRF, destination and source: both lookups of rp_filter in one
	CACHE_ROUTE6,
	CACHE_PAIR6,
	CACHE_KINDS
};

#define CACHE_WAYS_MAX 8
#define CACHE_HASH_KEYS 9         // the VRF, then 32 bits of the key each
#define CACHE_DESTINATION4 UINT64_C(0xFFFFFFFF00000000) // of a key's first word

// An entry is words of 64 bits: its tag (stamp << 32 | VRF << 16 | second), 0 = never used; the key;
// the slots (source << 32 | destination). With CACHE_ROUTE4 the slot is in the key's word.
#define CACHE_ENTRY_WORDS_MAX 8

static inline uint32_t
cache_entry_words(enum cache_kind kind)
{
	return kind == CACHE_ROUTE4 ? 2 : kind == CACHE_PAIR6 ? 8 : 4;
}

static inline uint32_t
cache_key_words(enum cache_kind kind)
{
	return kind == CACHE_ROUTE6 ? 2 : kind == CACHE_PAIR6 ? 4 : 1;
}

static inline uint32_t
cache_slots_word(enum cache_kind kind)
{
	return kind == CACHE_ROUTE4 ? 1 : 1 + cache_key_words(kind);
}

static inline bool
cache_is_ipv6(enum cache_kind kind)
{
	return kind == CACHE_ROUTE6 || kind == CACHE_PAIR6;
}

static inline bool
cache_is_pair(enum cache_kind kind)
{
	return kind == CACHE_PAIR4 || kind == CACHE_PAIR6;
}

static inline enum cache_kind
cache_kind_of(bool ipv6, bool pair)
{
	return (enum cache_kind)(2 * ipv6 + pair);
}

// One kind's entries. All fields: made by control before it is published.
struct cache_table {
	_Atomic uint64_t *entries; // worker: rw, control: ro
	uint32_t shift;           // of a hash of 64 bits: what is left is the set's number
	uint32_t next;            // way that gives way next where all are live. Worker: rw
	_Atomic uint32_t writes;  // odd while entries are being written. Worker: rw, control: ro
	uint32_t reserved;
	_Atomic uint64_t used;    // entries filled so far, live or not. Worker: rw, control: ro
};

// All that a core has: immutable, but for the entries and what the worker counts in each table.
struct cache_tables {
	uint64_t version;         // no other of this core has it, a newer one has a higher
	uint32_t entries;         // of each table, a power of two
	uint32_t ways;            // 1, 2, 4 or 8
	uint64_t hash_keys[CACHE_HASH_KEYS]; // drawn for this core, so that nobody can aim at one set
	struct cache_table table[CACHE_KINDS];
};

// ------------------------------------------------------------------------------------- keys

// What an entry is of: as many words as cache_key_words says, the rest 0. Words of their own, not an array:
// they stay in registers.
struct cache_key {
	uint64_t first, second, third, fourth;
};

// Addresses in host byte order. `source` is 0 but for CACHE_PAIR4.
static inline struct cache_key
cache_key4(uint32_t destination, uint32_t source)
{
	return (struct cache_key){.first = (uint64_t)destination << 32 | source};
}

// `source` is NULL but for CACHE_PAIR6.
static inline struct cache_key
cache_key6(const struct sbx_address *destination, const struct sbx_address *source)
{
	struct cache_key key = {0};

	memcpy(&key.first, destination->bytes, 8);
	memcpy(&key.second, destination->bytes + 8, 8);
	if (source == NULL)
		return key;
	memcpy(&key.third, source->bytes, 8);
	memcpy(&key.fourth, source->bytes + 8, 8);
	return key;
}

// The set that a key belongs to: multilinear hashing, strongly universal in the upper 32 of its 64 bits
// (Lemire and Kaser 2014), one multiplication for each 32 bits of the key.
static inline uint32_t
cache_set_of(const struct cache_tables *tables, enum cache_kind kind, uint16_t vrf,
	const struct cache_key *key)
{
	const uint64_t *by = tables->hash_keys;
	uint64_t hash = by[0] * (vrf + 1u) + by[1] * (key->first >> 32);

	if (kind != CACHE_ROUTE4)
		hash += by[2] * (uint32_t)key->first;
	if (cache_is_ipv6(kind))
		hash += by[3] * (key->second >> 32) + by[4] * (uint32_t)key->second;
	if (kind == CACHE_PAIR6)
		hash += by[5] * (key->third >> 32) + by[6] * (uint32_t)key->third +
			by[7] * (key->fourth >> 32) + by[8] * (uint32_t)key->fourth;
	return (uint32_t)(hash >> tables->table[kind].shift);
}

static inline _Atomic uint64_t *
cache_set_at(const struct cache_tables *tables, enum cache_kind kind, uint32_t ways, uint32_t set)
{
	return tables->table[kind].entries + (size_t)set * ways * cache_entry_words(kind);
}

// ------------------------------------------------------------------------------------- what is live

// What a core's entries are held against, at one moment, in one VRF.
struct cache_view {
	const struct vrf_fibs *vrfs; // all of them
	uint32_t base;            // flushes and eras: their part of each stamp
	uint32_t span;            // seconds back from now that an entry may be of
	uint16_t now;             // second of the era
	uint16_t vrf;             // of what is looked up
};

// NULL: there is no such VRF any more.
static inline const _Atomic uint32_t *
cache_generations(const struct vrf_fibs *fibs, enum cache_kind kind)
{
	const struct fib4 *fib4 = __atomic_load_n(&fibs->fib4, __ATOMIC_ACQUIRE);
	const struct fib6 *fib6 = __atomic_load_n(&fibs->fib6, __ATOMIC_ACQUIRE);

	if (cache_is_ipv6(kind))
		return fib6 != NULL ? fib6->generations : NULL;
	return fib4 != NULL ? fib4->generations : NULL;
}

// The slice of one address, by the words of a key that begin with it.
static inline uint32_t
cache_slice(enum cache_kind kind, uint64_t word)
{
	if (!cache_is_ipv6(kind))
		return fib4_slice((uint32_t)word);
	return fib6_slice(rte_be_to_cpu_32((uint32_t)word));
}

// The tag that an entry of this key gets now.
static inline uint64_t
cache_tag(const struct cache_view *view, const _Atomic uint32_t *generations, enum cache_kind kind,
	uint16_t vrf, const struct cache_key *key)
{
	uint64_t destination = cache_is_ipv6(kind) ? key->first : key->first >> 32;
	uint64_t source = cache_is_ipv6(kind) ? key->third : key->first;
	uint32_t stamp = view->base + fib_generation(generations, cache_slice(kind, destination));

	if (cache_is_pair(kind))
		stamp += fib_generation(generations, cache_slice(kind, source));
	return (uint64_t)stamp << 32 | (uint64_t)vrf << 16 | view->now;
}

// Whether an entry with this tag is live, when `tag` is what it would get now: the stamp and the VRF are
// the same, and the second is not too far back.
static inline bool
cache_live(const struct cache_view *view, uint64_t tag, uint64_t entry_tag)
{
	return tag - entry_tag <= view->span;
}

// ------------------------------------------------------------------------------------- entries

static inline uint64_t
cache_word(const _Atomic uint64_t *entry, uint32_t word)
{
	return atomic_load_explicit(&entry[word], memory_order_relaxed);
}

static inline bool
cache_matches(const _Atomic uint64_t *entry, enum cache_kind kind, const struct cache_key *key)
{
	uint64_t differ = cache_word(entry, 1) ^ key->first;

	if (kind == CACHE_ROUTE4)
		return differ >> 32 == 0;
	if (cache_is_ipv6(kind))
		differ |= cache_word(entry, 2) ^ key->second;
	if (kind == CACHE_PAIR6)
		differ |= (cache_word(entry, 3) ^ key->third) | (cache_word(entry, 4) ^ key->fourth);
	return differ == 0;
}

// A bit for each way that holds the key and is live: none or one. Without a branch.
static inline uint32_t
cache_find(const _Atomic uint64_t *set, enum cache_kind kind, uint32_t ways,
	const struct cache_view *view, uint64_t tag, const struct cache_key *key)
{
	uint32_t found = 0;

#pragma GCC unroll 8
	for (uint32_t way = 0; way < ways; way++) {
		const _Atomic uint64_t *entry = set + way * cache_entry_words(kind);
		bool here = cache_live(view, tag, cache_word(entry, 0)) & cache_matches(entry, kind, key);

		found |= (uint32_t)here << way;
	}
	return found;
}

// The slots of a way: destination's, and source's << 32.
static inline uint64_t
cache_slots(const _Atomic uint64_t *set, enum cache_kind kind, uint32_t way)
{
	uint64_t word = cache_word(set + way * cache_entry_words(kind), cache_slots_word(kind));

	return kind == CACHE_ROUTE4 ? (uint32_t)word : word;
}

static inline struct cache_key
cache_key_in(const _Atomic uint64_t *entry, enum cache_kind kind)
{
	struct cache_key key = {.first = cache_word(entry, 1)};

	if (kind == CACHE_ROUTE4)
		key.first &= CACHE_DESTINATION4;
	if (cache_is_ipv6(kind))
		key.second = cache_word(entry, 2);
	if (kind == CACHE_PAIR6) {
		key.third = cache_word(entry, 3);
		key.fourth = cache_word(entry, 4);
	}
	return key;
}

// Whether an entry, whatever its key, would be found by who looks for that.
static inline bool
cache_entry_live(const _Atomic uint64_t *entry, enum cache_kind kind, const struct cache_view *view)
{
	uint64_t entry_tag = cache_word(entry, 0);
	uint16_t vrf = (uint16_t)(entry_tag >> 16);
	const _Atomic uint32_t *generations = cache_generations(&view->vrfs[vrf], kind);
	struct cache_key key = cache_key_in(entry, kind);

	if (entry_tag == 0 || generations == NULL)
		return false;
	return cache_live(view, cache_tag(view, generations, kind, vrf, &key), entry_tag);
}

// ------------------------------------------------------------------------------------- written by the worker

// Around all that a burst writes into a table.
static inline void
cache_write_begin(struct cache_table *table)
{
	uint32_t writes = atomic_load_explicit(&table->writes, memory_order_relaxed);

	atomic_store_explicit(&table->writes, writes + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
}

static inline void
cache_write_end(struct cache_table *table)
{
	uint32_t writes = atomic_load_explicit(&table->writes, memory_order_relaxed);

	atomic_store_explicit(&table->writes, writes + 1, memory_order_release);
}

// What an insertion found where it wrote.
enum cache_placed {
	CACHE_PRESENT,            // the key, live already: nothing was written
	CACHE_EMPTY,              // an entry never used
	CACHE_DEAD,               // an entry of an old stamp, or too old
	CACHE_FULL,               // live entries only: one of them gave way
};

static inline bool
cache_same(const _Atomic uint64_t *entry, enum cache_kind kind, uint16_t vrf,
	const struct cache_key *key)
{
	uint64_t tag = cache_word(entry, 0);

	return tag != 0 && (uint16_t)(tag >> 16) == vrf && cache_matches(entry, kind, key);
}

// The way for a key: the one that has it, else one that is not live, else each in turn.
static inline enum cache_placed
cache_place(struct cache_table *table, const _Atomic uint64_t *set, enum cache_kind kind, uint32_t ways,
	const struct cache_view *view, const struct cache_key *key, uint32_t *way)
{
	uint32_t dead = ways;

	for (*way = 0; *way < ways; ++*way) {
		const _Atomic uint64_t *entry = set + *way * cache_entry_words(kind);
		bool live = cache_entry_live(entry, kind, view);

		if (cache_same(entry, kind, view->vrf, key))
			return live ? CACHE_PRESENT : CACHE_DEAD;
		if (!live && dead == ways)
			dead = *way;
	}
	*way = dead < ways ? dead : table->next++ % ways;
	if (dead == ways)
		return CACHE_FULL;
	return cache_word(set + dead * cache_entry_words(kind), 0) == 0 ? CACHE_EMPTY : CACHE_DEAD;
}

static inline void
cache_write(_Atomic uint64_t *entry, uint32_t word, uint64_t value)
{
	atomic_store_explicit(&entry[word], value, memory_order_relaxed);
}

static inline void
cache_fill(_Atomic uint64_t *entry, enum cache_kind kind, uint64_t tag, const struct cache_key *key,
	uint64_t slots)
{
	cache_write(entry, 0, tag);
	if (kind == CACHE_ROUTE4) {
		cache_write(entry, 1, key->first | (uint32_t)slots);
		return;
	}
	cache_write(entry, 1, key->first);
	if (cache_is_ipv6(kind))
		cache_write(entry, 2, key->second);
	if (kind == CACHE_PAIR6) {
		cache_write(entry, 3, key->third);
		cache_write(entry, 4, key->fourth);
	}
	cache_write(entry, cache_slots_word(kind), slots);
}

// Keeps the slots of a key; `tag` is of before they were looked up. Between write_begin and write_end.
static inline enum cache_placed
cache_insert(struct cache_table *table, _Atomic uint64_t *set, enum cache_kind kind, uint32_t ways,
	const struct cache_view *view, uint64_t tag, const struct cache_key *key, uint64_t slots)
{
	uint32_t way;
	enum cache_placed placed = cache_place(table, set, kind, ways, view, key, &way);

	if (placed != CACHE_PRESENT)
		cache_fill(set + way * cache_entry_words(kind), kind, tag, key, slots);
	if (placed == CACHE_EMPTY)
		atomic_store_explicit(&table->used,
			atomic_load_explicit(&table->used, memory_order_relaxed) + 1,
			memory_order_relaxed);
	return placed;
}

// ------------------------------------------------------------------------------------- read by others

// A copy of a set of `words` words as it was at one moment. False when the worker was writing: try again.
static inline bool
cache_copy(const struct cache_table *table, const _Atomic uint64_t *set, uint32_t words,
	_Atomic uint64_t *out)
{
	uint32_t writes = atomic_load_explicit(&table->writes, memory_order_acquire);

	for (uint32_t i = 0; i < words; i++)
		atomic_store_explicit(&out[i], cache_word(set, i), memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	return writes % 2 == 0 &&
		atomic_load_explicit(&table->writes, memory_order_relaxed) == writes;
}
