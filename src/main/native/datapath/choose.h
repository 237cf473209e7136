// The fourth stage's first step: of packets whose route names a group, the member that their flow takes.
// Owns: nothing; burst->slots then name members. Thread: the worker.
// Must not: cost anything while there is no group, nor when all packets go by one nexthop that is none; keep a bucket
// over a quiescent state.
// Next: datapath/forward.h.
#pragma once

#include "datapath/flow.h"
#include "shared/burst.h"

static inline uint32_t
choose_hash(const struct road *road, const struct rte_mbuf *packet, uint8_t family)
{
	const uint32_t seed = road->tables->nexthops.flow_seed, bytes = packet->data_len - RTE_ETHER_HDR_LEN;

	return family == SBX_IPV4 ? flow_of4(seed, ip_header(packet), bytes) :
		flow_of6(seed, ip_header(packet), bytes);
}

static inline void
choose_each(struct road *road, struct rte_mbuf *const *packets, uint32_t *slots, uint32_t count, const uint8_t family,
	uint64_t changes)
{
	const struct nexthop_table *table = &road->tables->nexthops;
	struct nexthop_cached *cache = road->worker->nexthops;

	for (uint32_t i = 0; i < count; i++) {
		const struct adjacency *adjacency =
			&nexthop_get_at(table, cache, FIB_NEXTHOP(slots[i]), changes)->adjacency;
		uint32_t member;

		if (adjacency->action != ADJACENCY_GROUP)
			continue;
		member = adjacency_member(adjacency, choose_hash(road, packets[i], family));
		slots[i] = (slots[i] & ~FIB_NEXTHOP(UINT32_MAX)) | member;
		rte_prefetch0(&cache[member]);
	}
}

// Not inline: they need all registers, and so do those that call them.
static __rte_noinline __rte_unused void
choose_members4(struct road *road, struct burst *burst, uint64_t changes)
{
	choose_each(road, burst->packets4, burst->slots4, burst->count4, SBX_IPV4, changes);
}

static __rte_noinline __rte_unused void
choose_members6(struct road *road, struct burst *burst, uint64_t changes)
{
	choose_each(road, burst->packets6, burst->slots6, burst->count6, SBX_IPV6, changes);
}

// Whether any nexthop is a group.
static inline bool
choose_needed(const struct road *road)
{
	return atomic_load_explicit(&road->tables->nexthops.groups, memory_order_relaxed) != 0;
}
