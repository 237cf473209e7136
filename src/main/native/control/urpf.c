// See urpf.h.
#include "control/urpf.h"

#include <errno.h>
#include <stdlib.h>

#define ANY (URPF_SETS - 1)                    // the set of all interfaces, which are always in it
#define SETS (ANY - SBX_INTERFACES_MAX)         // of several interfaces
#define WORDS (SBX_INTERFACES_MAX / 64)
#define NIL UINT16_MAX

struct interface_set {
	uint64_t members[WORDS];
	uint64_t retired;             // grace period token of when the last nexthop left it
	uint32_t nexthops;            // that name it
	uint16_t next;                // in the queue of those that none names, NIL = end
};

struct urpf_sets {
	uint16_t first, last;         // that no nexthop names, oldest first
	struct interface_set table[SETS];
};

// ------------------------------------------------------------------------------------- rows

// What the workers see.
static void
show(struct urpf_table *table, uint16_t row, uint16_t set, bool member)
{
	atomic_store_explicit(&table->rows[row].members[set], member, memory_order_relaxed);
}

static bool
has(const uint64_t members[WORDS], uint16_t interface)
{
	return members[interface / 64] >> interface % 64 & 1;
}

static bool
is_empty(const uint64_t members[WORDS])
{
	return (members[0] | members[1] | members[2] | members[3]) == 0;
}

// ------------------------------------------------------------------------------------- sets

static void
retire(struct state *state, uint16_t number)
{
	struct urpf_sets *sets = state->urpf;
	struct interface_set *set = &sets->table[number];

	set->retired = rte_rcu_qsbr_start(state->tables->rcu);
	set->next = NIL;
	if (sets->first == NIL)
		sets->first = number;
	else
		sets->table[sets->last].next = number;
	sets->last = number;
}

static uint16_t
find(const struct urpf_sets *sets, const uint64_t members[WORDS])
{
	for (uint16_t number = 0; number < SETS; number++)
		if (sets->table[number].nexthops != 0 && memcmp(sets->table[number].members,
			members, sizeof(sets->table[number].members)) == 0)
			return number;
	return NIL;
}

// One that no worker can still take for what it was. NIL: none, now.
static uint16_t
take(struct state *state, const uint64_t members[WORDS])
{
	struct urpf_sets *sets = state->urpf;
	uint16_t number = sets->first;
	struct interface_set *set = &sets->table[number];

	if (number == NIL || rte_rcu_qsbr_check(state->tables->rcu, set->retired, false) == 0)
		return NIL;
	sets->first = set->next;
	memcpy(set->members, members, sizeof(set->members));
	for (uint16_t row = 1; row < SBX_INTERFACES_MAX; row++)
		show(&state->tables->urpf, row, SBX_INTERFACES_MAX + number, has(members, row));
	show(&state->tables->urpf, 0, SBX_INTERFACES_MAX + number, true);
	return number;
}

// ------------------------------------------------------------------------------------- nexthops

static bool
is_kept_once(uint16_t via)
{
	return via >= SBX_INTERFACES_MAX && via != ANY;
}

// The grace period of a set that none names any more begins when its number is gone from the table.
static void
name(struct state *state, uint32_t nexthop, uint16_t via)
{
	_Atomic uint16_t *named = &state->tables->urpf.via[nexthop];
	uint16_t before = atomic_load_explicit(named, memory_order_relaxed);

	if (is_kept_once(via))
		state->urpf->table[via - SBX_INTERFACES_MAX].nexthops++;
	atomic_store_explicit(named, via, memory_order_release);
	if (is_kept_once(before) &&
		--state->urpf->table[before - SBX_INTERFACES_MAX].nexthops == 0)
		retire(state, before - SBX_INTERFACES_MAX);
}

int
urpf_reach(struct state *state, uint32_t nexthop, const uint16_t *interfaces, uint32_t count)
{
	uint64_t members[WORDS] = { 0 };
	uint16_t number, several = 0;

	for (uint32_t i = 0; i < count; i++) {
		members[interfaces[i] / 64] |= UINT64_C(1) << interfaces[i] % 64;
		several |= interfaces[i] ^ interfaces[0];
	}
	if (several == 0) {
		name(state, nexthop, count == 0 ? 0 : interfaces[0]);
		return 0;
	}
	number = find(state->urpf, members);
	if (number == NIL)
		number = take(state, members);
	if (number == NIL)
		return -ENOSPC;
	name(state, nexthop, SBX_INTERFACES_MAX + number);
	return 0;
}

void
urpf_reach_any(struct state *state, uint32_t nexthop)
{
	name(state, nexthop, ANY);
}

void
urpf_interface_gone(struct state *state, uint16_t interface)
{
	for (uint16_t number = 0; number < SETS; number++) {
		uint64_t *members = state->urpf->table[number].members;

		if (!has(members, interface))
			continue;
		members[interface / 64] &= ~(UINT64_C(1) << interface % 64);
		show(&state->tables->urpf, interface, SBX_INTERFACES_MAX + number, false);
		if (is_empty(members))
			show(&state->tables->urpf, 0, SBX_INTERFACES_MAX + number, false);
	}
}

void
urpf_default_route(struct state *state, bool counts)
{
	atomic_store(&state->tables->urpf.default_counts, counts);
}

// ------------------------------------------------------------------------------------- create

int
urpf_create(struct state *state)
{
	struct urpf_table *table = &state->tables->urpf;
	size_t bytes = RTE_ALIGN(state->options.nexthops * sizeof(*table->via),
		RTE_CACHE_LINE_SIZE);

	state->urpf = calloc(1, sizeof(*state->urpf));
	table->via = aligned_alloc(RTE_CACHE_LINE_SIZE, bytes);
	if (state->urpf == NULL || table->via == NULL) {
		urpf_free(state);
		return -ENOMEM;
	}
	memset((void *)table->via, 0, bytes);
	state->urpf->first = NIL;
	for (uint16_t number = 0; number < SETS; number++)
		retire(state, number);
	for (uint16_t interface = 1; interface < SBX_INTERFACES_MAX; interface++) {
		show(table, interface, interface, true);
		show(table, 0, interface, true);
		show(table, interface, ANY, true);
	}
	show(table, 0, ANY, true);
	urpf_default_route(state, true);
	return 0;
}

void
urpf_free(struct state *state)
{
	free((void *)state->tables->urpf.via);
	memset(&state->tables->urpf, 0, sizeof(state->tables->urpf));
	free(state->urpf);
	state->urpf = NULL;
}
