// Where a packet may come in, by the nexthop that its source is routed to (RFC 3704 2): what uRPF
// asks. A nexthop names a set of interfaces, by number: set 0 is empty, set n below
// SBX_INTERFACES_MAX is interface n alone, the others are of nexthops with several ways out.
// Owns: the layout. Writer: control, under the state lock, with single aligned stores; readers:
// workers and lookups, which keep no set's number over a quiescent state.
// Must not: know a neighbor; a route counts, resolved or not.
// Next: datapath/urpf.h.
#pragma once

#include <signalbox.h>

#include <stdatomic.h>
#include <stdbool.h>

#define URPF_SETS 1024         // in all: 767 different ones of several interfaces, and the last of all interfaces

// What a source's set must have: a row for each interface (strict), and row 0, which is no
// interface's, for any (loose).
struct urpf_row {
	_Atomic uint8_t members[URPF_SETS]; // by set: 1 = it passes, else 0. control: rw, readers: ro
};

struct urpf_table {
	_Atomic uint16_t *via;         // set of each nexthop id that routes may name. control: rw,
	                               // readers: ro
	struct urpf_row rows[SBX_INTERFACES_MAX];
	_Atomic bool default_counts;   // a source passes by the default route. control: rw,
	                               // readers: ro
};

static inline uint16_t
urpf_via(const struct urpf_table *table, uint32_t nexthop)
{
	return atomic_load_explicit(&table->via[nexthop], memory_order_acquire);
}

static inline bool
urpf_member(const struct urpf_row *row, uint16_t set)
{
	return atomic_load_explicit(&row->members[set], memory_order_relaxed) != 0;
}
