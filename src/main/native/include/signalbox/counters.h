// Counters: the shared segment, and what each counter means.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

// One memory segment, written by the cores and read by anyone at any time, without a lock. It stays mapped
// for the life of the process. A counter is a 64-bit word with one writer, never reset; read it with an
// acquire or opaque load. Slot = base[core] + index, see the fields. `version` is written last.
struct sbx_counters {
	uint64_t version;              // SBX_ABI_VERSION when ready, 0 before
	uint32_t cores;                // workers, then one for the slow path
	uint32_t workers;
	uint32_t core_stride;          // bytes from one core's block to the next
	uint32_t cores_offset;         // bytes from the segment's start to core 0's block
	uint32_t worker_counters;      // words at the start of a core's block
	uint32_t interface_counters;   // words of one interface; interface i starts after
	                               // worker_counters + i * interface_counters words
	uint32_t interfaces;           // SBX_INTERFACES_MAX
	uint32_t first_drop;           // index of drop reason 0 among an interface's counters
	uint32_t drop_reasons;
	uint32_t reserved;
};
SBX_API const struct sbx_counters *sbx_counters(void);

enum sbx_counter_scope { SBX_SCOPE_CORE = 0, SBX_SCOPE_INTERFACE = 1, SBX_SCOPE_DROP = 2 };

struct sbx_counter_description {
	char name[40];                 // snake_case: the one name everywhere
	char help[200];                // a sentence
	uint8_t scope;                 // enum sbx_counter_scope
	uint8_t gauge;                 // 1 when it may fall
	uint16_t index;                // within its scope; a drop reason's number
	uint32_t reserved;
};
// Fills at most `max`, returns how many there are in all.
SBX_API int sbx_counters_list(struct sbx_counter_description *out, uint32_t max);
