// Writes the trie. Chosen by measurement (1 M IPv4 and 230 k IPv6 routes, cycles a lookup, bulk of 32): for IPv4
// DIR-24-8 with 4-byte slots and prefetch takes 33 (uniform) and 18-22 (Zipf), rte_fib 38 and 26, DXR 46 and 44,
// poptrie 58 and 87; for IPv6 a lock-step walk takes 62 and 70, rte_fib6 94 and 148, poptrie6 15 and 257.
// As the slot holds the prefix length, no array of depths is needed and a lookup tells what matched.
// Owns: the slots. Thread: the FIB's writer. Must not: let a slot hold an answer of neither table.
// Next: control/group_pool.c.
#include "fib_trie.h"

#include <errno.h>

#define DEPTH_MAX 14              // groups on the way to an IPv6 /128

// The groups from the root to where a prefix ends, and the slot that names each.
struct path {
	_Atomic uint32_t *slot[DEPTH_MAX];
	uint32_t depth;
};

int
fib_trie_init(struct fib_trie *trie, uint32_t root_bytes, uint32_t address_bytes,
	uint32_t routes_max, uint32_t groups_max, struct rte_rcu_qsbr *rcu,
	_Atomic uint32_t *default_slot)
{
	*trie = (struct fib_trie) {.root_bytes = root_bytes, .routes_max = routes_max,
		.default_slot = default_slot};
	if (pages_map(sizeof(uint32_t) << root_bytes * 8, &trie->root_pages) != 0
			|| group_pool_init(&trie->groups, groups_max, rcu) != 0
			|| prefix_store_init(&trie->prefixes, address_bytes / 4) != 0) {
		fib_trie_free(trie);
		return -ENOMEM;
	}
	trie->root = trie->root_pages.memory;
	return 0;
}

void
fib_trie_free(struct fib_trie *trie)
{
	prefix_store_free(&trie->prefixes);
	group_pool_free(&trie->groups);
	pages_unmap(&trie->root_pages);
}

static uint32_t
slot_load(const _Atomic uint32_t *slot)
{
	return atomic_load_explicit(slot, memory_order_relaxed);
}

static void
slot_store(_Atomic uint32_t *slot, uint32_t value)
{
	atomic_store_explicit(slot, value, memory_order_relaxed);
}

static _Atomic uint32_t *
root_slot(const struct fib_trie *trie, const uint8_t *address)
{
	uint32_t index = 0;

	for (uint32_t i = 0; i < trie->root_bytes; i++)
		index = index << 8 | address[i];
	return trie->root + index;
}

// How many groups lie between the root and the end of a prefix.
static uint32_t
depth_of(const struct fib_trie *trie, uint32_t length)
{
	uint32_t bytes = (length + 7) / 8;

	return bytes > trie->root_bytes ? bytes - trie->root_bytes : 0;
}

static _Atomic uint32_t *
slot_in_group(const struct fib_trie *trie, uint32_t slot, uint8_t byte)
{
	return group_pool_slots(&trie->groups, FIB_NEXTHOP(slot)) + byte;
}

// The groups of the path that exist.
static struct path
path_to(const struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	uint32_t depth = depth_of(trie, length);
	_Atomic uint32_t *slot = root_slot(trie, address);
	struct path path = {.depth = 0};

	while (path.depth < depth && FIB_IS_GROUP(slot_load(slot))) {
		path.slot[path.depth] = slot;
		slot = slot_in_group(trie, slot_load(slot), address[trie->root_bytes + path.depth]);
		path.depth++;
	}
	return path;
}

static uint16_t *
uses_of(const struct fib_trie *trie, const struct path *path, uint32_t depth)
{
	return &trie->groups.uses[FIB_NEXTHOP(slot_load(path->slot[depth - 1]))];
}

// Retires the path's groups from the deepest up, as far as they hold nothing. All slots of such a group are
// equal (what covers it), so no answer changes.
static void
collapse(struct fib_trie *trie, struct path path)
{
	while (path.depth > 0 && *uses_of(trie, &path, path.depth) == 0) {
		_Atomic uint32_t *slot = path.slot[path.depth - 1];
		uint32_t group = FIB_NEXTHOP(slot_load(slot));

		slot_store(slot, slot_load(group_pool_slots(&trie->groups, group)));
		group_pool_retire(&trie->groups, group);
		path.depth--;
		if (path.depth > 0)
			--*uses_of(trie, &path, path.depth);
	}
}

