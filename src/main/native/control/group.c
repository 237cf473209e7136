// Expands a group's runs into slots and packs slots into runs.
// Owns: nothing. Thread: the FIB's writer. Must not: change a group that a slot names.
// Next: control/fib_trie.c.
#include "group.h"

static uint32_t
slot_of_run(const struct fib_group *group, uint32_t run)
{
	return atomic_load_explicit(&group->slots[run], memory_order_relaxed);
}

void
group_expand(const struct fib_group *group, uint32_t slots[FIB_GROUP_SLOTS])
{
	uint32_t run = 0, slot = slot_of_run(group, 0);

	for (uint32_t word = 0; word < 4; word++) {
		uint64_t starts = group->starts[word];

		for (uint32_t i = 0; i < 64; i++, starts >>= 1) {
			if (starts & 1)
				slot = slot_of_run(group, ++run);
			slots[64 * word + i] = slot;
		}
	}
}

size_t
group_bytes(const uint32_t slots[FIB_GROUP_SLOTS])
{
	uint32_t runs = 1;

	for (uint32_t i = 1; i < FIB_GROUP_SLOTS; i++)
		runs += slots[i] != slots[i - 1];
	return offsetof(struct fib_group, slots) + runs * sizeof(uint32_t);
}

void
group_fill(struct fib_group *group, const uint32_t slots[FIB_GROUP_SLOTS])
{
	uint32_t run = 0;

	memset(group->starts, 0, sizeof(group->starts));
	atomic_store_explicit(&group->slots[0], slots[0], memory_order_relaxed);
	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++) {
		if (i % 64 == 0)
			group->before[i / 64] = (uint8_t)run;
		if (i == 0 || slots[i] == slots[i - 1])
			continue;
		group->starts[i / 64] |= UINT64_C(1) << i % 64;
		atomic_store_explicit(&group->slots[++run], slots[i], memory_order_relaxed);
	}
}

bool
group_is_empty(const struct fib_group *group, uint32_t length)
{
	for (uint32_t run = 0; run < group_runs(group); run++)
		if (FIB_LENGTH(slot_of_run(group, run)) > length)
			return false;
	return true;
}
