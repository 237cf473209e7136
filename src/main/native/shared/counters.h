// The figures road's start: per-core blocks of 64-bit counters in one segment.
// Owns: the enums of all counters and the address of each. Writer: the core whose block it is, plain
// adds flushed once a burst; readers: anyone. Must not: be reset, be shared by two writers.
// Next: abi/counters.c describes it, Java's stats/ reads it.
#pragma once

#include "dpdk_compat.h"

#include <signalbox.h>

enum core_counter {
#define CORE(name, gauge, help) CORE_##name,
#define INTERFACE(name, gauge, help)
#define DROP(name, help)
#include "counters.def"
#undef CORE
#undef INTERFACE
#undef DROP
	CORE_COUNTERS
};

// A drop reason is also what the stages write for a packet that is not to be forwarded.
enum drop_reason {
#define CORE(name, gauge, help)
#define INTERFACE(name, gauge, help)
#define DROP(name, help) DROP_##name,
#include "counters.def"
#undef CORE
#undef INTERFACE
#undef DROP
	DROP_REASONS
};

enum interface_counter {
#define CORE(name, gauge, help)
#define INTERFACE(name, gauge, help) INTERFACE_##name,
#define DROP(name, help)
#include "counters.def"
#undef CORE
#undef INTERFACE
#undef DROP
	INTERFACE_FIRST_DROP,
	INTERFACE_COUNTERS = INTERFACE_FIRST_DROP + DROP_REASONS
};

// One core's block. 64-byte aligned so that no two cores write one line.
struct CACHE_ALIGNED core_counters {
	uint64_t core[CORE_COUNTERS];                                  // the core: rw, readers: ro
	uint64_t interface[SBX_INTERFACES_MAX][INTERFACE_COUNTERS];    // the core: rw, readers: ro
};

static inline void
count_drop(struct core_counters *counters, uint16_t interface, enum drop_reason reason, uint64_t n)
{
	counters->interface[interface][INTERFACE_FIRST_DROP + reason] += n;
}
