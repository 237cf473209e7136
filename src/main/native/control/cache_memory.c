// See cache_memory.h.
#include "control/cache_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

size_t
cache_table_bytes(const struct cache_tables *tables, enum cache_kind kind)
{
	return (size_t)tables->entries * cache_entry_words(kind) * sizeof(uint64_t);
}

static int
draw_keys(struct cache_tables *tables)
{
	ssize_t drawn = getrandom(tables->hash_keys, sizeof(tables->hash_keys), 0);

	return drawn == (ssize_t)sizeof(tables->hash_keys) ? 0 : -ENOMEM;
}

static size_t
bytes_of_all(const struct cache_tables *tables)
{
	size_t bytes = 0;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		bytes += cache_table_bytes(tables, kind);
	return bytes;
}

// Each table is a power of two of bytes, so that no set crosses a line that it need not.
static void
lay_out(struct cache_tables *tables, uint8_t *memory)
{
	uint32_t sets = tables->entries / tables->ways;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		tables->table[kind].entries = (_Atomic uint64_t *)memory;
		tables->table[kind].shift = (uint32_t)__builtin_clz(sets) + 33;
		memory += cache_table_bytes(tables, kind);
	}
}

int
cache_memory_make(uint32_t entries, uint32_t ways, uint64_t version, struct cache_memory *out)
{
	struct cache_memory memory = {.tables = aligned_alloc(RTE_CACHE_LINE_SIZE,
		RTE_ALIGN_CEIL(sizeof(*memory.tables), RTE_CACHE_LINE_SIZE))};

	if (memory.tables == NULL)
		return -ENOMEM;
	*memory.tables = (struct cache_tables){.version = version, .entries = entries, .ways = ways};
	if (draw_keys(memory.tables) != 0 || pages_map(bytes_of_all(memory.tables), &memory.pages) != 0) {
		cache_memory_free(&memory);
		return -ENOMEM;
	}
	memset(memory.pages.memory, 0, memory.pages.bytes);
	lay_out(memory.tables, memory.pages.memory);
	*out = memory;
	return 0;
}

void
cache_memory_free(struct cache_memory *memory)
{
	pages_unmap(&memory->pages);
	free(memory->tables);
	memory->tables = NULL;
}
