// The trie of one family as its writer sees it: a root of 2^24 slots, then groups, a byte of the
// address each. Every slot holds the answer for its addresses, so that a reader walks down only.
// Owns: the slots that shared/fib.h reads, the groups, the store of prefixes. Thread: the FIB's
// writer.
// Must not: change an answer that the caller did not ask to change. Next: control/fib_batch.c calls
// it.
#pragma once

#include "control/group_pool.h"
#include "control/prefix_store.h"

struct fib_trie {
	_Atomic uint32_t *root;
	_Atomic uint32_t *default_slot; // the readers' struct has it
	struct pages root_pages;
	uint32_t root_touched;    // bit i: memory was taken for the i-th 32nd of the root
	uint32_t groups_max;
	uint32_t groups_used;     // named by a slot
	uint32_t routes_max;
	uint32_t by_length[129];  // prefixes of each length
	struct prefix_store prefixes;
	struct group_pool groups;
};

// `address_bytes`: 4 or 16. groups_max: at most SBX_GROUPS_MAX. -ENOMEM.
int fib_trie_init(struct fib_trie *trie, uint32_t address_bytes, uint32_t routes_max,
	uint32_t groups_max, struct rte_rcu_qsbr *rcu, _Atomic uint32_t *default_slot);
void fib_trie_free(struct fib_trie *trie);

// Makes the groups on the way to a prefix that is to be added, changing no answer. -ENOSPC, with
// none made.
int fib_trie_hold(struct fib_trie *trie, const uint8_t *address, uint32_t length);
// The reverse, for a prefix that was not added after all: groups that hold nothing are retired.
void fib_trie_release(struct fib_trie *trie, const uint8_t *address, uint32_t length);

// Adds a held prefix, or changes one that is there. Room in `prefixes` must have been reserved.
void fib_trie_put(struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t nexthop);
// Removes a prefix that is there.
void fib_trie_remove(struct fib_trie *trie, const uint8_t *address, uint32_t length);

// The longest prefix of more than `beyond` and at most `most` bits (127) that covers an address, as a slot; 0 = none.
// By the store alone.
uint32_t fib_trie_cover(const struct fib_trie *trie, const uint8_t *address, uint32_t beyond, uint32_t most);
// Whether memory was taken for a slot of the root.
bool fib_trie_root_touched(const struct fib_trie *trie, uint32_t index);
// Writes a slot of the root.
void fib_trie_set_root(struct fib_trie *trie, uint32_t index, uint32_t value);

// The store has so many prefixes of each length.
void fib_trie_count(struct fib_trie *trie, const uint32_t by_length[129]);

void fib_trie_describe(const struct fib_trie *trie, struct sbx_fib_state *out);
