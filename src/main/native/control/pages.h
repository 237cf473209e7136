// Anonymous memory on 2 MiB pages: a lookup of a 64 MiB table is 20% slower on 4 KiB pages (TLB
// misses).
// Owns: how such memory is asked for. Threads: any. Zeroed; taken from the system as it is touched,
// or, of a reserved range, when it is committed.
// Must not: use EAL (unit tests and tools have none).
// Next: control/prefix_store.h, control/group_pool.h, control/fib_trie.h, control/nexthop_cache.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PAGES_LARGE ((size_t)2 << 20)

struct pages {
	void *memory;             // NULL = not mapped
	size_t bytes;
	uint32_t page_kib;        // what was asked for: 2048, or 4 where that is all there is
};

// -ENOMEM, with *out untouched.
int pages_map(size_t bytes, struct pages *out);
void pages_unmap(struct pages *pages);

#define PAGES_ANY_NODE (-1)

// A range of addresses for `bytes`, whose memory is not taken yet; to be taken from NUMA node
// `node`, where the system lets us say so, or PAGES_ANY_NODE. -ENOMEM, with *out untouched.
int pages_reserve(size_t bytes, int node, struct pages *out);
// Takes the memory of a piece of a reserved range now: a lack of it is -ENOMEM here and no killed
// process later. `from` is a multiple of PAGES_LARGE. Until then nobody may touch that piece.
int pages_commit(const struct pages *pages, size_t from, size_t bytes);
// Gives the memory of a piece back; it reads as zero when it is committed again.
void pages_decommit(const struct pages *pages, size_t from, size_t bytes);
