// The naive twin of the FIB: a chained hash table of prefixes, asked for every length from the
// longest down.
// Owns: its prefixes. Threads: one at a time. Must not: share a line of code with control/.
// Next: fib_cases.c, fib_twin.c, fib_churn.c.
#pragma once

#include <signalbox.h>

#include <stdbool.h>

struct model_node {
	struct sbx_route route;
	uint32_t next;            // index + 1, 0 = the chain's end
};

struct model {
	uint32_t *heads;
	uint32_t heads_count;
	struct model_node *nodes; // node 0 is not used
	uint32_t nodes_made;
	uint32_t nodes_max;
	uint32_t free_node;       // head of the list of free nodes
	uint32_t count[2][129];   // prefixes by family (IPv6 = 1) and length
};

void model_init(struct model *model, uint32_t routes_max);
void model_free(struct model *model);
// Returns what it did: 'a'dded, 'c'hanged, 'r'emoved or '=' nothing.
char model_apply(struct model *model, const struct sbx_route *route);
// (length << 24) | nexthop of the longest match, 0 = none: what a slot of the FIB says.
uint32_t model_lookup(const struct model *model, uint8_t family, const struct sbx_address *address);
// All prefixes of a family, in no order. Returns how many there are.
uint32_t model_list(const struct model *model, uint8_t family, struct sbx_route *out);
uint32_t model_routes(const struct model *model, uint8_t family);
// Clears the bits beyond `length`.
struct sbx_address model_mask(const struct sbx_address *address, uint32_t length);
