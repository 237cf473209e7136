// One batch of route changes on its way into a trie: sorted, reduced to what changes, checked,
// written.
// Owns: the order of the writes, which gives readers each answer of before or of after, nothing
// between.
// Thread: the FIB's writer. Must not: touch an answer before the whole batch is known to fit.
// Next: control/fib_trie.c.
#pragma once

#include "control/fib_trie.h"

enum fib_change_kind { FIB_SAME = 0, FIB_ADD, FIB_CHANGE, FIB_REMOVE };

struct fib_change {
	uint64_t key;             // for sorting
	uint32_t route;           // index of the record
	uint8_t kind;             // enum fib_change_kind
};

// Fills `changes` with one element a prefix, by family (IPv4 first), length and address; of several
// records for a prefix the last. `spare` is room for as many. Returns how many there are.
uint32_t fib_batch_sort(const struct sbx_route *routes, uint32_t count, struct fib_change *changes,
	struct fib_change *spare);

// Says what each change does to the trie and makes room for all of it. On -ENOSPC or -ENOMEM no
// answer has changed and no room is held; *failed names the record for -ENOSPC.
int fib_batch_prepare(struct fib_trie *trie, const struct sbx_route *routes,
	struct fib_change *changes, uint32_t count, uint32_t *failed);

// Gives the room back.
void fib_batch_abandon(struct fib_trie *trie, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count);

// Writes a prepared batch; cannot fail. Waits for grace periods when it changes the default route.
void fib_batch_write(struct fib_trie *trie, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count);
