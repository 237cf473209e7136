// DPDK's IPv6 structures: rte_fib6 (trie, 4-byte) and rte_lpm6.
// Owns: one of each at a time. Threads: as in peers4.c.
// Next: measure.c.
#include "structure.h"

#include "shared/dpdk_compat.h"

#include <rte_fib6.h>
#include <rte_memory.h>
#include <rte_lpm6.h>

// rte_fib6 reserves far more groups than it uses: 284 k for 230 k real routes.
#define FIB6_GROUPS (1u << 19)
#define LPM6_GROUPS (1u << 18)
#define SPARE 1024                // prefixes beyond those loaded

static void *
create_fib6(uint32_t routes)
{
	struct rte_fib6_conf conf = {
		.type = RTE_FIB6_TRIE,
		.max_routes = (int)routes + SPARE,
		.trie = {.nh_sz = RTE_FIB6_TRIE_4B, .num_tbl8 = FIB6_GROUPS},
	};

	return rte_fib6_create("bench_fib6", SOCKET_ID_ANY, &conf);
}

static int
change_fib6(void *self, const struct sbx_route *route)
{
	return route->op == SBX_ROUTE_DELETE
		? rte_fib6_delete(self, DPDK_ADDRESS6(&route->address), route->length)
		: rte_fib6_add(self, DPDK_ADDRESS6(&route->address), route->length, route->nexthop);
}

static uint64_t
lookup_fib6(void *self, const struct keys *keys)
{
	uint64_t nexthops[BULK], sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		rte_fib6_lookup_bulk(self, DPDK_ADDRESSES6(keys->ipv6 + at), nexthops, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += nexthops[i];
	}
	return sum;
}

static void
destroy_fib6(void *self)
{
	rte_fib6_free(self);
}

const struct structure peer_fib6 = {"rte_fib6", SBX_IPV6, 0, create_fib6, NULL, change_fib6,
	lookup_fib6, NULL, NULL, destroy_fib6};

static void *
create_lpm6(uint32_t routes)
{
	struct rte_lpm6_config conf = {.max_rules = routes + SPARE, .number_tbl8s = LPM6_GROUPS};

	return rte_lpm6_create("bench_lpm6", SOCKET_ID_ANY, &conf);
}

static int
change_lpm6(void *self, const struct sbx_route *route)
{
	return route->op == SBX_ROUTE_DELETE
		? rte_lpm6_delete(self, DPDK_ADDRESS6(&route->address), route->length)
		: rte_lpm6_add(self, DPDK_ADDRESS6(&route->address), route->length, route->nexthop);
}

static uint64_t
lookup_lpm6(void *self, const struct keys *keys)
{
	int32_t nexthops[BULK];
	uint64_t sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		rte_lpm6_lookup_bulk_func(self, DPDK_ADDRESSES6(keys->ipv6 + at), nexthops, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += nexthops[i] > 0 ? (uint32_t)nexthops[i] : 0;
	}
	return sum;
}

static void
destroy_lpm6(void *self)
{
	rte_lpm6_free(self);
}

const struct structure peer_lpm6 = {"rte_lpm6", SBX_IPV6, 0, create_lpm6, NULL, change_lpm6,
	lookup_lpm6, NULL, NULL, destroy_lpm6};
