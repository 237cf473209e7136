// The trie of one family as its writer sees it: a root of 2^24 (IPv4) or 2^16 (IPv6) slots, then groups of 256,
// a byte of the address each. Every slot holds the answer for its addresses, so that a reader walks down only.
// Owns: the slots that shared/fib.h reads, the groups, the store of prefixes. Thread: the FIB's writer.
// Must not: change an answer that the caller did not ask to change. Next: control/fib_batch.c calls it.
#pragma once

#include "control/group_pool.h"
#include "control/prefix_store.h"

struct fib_trie {
	_Atomic uint32_t *root;
	_Atomic uint32_t *default_slot; // the readers' struct has it
	struct pages root_pages;
	struct group_pool groups;
	struct prefix_store prefixes;
	uint32_t root_bytes;      // of the address, that the root takes: 3 or 2
	uint32_t routes_max;
	uint32_t by_length[129];  // prefixes of each length
};

// `root_bytes` 3 and `address_bytes` 4 for IPv4, 2 and 16 for IPv6. -ENOMEM.
int fib_trie_init(struct fib_trie *trie, uint32_t root_bytes, uint32_t address_bytes,
	uint32_t routes_max, uint32_t groups_max, struct rte_rcu_qsbr *rcu,
	_Atomic uint32_t *default_slot);
void fib_trie_free(struct fib_trie *trie);

// Makes the groups on the way to a prefix that is to be added, changing no answer. -ENOSPC, with none made.
int fib_trie_hold(struct fib_trie *trie, const uint8_t *address, uint32_t length);
// The reverse, for a prefix that is gone or was not added after all: groups that hold nothing are retired.
void fib_trie_release(struct fib_trie *trie, const uint8_t *address, uint32_t length);

// Adds a held prefix, or changes one that is there. Room in `prefixes` must have been reserved.
void fib_trie_put(struct fib_trie *trie, const uint8_t *address, uint32_t length, uint32_t nexthop);
// Removes a prefix that is there.
void fib_trie_remove(struct fib_trie *trie, const uint8_t *address, uint32_t length);

void fib_trie_describe(struct fib_trie *trie, struct sbx_fib_state *out);
