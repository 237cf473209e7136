// Holds what readers see of a trie against its store of prefixes, a piece at a time, and puts right what
// differs. Three things that each look at one place only prove every slot, at its level with B bits before it:
// a slot of at most B bits is the longest such prefix of the store; a longer one is a prefix of the store; and
// where a prefix of the store ends, no slot is shorter.
// Owns: the marks of the groups seen. Thread: the FIB's writer. Must not: give back a group of a place not
// looked at. Next: control/fib_rebuild.c.
#pragma once

#include "control/fib_slices.h"

// The root is looked at in as many parts as the store.
#define FIB_PART_SLOTS (FIB_ROOT_SLOTS / PREFIX_STORE_PARTS)

struct fib_check {
	struct fib_trie *trie;
	struct fib_slices *slices;
	uint8_t family;
	struct sbx_fib_check *out;
};

// Before the first part: nothing was seen so far.
void fib_check_begin(struct fib_trie *trie);
// Looks at slots of the root and all that is below them, from `index` on to the end of its part, or until it
// has done enough for one hold of the writer's lock. Returns where it ended.
uint32_t fib_check_root(const struct fib_check *check, uint32_t index);
// After all of the root: gives the groups of a wrong slot that was thought right to fib_check_leaks.
void fib_check_prefixes(const struct fib_check *check, uint32_t part);
void fib_check_default(const struct fib_check *check);
// After all parts since fib_check_begin: gives back the groups that no slot named.
void fib_check_leaks(const struct fib_check *check);
