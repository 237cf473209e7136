// Our own FIB, both families: the writer that the product runs, read as its workers read it.
// Owns: one FIB of one VRF and its QSBR variable. Threads: writer, and one reader (number 0).
// Next: control/fib_writer.h, shared/fib.h.
#include "structure.h"

#include "control/fib_writer.h"

#include <stdlib.h>


struct ours {
	struct fib_vrf *vrf;
	struct rte_rcu_qsbr *rcu;
	_Atomic uint64_t generation;
	uint8_t family;
};

static void
destroy(void *self)
{
	struct ours *ours = self;

	fib_free(ours->vrf);
	free(ours->rcu);
	free(ours);
}

static void *
create(uint32_t routes, uint8_t family)
{
	struct fib_limits limits = {2 * routes, 2 * routes, SBX_GROUPS_MAX, SBX_GROUPS_MAX};
	struct ours *ours = calloc(1, sizeof(*ours));

	if (ours == NULL)
		return NULL;
	ours->family = family;
	ours->rcu = aligned_alloc(RTE_CACHE_LINE_SIZE, rte_rcu_qsbr_get_memsize(1));
	if (ours->rcu == NULL || rte_rcu_qsbr_init(ours->rcu, 1) != 0
			|| fib_create(&limits, ours->rcu, &ours->generation, &ours->vrf) != 0) {
		destroy(ours);
		return NULL;
	}
	rte_rcu_qsbr_thread_register(ours->rcu, 0);
	return ours;
}

static void *
create4(uint32_t routes)
{
	return create(routes, SBX_IPV4);
}

static void *
create6(uint32_t routes)
{
	return create(routes, SBX_IPV6);
}

static int
load(void *self, const struct sbx_route *routes, uint32_t count)
{
	struct ours *ours = self;
	struct sbx_routes_result result;

	return fib_apply(ours->vrf, routes, count, &result);
}

static int
change(void *self, const struct sbx_route *route)
{
	return load(self, route, 1);
}

static uint64_t
lookup4(void *self, const struct keys *keys)
{
	const struct fib4 *fib = fib_readers4(((struct ours *)self)->vrf);
	uint32_t slots[BULK];
	uint64_t sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		fib4_lookup_bulk(fib, keys->ipv4 + at, slots, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += FIB_NEXTHOP(slots[i]);
	}
	return sum;
}

static uint64_t
lookup6(void *self, const struct keys *keys)
{
	const struct fib6 *fib = fib_readers6(((struct ours *)self)->vrf);
	uint32_t slots[BULK];
	uint64_t sum = 0;

	for (size_t at = 0; at < keys->count; at += BULK) {
		fib6_lookup_bulk(fib, keys->ipv6 + at, slots, BULK);
		for (uint32_t i = 0; i < BULK; i++)
			sum += FIB_NEXTHOP(slots[i]);
	}
	return sum;
}

static void
reader(void *self, enum reader_state state)
{
	struct ours *ours = self;

	if (state == READER_STARTS)
		rte_rcu_qsbr_thread_online(ours->rcu, 0);
	else if (state == READER_QUIET)
		rte_rcu_qsbr_quiescent(ours->rcu, 0);
	else
		rte_rcu_qsbr_thread_offline(ours->rcu, 0);
}

static uint64_t
bytes(void *self)
{
	struct ours *ours = self;
	struct sbx_fib_state state;

	fib_describe(ours->vrf, ours->family, &state);
	return state.bytes;
}

const struct structure ours4 = {"ours", SBX_IPV4, 0, create4, load, change, lookup4, reader,
	bytes, destroy};
const struct structure ours6 = {"ours", SBX_IPV6, 0, create6, load, change, lookup6, reader,
	bytes, destroy};
