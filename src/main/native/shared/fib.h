// The FIB as readers see it: longest-prefix match for IPv4 and IPv6, one of each a VRF.
// Owns: the layout and the lookups. A slot is (prefix length << 24) | nexthop id; 0 = no prefix here;
// length 255 = the low bits are the number of a group of 256 slots, one byte of the address deeper.
// Writer: control/fib4.c, control/fib6.c, one thread at a time; readers: workers, slow path, lookups,
// each an RCU reader that keeps no slot over a quiescent state. Must not: be written by a reader.
// Next: datapath/route.h reads it, control/fib_writer.h writes it.
#pragma once

#include <signalbox.h>

#include <rte_branch_prediction.h>
#include <rte_prefetch.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define FIB_NEXTHOP(slot) ((slot) & 0xFFFFFFu)
#define FIB_LENGTH(slot) ((slot) >> 24)
#define FIB_IS_GROUP(slot) ((slot) >= 0xFF000000u)

#define FIB4_SLOTS (1u << 24)
#define FIB6_SLOTS (1u << 16)
#define FIB_GROUP_SLOTS 256u
// Lines asked for ahead in a bulk, a little under what a core keeps in flight. Measured: twice as many is 6% slower
// under random destinations (1.04x of rte_fib at 16, 0.98 at 32), four times 30% faster under Zipf.
#define FIB4_AHEAD 16
#define FIB_BULK_MAX 64           // IPv6 keys that walk in step; a longer bulk is cut into such pieces

// A prefix of length 0 is in no slot: it is default_slot, so that changing it is one store.
struct fib4 {
	_Atomic uint32_t *slots;       // FIB4_SLOTS, by the address's first 24 bits. control: rw, readers: ro
	_Atomic uint32_t *groups;      // groups_max * 256, by its last 8. control: rw, readers: ro
	_Atomic uint32_t default_slot; // used where the slot is 0 (0 = none). control: rw, readers: ro
};

struct fib6 {
	_Atomic uint32_t *slots;       // FIB6_SLOTS, by the address's first 16 bits. control: rw, readers: ro
	_Atomic uint32_t *groups;      // groups_max * 256, by each byte that follows. control: rw, readers: ro
	_Atomic uint32_t default_slot; // control: rw, readers: ro
};

// The slot of byte `byte` in the group that `slot` names. Acquire: the group was filled before it was named.
static inline uint32_t
fib_group_slot(const _Atomic uint32_t *groups, uint32_t slot, uint8_t byte)
{
	return atomic_load_explicit(&groups[(size_t)FIB_NEXTHOP(slot) * FIB_GROUP_SLOTS + byte],
		memory_order_acquire);
}

// `slot`, or the default route's where it is 0. Without a branch: under random destinations it would be guessed
// wrong for each that no prefix covers.
static inline uint32_t
fib_or_default(uint32_t slot, uint32_t default_slot)
{
	return slot | (default_slot & (0u - (slot == 0)));
}

// ------------------------------------------------------------------------------------- IPv4

// IPv4 addresses are in host byte order.
static inline void
fib4_prefetch(const struct fib4 *fib, uint32_t address)
{
	rte_prefetch0((const void *)(uintptr_t)&fib->slots[address >> 8]);
}

static inline uint32_t
fib4_walk(const struct fib4 *fib, uint32_t address, uint32_t default_slot)
{
	uint32_t slot = atomic_load_explicit(&fib->slots[address >> 8], memory_order_acquire);

	if (unlikely(FIB_IS_GROUP(slot)))
		slot = fib_group_slot(fib->groups, slot, (uint8_t)address);
	return fib_or_default(slot, default_slot);
}

// The slot of the longest matching prefix: its nexthop and length. 0 = no route.
static inline uint32_t
fib4_lookup(const struct fib4 *fib, uint32_t address)
{
	return fib4_walk(fib, address,
		atomic_load_explicit(&fib->default_slot, memory_order_relaxed));
}

