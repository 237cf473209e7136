// What would become of a packet, asked by the control plane and answered by the road's own rules.
// Owns: nothing. Threads: any, one at a time (lookup_lock): they share one RCU reader number.
// Must not: send, count, or wait for state_lock while online as a reader.
// Next: datapath/judge.h, datapath/martian.h, datapath/urpf.h, shared/fib.h.
#include "control/cache.h"
#include "control/interfaces.h"
#include "control/neighbors.h"
#include "control/nexthops.h"
#include "control/vrfs.h"
#include "datapath/flow.h"
#include "datapath/judge.h"
#include "datapath/urpf.h"

#include <errno.h>

// What the road's tables say; all of it copies.
struct answer {
	uint32_t slot;
	uint32_t nexthop;             // of the slot, or the member that the group has chosen
	uint32_t source_slot;
	struct adjacency adjacency;   // of the nexthop, or the connected neighbor's where that is ready
	bool source_checked;
	bool connected;
	bool dropped;
	bool local;
	enum drop_reason reason;
};

static uint32_t
host4(const struct sbx_address *address)
{
	rte_be32_t word;

	memcpy(&word, address->bytes, sizeof(word));
	return rte_be_to_cpu_32(word);
}

// ------------------------------------------------------------------------------------- the road's rules

static struct adjacency
adjacency_of(const struct tables *tables, uint32_t id)
{
	struct nexthop_cached copy;

	nexthop_refresh(&tables->nexthops.entries[id], &copy);
	return copy.adjacency;
}

static void
answer_drop(struct answer *answer, enum drop_reason reason)
{
	answer->dropped = true;
	answer->reason = reason;
}

static uint32_t
slot_of(const struct tables *tables, const struct sbx_query *query, const struct sbx_address *address)
{
	const struct vrf_fibs *fibs = &tables->vrfs[query->vrf];

	return query->family == SBX_IPV4 ? fib4_lookup(fibs->fib4, host4(address)) :
		fib6_lookup(fibs->fib6, address);
}

static uint8_t
rp_filter_of(const struct tables *tables, uint16_t interface)
{
	return atomic_load(&tables->interfaces[interface].rp_filter);
}

// Of interface 0, which is none, rp_filter is off.
static void
answer_source(const struct tables *tables, const struct sbx_query *query, struct answer *answer)
{
	const struct urpf_table *urpf = &tables->urpf;
	uint8_t rp_filter = rp_filter_of(tables, query->interface);
	bool default_counts = urpf_default_counts(urpf);
	struct adjacency nexthop;

	if (!query->has_source || rp_filter == SBX_RP_OFF)
		return;
	answer->source_checked = true;
	answer->source_slot = slot_of(tables, query, &query->source);
	if (urpf_passes(urpf, urpf_row(urpf, rp_filter, query->interface), answer->source_slot,
		default_counts))
		return;
	nexthop = adjacency_of(tables, FIB_NEXTHOP(answer->source_slot));
	answer_drop(answer, urpf_reason(urpf, answer->source_slot, default_counts, &nexthop));
}

// As the road does for a packet of these addresses, protocol and ports; an unknown source is all zeros.
static uint32_t
flow_hash(const struct tables *tables, const struct sbx_query *query)
{
	uint32_t ports = flow_has_ports(query->protocol) ?
		(uint32_t)query->source_port << 16 | query->destination_port : 0;
	const struct sbx_address *from = &query->source, *to = &query->destination;
	uint32_t seed = tables->nexthops.flow_seed;

	return query->family == SBX_IPV4 ?
		flow_hash4(seed, host4(from), host4(to), query->protocol, ports) :
		flow_hash6(seed, from->bytes, to->bytes, query->protocol, ports);
}

static void
answer_nexthop(const struct tables *tables, const struct sbx_query *query, struct answer *answer)
{
	answer->nexthop = FIB_NEXTHOP(answer->slot);
	answer->adjacency = adjacency_of(tables, answer->nexthop);
	if (answer->adjacency.action != ADJACENCY_GROUP)
		return;
	answer->nexthop = adjacency_member(&answer->adjacency, flow_hash(tables, query));
	answer->adjacency = adjacency_of(tables, answer->nexthop);
}

static void
answer_route(const struct tables *tables, const struct sbx_query *query, struct answer *answer)
{
	struct adjacency neighbor;
	uint32_t id;

	answer->slot = slot_of(tables, query, &query->destination);
	answer_nexthop(tables, query, answer);
	answer->connected = answer->adjacency.action == ADJACENCY_CONNECTED;
	answer->local = answer->adjacency.action == ADJACENCY_LOCAL;
	if (answer->adjacency.action == ADJACENCY_DROP && !answer->dropped)
		answer_drop(answer, answer->adjacency.reason);
	if (!answer->connected)
		return;
	id = neighbor_find(&tables->neighbors, answer->adjacency.interface, query->family,
		&query->destination);
	neighbor = adjacency_of(tables, id);
	if (id != 0 && neighbor.action == ADJACENCY_FORWARD)
		answer->adjacency = neighbor;
}

static void
answer4(const struct tables *tables, const struct sbx_query *query, struct answer *answer)
{
	uint32_t destination = host4(&query->destination), slot;
	// Where no source is said it is no martian.
	enum drop_reason reason = martian4(&tables->martians,
		query->has_source ? host4(&query->source) : destination, destination, &slot);

	if (reason != NO_DROP && (query->has_source || reason != DROP_martian_source)) {
		answer_drop(answer, reason);
		return;
	}
	answer_source(tables, query, answer);
	answer_route(tables, query, answer);
}

