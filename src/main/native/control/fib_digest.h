// What a trie's store of prefixes holds, slice by slice of shared/fib.h, as the control plane digests it too
// (FibDigest.java; both are tested with the same vectors).
// Owns: the mix of a route. Thread: the FIB's writer. Must not: look at what readers see.
// Next: control/fib_audit.c.
#pragma once

#include "control/fib_trie.h"

// The slice of a prefix's first address.
uint32_t fib_digest_slice(uint32_t key_words, const uint8_t *address);
// A route in 64 bits: (address, length, nexthop). Sums of them depend on no order.
uint64_t fib_digest_mix(uint32_t key_words, const uint8_t *address, uint32_t slot);
struct fib_digest {
	uint64_t *slices;         // FIB_SLICES
	uint32_t key_words;
	uint32_t by_length[129];  // prefixes counted
};
// Adds the prefixes of one part of the store.
void fib_digest_part(const struct fib_trie *trie, uint32_t part, struct fib_digest *digest);

// Routes of a slice, in no order.
struct fib_slice_routes {
	struct sbx_route *out;
	uint32_t slice, max;
	uint32_t count;           // in all, may be more than max
	uint32_t key_words;
};
// Adds those of one part of the store.
void fib_slice_routes_part(const struct fib_trie *trie, uint32_t part, struct fib_slice_routes *routes);
