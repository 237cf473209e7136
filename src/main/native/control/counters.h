// The counters segment: room for every core there may ever be, mapped once, for the life of the process.
// Owns: the segment. A restart of the data plane goes on counting where it was.
// Threads: any. Must not: reset a counter.
// Next: shared/counters.h for what is in a core's block.
#pragma once

#include "shared/counters.h"

// The segment, mapped at the first call; its version is 0 until counters_open. NULL = no memory for it.
const struct sbx_counters *counters_segment(void);
// Says how many workers count from now on. -ENOMEM.
int counters_open(uint32_t workers);
// Block of a core: a worker's number, or the number of workers for the slow path. After counters_open.
struct core_counters *counters_core(uint32_t core);
