// The system's pool of 2 MiB pages, through sysfs.
// Owns: `added`. Threads: one. Must not: touch other sizes.
// Next: fib/main.c.
#include "hugepages.h"

#include <stdio.h>

#define POOL "/sys/kernel/mm/hugepages/hugepages-2048kB/"

static uint32_t added;

static uint32_t
read_pool(const char *file)
{
	uint32_t pages = 0;
	FILE *in = fopen(file, "r");

	if (in != NULL) {
		if (fscanf(in, "%u", &pages) != 1)
			pages = 0;
		fclose(in);
	}
	return pages;
}

static void
write_pool(uint32_t pages)
{
	FILE *out = fopen(POOL "nr_hugepages", "w");

	if (out != NULL) {
		fprintf(out, "%u", pages);
		fclose(out);
	}
}

uint32_t
hugepages_want(uint32_t pages)
{
	uint32_t free = read_pool(POOL "free_hugepages");
	uint32_t all = read_pool(POOL "nr_hugepages");

	if (free < pages) {
		write_pool(all + pages - free);
		added += read_pool(POOL "nr_hugepages") - all;
	}
	return read_pool(POOL "free_hugepages");
}

void
hugepages_give_back(void)
{
	if (added > 0)
		write_pool(read_pool(POOL "nr_hugepages") - added);
	added = 0;
}
