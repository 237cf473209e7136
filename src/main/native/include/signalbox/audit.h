// Audit: what the data plane holds against what it was told.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "routes.h"

// Slices of a family's addresses. A prefix is in that of its first address: IPv4 by its first 12 bits, IPv6 by
// bits 4 to 15, each turned over where the one 12 after it is set.
#define SBX_FIB_SLICES 4096
// What sbx_fib_verify looks at, in as many parts.
#define SBX_FIB_PARTS 8192

// The routes that the FIB was told, by slice: the sum of a mix of each one's address, length and nexthop
// (control/fib_digest.c), and the slice's generation, which goes up with each batch that changes anything in
// it. They are read while batches are applied, after the generations: a slice's digest is that of one moment if
// its generation is still the same afterwards. `digests` NULL: generations only. Returns how many records it
// dropped because they were damaged. -ENOENT: no such VRF.
SBX_API int64_t sbx_fib_digests(uint16_t vrf, uint8_t family, uint64_t digests[SBX_FIB_SLICES],
	uint32_t generations[SBX_FIB_SLICES]);
// Fills at most `max` routes of one slice, in no order, while batches are applied. Returns how many there are
// in all (may be more than max).
SBX_API int64_t sbx_fib_routes(uint16_t vrf, uint8_t family, uint32_t slice, struct sbx_route *out,
	uint32_t max);

struct sbx_fib_check {
	uint64_t generation;           // of the FIB, after it
	uint64_t slots;                // looked at
	uint64_t groups;
	uint64_t prefixes;
	uint64_t longest_hold_nanos;   // of the lock that a batch waits for
	uint32_t wrong_slots;          // that gave another answer than the routes told, or whose groups did
	uint32_t shared_groups;        // of those: because a group was named twice
	uint32_t leaked_groups;        // that nothing named; given back
	uint32_t healed;               // wrong slots that are right now
	uint32_t unhealed;             // for want of groups or memory: they are as they were
	uint32_t reserved;
};
// Holds `count` parts of what packets see, from `part` on, against the routes that the FIB was told, and puts
// right what differs; packets see each address's answer as it was or as it has to be. Batches are applied
// meanwhile: it holds their lock for about a millisecond at a time (2 where thousands of groups are below one
// slot of the root), some more where it heals. Groups that
// leaked are known after all parts in their order, in one or many calls.
SBX_API int sbx_fib_verify(uint16_t vrf, uint8_t family, uint32_t part, uint32_t count,
	struct sbx_fib_check *out);

struct sbx_cache_check {
	uint64_t entries;              // of all workers, that a packet would use
	uint64_t wrong;                // of these: not what the FIB says
};
// Holds the workers' route caches against the FIB, while packets go on; flushes them where one is wrong.
SBX_API int sbx_cache_verify(struct sbx_cache_check *out);
