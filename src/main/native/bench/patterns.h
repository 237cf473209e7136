// Traffic patterns: which destinations follow each other.
// Owns: the names of the patterns and streams of addresses drawn from them, host byte order for IPv4.
// Threads: any, one at a time. Must not: be called while something is measured.
// Next: net_gen/ sends them, the fib bench looks them up.
#pragma once

#include "table.h"

enum pattern {
	PATTERN_UNIFORM,               // any address, all of them as likely ("juno": sources as well)
	PATTERN_COVERED,               // a random prefix of the table, then a random host in it
	PATTERN_ZIPF,                  // `destinations` covered addresses, the k-th 1/k as often as the first
	PATTERN_PKTGEN,                // kernel pktgen: a random flow of `flows`; a new address after `flow_length`
	PATTERN_SINGLE,                // one address
	PATTERNS
};
extern const char *const pattern_names[PATTERNS];

struct pattern_spec {
	enum pattern pattern;
	uint8_t family;
	bool unicast;                  // UNIFORM: no 0/8, 10/8, 127/8, 224/3 (IPv6: 2000::/3 in any case)
	uint32_t destinations;         // ZIPF; 0 = 1,000,000
	uint32_t flows;                // PKTGEN; 0 = 256
	uint32_t flow_length;          // PKTGEN; 0 = 8
	uint32_t first;                // PKTGEN, IPv4: range of its addresses when first < last
	uint32_t last;
	const struct table *table;     // where COVERED, ZIPF, PKTGEN and SINGLE draw; NULL = UNIFORM's
	uint64_t seed;
};

// -EINVAL when no pattern has that name. "juno" is uniform, "perprefix" is covered.
int pattern_by_name(const char *name, enum pattern *pattern);
// Fill `keys` by the family of the spec. -ENOMEM.
int pattern_fill4(const struct pattern_spec *spec, uint32_t *keys, size_t count);
int pattern_fill6(const struct pattern_spec *spec, struct sbx_address *keys, size_t count);