static void
answer6(const struct tables *tables, const struct sbx_query *query, struct answer *answer)
{
	static const uint8_t ordinary[16] = { 0x20, 0x01, 0x0D, 0xB8 };
	enum drop_reason reason;
	uint32_t slot;
	enum judgement judgement = judge6(&tables->martians, &tables->interfaces[query->interface],
		query->has_source ? query->source.bytes : ordinary, query->destination.bytes, &reason, &slot);

	if (judgement == JUDGED_DROP && reason == DROP_martian_source && !query->has_source)
		judgement = JUDGED_ROUTE;
	if (judgement == JUDGED_ROUTE)
		answer_source(tables, query, answer);
	if (judgement == JUDGED_DROP)
		answer_drop(answer, reason);
	else if (judgement == JUDGED_LOCAL || judgement == JUDGED_MULTICAST)
		answer->local = true;
	else
		answer_route(tables, query, answer);
	if (judgement == JUDGED_ROUTE_TO_SELF && !answer->local)
		answer_drop(answer, DROP_link_local_scope);
}

static struct answer
ask(struct state *state, const struct sbx_query *query)
{
	struct rte_rcu_qsbr *rcu = state->tables->rcu;
	struct answer answer = { .slot = 0 };

	pthread_mutex_lock(&state->lookup_lock);
	rte_rcu_qsbr_thread_online(rcu, state_lookup_reader(state));
	if (query->family == SBX_IPV4)
		answer4(state->tables, query, &answer);
	else
		answer6(state->tables, query, &answer);
	rte_rcu_qsbr_thread_offline(rcu, state_lookup_reader(state));
	pthread_mutex_unlock(&state->lookup_lock);
	return answer;
}

// ------------------------------------------------------------------------------------- in words

// What control knows of the nexthop beyond its adjacency. Call with state_lock held.
static void
describe_nexthop(const struct state *state, const struct sbx_query *query, struct sbx_verdict *out)
{
	struct sbx_nexthop_state nexthop;
	const struct neighbor *neighbor;

	if (nexthops_describe(state, &out->nexthop, 1, &nexthop) != 0)
		return;
	out->type = nexthop.type;
	if (nexthop.type == SBX_NEXTHOP_UNICAST) {
		out->family = nexthop.family;
		out->address = nexthop.address;
		out->neighbor = nexthop.neighbor;
		memcpy(out->mac, nexthop.mac, sizeof(out->mac));
	} else if (nexthop.type == SBX_NEXTHOP_CONNECTED) {
		out->family = query->family;
		out->address = query->destination;
		neighbor = neighbors_find(state, nexthop.interface, query->family, &query->destination);
		if (neighbor == NULL)
			return;
		out->neighbor = neighbor_status(neighbor);
		if (neighbor_forwards(neighbor))
			memcpy(out->mac, neighbor->mac, sizeof(out->mac));
	}
}

static void
describe_source(const struct tables *tables, uint32_t slot, struct sbx_verdict *out)
{
	uint16_t via = urpf_via(&tables->urpf, FIB_NEXTHOP(slot));

	out->source_checked = 1;
	out->source_matched = slot != 0;
	out->source_length = (uint8_t)FIB_LENGTH(slot);
	out->source_nexthop = FIB_NEXTHOP(slot);
	out->source_interface = via < SBX_INTERFACES_MAX ? via : 0;
}

static uint8_t
outcome_of(const struct answer *answer)
{
	if (answer->dropped)
		return SBX_DROP;
	if (answer->local)
		return SBX_LOCAL;
	return answer->adjacency.action == ADJACENCY_FORWARD ? SBX_FORWARD : SBX_RESOLVE;
}

static void
describe(struct state *state, const struct sbx_query *query, const struct answer *answer,
	struct sbx_verdict *out)
{
	*out = (struct sbx_verdict){
		.nexthop = answer->nexthop,
		.group = answer->nexthop != FIB_NEXTHOP(answer->slot) ? FIB_NEXTHOP(answer->slot) : 0,
		.outcome = outcome_of(answer),
		.drop_reason = answer->dropped ? (uint8_t)answer->reason : 0,
		.matched = answer->slot != 0,
		.matched_length = (uint8_t)FIB_LENGTH(answer->slot),
		.rp_filter = rp_filter_of(state->tables, query->interface),
	};
	out->cached = cache_holders(state, query);
	if (answer->source_checked)
		describe_source(state->tables, answer->source_slot, out);
	pthread_mutex_lock(&state->state_lock);
	if (out->outcome == SBX_FORWARD || out->outcome == SBX_RESOLVE) {
		out->interface = answer->adjacency.interface;
		out->mtu = state->tables->interfaces[out->interface].mtu;
	}
	if (out->nexthop != 0)
		describe_nexthop(state, query, out);
	pthread_mutex_unlock(&state->state_lock);
}

int
sbx_lookup(const struct sbx_query *query, struct sbx_verdict *out)
{
	struct state *state;
	struct answer answer;
	int rc = 0;

	if (query == NULL || out == NULL || query->interface >= SBX_INTERFACES_MAX ||
		(query->family != SBX_IPV4 && query->family != SBX_IPV6))
		return -EINVAL;
	state = state_hold();
	if (state == NULL)
		return -ENOTCONN;
	if (vrf_hold(state, query->vrf) == NULL) {
		rc = -ENOENT;
	} else {
		answer = ask(state, query);
		describe(state, query, &answer, out);
	}
	vrfs_release(state);
	state_release(state);
	return rc;
}
