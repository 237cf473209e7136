// The generations of one family's slices: which kept answers a batch may have made wrong.
// Owns: the counters that shared/fib.h reads. Thread: the FIB's writer.
// Must not: raise one before the batch's slots are written; nor any for a batch without a change.
// Next: shared/cache.h keeps answers by them.
#pragma once

#include "control/fib_batch.h"

struct fib_slices {
	_Atomic uint32_t generations[FIB_SLICES];
};

// All begin at `first`.
void fib_slices_init(struct fib_slices *slices, uint32_t first);

// Raises, by one, the generation of each slice that a changed prefix of the batch has addresses in. All
// of one family, written already.
void fib_slices_raise(struct fib_slices *slices, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count);
// The same for all addresses of one prefix.
void fib_slices_raise_prefix(struct fib_slices *slices, uint8_t family, const struct sbx_address *address,
	uint8_t length);
