// Anonymous memory on 2 MiB pages: a lookup of a 64 MiB table is 20% slower on 4 KiB pages (TLB
// misses).
// Owns: how such memory is asked for. Threads: any. Zeroed; taken from the system as it is touched.
// Must not: use EAL (unit tests and tools have none).
// Next: control/prefix_store.h, control/group_pool.h and control/fib_trie.h live in it.
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
