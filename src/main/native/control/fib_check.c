// See fib_check.h.
#include "fib_check.h"

#include "control/fib_rebuild.h"

#define PART_BITS 12              // that the slots of a part share
#define ENOUGH 128                // groups in one hold of the lock: some 0.2 ms

static uint32_t
load(const _Atomic uint32_t *slot)
{
	return atomic_load_explicit(slot, memory_order_relaxed);
}

static struct sbx_address
address_of(uint32_t index)
{
	return (struct sbx_address){{(uint8_t)(index >> 16), (uint8_t)(index >> 8), (uint8_t)index}};
}

// Whether a slot says what a prefix of the store does that ends at its level: of `from` to `most` bits.
static bool
is_prefix(const struct fib_trie *trie, const struct sbx_address *at, uint32_t slot, uint32_t from, uint32_t most)
{
	uint32_t length = FIB_LENGTH(slot);
	struct sbx_address prefix = *at;

	if (length <= from || length > most)
		return false;
	for (uint32_t byte = length / 8; byte < sizeof(prefix.bytes); byte++)
		prefix.bytes[byte] &= byte == length / 8 ? (uint8_t)(0xFF00 >> length % 8) : 0;
	return prefix_store_find(&trie->prefixes, prefix.bytes, length) == slot;
}

// ------------------------------------------------------------------------------------- groups

// An address of so many bytes, and what covers it at the level before: of at most `beyond` bits.
struct place {
	struct sbx_address address;
	uint32_t bytes;
	uint32_t beyond;
	uint32_t cover;
};

static bool group_right(const struct fib_check *check, uint32_t name, const struct place *place);

// Each must be the cover, a prefix that ends here, or a group in order.
static bool
slots_right(const struct fib_check *check, const uint32_t *slots, const struct place *place)
{
	uint32_t longer = fib_trie_cover(check->trie, place->address.bytes, place->beyond, 8 * place->bytes);
	uint32_t cover = longer != 0 ? longer : place->cover, bytes = place->bytes;
	struct place below = {.address = place->address, .bytes = bytes + 1, .beyond = 8 * bytes, .cover = cover};
	uint32_t known = 0, until = 0; // a slot that is a prefix's, as far as that one goes
	bool right = true;

	for (uint32_t byte = 0; byte < FIB_GROUP_SLOTS && right; byte++) {
		uint32_t slot = slots[byte];

		if (slot == cover || (slot == known && byte < until))
			continue;
		below.address.bytes[bytes] = (uint8_t)byte;
		right = FIB_IS_GROUP(slot) ? group_right(check, slot, &below)
			: is_prefix(check->trie, &below.address, slot, 8 * bytes, 8 * bytes + 8);
		if (!right || FIB_IS_GROUP(slot))
			continue;
		known = slot;
		until = (byte | 0xFFu >> (FIB_LENGTH(slot) - 8 * bytes)) + 1;
	}
	return right;
}

// Whether a group, and what is below it, is in order and needed: some prefix ends in it.
static bool
group_right(const struct fib_check *check, uint32_t name, const struct place *place)
{
	const struct group_pool *pool = &check->trie->groups;
	uint32_t slots[FIB_GROUP_SLOTS];

	if (place->bytes >= 4 * check->trie->prefixes.key_words || !group_pool_sound(pool, FIB_NEXTHOP(name)))
		return false;
	check->out->groups++;
	group_expand(group_pool_at(pool, FIB_NEXTHOP(name)), slots);
	return !group_is_empty(group_pool_at(pool, FIB_NEXTHOP(name)), 8 * place->bytes)
		&& slots_right(check, slots, place);
}

// Sets or clears a mark of all groups from a sound one down. Returns whether one had it.
static bool
mark(struct group_pool *pool, uint32_t name, uint8_t set, uint8_t clear)
{
	const struct fib_group *group = group_pool_at(pool, FIB_NEXTHOP(name));
	uint8_t *block = &pool->blocks[FIB_NEXTHOP(name)];
	bool had = (*block & GROUP_SEEN) != 0;

	*block = (uint8_t)((*block | set) & ~clear);
	for (uint32_t run = 0; run < group_runs(group); run++)
		if (FIB_IS_GROUP(load(&group->slots[run])))
			had |= mark(pool, load(&group->slots[run]), set, clear);
	return had;
}

// Marks the groups of a slot of the root, all of them in order. False where one is named twice: what is below
// this slot must be made its own.
static bool
mark_own(struct group_pool *pool, uint32_t name)
{
	if (mark(pool, name, 0, 0))
		return false;
	if (!mark(pool, name, GROUP_SEEN, 0))
		return true;
	mark(pool, name, 0, GROUP_SEEN);
	return false;
}

// The groups of a slot that stays damaged are in use: they must not be taken for leaked.
static void
keep(struct group_pool *pool, uint32_t name)
{
	const struct fib_group *group;

	if (!FIB_IS_GROUP(name) || !group_pool_sound(pool, FIB_NEXTHOP(name))
			|| (pool->blocks[FIB_NEXTHOP(name)] & GROUP_SEEN))
		return;
	pool->blocks[FIB_NEXTHOP(name)] |= GROUP_SEEN;
	group = group_pool_at(pool, FIB_NEXTHOP(name));
	for (uint32_t run = 0; run < group_runs(group); run++)
		keep(pool, load(&group->slots[run]));
}

// ------------------------------------------------------------------------------------- root

static void
heal(const struct fib_check *check, uint32_t index)
{
	struct sbx_address address = address_of(index);

	if (fib_rebuild(check->trie, index) == 0) {
		check->out->healed++;
		fib_slices_raise_prefix(check->slices, check->family, &address, 8 * FIB_ROOT_BYTES);
	} else {
		check->out->unhealed++;
		keep(&check->trie->groups, load(&check->trie->root[index]));
	}
}

