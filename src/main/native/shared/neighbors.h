// The neighbors on connected prefixes as workers see them: (interface, address) -> nexthop id.
// Owns: a fixed open-addressed hash with a seqlock a slot, and its lookup.
// Writer: the slow path and control, under the state lock; readers: workers, only for packets whose route
// is a connected prefix. Must not: grow, chain, or hold pointers.
// Next: slowpath/neighbor.c writes it, datapath/forward.h reads it.
#pragma once

#include <signalbox.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

struct neighbor_slot {
	_Atomic uint32_t version; // odd while being written
	uint32_t nexthop;         // id in the nexthop table, 0 = slot not used
	struct sbx_address address;
	uint16_t interface;
	uint8_t family;
	uint8_t reserved[5];
};
static_assert(sizeof(struct neighbor_slot) == 32, "two slots a line");

struct neighbor_map {
	uint32_t mask;            // slots - 1, slots a power of two, at least twice the neighbors
	uint32_t seed;            // drawn at start, so that nobody can aim at one chain
	struct neighbor_slot *slots;
};

static inline uint32_t
neighbor_hash(const struct neighbor_map *map, uint16_t interface, const struct sbx_address *address)
{
	uint64_t high, low;

	memcpy(&high, address->bytes, 8);
	memcpy(&low, address->bytes + 8, 8);
	high = (high ^ map->seed) * 0x9E3779B97F4A7C15ull;
	low = (low ^ interface ^ (high >> 29)) * 0xBF58476D1CE4E5B9ull;
	return (uint32_t)((low ^ (high >> 32)) >> 31);
}

// The nexthop id of a neighbor, 0 when there is none. Lock-free; a slot that changes meanwhile is read again.
// A removal moves later slots back over the hole (no tombstones, so a scan leaves nothing behind that would
// lengthen probes); a reader that meets the move may miss a neighbor once and punts, which is never wrong.
static inline uint32_t
neighbor_find(const struct neighbor_map *map, uint16_t interface, uint8_t family,
	const struct sbx_address *address)
{
	uint32_t at = neighbor_hash(map, interface, address) & map->mask;

	for (uint32_t probes = 0; probes <= map->mask; probes++, at = (at + 1) & map->mask) {
		struct neighbor_slot *slot = &map->slots[at];
		struct neighbor_slot copy;
		uint32_t version;

		do {
			version = atomic_load_explicit(&slot->version, memory_order_acquire);
			memcpy(&copy.nexthop, &slot->nexthop, sizeof(copy) - sizeof(copy.version));
			atomic_thread_fence(memory_order_acquire);
		} while (unlikely((version & 1) ||
			version != atomic_load_explicit(&slot->version, memory_order_relaxed)));
		if (copy.nexthop == 0)
			return 0;
		if (copy.interface == interface && copy.family == family &&
			memcmp(&copy.address, address, sizeof(*address)) == 0)
			return copy.nexthop;
	}
	return 0;
}
