// After route, where rp_filter asks for it: whether each packet's source is routed back by where it
// came in (unicast reverse path forwarding, RFC 3704). The others are dropped, the burst closes up.
// Owns: the rule, here alone, and its drops. Thread: the worker; the rule also in control lookups.
// Must not: remember a verdict: slot and table say it anew, so that a switch counts at once.
// Next: datapath/forward.h.
#pragma once

#include "datapath/exits.h"
#include "datapath/martian.h"

// ------------------------------------------------------------------------------------- the rule

static inline const struct urpf_row *
urpf_row(const struct urpf_table *table, uint8_t rp_filter, uint16_t in)
{
	return &table->rows[rp_filter == SBX_RP_STRICT ? in : 0];
}

static inline bool
urpf_default_counts(const struct urpf_table *table)
{
	return atomic_load_explicit(&table->default_counts, memory_order_relaxed);
}

// Whether a source that the FIB answers with `slot` passes.
static inline bool
urpf_passes(const struct urpf_table *table, const struct urpf_row *row, uint32_t slot,
	bool default_counts)
{
	return urpf_member(row, urpf_via(table, FIB_NEXTHOP(slot))) &&
		(default_counts || FIB_LENGTH(slot) != 0);
}

// Why it does not pass. `nexthop` is the adjacency of the slot's nexthop.
static inline enum drop_reason
urpf_reason(const struct urpf_table *table, uint32_t slot, bool default_counts,
	const struct adjacency *nexthop)
{
	if (slot != 0 && FIB_LENGTH(slot) == 0 && !default_counts)
		return DROP_urpf_default;
	if (urpf_member(&table->rows[0], urpf_via(table, FIB_NEXTHOP(slot))))
		return DROP_urpf_interface;
	if (nexthop->action == ADJACENCY_LOCAL)
		return DROP_urpf_local;
	if (nexthop->action == ADJACENCY_DROP && (nexthop->reason == DROP_blackhole ||
		nexthop->reason == DROP_unreachable || nexthop->reason == DROP_prohibit))
		return DROP_urpf_blackhole;
	return DROP_urpf_no_route;
}

// ------------------------------------------------------------------------------------- the stage

// False when all pass, by the same rule as above, for a burst of which mostly all do: no branch and
// few instructions a packet.
static inline bool
urpf_suspects(const struct urpf_table *table, const struct urpf_row *row, const uint32_t *slots,
	uint16_t count)
{
	const _Atomic uint16_t *via = table->via;
	uint32_t below = 0;
	uint8_t all = 1;

	for (uint16_t i = 0; i < count; i++) {
		uint32_t nexthop = FIB_NEXTHOP(slots[i]);

		all &= row->members[atomic_load_explicit(&via[nexthop], memory_order_acquire)];
		below |= slots[i] - (1u << 24); // 0 where the length is 0; lengths end at 128
	}
	return all == 0 || (below >> 31 != 0 && !urpf_default_counts(table));
}

static inline void
urpf_drop(struct road *road, uint16_t in, struct rte_mbuf *packet, uint32_t slot)
{
	const struct tables *tables = road->tables;
	bool default_counts = urpf_default_counts(&tables->urpf);
	const struct nexthop_cached *nexthop =
		nexthop_get(&tables->nexthops, road->worker->nexthops, FIB_NEXTHOP(slot));

	drop(road, in, packet,
		urpf_reason(&tables->urpf, slot, default_counts, &nexthop->adjacency));
}

// Not inline, like those that follow: the road with rp_filter off stays as short as without.
static __rte_noinline void
urpf_drop4(struct road *road, struct burst *burst, const struct urpf_row *row)
{
	const struct urpf_table *table = &road->tables->urpf;
	bool default_counts = urpf_default_counts(table);
	uint16_t count = 0;

	for (uint16_t i = 0; i < burst->count4; i++) {
		uint32_t slot = burst->source_slots4[i];

		if (!urpf_passes(table, row, slot, default_counts)) {
			urpf_drop(road, burst->interface, burst->packets4[i], slot);
			continue;
		}
		burst->packets4[count] = burst->packets4[i];
		burst->destinations4[count] = burst->destinations4[i];
		burst->slots4[count++] = burst->slots4[i];
	}
	burst->count4 = count;
}

// A link-local source is on its link and needs no route (RFC 4291 2.5.6).
static __rte_noinline void
urpf_drop6(struct road *road, struct burst *burst, const struct urpf_row *row)
{
	const struct urpf_table *table = &road->tables->urpf;
	bool default_counts = urpf_default_counts(table);
	uint16_t count = 0;

	for (uint16_t i = 0; i < burst->count6; i++) {
		uint32_t slot = burst->source_slots6[i];

		if (!urpf_passes(table, row, slot, default_counts) &&
			!ip6_link_local(burst->sources6[i].bytes)) {
			urpf_drop(road, burst->interface, burst->packets6[i], slot);
			continue;
		}
		burst->packets6[count] = burst->packets6[i];
		burst->destinations6[count] = burst->destinations6[i];
		burst->slots6[count++] = burst->slots6[i];
	}
	burst->count6 = count;
}

static __rte_noinline __rte_unused void
urpf_judge(struct road *road, struct burst *burst)
{
	const struct urpf_table *table = &road->tables->urpf;
	const struct urpf_row *row = urpf_row(table, burst->rp_filter, burst->interface);

	if (unlikely(urpf_suspects(table, row, burst->source_slots4, burst->count4)))
		urpf_drop4(road, burst, row);
	if (unlikely(urpf_suspects(table, row, burst->source_slots6, burst->count6)))
		urpf_drop6(road, burst, row);
}

static inline void
urpf(struct road *road, struct burst *burst)
{
	if (unlikely(burst->rp_filter != SBX_RP_OFF))
		urpf_judge(road, burst);
}
