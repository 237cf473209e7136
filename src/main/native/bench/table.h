// The full table that the bench fills FIBs and peers with: real prefixes where we have them, grown.
// Owns: reading prefix lists, growing them with the real length mix, and giving out nexthops.
// Threads: one, before anything is measured. Must not: differ between two runs with the same arguments.
// Next: patterns.c draws destinations from it.
#pragma once

#include <signalbox.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where the real prefixes are, from the repository's root.
#define TABLE_REAL "../shared/data/tables/bart-prefixes-v4v6.txt.gz"

struct table {
	struct sbx_route *routes;      // sorted by address, then length; op is SBX_ROUTE_PUT
	uint32_t count;
	uint32_t real;                 // of them read from the file
};

// Makes a table of `count` prefixes of one family: those of `file` first (one a line, gzip or plain;
// NULL or absent: none), then generated more-specifics and neighbors with the real length mix. count 0 = the
// file's own. Each gets a nexthop of 1..nexthops, most often a low one, mostly the same for close
// addresses. -ENOENT when count is 0 and the file cannot be read, -EINVAL when a line is not a prefix, -ENOMEM.
int table_make(struct table *table, uint8_t family, uint32_t count, uint32_t nexthops, const char *file);
// Writes both tables, one prefix a line. -errno.
int table_write(const struct table *table4, const struct table *table6, const char *file);
// Numbers of its routes in random order, to be freed. NULL: no memory.
uint32_t *table_order(const struct table *table, uint64_t seed);
void table_free(struct table *table);

static inline uint32_t
table_address4(const struct sbx_address *address)
{
	return (uint32_t)address->bytes[0] << 24 | (uint32_t)address->bytes[1] << 16 |
		(uint32_t)address->bytes[2] << 8 | address->bytes[3];
}

// Sets the bits after `length` of an address of `bits` bits from `random`, or clears them for 0.
void table_fill_host(struct sbx_address *address, uint8_t length, uint8_t bits, uint64_t high,
	uint64_t low);
