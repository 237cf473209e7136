// Nexthops as the packet road sees them: what to do with a packet, with its L2 header ready (an adjacency).
// Owns: the shared table and each core's private copy of the entries it uses (the nexthop cache).
// Writer of the shared table: control and slow path, under the state lock. Readers: workers, through
// their cache only. Must not: be written by a worker, be freed before a grace period.
// Next: datapath/forward.h.
#pragma once

#include "counters.h"

#include <rte_atomic.h>
#include <rte_ether.h>

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

// Ids 1..options.nexthops-1 belong to the control plane. The ids above belong to the slow path: one for each
// neighbor on a connected prefix, so that both kinds are forwarded by the same code.
enum adjacency_action {
	ADJACENCY_DROP = 0,       // with `reason`; entry 0 says no_route. Zeroed memory drops
	ADJACENCY_FORWARD,        // l2, port, mtu are ready
	ADJACENCY_RESOLVE,        // punt: the neighbor's MAC is not known
	ADJACENCY_CONNECTED,      // look the destination up among the interface's neighbors
	ADJACENCY_LOCAL,          // punt: for the box itself
	ADJACENCY_GROUP,          // the flow's hash chooses the id of another, which is no group
};

struct adjacency {
	uint8_t l2[14];           // destination MAC, source MAC, room for the ethertype (the burst's own); of a
	                          // group: its buckets, see adjacency_set_buckets
	uint8_t action;           // enum adjacency_action
	uint8_t reason;           // enum drop_reason, for ADJACENCY_DROP
	uint16_t port;            // DPDK port to send from
	uint16_t interface;
	uint16_t mtu;
	uint16_t frame_max;       // longest frame it takes, 0 unless it is ready to send to; by nexthop_publish
};
static_assert(sizeof(struct adjacency) == 24, "an adjacency and its cache fields fit a line");

// A group's flows are parted into 2^bits buckets, by the upper bits of their hash; each names the member that they
// take. A bucket is one word, written by one store (control: rw, workers: ro); the table lives for a grace period after
// the last adjacency that named it.
static inline void
adjacency_set_buckets(struct adjacency *adjacency, const _Atomic uint32_t *buckets, uint8_t bits)
{
	memcpy(adjacency->l2, &buckets, sizeof(buckets));
	adjacency->l2[sizeof(buckets)] = bits;
}

// The id of the member that a flow takes.
static inline uint32_t
adjacency_member(const struct adjacency *adjacency, uint32_t hash)
{
	const _Atomic uint32_t *buckets;
	uint32_t bits = adjacency->l2[sizeof(buckets)];

	memcpy(&buckets, adjacency->l2, sizeof(buckets));
	return atomic_load_explicit(&buckets[(uint64_t)hash << bits >> 32], memory_order_relaxed);
}

// Shared entry, a line each. The sequence is odd while `adjacency` is being written.
struct CACHE_ALIGNED nexthop {
	_Atomic uint32_t version; // control: rw, workers: ro
	uint32_t reserved;
	struct adjacency adjacency; // control: rw, workers: copy under version
};

// A core's private copy with its private counters, so that no two cores write or refcount one line.
// Zeroed memory is a copy of nothing: the table's numbers begin above.
struct CACHE_ALIGNED nexthop_cached {
	uint64_t changes;         // of the table, when the copy was last found right
	struct adjacency adjacency;
	uint32_t version;         // of the copy
	uint32_t reserved;
	uint64_t reserved2;
	uint64_t packets;         // worker: rw, control: ro
	uint64_t bytes;           // worker: rw, control: ro
};
static_assert(sizeof(struct nexthop_cached) == 64, "one line an adjacency");
static_assert(offsetof(struct nexthop_cached, packets) % 16 == 0, "both counts in one aligned word");

