// Route cache: its settings and what it holds.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

// Each worker keeps answers of the FIB in tables of its own: by destination, and, for interfaces with
// rp_filter, by destination and source. A table never grows; a change of a route makes what it changed void.
enum sbx_cache_mode {
	SBX_CACHE_OFF = 0,             // the tables are not looked at
	SBX_CACHE_ON = 1,
	SBX_CACHE_ADAPTIVE = 2,        // where it measures faster than without
};

struct sbx_cache_settings {
	uint32_t mode;                 // enum sbx_cache_mode
	uint32_t entries;              // each table of each worker, a power of two, 1,024..1,048,576
	uint32_t ways;                 // entries that one address may be in: 1, 2, 4, 8
	uint32_t max_age_seconds;      // 1..86,400; none is older than 18 hours
	uint32_t insert_probability;   // with which an answer is kept, 1..65,536, in 1/65,536
	uint32_t bypass_below_hits;    // adaptive: fewer hits, per mille, are not worth measuring; 0..1000
};
// All or nothing: -EINVAL bad value, -ENOMEM no memory for other tables. When entries or ways change, the
// workers go on with new, empty tables, and it waits for a grace period; no packet is lost.
SBX_API int sbx_cache_set(const struct sbx_cache_settings *settings);
SBX_API int sbx_cache_get(struct sbx_cache_settings *out);
// On return no worker uses anything that was kept before. Waits for a grace period.
SBX_API int sbx_cache_flush(void);

enum sbx_cache_reason {
	SBX_CACHE_MODE = 0,            // the mode says so
	SBX_CACHE_UNMEASURED = 1,      // adaptive: too little traffic so far
	SBX_CACHE_SAMPLING = 2,        // adaptive: being measured now
	SBX_CACHE_FASTER = 3,          // adaptive: measured
	SBX_CACHE_SLOWER = 4,
	SBX_CACHE_FEW_HITS = 5,        // adaptive: below bypass_below_hits
};

struct sbx_cache_state {
	uint32_t worker;
	uint8_t family;
	uint8_t pair;                  // 0: keyed by destination; 1: by destination and source
	uint8_t in_use;                // 1 when packets go through it now
	uint8_t reason;                // enum sbx_cache_reason
	uint32_t cycles_with;          // in the last sample, hundredths of a TSC cycle a packet; 0 = none
	uint32_t cycles_without;
	uint32_t hits_per_mille;       // in the last sample
	uint32_t reserved;
	uint64_t samples;              // taken so far
	uint64_t used;                 // entries filled, live or not
	uint64_t bytes;                // of the table
};
// Fills at most `max`, returns how many there are in all: workers x 2 families x 2 kinds.
SBX_API int64_t sbx_cache_describe(struct sbx_cache_state *out, uint32_t max);

struct sbx_cache_entry {
	struct sbx_address destination;
	struct sbx_address source;     // where `pair`
	uint32_t nexthop;
	uint32_t source_nexthop;       // where `pair`
	uint16_t vrf;
	uint8_t family;
	uint8_t pair;
	uint8_t length;                // of the matched prefix
	uint8_t source_length;
	uint8_t live;                  // 0: of an old generation, flushed, or too old
	uint8_t reserved;
	uint32_t age_seconds;
	uint32_t reserved2;
};
// A snapshot of at most `max` filled entries of a worker, while packets go on. Returns how many it wrote.
// -ENOENT: no such worker.
SBX_API int64_t sbx_cache_entries(uint32_t worker, struct sbx_cache_entry *out, uint32_t max);
