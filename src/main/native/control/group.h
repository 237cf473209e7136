// One group of the trie as its writer handles it: 256 plain slots, and back into runs.
// Owns: nothing. Thread: the FIB's writer. Must not: change a group that a slot names.
// Next: control/group_pool.c gives it memory.
#pragma once

#include "shared/fib.h"

#define FIB_GROUP_SLOTS 256
#define FIB_GROUP_NAME(number) (0xFF000000u | (number))

void group_expand(const struct fib_group *group, uint32_t slots[FIB_GROUP_SLOTS]);
// `group` must have room for group_bytes(slots).
void group_fill(struct fib_group *group, const uint32_t slots[FIB_GROUP_SLOTS]);
size_t group_bytes(const uint32_t slots[FIB_GROUP_SLOTS]);

static inline uint32_t
group_runs(const struct fib_group *group)
{
	return fib_group_run(group, UINT8_MAX) + 1;
}

// Whether no prefix longer than `length` and no further group is in it: all its slots then say what
// covers it.
bool group_is_empty(const struct fib_group *group, uint32_t length);
