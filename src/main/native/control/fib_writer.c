// One VRF's FIB: checks a batch, splits it by family, writes it, then raises the generations: those
// of the slices first, then the FIB's.
// Owns: struct fib_vrf; control/fib_audit.c looks at it as well.
// Threads: any. Must not: raise a generation before the slots are written or when nothing changed.
// Next: control/fib_batch.c.
#include "fib_writer.h"

#include "control/fib_vrf.h"

#include <errno.h>
#include <stdlib.h>

// What one apply works in.
struct batch {
	const struct sbx_route *routes;
	struct fib_change *changes; // `prefixes4` of IPv4, then those of IPv6 up to `prefixes`
	uint32_t prefixes4;
	uint32_t prefixes;
};

static bool
limits_valid(const struct fib_limits *limits)
{
	return limits->routes4 > 0 && limits->routes6 > 0
		&& limits->groups4 > 0 && limits->groups4 <= SBX_GROUPS_MAX
		&& limits->groups6 > 0 && limits->groups6 <= SBX_GROUPS_MAX;
}

int
fib_create(const struct fib_limits *limits, struct rte_rcu_qsbr *rcu, _Atomic uint64_t *generation,
	struct fib_vrf **out)
{
	struct fib_vrf *vrf = limits_valid(limits) ? calloc(1, sizeof(*vrf)) : NULL;

	if (vrf == NULL)
		return limits_valid(limits) ? -ENOMEM : -EINVAL;
	vrf->generation = generation;
	pthread_mutex_init(&vrf->turn, NULL);
	pthread_mutex_init(&vrf->lock, NULL);
	if (fib_trie_init(&vrf->trie4, 4, limits->routes4, limits->groups4, rcu,
				&vrf->readers4.default_slot) != 0
			|| fib_trie_init(&vrf->trie6, 16, limits->routes6, limits->groups6, rcu,
				&vrf->readers6.default_slot) != 0) {
		fib_free(vrf);
		return -ENOMEM;
	}
	vrf->readers4.slots = vrf->trie4.root;
	vrf->readers4.groups = vrf->trie4.groups.base;
	vrf->readers6.slots = vrf->trie6.root;
	vrf->readers6.groups = vrf->trie6.groups.base;
	// Not below any that a slice of an earlier VRF of the same number had: each of its rises raised this as well.
	fib_slices_init(&vrf->slices4, (uint32_t)atomic_load(generation) + 1);
	fib_slices_init(&vrf->slices6, (uint32_t)atomic_load(generation) + 1);
	vrf->readers4.generations = vrf->slices4.generations;
	vrf->readers6.generations = vrf->slices6.generations;
	*out = vrf;
	return 0;
}

void
fib_free(struct fib_vrf *vrf)
{
	if (vrf == NULL)
		return;
	fib_trie_free(&vrf->trie4);
	fib_trie_free(&vrf->trie6);
	pthread_mutex_destroy(&vrf->lock);
	pthread_mutex_destroy(&vrf->turn);
	free(vrf);
}

struct fib4 *
fib_readers4(struct fib_vrf *vrf)
{
	return &vrf->readers4;
}

struct fib6 *
fib_readers6(struct fib_vrf *vrf)
{
	return &vrf->readers6;
}

// Canonical: no bit set beyond the prefix length, nor beyond an IPv4 address.
static bool
address_valid(const struct sbx_route *route)
{
	uint32_t whole = route->length / 8, part = route->length % 8;
	uint8_t rest = 0;

	if (part != 0)
		rest = route->address.bytes[whole++] & (uint8_t)(0xFF >> part);
	for (uint32_t i = whole; i < sizeof(route->address.bytes); i++)
		rest |= route->address.bytes[i];
	return rest == 0;
}

static bool
route_valid(const struct sbx_route *route)
{
	if (route->family != SBX_IPV4 && route->family != SBX_IPV6)
		return false;
	if (route->length > (route->family == SBX_IPV4 ? 32 : 128) || !address_valid(route))
		return false;
	return route->op == SBX_ROUTE_DELETE || (route->op == SBX_ROUTE_PUT
		&& route->nexthop > 0 && route->nexthop <= SBX_NEXTHOP_ID_MAX);
}

