// The FIB as readers see it: longest-prefix match for IPv4 and IPv6, one of each a VRF.
// Owns: the layout and the lookups. A slot is (prefix length << 24) | nexthop id; 0 = no prefix
// here; length 255 = the low bits name a group: the answers for the next byte of the address.
// Writer: control/fib_trie.c, one thread at a time; readers: workers, slow path, lookups, each an
// RCU reader that keeps no slot over a quiescent state. Must not: be written by a reader.
// Next: datapath/route.h reads it, control/fib_writer.h writes it.
#pragma once

#include <signalbox.h>

#include <rte_branch_prediction.h>
#include <rte_byteorder.h>
#include <rte_prefetch.h>

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define FIB_NEXTHOP(slot) ((slot) & 0xFFFFFFu)
#define FIB_LENGTH(slot) ((slot) >> 24)
#define FIB_IS_GROUP(slot) ((slot) >= 0xFF000000u)

#define FIB_ROOT_BYTES 3          // of an address, that index the root
#define FIB_ROOT_SLOTS (1u << 24)
#define FIB_GROUP_UNIT 64         // bytes: a group's name is its place in such units

// Lines asked for ahead in an IPv4 bulk, a little under what a core keeps in flight. Measured
// against rte_fib: 16 gives 1.04x under random destinations and 1.03x under Zipf, 32 gives 0.98x
// and 1.22x.
#define FIB4_AHEAD 16
// IPv6 keys that walk in step; a longer bulk is cut into such pieces. 64 in step are 10% slower.
#define FIB6_STEP 32

// 256 slots with equal neighbors stored once (a run): of the real IPv6 table 9 groups in 10 are one
// cache line. Immutable once named, but for slots that name a group: a change is a new group.
struct fib_group {
	uint64_t starts[4];            // bit b of 256: a run starts at byte b; bit 0 is never set
	uint8_t before[4];             // runs that start in the words before this one
	_Atomic uint32_t slots[];      // one a run, 1..256. control: rw, readers: ro
};
static_assert(offsetof(struct fib_group, slots) == 36, "a group of up to 7 runs fits a cache line");

// A prefix of length 0 is in no slot: it is default_slot, so that changing it is one store.
struct fib4 {
	_Atomic uint32_t *slots;       // FIB_ROOT_SLOTS, by the first 24 bits. control: rw, readers: ro
	const uint8_t *groups;         // by the last 8. control: rw, readers: ro
	_Atomic uint32_t default_slot; // used where the slot is 0 (0 = none). control: rw, readers: ro
	const _Atomic uint32_t *generations; // FIB_SLICES, see below. control: rw, readers: ro
};

struct fib6 {
	_Atomic uint32_t *slots;       // FIB_ROOT_SLOTS, by the first 24 bits. control: rw, readers: ro
	const uint8_t *groups;         // by each byte that follows. control: rw, readers: ro
	_Atomic uint32_t default_slot; // control: rw, readers: ro
	const _Atomic uint32_t *generations; // FIB_SLICES. control: rw, readers: ro
};

// Written with single stores while nobody routes in that VRF, and both gone after a grace period.
struct vrf_fibs {
	struct fib4 *fib4;        // control: rw, readers: ro; NULL = no such VRF
	struct fib6 *fib6;
};

// ------------------------------------------------------------------------------------- slices

// The addresses of a family are divided into slices, each with a generation that starts at 1 and goes
// up when a batch may have changed an answer in it: after the batch's slots are written, before
// fib_apply returns. Whoever keeps an answer reads its slice's generation before the lookup; as long
// as the generation is that one, the answer is what a lookup would give. Churn in one slice leaves
// what is kept of the others alone. 16 KiB: they stay in a core's caches.
#define FIB_SLICES 4096

static inline uint32_t
fib4_slice(uint32_t address)
{
	return address >> 20;
}

// By the first 32 bits of an address, as a number. Bits 4 to 15 alone would put the real IPv6 table
// into 60 slices, one of them with an eighth of it; folded with bits 16 to 27 it is in 4,079.
static inline uint32_t
fib6_slice(uint32_t first)
{
	return (first >> 16 ^ first >> 4) % FIB_SLICES;
}

static inline uint32_t
fib_generation(const _Atomic uint32_t *generations, uint32_t slice)
{
	return atomic_load_explicit(&generations[slice], memory_order_acquire);
}

// ------------------------------------------------------------------------------------- groups

// Which run of a group answers for a byte: as many as start up to it.
static inline uint32_t
fib_group_run(const struct fib_group *group, uint32_t byte)
{
	uint64_t starts = group->starts[byte / 64] << (~byte & 63);

	return group->before[byte / 64] + (uint32_t)__builtin_popcountll(starts);
}

static inline const struct fib_group *
fib_group_at(const uint8_t *groups, uint32_t slot)
{
	return (const struct fib_group *)(groups + (slot << 8) / (256 / FIB_GROUP_UNIT));
}

