// DPDK's IPv4 structures: rte_fib (DIR-24-8, 4-byte) and rte_lpm.
// Owns: one of each at a time. Threads: one writes, one may look up meanwhile (rte_fib has no RCU
// in 22.11: such a reader may see wrong answers, but does not crash).
// Next: peers6.c.
#include "structure.h"

#include "bench/table.h"

#include <rte_fib.h>
#include <rte_lpm.h>

#define GROUPS 16384
#define SPARE 1024                // prefixes beyond those loaded
#define LPM_ROUTES 30000          // rte_lpm_add scans all rules of a length: all takes minutes

static void *
create_fib(uint32_t routes)
{
	struct rte_fib_conf conf = {
		.type = RTE_FIB_DIR24_8,
		.max_routes = (int)routes + SPARE,
		.dir24_8 = {.nh_sz = RTE_FIB_DIR24_8_4B, .num_tbl8 = GROUPS},
	};

	return rte_fib_create("bench_fib", SOCKET_ID_ANY, &conf);
}

static int
change_fib(void *self, const struct sbx_route *route)
{
	uint32_t address = table_address4(&route->address);

	return route->op == SBX_ROUTE_DELETE ? rte_fib_delete(self, address, route->length)
		: rte_fib_add(self, address, route->length, route->nexthop);
}

static uint64_t
lookup_fib(void *self, const struct keys *keys)
{
	uint64_t nexthops[BULK], sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		rte_fib_lookup_bulk(self, (uint32_t *)(uintptr_t)(keys->ipv4 + at), nexthops, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += nexthops[i];
	}
	return sum;
}

static void
destroy_fib(void *self)
{
	rte_fib_free(self);
}

const struct structure peer_fib = {"rte_fib", SBX_IPV4, 0, create_fib, NULL, change_fib,
	lookup_fib, NULL, NULL, destroy_fib};

static void *
create_lpm(uint32_t routes)
{
	struct rte_lpm_config conf = {.max_rules = routes + SPARE, .number_tbl8s = GROUPS};

	return rte_lpm_create("bench_lpm", SOCKET_ID_ANY, &conf);
}

static int
change_lpm(void *self, const struct sbx_route *route)
{
	uint32_t address = table_address4(&route->address);

	return route->op == SBX_ROUTE_DELETE ? rte_lpm_delete(self, address, route->length)
		: rte_lpm_add(self, address, route->length, route->nexthop);
}

static uint64_t
lookup_lpm(void *self, const struct keys *keys)
{
	uint32_t nexthops[BULK];
	uint64_t sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		rte_lpm_lookup_bulk(self, keys->ipv4 + at, nexthops, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += nexthops[i] & RTE_LPM_LOOKUP_SUCCESS ? nexthops[i] & 0xFFFFFF : 0;
	}
	return sum;
}

static void
destroy_lpm(void *self)
{
	rte_lpm_free(self);
}

const struct structure peer_lpm = {"rte_lpm", SBX_IPV4, LPM_ROUTES, create_lpm, NULL,
	change_lpm, lookup_lpm, NULL, NULL, destroy_lpm};
