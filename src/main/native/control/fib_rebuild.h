// Builds anew what is below a slot of the root, out of the store of prefixes alone.
// Owns: nothing. Thread: the FIB's writer. Must not: let a reader see anything but the slot as it was or as it
// has to be: the groups are filled before one store names them.
// Next: control/fib_check.c calls it.
#pragma once

#include "control/fib_trie.h"

// Gives a slot of the root its answer, or its groups. Those it named before are left to the one who looks for
// groups that none names. Reads the whole store. -ENOSPC, -ENOMEM: the slot is as it was.
int fib_rebuild(struct fib_trie *trie, uint32_t index);