static int
sort(const struct sbx_route *routes, uint32_t count, struct batch *batch)
{
	struct fib_change *changes = malloc((2 * (size_t)count + 1) * sizeof(*changes));

	if (changes == NULL)
		return -ENOMEM;
	*batch = (struct batch) {.routes = routes, .changes = changes};
	batch->prefixes = fib_batch_sort(routes, count, changes, changes + count);
	while (batch->prefixes4 < batch->prefixes
			&& routes[changes[batch->prefixes4].route].family == SBX_IPV4)
		batch->prefixes4++;
	return 0;
}

static int
prepare(struct fib_vrf *vrf, struct batch *batch, uint32_t *failed)
{
	int error = fib_batch_prepare(&vrf->trie4, batch->routes, batch->changes,
		batch->prefixes4, failed);

	if (error != 0)
		return error;
	error = fib_batch_prepare(&vrf->trie6, batch->routes, batch->changes + batch->prefixes4,
		batch->prefixes - batch->prefixes4, failed);
	if (error != 0)
		fib_batch_abandon(&vrf->trie4, batch->routes, batch->changes, batch->prefixes4);
	return error;
}

static void
count_kinds(const struct batch *batch, uint32_t records, struct sbx_routes_result *result)
{
	uint32_t by_kind[4] = {0};

	for (uint32_t i = 0; i < batch->prefixes; i++)
		by_kind[batch->changes[i].kind]++;
	*result = (struct sbx_routes_result) {
		.added = by_kind[FIB_ADD], .changed = by_kind[FIB_CHANGE],
		.removed = by_kind[FIB_REMOVE],
		.unchanged = by_kind[FIB_SAME] + records - batch->prefixes};
}

static void
write_batch(struct fib_vrf *vrf, const struct batch *batch, uint32_t records,
	struct sbx_routes_result *result)
{
	fib_batch_write(&vrf->trie4, batch->routes, batch->changes, batch->prefixes4);
	fib_batch_write(&vrf->trie6, batch->routes, batch->changes + batch->prefixes4,
		batch->prefixes - batch->prefixes4);
	fib_slices_raise(&vrf->slices4, batch->routes, batch->changes, batch->prefixes4);
	fib_slices_raise(&vrf->slices6, batch->routes, batch->changes + batch->prefixes4,
		batch->prefixes - batch->prefixes4);
	count_kinds(batch, records, result);
	if (result->added + result->changed + result->removed > 0)
		atomic_fetch_add_explicit(vrf->generation, 1, memory_order_release);
	result->generation = atomic_load_explicit(vrf->generation, memory_order_relaxed);
}

int
fib_apply(struct fib_vrf *vrf, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *result)
{
	struct batch batch;
	int error;

	for (uint32_t i = 0; i < count; i++)
		if (!route_valid(&routes[i])) {
			result->failed = i;
			return -EINVAL;
		}
	error = sort(routes, count, &batch);
	if (error != 0)
		return error;
	fib_hold(vrf);
	error = prepare(vrf, &batch, &result->failed);
	if (error == 0)
		write_batch(vrf, &batch, count, result);
	fib_let_go(vrf);
	free(batch.changes);
	return error;
}

int
fib_describe(struct fib_vrf *vrf, uint8_t family, struct sbx_fib_state *out)
{
	if (family != SBX_IPV4 && family != SBX_IPV6)
		return -EINVAL;
	fib_hold(vrf);
	memset(out, 0, sizeof(*out));
	fib_trie_describe(family == SBX_IPV4 ? &vrf->trie4 : &vrf->trie6, out);
	out->generation = atomic_load_explicit(vrf->generation, memory_order_acquire);
	fib_let_go(vrf);
	return 0;
}

uint32_t
fib_pages_kib(const struct fib_vrf *vrf)
{
	return vrf->trie4.root_pages.page_kib;
}
