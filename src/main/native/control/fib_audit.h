// Whether a VRF's FIB holds what it was told, and whether readers see that.
// Owns: how long the writers' lock is held: below 1 ms a time; 2 ms for the slot of the root with the most groups
// below it of the real IPv6 table; a slot that is wrong costs a look through all prefixes, a few ms.
// Threads: any; routes are applied meanwhile. Must not: be called by an RCU reader that is online.
// Next: control/fib_digest.h, control/fib_check.h.
#pragma once

#include "control/fib_writer.h"

// As sbx_fib_digests, sbx_fib_routes and sbx_fib_verify say, with arguments in range.
int64_t fib_digests(struct fib_vrf *vrf, uint8_t family, uint64_t *digests, uint32_t *generations);
int64_t fib_routes(struct fib_vrf *vrf, uint8_t family, uint32_t slice, struct sbx_route *out, uint32_t max);
void fib_verify(struct fib_vrf *vrf, uint8_t family, uint32_t first, uint32_t count, struct sbx_fib_check *out);
// Whether a slot that was kept, by whoever keeps answers, is what a lookup finds. `is_live` tells, while no batch
// is being written, whether the keeper would still use it; what is not used is right.
bool fib_confirms(struct fib_vrf *vrf, uint8_t family, const struct sbx_address *address, uint32_t slot,
	bool (*is_live)(void *context), void *context);