// Puts a group under the path's end, filled with what covers it, then names it: release, after the filling.
static int
deepen(struct fib_trie *trie, struct path *path, const uint8_t *address)
{
	_Atomic uint32_t *slot = path->depth == 0 ? root_slot(trie, address)
		: slot_in_group(trie, slot_load(path->slot[path->depth - 1]),
			address[trie->root_bytes + path->depth - 1]);
	uint32_t covering = slot_load(slot), group;
	int error = group_pool_take(&trie->groups, &group);

	if (error != 0)
		return error;
	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
		slot_store(group_pool_slots(&trie->groups, group) + i, covering);
	trie->groups.uses[group] = 0;
	if (path->depth > 0)
		++*uses_of(trie, path, path->depth);
	path->slot[path->depth++] = slot;
	atomic_store_explicit(slot, 0xFF000000u | group, memory_order_release);
	return 0;
}

int
fib_trie_hold(struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	uint32_t depth = depth_of(trie, length);
	struct path path = path_to(trie, address, length);

	while (path.depth < depth) {
		int error = deepen(trie, &path, address);

		if (error != 0) {
			collapse(trie, path);
			return error;
		}
	}
	if (depth > 0)
		++*uses_of(trie, &path, depth);
	return 0;
}

void
fib_trie_release(struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	struct path path = path_to(trie, address, length);

	if (path.depth == 0)
		return;
	--*uses_of(trie, &path, path.depth);
	collapse(trie, path);
}

// Gives `value` to every slot of the range, and of the groups below it, that no prefix longer than `length`
// has.
static void
paint(const struct fib_trie *trie, _Atomic uint32_t *slots, uint32_t count, uint32_t length,
	uint32_t value)
{
	uint32_t above = (length + 1) << 24;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = slot_load(&slots[i]);

		if (slot < above)
			slot_store(&slots[i], value);
		else if (FIB_IS_GROUP(slot))
			paint(trie, slot_in_group(trie, slot, 0), FIB_GROUP_SLOTS, length, value);
	}
}

static void
paint_prefix(const struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t value)
{
	struct path path = path_to(trie, address, length);
	uint32_t bits = (trie->root_bytes + path.depth) * 8;
	_Atomic uint32_t *first = path.depth == 0 ? root_slot(trie, address)
		: slot_in_group(trie, slot_load(path.slot[path.depth - 1]),
			address[trie->root_bytes + path.depth - 1]);

	if (length == 0)
		slot_store(trie->default_slot, value);
	else
		paint(trie, first, 1u << (bits - length), length, value);
}

void
fib_trie_put(struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t nexthop)
{
	uint32_t used = trie->prefixes.used;

	prefix_store_put(&trie->prefixes, address, length << 24 | nexthop);
	trie->by_length[length] += trie->prefixes.used - used;
	paint_prefix(trie, address, length, length << 24 | nexthop);
}

// What answers for a prefix's addresses without it: the longest shorter prefix, the default route aside.
static uint32_t
cover_of(const struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	struct sbx_address cover = {0};

	memcpy(cover.bytes, address, trie->prefixes.key_words * 4);
	while (--length > 0) {
		uint32_t slot;

		cover.bytes[length / 8] &= (uint8_t)~(0x80 >> length % 8);
		slot = trie->by_length[length] == 0 ? 0
			: prefix_store_find(&trie->prefixes, cover.bytes, length);
		if (slot != 0)
			return slot;
	}
	return 0;
}

void
fib_trie_remove(struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	uint32_t cover = length == 0 ? 0 : cover_of(trie, address, length);

	prefix_store_remove(&trie->prefixes, address, length);
	trie->by_length[length]--;
	paint_prefix(trie, address, length, cover);
	fib_trie_release(trie, address, length);
}

void
fib_trie_describe(struct fib_trie *trie, struct sbx_fib_state *out)
{
	out->routes = trie->prefixes.used;
	out->routes_max = trie->routes_max;
	out->groups = group_pool_in_use(&trie->groups);
	out->groups_max = trie->groups.max;
	out->bytes = trie->root_pages.bytes + group_pool_bytes(&trie->groups)
		+ trie->prefixes.pages.bytes;
	for (uint32_t length = 0; length <= 128; length++)
		out->by_length[length] = trie->by_length[length];
}
