// Writes the trie. Why this structure (real tables, cycles a lookup beside the peer's in the same
// rounds): IPv4, DIR-24-8 with 4-byte slots, uniform 27 to rte_fib's 28, Zipf 15 to 15.5; a
// compressed root (DXR, poptrie) loses half under Zipf. IPv6, the same with the groups' equal
// neighbors stored once and a lock-step walk; with plain groups of 1 KiB it touched 37 MiB of them
// and took 69 under Zipf to rte_fib6's 67, with 3 MiB it takes half. As a slot holds the prefix
// length, no array of depths is needed and a lookup tells what matched.
// Owns: the slots. Thread: the FIB's writer. Must not: let a slot hold an answer of neither table.
// Next: control/group_pool.c.
#include "fib_trie.h"

#include <errno.h>

#define DEPTH_MAX 13              // groups on the way to an IPv6 /128
#define ROOT_PART (FIB_ROOT_SLOTS / 32) // slots in one page of 2 MiB

// The groups from the root to where a prefix ends: the slots that name them.
struct path {
	_Atomic uint32_t *name[DEPTH_MAX];
	uint32_t depth;
};

int
fib_trie_init(struct fib_trie *trie, uint32_t address_bytes, uint32_t routes_max,
	uint32_t groups_max, struct rte_rcu_qsbr *rcu, _Atomic uint32_t *default_slot)
{
	*trie = (struct fib_trie) {.routes_max = routes_max, .groups_max = groups_max,
		.default_slot = default_slot};
	if (pages_map(FIB_ROOT_SLOTS * sizeof(uint32_t), &trie->root_pages) != 0
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

// ------------------------------------------------------------------------------------- slots

static uint32_t
slot_load(const _Atomic uint32_t *slot)
{
	return atomic_load_explicit(slot, memory_order_relaxed);
}

// Release: a group was filled before it is named.
static void
slot_store(_Atomic uint32_t *slot, uint32_t value)
{
	atomic_store_explicit(slot, value, memory_order_release);
}

static uint32_t
root_index(const uint8_t *address)
{
	return (uint32_t)address[0] << 16 | (uint32_t)address[1] << 8 | address[2];
}

bool
fib_trie_root_touched(const struct fib_trie *trie, uint32_t index)
{
	return (trie->root_touched >> index / ROOT_PART & 1) != 0;
}

void
fib_trie_set_root(struct fib_trie *trie, uint32_t index, uint32_t value)
{
	trie->root_touched |= 1u << index / ROOT_PART;
	slot_store(&trie->root[index], value);
}

static struct fib_group *
group_named(const struct fib_trie *trie, uint32_t slot)
{
	return group_pool_at(&trie->groups, FIB_NEXTHOP(slot));
}

// The slot that answers for `byte`. When it names a group, it answers for that byte alone.
static _Atomic uint32_t *
slot_in(const struct fib_trie *trie, uint32_t group, uint32_t byte)
{
	struct fib_group *at = group_named(trie, group);

	return &at->slots[fib_group_run(at, byte)];
}

// ------------------------------------------------------------------------------------- groups

// How many groups lie between the root and the end of a prefix.
static uint32_t
depth_of(uint32_t length)
{
	return length > FIB_ROOT_BYTES * 8 ? (length + 7) / 8 - FIB_ROOT_BYTES : 0;
}

// The groups of the path that exist.
static struct path
path_to(const struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	_Atomic uint32_t *slot = &trie->root[root_index(address)];
	struct path path = {.depth = 0};

	while (path.depth < depth_of(length) && FIB_IS_GROUP(slot_load(slot))) {
		path.name[path.depth] = slot;
		slot = slot_in(trie, slot_load(slot), address[FIB_ROOT_BYTES + path.depth]);
		path.depth++;
	}
	return path;
}

// Puts a group of these slots in the place of the one that `name` names.
static void
replace(struct fib_trie *trie, _Atomic uint32_t *name, const uint32_t slots[FIB_GROUP_SLOTS])
{
	uint32_t old = FIB_NEXTHOP(slot_load(name));

	slot_store(name, FIB_GROUP_NAME(group_pool_make(&trie->groups, slots)));
	group_pool_retire(&trie->groups, old);
}

// Retires the path's groups from the deepest up, as far as they hold nothing but what covers them.
static void
collapse(struct fib_trie *trie, const struct path *path)
{
	for (uint32_t depth = path->depth; depth > 0; depth--) {
		_Atomic uint32_t *name = path->name[depth - 1];
		uint32_t group = slot_load(name);

		if (!group_is_empty(group_named(trie, group), (FIB_ROOT_BYTES + depth - 1) * 8))
			return;
		slot_store(name, slot_load(slot_in(trie, group, 0)));
		group_pool_retire(&trie->groups, FIB_NEXTHOP(group));
		trie->groups_used--;
	}
}

// Names `group` in the slot for the path's next byte.
static void
attach(struct fib_trie *trie, const struct path *path, const uint8_t *address, uint32_t group)
{
	uint32_t slots[FIB_GROUP_SLOTS];
	_Atomic uint32_t *name;

	if (path->depth == 0) {
		fib_trie_set_root(trie, root_index(address), group);
		return;
	}
	name = path->name[path->depth - 1];
	group_expand(group_named(trie, slot_load(name)), slots);
	slots[address[FIB_ROOT_BYTES + path->depth - 1]] = group;
	replace(trie, name, slots);
}

int
fib_trie_hold(struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	struct path path = path_to(trie, address, length);
	uint32_t depth = depth_of(length), covering, below;

	if (path.depth == depth)
		return 0;
	if (trie->groups_used + depth - path.depth > trie->groups_max)
		return -ENOSPC;
	covering = path.depth == 0 ? slot_load(&trie->root[root_index(address)])
		: slot_load(slot_in(trie, slot_load(path.name[path.depth - 1]),
			address[FIB_ROOT_BYTES + path.depth - 1]));
	below = covering;
	// The deepest first, all filled with what covers them: readers see them when the highest is
	// named.
	for (uint32_t at = depth; at > path.depth; at--) {
		uint32_t slots[FIB_GROUP_SLOTS];

		for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
			slots[i] = covering;
		slots[address[FIB_ROOT_BYTES + at - 1]] = below;
		below = FIB_GROUP_NAME(group_pool_make(&trie->groups, slots));
	}
	trie->groups_used += depth - path.depth;
	attach(trie, &path, address, below);
	return 0;
}

void
fib_trie_release(struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	struct path path = path_to(trie, address, length);

	collapse(trie, &path);
}

// ------------------------------------------------------------------------------------- prefixes

// Whether a slot's answer gives way to one for a prefix of `length` that covers it.
static bool
gives_way(uint32_t slot, uint32_t length)
{
	return FIB_LENGTH(slot) <= length;
}

// Gives `value` to a range of a group, and to the groups below it, where no prefix longer than
// `length` is.
static void
paint_group(struct fib_trie *trie, _Atomic uint32_t *name, uint32_t first, uint32_t count,
	uint32_t length, uint32_t value)
{
	uint32_t group = slot_load(name), slots[FIB_GROUP_SLOTS];
	bool changed = false;

	group_expand(group_named(trie, group), slots);
	for (uint32_t i = first; i < first + count; i++) {
		if (FIB_IS_GROUP(slots[i])) {
			paint_group(trie, slot_in(trie, group, i), 0, FIB_GROUP_SLOTS, length, value);
			slots[i] = slot_load(slot_in(trie, group, i));
		} else if (gives_way(slots[i], length)) {
			slots[i] = value;
			changed = true;
		}
	}
	if (changed)
		replace(trie, name, slots);
}

static void
paint_root(struct fib_trie *trie, uint32_t first, uint32_t count, uint32_t length, uint32_t value)
{
	for (uint32_t i = first; i < first + count; i++) {
		uint32_t slot = slot_load(&trie->root[i]);

		if (FIB_IS_GROUP(slot))
			paint_group(trie, &trie->root[i], 0, FIB_GROUP_SLOTS, length, value);
		else if (gives_way(slot, length))
			fib_trie_set_root(trie, i, value);
	}
}

static void
paint(struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t value)
{
	struct path path = path_to(trie, address, length);
	uint32_t count = 1u << ((FIB_ROOT_BYTES + path.depth) * 8 - length) % 32;

	if (path.depth < depth_of(length)) // a damaged slot hides the rest: control/fib_check.c finds it
		return;
	if (length == 0)
		slot_store(trie->default_slot, value);
	else if (path.depth == 0)
		paint_root(trie, root_index(address), count, length, value);
	else
		paint_group(trie, path.name[path.depth - 1],
			address[FIB_ROOT_BYTES + path.depth - 1], count, length, value);
}

void
fib_trie_put(struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t nexthop)
{
	uint32_t used = trie->prefixes.used;

	prefix_store_put(&trie->prefixes, address, length << 24 | nexthop);
	trie->by_length[length] += trie->prefixes.used - used;
	paint(trie, address, length, length << 24 | nexthop);
}

uint32_t
fib_trie_cover(const struct fib_trie *trie, const uint8_t *address, uint32_t beyond, uint32_t most)
{
	struct sbx_address cover = {0};

	memcpy(cover.bytes, address, (most + 7) / 8);
	for (uint32_t length = most; length > beyond; length--) {
		uint32_t slot;

		cover.bytes[length / 8] &= (uint8_t)(0xFF00 >> length % 8);
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
	uint32_t cover = length == 0 ? 0 : fib_trie_cover(trie, address, 0, length - 1);

	prefix_store_remove(&trie->prefixes, address, length);
	trie->by_length[length]--;
	paint(trie, address, length, cover);
	fib_trie_release(trie, address, length);
}

void
fib_trie_count(struct fib_trie *trie, const uint32_t by_length[129])
{
	memcpy(trie->by_length, by_length, sizeof(trie->by_length));
	trie->prefixes.used = 0;
	for (uint32_t length = 0; length <= 128; length++)
		trie->prefixes.used += by_length[length];
}

void
fib_trie_describe(const struct fib_trie *trie, struct sbx_fib_state *out)
{
	uint32_t touched = (uint32_t)__builtin_popcount(trie->root_touched);

	out->routes = trie->prefixes.used;
	out->routes_max = trie->routes_max;
	out->groups = trie->groups_used;
	out->groups_max = trie->groups_max;
	out->bytes = touched * (ROOT_PART * sizeof(uint32_t)) + group_pool_bytes(&trie->groups)
		+ trie->prefixes.pages.bytes + sizeof(*trie);
	for (uint32_t length = 0; length <= 128; length++)
		out->by_length[length] = trie->by_length[length];
}
