// Maps memory on transparent huge pages, which the system gives as they are touched and which
// measured equal to pages of the hugetlb pool; that pool is EAL's, so it is used only where
// transparent pages are switched off.
// Owns: nothing. Threads: any. Must not: touch the memory it maps, but to commit it.
// Next: control/fib_trie.c, control/nexthop_cache.c.
#include "pages.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRANSPARENT_SETTING "/sys/kernel/mm/transparent_hugepage/enabled"

static bool
transparent_off(void)
{
	char setting[64] = "";
	int file = open(TRANSPARENT_SETTING, O_RDONLY | O_CLOEXEC);
	ssize_t got = file < 0 ? -1 : read(file, setting, sizeof(setting) - 1);

	if (file >= 0)
		close(file);
	return got <= 0 || strstr(setting, "[never]") != NULL;
}

static void *
map(size_t bytes, int flags)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

// A huge page needs its address aligned: maps one page more and gives the ends back.
static void *
map_aligned(size_t bytes)
{
	uint8_t *memory = map(bytes + PAGES_LARGE, MAP_NORESERVE);
	size_t before, after;

	if (memory == NULL)
		return NULL;
	before = -(uintptr_t)memory & (PAGES_LARGE - 1);
	after = PAGES_LARGE - before;
	if (before > 0)
		munmap(memory, before);
	munmap(memory + before + bytes, after);
	return memory + before;
}

static size_t
round_up(size_t bytes, size_t page)
{
	return (bytes + page - 1) & ~(page - 1);
}

static int
map_small(size_t bytes, struct pages *out)
{
	bytes = round_up(bytes, (size_t)sysconf(_SC_PAGESIZE));
	void *memory = map(bytes, MAP_NORESERVE);

	if (memory == NULL)
		return -ENOMEM;
	*out = (struct pages) {.memory = memory, .bytes = bytes, .page_kib = 4};
	return 0;
}

int
pages_map(size_t bytes, struct pages *out)
{
	size_t large = round_up(bytes, PAGES_LARGE);
	void *memory;

	if (bytes < PAGES_LARGE)
		return map_small(bytes, out);
	if (transparent_off()) {
		memory = map(large, MAP_HUGETLB);
		if (memory == NULL)
			return map_small(bytes, out);
	} else {
		memory = map_aligned(large);
		if (memory == NULL)
			return -ENOMEM;
		madvise(memory, large, MADV_HUGEPAGE);
	}
	*out = (struct pages) {.memory = memory, .bytes = large, .page_kib = 2048};
	return 0;
}

void
pages_unmap(struct pages *pages)
{
	if (pages->memory != NULL)
		munmap(pages->memory, pages->bytes);
	*pages = (struct pages) {0};
}

// ------------------------------------------------------------------------------------- reserved

// A container may forbid it, a machine of one node has no use for it: then the memory comes from
// wherever the committing thread runs.
static void
prefer_node(const struct pages *pages, int node)
{
	unsigned long nodes;

	if (node < 0 || node >= (int)(8 * sizeof(nodes)))
		return;
	nodes = 1ul << node;
	syscall(SYS_mbind, pages->memory, pages->bytes, MPOL_PREFERRED, &nodes, 8 * sizeof(nodes),
		0);
}

int
pages_reserve(size_t bytes, int node, struct pages *out)
{
	struct pages pages = {.bytes = round_up(bytes, PAGES_LARGE), .page_kib = 4};

	pages.memory = map_aligned(pages.bytes);
	if (pages.memory == NULL)
		return -ENOMEM;
	if (!transparent_off() && madvise(pages.memory, pages.bytes, MADV_HUGEPAGE) == 0)
		pages.page_kib = 2048;
	prefer_node(&pages, node);
	*out = pages;
	return 0;
}

int
pages_commit(const struct pages *pages, size_t from, size_t bytes)
{
	uint8_t *piece = (uint8_t *)pages->memory + from;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (madvise(piece, bytes, MADV_POPULATE_WRITE) == 0)
		return 0;
	if (errno != EINVAL) {
		pages_decommit(pages, from, bytes);
		return -ENOMEM;
	}
	for (size_t at = 0; at < bytes; at += page) // Linux before 5.14 cannot say whether it will do
		((volatile uint8_t *)piece)[at] = 0;
	return 0;
}

void
pages_decommit(const struct pages *pages, size_t from, size_t bytes)
{
	madvise((uint8_t *)pages->memory + from, bytes, MADV_DONTNEED);
}