struct nexthop_table {
	uint32_t size;            // entries, ids 0..size-1
	uint32_t neighbors_first; // first id of the slow path's own
	struct nexthop *entries;
	_Atomic uint64_t changes; // published so far; control: rw, workers: ro
	_Atomic uint32_t groups;  // ids that are groups now; control: rw, workers: ro
	uint32_t flow_seed;       // of the flows' hash, drawn at start: no two boxes in a row choose alike
};

// All entries drop with no_route. Before there is a reader; `entries` and `size` are set.
static inline void
nexthop_table_clear(struct nexthop_table *table)
{
	for (uint32_t id = 0; id < table->size; id++)
		table->entries[id] = (struct nexthop){ .version = 2,
			.adjacency = { .reason = DROP_no_route } };
	atomic_store_explicit(&table->changes, 1, memory_order_relaxed);
}

// Copies a stable version. Spins only while a writer is between two stores of the same line.
static inline void
nexthop_refresh(const struct nexthop *shared, struct nexthop_cached *cached)
{
	uint32_t before, after;

	do {
		before = atomic_load_explicit(&shared->version, memory_order_acquire);
		memcpy(&cached->adjacency, &shared->adjacency, sizeof(cached->adjacency));
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&shared->version, memory_order_relaxed);
	} while (unlikely(before != after || (before & 1)));
	cached->version = before;
}

typedef uint64_t nexthop_counts __attribute__((vector_size(16), may_alias));

// Both counts by one load, add and store: apart they are the better part of what a packet stores.
static inline void
nexthop_count(struct nexthop_cached *cached, uint64_t packets, uint64_t bytes)
{
	*(nexthop_counts *)&cached->packets += (nexthop_counts){ packets, bytes };
}

// What is published before this call is in the copies that nexthop_get then gives.
static inline uint64_t
nexthop_changes(const struct nexthop_table *table)
{
	return atomic_load_explicit(&table->changes, memory_order_acquire);
}

// After a change of the table. Not inline: the road's loops need all registers.
static __rte_noinline __rte_unused void
nexthop_look(const struct nexthop *shared, struct nexthop_cached *cached, uint64_t changes)
{
	if (atomic_load_explicit(&shared->version, memory_order_acquire) != cached->version)
		nexthop_refresh(shared, cached);
	cached->changes = changes;
}

// The core's own copy of nexthop `id`, as of `changes`, which nexthop_changes has just given. id must be below
// table->size. As long as nothing was published, the shared entry's line is left alone.
static inline struct nexthop_cached *
nexthop_get_at(const struct nexthop_table *table, struct nexthop_cached *cache, uint32_t id,
	uint64_t changes)
{
	struct nexthop_cached *cached = &cache[id];

	if (unlikely(cached->changes != changes))
		nexthop_look(&table->entries[id], cached, changes);
	return cached;
}

static inline struct nexthop_cached *
nexthop_get(const struct nexthop_table *table, struct nexthop_cached *cache, uint32_t id)
{
	return nexthop_get_at(table, cache, id, nexthop_changes(table));
}

// MTUs end far enough below 65,535 for this: buffers do.
static inline uint16_t
nexthop_frame_max(const struct adjacency *adjacency)
{
	return adjacency->action == ADJACENCY_FORWARD ? (uint16_t)(adjacency->mtu + RTE_ETHER_HDR_LEN) : 0;
}

// Writer side: call with the state lock held.
static inline void
nexthop_publish(struct nexthop_table *table, uint32_t id, const struct adjacency *adjacency)
{
	struct nexthop *shared = &table->entries[id];
	uint32_t version = atomic_load_explicit(&shared->version, memory_order_relaxed);

	atomic_store_explicit(&shared->version, version + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	memcpy(&shared->adjacency, adjacency, sizeof(shared->adjacency));
	shared->adjacency.frame_max = nexthop_frame_max(adjacency);
	atomic_store_explicit(&shared->version, version + 2, memory_order_release);
	atomic_fetch_add_explicit(&table->changes, 1, memory_order_release);
}
