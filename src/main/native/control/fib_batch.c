// The order of a batch's writes. Puts first, the longest first, then deletes, the shortest first:
// at any moment an address's longest match is then the one of the old table or the one of the new.
// Groups are made before the first write, which is also where a batch that does not fit ends,
// unseen by readers.
// Owns: nothing. Thread: the FIB's writer. Must not: fail after the first write.
// Next: control/fib_trie.c.
#include "fib_batch.h"

#include <errno.h>
#include <stdlib.h>

#define AHEAD 8                   // prefixes whose slot of the store is on its way

static void
prefetch(const struct fib_trie *trie, const struct sbx_route *route)
{
	prefix_store_prefetch(&trie->prefixes, route->address.bytes, route->length);
}

static enum fib_change_kind
kind_of(const struct fib_trie *trie, const struct sbx_route *route)
{
	uint32_t present = prefix_store_find(&trie->prefixes, route->address.bytes, route->length);

	if (route->op == SBX_ROUTE_DELETE)
		return present == 0 ? FIB_SAME : FIB_REMOVE;
	if (present == 0)
		return FIB_ADD;
	return FIB_NEXTHOP(present) == route->nexthop ? FIB_SAME : FIB_CHANGE;
}

static void
classify(const struct fib_trie *trie, const struct sbx_route *routes, struct fib_change *changes,
	uint32_t count, uint32_t *by_kind)
{
	for (uint32_t i = 0; i < count; i++) {
		if (i + AHEAD < count)
			prefetch(trie, &routes[changes[i + AHEAD].route]);
		changes[i].kind = (uint8_t)kind_of(trie, &routes[changes[i].route]);
		by_kind[changes[i].kind]++;
	}
}

static int
compare_indexes(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return (left > right) - (left < right);
}

// The record of the add number `fits` (from 0) in the caller's order: the first for which there is
// no room.
static int
first_beyond(const struct fib_change *changes, uint32_t count, uint32_t adds, uint32_t fits,
	uint32_t *failed)
{
	uint32_t *indexes = malloc(adds * sizeof(*indexes));
	uint32_t found = 0;

	if (indexes == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		if (changes[i].kind == FIB_ADD)
			indexes[found++] = changes[i].route;
	qsort(indexes, adds, sizeof(*indexes), compare_indexes);
	*failed = indexes[fits];
	free(indexes);
	return -ENOSPC;
}

static void
release(struct fib_trie *trie, const struct sbx_route *routes, const struct fib_change *changes,
	uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct sbx_route *route = &routes[changes[i].route];

		if (changes[i].kind == FIB_ADD)
			fib_trie_release(trie, route->address.bytes, route->length);
	}
}

static int
hold(struct fib_trie *trie, const struct sbx_route *routes, const struct fib_change *changes,
	uint32_t count, uint32_t *failed)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct sbx_route *route = &routes[changes[i].route];
		int error = changes[i].kind != FIB_ADD ? 0
			: fib_trie_hold(trie, route->address.bytes, route->length);

		if (error != 0) {
			release(trie, routes, changes, i);
			*failed = changes[i].route;
			return error;
		}
	}
	return 0;
}

int
fib_batch_prepare(struct fib_trie *trie, const struct sbx_route *routes,
	struct fib_change *changes, uint32_t count, uint32_t *failed)
{
	uint32_t by_kind[4] = {0};
	uint64_t after;
	int error;

	classify(trie, routes, changes, count, by_kind);
	after = (uint64_t)trie->prefixes.used + by_kind[FIB_ADD] - by_kind[FIB_REMOVE];
	if (by_kind[FIB_ADD] > 0 && after > trie->routes_max)
		return first_beyond(changes, count, by_kind[FIB_ADD],
			by_kind[FIB_ADD] - (uint32_t)(after - trie->routes_max), failed);
	error = prefix_store_reserve(&trie->prefixes, by_kind[FIB_ADD]);
	return error != 0 ? error : hold(trie, routes, changes, count, failed);
}

void
fib_batch_abandon(struct fib_trie *trie, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count)
{
	release(trie, routes, changes, count);
}

static void
write_one(struct fib_trie *trie, const struct sbx_route *route, uint8_t kind)
{
	if (kind == FIB_REMOVE)
		fib_trie_remove(trie, route->address.bytes, route->length);
	else
		fib_trie_put(trie, route->address.bytes, route->length, route->nexthop);
}

// The default route is a second load of a lookup: a grace period before its change and one after
// keep a reader from pairing a slot and a default that were never in one table.
static void
write_default(struct fib_trie *trie, const struct sbx_route *route, uint8_t kind)
{
	rcu_synchronize(trie->groups.rcu);
	write_one(trie, route, kind);
	rcu_synchronize(trie->groups.rcu);
}

void
fib_batch_write(struct fib_trie *trie, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count)
{
	for (uint32_t i = count; i-- > 0; ) {
		const struct sbx_route *route = &routes[changes[i].route];

		if (i >= AHEAD)
			prefetch(trie, &routes[changes[i - AHEAD].route]);
		if ((changes[i].kind == FIB_ADD || changes[i].kind == FIB_CHANGE)
				&& route->length > 0)
			write_one(trie, route, changes[i].kind);
	}
	for (uint32_t i = 0; i < count; i++) {
		const struct sbx_route *route = &routes[changes[i].route];

		if (route->length == 0 && changes[i].kind != FIB_SAME)
			write_default(trie, route, changes[i].kind);
		else if (changes[i].kind == FIB_REMOVE)
			write_one(trie, route, FIB_REMOVE);
	}
}
