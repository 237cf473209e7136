// The FIB as readers see it: longest-prefix match for IPv4 and IPv6, one of each a VRF.
// Owns: the layout and the lookups. A slot is (prefix length << 24) | nexthop id; 0 = no prefix here;
// length 255 = the low bits are the number of a group of 256 slots, one byte of the address deeper.
// Writer: control/fib4.c, control/fib6.c, one thread at a time; readers: workers, slow path, lookups.
// Must not: be written by a reader. Groups are freed only after a grace period.
// Next: datapath/route.h reads it, control/fib_writer.h writes it.
#pragma once

#include <rte_branch_prediction.h>
#include <rte_prefetch.h>

#include <stdatomic.h>
#include <stdint.h>

#define FIB_NEXTHOP(slot) ((slot) & 0xFFFFFFu)
#define FIB_LENGTH(slot) ((slot) >> 24)
#define FIB_IS_GROUP(slot) ((slot) >= 0xFF000000u)

struct fib4 {
	_Atomic uint32_t *slots;      // 2^24, by the address's first 24 bits
	_Atomic uint32_t *groups;     // groups_max * 256, by its last 8
	_Atomic uint32_t default_slot; // 0.0.0.0/0: used where nothing else matches (0 = none)
};

struct fib6 {
	_Atomic uint32_t *slots;      // 2^16, by the address's first 16 bits
	_Atomic uint32_t *groups;     // groups_max * 256, by each byte that follows
	_Atomic uint32_t default_slot;
};
