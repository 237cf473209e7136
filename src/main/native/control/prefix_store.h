// The prefixes of one family and their nexthops: what the FIB holds, for exact match and for
// finding the cover of a prefix that goes. An open-addressed hash table: 8 bytes a slot for IPv4,
// 20 for IPv6.
// Owns: its memory. Thread: the FIB's writer only. Must not: be read by a reader of the FIB.
// Next: control/fib_trie.c.
#pragma once

#include "control/pages.h"

#include <signalbox.h>

// A slot is the address (key_words words, as in the packet), then (length << 24) | nexthop, 0 =
// free slot.
struct prefix_store {
	uint32_t *slots;
	struct pages pages;
	uint32_t key_words;       // 1 or 4
	uint32_t bits;            // 2^bits slots
	uint32_t used;
};

int prefix_store_init(struct prefix_store *store, uint32_t key_words);
void prefix_store_free(struct prefix_store *store);

// Makes room for `more` prefixes, so that as many puts cannot fail. -ENOMEM, with the store as it
// was.
int prefix_store_reserve(struct prefix_store *store, uint32_t more);

// (length << 24) | nexthop of exactly this prefix, 0 = not there.
uint32_t prefix_store_find(const struct prefix_store *store, const uint8_t *address,
	uint32_t length);
void prefix_store_prefetch(const struct prefix_store *store, const uint8_t *address,
	uint32_t length);

// The prefixes are in as many equal parts by their hash, which keep them however the store grows.
#define PREFIX_STORE_PARTS 4096

typedef void prefix_visit(void *context, const uint8_t *address, uint32_t slot);
// Shows `visit`, which must not change the store, each prefix of a part.
void prefix_store_part(const struct prefix_store *store, uint32_t part, prefix_visit *visit,
	void *context);
// Drops, from where a part's prefixes begin to where those of the next one do, what is no prefix or is where
// nobody would find it: damaged. Returns how many.
uint32_t prefix_store_tidy(struct prefix_store *store, uint32_t part);

// Adds or replaces; the length is in `slot`.
void prefix_store_put(struct prefix_store *store, const uint8_t *address, uint32_t slot);
void prefix_store_remove(struct prefix_store *store, const uint8_t *address, uint32_t length);