// The slot of byte `byte` in the group that `slot` names. The group was filled before it was named,
// and the address comes out of the name: that orders the loads without a fence.
static inline uint32_t
fib_group_slot(const uint8_t *groups, uint32_t slot, uint32_t byte)
{
	const struct fib_group *group = fib_group_at(groups, slot);

	return atomic_load_explicit(&group->slots[fib_group_run(group, byte)], memory_order_relaxed);
}

// One more where the slot names a group: names are the highest slots, so that the sum's carry
// tells. A compare costs the walk 5%, a branch far more.
static inline uint32_t
fib_count_group(uint32_t count, uint32_t slot)
{
	uint32_t sum;

	return count + __builtin_add_overflow(slot, 0x01000000u, &sum);
}

// `slot`, or the default route's where it is 0. Without a branch: under random destinations it
// would be guessed wrong for each that no prefix covers.
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
	uint32_t slot = atomic_load_explicit(&fib->slots[address >> 8], memory_order_relaxed);

	if (unlikely(FIB_IS_GROUP(slot)))
		slot = fib_group_slot(fib->groups, slot, address & 0xFF);
	return fib_or_default(slot, default_slot);
}

// The slot of the longest matching prefix: its nexthop and length. 0 = no route.
static inline uint32_t
fib4_lookup(const struct fib4 *fib, uint32_t address)
{
	return fib4_walk(fib, address,
		atomic_load_explicit(&fib->default_slot, memory_order_relaxed));
}

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

// IPv6 addresses are 16 bytes in network byte order, as in the packet; in bulk an array of copies,
// so that the walk touches no packet and equal neighbors are told by two compares.
static inline uint32_t
fib6_root(const struct sbx_address *address)
{
	uint32_t first;

	memcpy(&first, address->bytes, sizeof(first));
	return rte_be_to_cpu_32(first) >> 8;
}

static inline void
fib6_prefetch(const struct fib6 *fib, const struct sbx_address *address)
{
	rte_prefetch0((const void *)(uintptr_t)&fib->slots[fib6_root(address)]);
}

static inline uint32_t
fib6_lookup(const struct fib6 *fib, const struct sbx_address *address)
{
	uint32_t default_slot = atomic_load_explicit(&fib->default_slot, memory_order_relaxed);
	uint32_t slot = atomic_load_explicit(&fib->slots[fib6_root(address)], memory_order_relaxed);

	for (uint32_t byte = FIB_ROOT_BYTES; FIB_IS_GROUP(slot); byte++)
		slot = fib_group_slot(fib->groups, slot, address->bytes[byte]);
	return fib_or_default(slot, default_slot);
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

// The slot of each key, 0 where no prefix but the default matches; at most FIB6_STEP keys. They
// walk in step: a round takes each one level deeper, those that have their answer drop out, and no
// load of a round waits for another.
static inline void
fib6_walk(const struct fib6 *fib, const struct sbx_address *addresses, uint32_t *slots_out,
	uint32_t n)
{
	const _Atomic uint32_t *root = fib->slots;
	const uint8_t *groups = fib->groups;
	uint32_t slots[FIB6_STEP], keys[FIB6_STEP]; // of those still walking; keys as byte offsets
	uint32_t walking = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t slot = atomic_load_explicit(&root[fib6_root(&addresses[i])],
			memory_order_relaxed);

		slots_out[i] = slots[walking] = slot;
		keys[walking] = i * sizeof(*addresses);
		walking = fib_count_group(walking, slot);
	}
	for (uint32_t byte = FIB_ROOT_BYTES; walking > 0; byte++) {
		const uint8_t *bytes = addresses->bytes + byte;
		uint32_t still = 0;

		for (uint32_t i = 0; i < walking; i++)
			rte_prefetch0(fib_group_at(groups, slots[i]));

		for (uint32_t i = 0; i < walking; i++) {
			uint32_t key = keys[i];
			uint32_t slot = fib_group_slot(groups, slots[i], bytes[key]);

			slots_out[key / sizeof(*addresses)] = slots[still] = slot;
			keys[still] = key;
			still = fib_count_group(still, slot);
		}
		walking = still;
	}
}

static inline bool
fib6_all_equal(const struct sbx_address *addresses, uint32_t n)
{
	uint32_t i = 1;

	while (i < n && !fib6_differ(&addresses[0], &addresses[i]))
		i++;
	return i >= n;
}

// A burst of one flow walks once.
static inline void
fib6_lookup_bulk(const struct fib6 *fib, const struct sbx_address *addresses, uint32_t *slots_out,
	uint32_t n)
{
	uint32_t default_slot = atomic_load_explicit(&fib->default_slot, memory_order_relaxed);

	if (n > 0 && fib6_all_equal(addresses, n)) {
		uint32_t slot = fib6_lookup(fib, &addresses[0]);

		for (uint32_t i = 0; i < n; i++)
			slots_out[i] = slot;
		return;
	}
	for (uint32_t at = 0; at < n; at += FIB6_STEP)
		fib6_walk(fib, addresses + at, slots_out + at, n - at < FIB6_STEP ? n - at : FIB6_STEP);
	for (uint32_t i = 0; i < n; i++)
		slots_out[i] = fib_or_default(slots_out[i], default_slot);
}
