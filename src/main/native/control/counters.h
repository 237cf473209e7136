// The counters segment: room for every core there may ever be, mapped once, for the life of the process.
// Owns: the segment. A restart of the data plane goes on counting where it was.
// Threads: any. Must not: reset a counter.
// Next: shared/counters.h for what is in a core's block.
#pragma once

#include "shared/counters.h"

// Says how many workers count from now on; maps the segment the first time. -ENOMEM.
int counters_open(uint32_t workers);
// NULL before the first counters_open.
const struct sbx_counters *counters_segment(void);
// Block of a core: a worker's number, or the number of workers for the slow path.
struct core_counters *counters_core(uint32_t core);
