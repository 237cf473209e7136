// Memory of one core's route cache: its tables, empty, with a hash of their own.
// Owns: how they are asked for and laid out. Threads: any.
// Must not: use EAL; leave a page to be taken when a packet is first kept on it.
// Next: control/cache.h.
#pragma once

#include "control/pages.h"
#include "shared/cache.h"

struct cache_memory {
	struct cache_tables *tables; // NULL = none
	struct pages pages;       // the entries of all kinds
};

// -ENOMEM, with *out untouched.
int cache_memory_make(uint32_t entries, uint32_t ways, uint64_t version, struct cache_memory *out);
void cache_memory_free(struct cache_memory *memory);

size_t cache_table_bytes(const struct cache_tables *tables, enum cache_kind kind);