// *until: where the prefix ends that the slot is of.
static bool
root_right(const struct fib_check *check, uint32_t index, uint32_t cover, uint32_t slot, uint32_t *until)
{
	struct place below = {.address = address_of(index), .bytes = FIB_ROOT_BYTES, .beyond = PART_BITS,
		.cover = cover};

	*until = 0;
	if (FIB_IS_GROUP(slot)) {
		if (!group_right(check, slot, &below))
			return false;
		if (mark_own(&check->trie->groups, slot))
			return true;
		check->out->shared_groups++;
		return false;
	}
	*until = (index | (FIB_PART_SLOTS - 1) >> (FIB_LENGTH(slot) - PART_BITS) % 32) + 1;
	return is_prefix(check->trie, &below.address, slot, PART_BITS, 8 * FIB_ROOT_BYTES);
}

uint32_t
fib_check_root(const struct fib_check *check, uint32_t index)
{
	uint32_t end = (index | (FIB_PART_SLOTS - 1)) + 1, next;
	uint32_t known = 0, until = 0; // a slot that is a prefix's, as far as that one goes
	struct sbx_address part = address_of(index);
	uint32_t cover = fib_trie_cover(check->trie, part.bytes, 0, PART_BITS);
	uint64_t enough = check->out->groups + ENOUGH;

	if (!fib_trie_root_touched(check->trie, index)) // 0 all through, and nobody has any memory for it
		return end;
	for (next = index; next < end && check->out->groups < enough; next++) {
		uint32_t slot = load(&check->trie->root[next]);

		if (slot == cover || (slot == known && next < until))
			continue;
		known = slot;
		if (root_right(check, next, cover, slot, &until))
			continue;
		check->out->wrong_slots++;
		heal(check, next);
		until = 0;
	}
	check->out->slots += next - index;
	return next;
}

// ------------------------------------------------------------------------------------- prefixes

// Whether no slot of those that a prefix covers in its last group is shorter.
static bool
is_in_group(const struct fib_trie *trie, const uint8_t *address, uint32_t length)
{
	uint32_t slot = load(&trie->root[(uint32_t)address[0] << 16 | (uint32_t)address[1] << 8 | address[2]]);
	uint32_t last = (length - 1) / 8, count = 1u << (8 * (last + 1) - length), inside;

	for (uint32_t byte = FIB_ROOT_BYTES; ; byte++) {
		if (!FIB_IS_GROUP(slot) || !group_pool_sound(&trie->groups, FIB_NEXTHOP(slot)))
			return false;
		if (byte == last)
			break;
		slot = fib_group_slot(trie->groups.base, slot, address[byte]);
	}
	for (uint32_t i = 0; i < count; i++) {
		inside = fib_group_slot(trie->groups.base, slot, address[last] + i);
		if (FIB_LENGTH(inside) < length) // a group's is above all
			return false;
	}
	return true;
}

// The groups that the slot named, seen by now, are nobody's.
static void
heal_seen(const struct fib_check *check, uint32_t index)
{
	uint32_t before = load(&check->trie->root[index]);
	uint32_t unhealed = check->out->unhealed;

	check->out->wrong_slots++;
	heal(check, index);
	if (check->out->unhealed == unhealed && FIB_IS_GROUP(before)
			&& group_pool_sound(&check->trie->groups, FIB_NEXTHOP(before)))
		mark(&check->trie->groups, before, 0, GROUP_SEEN);
}

// Of up to PART_BITS every part of the root looks for its own cover.
static void
look(void *context, const uint8_t *address, uint32_t slot)
{
	const struct fib_check *check = context;
	uint32_t length = FIB_LENGTH(slot), count = 1u << (8 * FIB_ROOT_BYTES - length) % 32;
	uint32_t index = (uint32_t)address[0] << 16 | (uint32_t)address[1] << 8 | address[2];

	check->out->prefixes++;
	if (length > 8 * FIB_ROOT_BYTES) {
		if (!is_in_group(check->trie, address, length))
			heal_seen(check, index);
		return;
	}
	for (uint32_t i = index; length > PART_BITS && i < index + count; i++)
		if (FIB_LENGTH(load(&check->trie->root[i])) < length)
			heal_seen(check, i);
}

void
fib_check_prefixes(const struct fib_check *check, uint32_t part)
{
	struct fib_check context = *check;

	prefix_store_part(&check->trie->prefixes, part, look, &context);
}

void
fib_check_default(const struct fib_check *check)
{
	static const struct sbx_address zero;
	uint32_t wanted = prefix_store_find(&check->trie->prefixes, zero.bytes, 0);

	if (load(check->trie->default_slot) == wanted)
		return;
	atomic_store_explicit(check->trie->default_slot, wanted, memory_order_release);
	fib_slices_raise_prefix(check->slices, check->family, &zero, 0);
	check->out->wrong_slots++;
	check->out->healed++;
}

// ------------------------------------------------------------------------------------- all of it

void
fib_check_begin(struct fib_trie *trie)
{
	for (uint32_t unit = 0; unit < trie->groups.top; unit++)
		trie->groups.blocks[unit] &= GROUP_CLASS;
}

void
fib_check_leaks(const struct fib_check *check)
{
	struct group_pool *pool = &check->trie->groups;

	for (uint32_t unit = 0; unit < pool->top; unit++) {
		uint8_t block = pool->blocks[unit];

		if ((block & GROUP_CLASS) == 0 || (block & (GROUP_SEEN | GROUP_YOUNG)) != 0)
			continue;
		group_pool_retire(pool, unit);
		check->trie->groups_used--;
		check->out->leaked_groups++;
	}
}
