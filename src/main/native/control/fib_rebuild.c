// See fib_rebuild.h.
#include "fib_rebuild.h"

#include <errno.h>
#include <stdlib.h>

#define ROOT_BITS (8 * FIB_ROOT_BYTES)
#define FIRST_ROOM 64

// The prefixes below a slot of the root that are longer than it, by address and length.
struct below {
	struct prefix {
		struct sbx_address address;
		uint32_t slot;
	} *prefixes;
	uint32_t count, room;
	uint32_t index;           // of the slot of the root
	uint32_t bytes;           // of an address
	bool full;                // there was no memory for one
};

static uint32_t
root_index(const uint8_t *address)
{
	return (uint32_t)address[0] << 16 | (uint32_t)address[1] << 8 | address[2];
}

static void
collect(void *context, const uint8_t *address, uint32_t slot)
{
	struct below *below = context;

	if (FIB_LENGTH(slot) <= ROOT_BITS || root_index(address) != below->index)
		return;
	if (below->count == below->room) {
		uint32_t room = below->room == 0 ? FIRST_ROOM : 2 * below->room;
		struct prefix *larger = realloc(below->prefixes, room * sizeof(*larger));

		if (larger == NULL) {
			below->full = true;
			return;
		}
		below->prefixes = larger;
		below->room = room;
	}
	below->prefixes[below->count].slot = slot;
	below->prefixes[below->count].address = (struct sbx_address){{0}};
	memcpy(below->prefixes[below->count++].address.bytes, address, below->bytes);
}

static int
compare(const void *a, const void *b)
{
	const struct prefix *left = a, *right = b;
	int order = memcmp(&left->address, &right->address, sizeof(left->address));

	return order != 0 ? order : (int)FIB_LENGTH(left->slot) - (int)FIB_LENGTH(right->slot);
}

// How many groups these prefixes need: one for each beginning of whole bytes that a longer one has.
static uint32_t
groups_for(const struct below *below)
{
	uint32_t last[sizeof(struct sbx_address)] = {0}, groups = 0; // index + 1 of the last that was so long

	for (uint32_t i = 0; i < below->count; i++) {
		const struct prefix *prefix = &below->prefixes[i];

		for (uint32_t bytes = FIB_ROOT_BYTES; 8 * bytes < FIB_LENGTH(prefix->slot); bytes++) {
			groups += last[bytes] == 0 || memcmp(&below->prefixes[last[bytes] - 1].address,
				&prefix->address, bytes) != 0;
			last[bytes] = i + 1;
		}
	}
	return groups;
}

// The group that answers for byte `bytes` of the addresses of `count` prefixes, all longer than what leads to
// it and below it. In this order no prefix overwrites a longer one.
static uint32_t
build(struct fib_trie *trie, const struct prefix *prefixes, uint32_t count, uint32_t bytes, uint32_t cover)
{
	uint32_t slots[FIB_GROUP_SLOTS], next;

	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
		slots[i] = cover;
	for (uint32_t i = 0; i < count; i = next) {
		uint32_t length = FIB_LENGTH(prefixes[i].slot), byte = prefixes[i].address.bytes[bytes];

		next = i + 1;
		if (length <= 8 * (bytes + 1)) {
			for (uint32_t at = byte; at < byte + (1u << (8 * (bytes + 1) - length)); at++)
				slots[at] = prefixes[i].slot;
			continue;
		}
		while (next < count && prefixes[next].address.bytes[bytes] == byte)
			next++;
		slots[byte] = build(trie, prefixes + i, next - i, bytes + 1, slots[byte]);
	}
	return FIB_GROUP_NAME(group_pool_make(&trie->groups, slots));
}

static int
put(struct fib_trie *trie, const struct below *below, uint32_t cover)
{
	uint32_t groups = groups_for(below);

	if (trie->groups_used + groups > trie->groups_max)
		return -ENOSPC;
	trie->groups_used += groups;
	fib_trie_set_root(trie, below->index, below->count == 0 ? cover
		: build(trie, below->prefixes, below->count, FIB_ROOT_BYTES, cover));
	return 0;
}

int
fib_rebuild(struct fib_trie *trie, uint32_t index)
{
	struct below below = {.index = index, .bytes = 4 * trie->prefixes.key_words};
	uint8_t address[FIB_ROOT_BYTES] = {(uint8_t)(index >> 16), (uint8_t)(index >> 8), (uint8_t)index};
	int rc = -ENOMEM;

	for (uint32_t part = 0; part < PREFIX_STORE_PARTS; part++)
		prefix_store_part(&trie->prefixes, part, collect, &below);
	if (below.count > 0)
		qsort(below.prefixes, below.count, sizeof(*below.prefixes), compare);
	if (!below.full)
		rc = put(trie, &below, fib_trie_cover(trie, address, 0, ROOT_BITS));
	free(below.prefixes);
	return rc;
}
