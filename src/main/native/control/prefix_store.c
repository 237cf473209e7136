// Linear probing at no more than 3/4 full; a removal moves the following ones back, so that no
// tombstones gather under churn. Doubles by building the larger table aside.
// Owns: the slots. Thread: the FIB's writer only. Must not: shrink or grow in a put or a removal.
// Next: control/fib_trie.c.
#include "prefix_store.h"

#include "shared/fib.h"

#include <errno.h>

#define BITS_MIN 8
#define BITS_MAX 30

static uint64_t
mix(uint64_t value)
{
	value *= 0x9E3779B97F4A7C15u;
	return value ^ value >> 32;
}

static uint64_t
hash_of(const struct prefix_store *store, const uint32_t *key, uint32_t length)
{
	uint64_t hash = mix((uint64_t)key[0] << 8 | length);

	for (uint32_t i = 1; i < store->key_words; i++)
		hash = mix(hash + key[i]);
	return hash * 0xD6E8FEB86659FD93u;
}

static size_t
home_of(const struct prefix_store *store, const uint32_t *key, uint32_t length)
{
	return hash_of(store, key, length) >> (64 - store->bits);
}

static uint32_t *
slot_at(const struct prefix_store *store, size_t at)
{
	return store->slots + at * (store->key_words + 1);
}

static size_t
next_of(const struct prefix_store *store, size_t at)
{
	return (at + 1) & (((size_t)1 << store->bits) - 1);
}

static bool
is_prefix(const struct prefix_store *store, const uint32_t *slot, const uint32_t *key,
	uint32_t length)
{
	if (FIB_LENGTH(slot[store->key_words]) != length || slot[0] != key[0])
		return false;
	for (uint32_t i = 1; i < store->key_words; i++)
		if (slot[i] != key[i])
			return false;
	return true;
}

// Where the prefix is, or the free slot where it would go.
static size_t
position_of(const struct prefix_store *store, const uint32_t *key, uint32_t length)
{
	size_t at = home_of(store, key, length);

	while (slot_at(store, at)[store->key_words] != 0
			&& !is_prefix(store, slot_at(store, at), key, length))
		at = next_of(store, at);
	return at;
}

static void
key_of(const struct prefix_store *store, const uint8_t *address, uint32_t *key)
{
	memcpy(key, address, store->key_words * sizeof(*key));
}

static int
allocate(struct prefix_store *store, uint32_t key_words, uint32_t bits)
{
	struct pages pages;
	int error = pages_map(((size_t)(key_words + 1) * sizeof(uint32_t)) << bits, &pages);

	if (error != 0)
		return error;
	*store = (struct prefix_store) {.slots = pages.memory, .pages = pages,
		.key_words = key_words, .bits = bits};
	return 0;
}

int
prefix_store_init(struct prefix_store *store, uint32_t key_words)
{
	return allocate(store, key_words, BITS_MIN);
}

void
prefix_store_free(struct prefix_store *store)
{
	pages_unmap(&store->pages);
}

static void
insert(struct prefix_store *store, const uint32_t *key, uint32_t value)
{
	uint32_t *slot = slot_at(store, position_of(store, key, FIB_LENGTH(value)));

	store->used += slot[store->key_words] == 0;
	memcpy(slot, key, store->key_words * sizeof(*key));
	slot[store->key_words] = value;
}

int
prefix_store_reserve(struct prefix_store *store, uint32_t more)
{
	uint64_t wanted = (uint64_t)store->used + more;
	uint32_t bits = store->bits;
	struct prefix_store larger;
	int error;

	while (wanted * 4 > ((uint64_t)3 << bits))
		bits++;
	if (bits == store->bits)
		return 0;
	error = bits > BITS_MAX ? -ENOMEM : allocate(&larger, store->key_words, bits);
	if (error != 0)
		return error;
	for (size_t at = 0; at < (size_t)1 << store->bits; at++) {
		const uint32_t *slot = slot_at(store, at);

		if (slot[store->key_words] != 0)
			insert(&larger, slot, slot[store->key_words]);
	}
	prefix_store_free(store);
	*store = larger;
	return 0;
}