// Keeps FIB4_AHEAD lines on their way, so that the loads of a burst wait together.
static inline void
fib4_lookup_bulk(const struct fib4 *fib, const uint32_t *addresses, uint32_t *slots_out, uint32_t n)
{
	uint32_t default_slot = atomic_load_explicit(&fib->default_slot, memory_order_relaxed);
	uint32_t i;

	for (i = 0; i < n && i < FIB4_AHEAD; i++)
		fib4_prefetch(fib, addresses[i]);
	for (i = 0; i + FIB4_AHEAD < n; i++) {
		fib4_prefetch(fib, addresses[i + FIB4_AHEAD]);
		slots_out[i] = fib4_walk(fib, addresses[i], default_slot);
	}
	for (; i < n; i++)
		slots_out[i] = fib4_walk(fib, addresses[i], default_slot);
}

// ------------------------------------------------------------------------------------- IPv6

// IPv6 addresses are 16 bytes in network byte order, as in the packet; in bulk an array of copies, so that
// the walk touches no packet and equal neighbors are told by two compares.
static inline uint32_t
fib6_root(const struct sbx_address *address)
{
	return (uint32_t)address->bytes[0] << 8 | address->bytes[1];
}

static inline void
fib6_prefetch(const struct fib6 *fib, const struct sbx_address *address)
{
	rte_prefetch0((const void *)(uintptr_t)&fib->slots[fib6_root(address)]);
}

static inline uint32_t
fib6_lookup(const struct fib6 *fib, const struct sbx_address *address)
{
	uint32_t slot = atomic_load_explicit(&fib->slots[fib6_root(address)], memory_order_acquire);

	for (uint32_t byte = 2; FIB_IS_GROUP(slot); byte++)
		slot = fib_group_slot(fib->groups, slot, address->bytes[byte]);
	return slot != 0 ? slot : atomic_load_explicit(&fib->default_slot, memory_order_relaxed);
}

// Whether two addresses differ, without a branch.
static inline bool
fib6_differ(const struct sbx_address *a, const struct sbx_address *b)
{
	uint64_t a_words[2], b_words[2];

	memcpy(a_words, a, sizeof(a_words));
	memcpy(b_words, b, sizeof(b_words));
	return ((a_words[0] ^ b_words[0]) | (a_words[1] ^ b_words[1])) != 0;
}

// At most FIB_BULK_MAX keys in step: each round takes one level, the finished drop out, and the loads of a
// round do not wait for each other. Of equal neighbors (a flow's packets come together) one walks for all.
static inline void
fib6_lookup_step(const struct fib6 *fib, const struct sbx_address *addresses, uint32_t *slots_out,
	uint32_t n)
{
	uint8_t head[FIB_BULK_MAX], run[FIB_BULK_MAX], active[FIB_BULK_MAX];
	uint32_t slot[FIB_BULK_MAX];
	uint32_t default_slot = atomic_load_explicit(&fib->default_slot, memory_order_relaxed);
	uint32_t runs = 1, walking = 0;

	head[0] = run[0] = 0;
	for (uint32_t i = 1; i < n; i++) {
		head[runs] = (uint8_t)i;
		runs += fib6_differ(&addresses[i], &addresses[i - 1]);
		run[i] = (uint8_t)(runs - 1);
	}
	for (uint32_t i = 0; i < runs; i++) {
		slot[i] = atomic_load_explicit(&fib->slots[fib6_root(&addresses[head[i]])],
			memory_order_acquire);
		active[walking] = (uint8_t)i;
		walking += FIB_IS_GROUP(slot[i]);
	}
	for (uint32_t byte = 2; walking > 0; byte++) {
		uint32_t still = 0;

		for (uint32_t i = 0; i < walking; i++) {
			uint8_t key = active[i];

			slot[key] = fib_group_slot(fib->groups, slot[key],
				addresses[head[key]].bytes[byte]);
			active[still] = key;
			still += FIB_IS_GROUP(slot[key]);
		}
		walking = still;
	}
	for (uint32_t i = 0; i < n; i++)
		slots_out[i] = slot[run[i]] != 0 ? slot[run[i]] : default_slot;
}

static inline void
fib6_lookup_bulk(const struct fib6 *fib, const struct sbx_address *addresses, uint32_t *slots_out,
	uint32_t n)
{
	for (; n > FIB_BULK_MAX; n -= FIB_BULK_MAX) {
		fib6_lookup_step(fib, addresses, slots_out, FIB_BULK_MAX);
		addresses += FIB_BULK_MAX;
		slots_out += FIB_BULK_MAX;
	}
	if (n > 0)
		fib6_lookup_step(fib, addresses, slots_out, n);
}