uint32_t
prefix_store_find(const struct prefix_store *store, const uint8_t *address, uint32_t length)
{
	uint32_t key[4];

	key_of(store, address, key);
	return slot_at(store, position_of(store, key, length))[store->key_words];
}

void
prefix_store_prefetch(const struct prefix_store *store, const uint8_t *address, uint32_t length)
{
	uint32_t key[4];

	key_of(store, address, key);
	rte_prefetch0(slot_at(store, home_of(store, key, length)));
}

void
prefix_store_put(struct prefix_store *store, const uint8_t *address, uint32_t slot)
{
	uint32_t key[4];

	key_of(store, address, key);
	insert(store, key, slot);
}

// Whether the prefix at `at` may move back to `hole`: its home is not between them.
static bool
may_fill(const struct prefix_store *store, size_t hole, size_t at)
{
	const uint32_t *slot = slot_at(store, at);
	size_t mask = ((size_t)1 << store->bits) - 1;
	size_t home = home_of(store, slot, FIB_LENGTH(slot[store->key_words]));

	return ((at - home) & mask) >= ((at - hole) & mask);
}

static void
remove_at(struct prefix_store *store, size_t hole)
{
	size_t bytes = (store->key_words + 1) * sizeof(uint32_t);
	size_t at;

	for (at = next_of(store, hole); slot_at(store, at)[store->key_words] != 0;
			at = next_of(store, at)) {
		if (!may_fill(store, hole, at))
			continue;
		memcpy(slot_at(store, hole), slot_at(store, at), bytes);
		hole = at;
	}
	memset(slot_at(store, hole), 0, bytes);
	store->used--;
}

void
prefix_store_remove(struct prefix_store *store, const uint8_t *address, uint32_t length)
{
	uint32_t key[4];
	size_t at;

	key_of(store, address, key);
	at = position_of(store, key, length);
	if (slot_at(store, at)[store->key_words] != 0)
		remove_at(store, at);
}

// ------------------------------------------------------------------------------------- parts

static size_t
start_of(const struct prefix_store *store, uint32_t part)
{
	return (size_t)((uint64_t)part * (UINT64_MAX / PREFIX_STORE_PARTS + 1) >> (64 - store->bits));
}

// Those that begin a part and those that it pushed on: up to the first free slot after its own.
void
prefix_store_part(const struct prefix_store *store, uint32_t part, prefix_visit *visit, void *context)
{
	size_t at = start_of(store, part), end = start_of(store, part + 1), walked = 0;
	size_t own = part + 1 == PREFIX_STORE_PARTS ? ((size_t)1 << store->bits) - at : end - at;

	for (; ; at = next_of(store, at), walked++) {
		const uint32_t *slot = slot_at(store, at);
		uint32_t value = slot[store->key_words];

		if (value == 0 && walked >= own)
			return;
		if (value != 0 && hash_of(store, slot, FIB_LENGTH(value))
				/ (UINT64_MAX / PREFIX_STORE_PARTS + 1) == part)
			visit(context, (const uint8_t *)slot, value);
	}
}

// No bit is set after the length, and there is a nexthop.
static bool
is_canonical(const struct prefix_store *store, const uint32_t *slot)
{
	uint32_t length = FIB_LENGTH(slot[store->key_words]), rest = 0;
	const uint8_t *address = (const uint8_t *)slot;

	if (length > store->key_words * 32 || FIB_NEXTHOP(slot[store->key_words]) == 0)
		return false;
	for (uint32_t byte = length / 8; byte < store->key_words * 4; byte++)
		rest |= byte == length / 8 ? address[byte] & (0xFFu >> length % 8) : address[byte];
	return rest == 0;
}

uint32_t
prefix_store_tidy(struct prefix_store *store, uint32_t part)
{
	size_t end = part + 1 == PREFIX_STORE_PARTS ? (size_t)1 << store->bits
		: start_of(store, part + 1);
	size_t at = start_of(store, part);
	uint32_t dropped = 0;

	while (at < end) {
		const uint32_t *slot = slot_at(store, at);
		uint32_t value = slot[store->key_words];

		if (value == 0 || (is_canonical(store, slot)
				&& position_of(store, slot, FIB_LENGTH(value)) == at)) {
			at++;
			continue;
		}
		remove_at(store, at);
		dropped++;
	}
	return dropped;
}
