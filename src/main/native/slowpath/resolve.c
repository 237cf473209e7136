// See resolve.h.
#include "slowpath/resolve.h"

#include "control/neighbor_timers.h"
#include "slowpath/arp.h"
#include "slowpath/fragment.h"
#include "slowpath/nd.h"
#include "slowpath/output.h"

#define SOLICITATIONS 3           // RFC 4861 10, MAX_MULTICAST_SOLICIT and MAX_UNICAST_SOLICIT
#define STALE_KEEP 10             // reachable times that a stale, unused neighbor is kept
#define FAILED_KEEP 10            // retransmit times that a failed one is kept, to fail cheaply

static void
set_timer(struct slowpath *slow, struct neighbor *neighbor, uint64_t delay)
{
	neighbor_timer_set(slow->state->neighbors, neighbor, slowpath_now(slow) + delay);
}

// How often the use of a stale neighbor is looked at.
static uint32_t
look_interval(const struct slowpath *slow)
{
	return RTE_MIN(slow->state->options.neighbor_reachable_ms / 4 + 1, 1000u);
}

static void
ask(struct slowpath *slow, struct neighbor *neighbor)
{
	const uint8_t *mac = neighbor_forwards(neighbor) ? neighbor->mac : NULL;

	neighbor->tries++;
	set_timer(slow, neighbor, slow->state->options.neighbor_retransmit_ms);
	if (neighbor->family == SBX_IPV4)
		arp_ask(slow, neighbor, mac);
	else
		nd_ask(slow, neighbor, mac);
}

// ------------------------------------------------------------------------------------- held packet

static void
drop_oldest(struct slowpath *slow, struct neighbor *neighbor)
{
	struct rte_mbuf *oldest = neighbor->held_first;

	neighbor->held_first = punt_of(oldest)->next;
	neighbor->held--;
	slow->state->neighbors->held--;
	output_drop(slow, oldest, DROP_hold_full);
}

static void
hold(struct slowpath *slow, struct neighbor *neighbor, struct rte_mbuf *packet)
{
	struct neighbors *neighbors = slow->state->neighbors;

	if (neighbor->held >= slow->state->options.hold_packets ||
		(neighbors->held >= neighbors->held_max && neighbor->held > 0))
		drop_oldest(slow, neighbor);
	if (neighbors->held >= neighbors->held_max) {
		output_drop(slow, packet, DROP_hold_full);
		return;
	}
	punt_of(packet)->next = NULL;
	if (neighbor->held == 0)
		neighbor->held_first = packet;
	else
		punt_of(neighbor->held_last)->next = packet;
	neighbor->held_last = packet;
	neighbor->held++;
	neighbors->held++;
}

// The MTU may have changed while the packet waited.
static void
transmit(struct slowpath *slow, struct neighbor *neighbor, struct rte_mbuf *packet)
{
	const uint8_t *ip = rte_pktmbuf_mtod_offset(packet, const uint8_t *, WIRE_ETHERNET);
	uint16_t type = ip[0] >> 4 == 4 ? RTE_ETHER_TYPE_IPV4 : RTE_ETHER_TYPE_IPV6;
	uint16_t mtu = slow->state->tables->interfaces[neighbor->interface].mtu;

	neighbor->touched = true;
	if (rte_pktmbuf_pkt_len(packet) - WIRE_ETHERNET > mtu)
		packet = fragment_packet(slow, packet, mtu);
	for (struct rte_mbuf *next; packet != NULL; packet = next) {
		next = punt_of(packet)->next;
		output_frame(slow, neighbor->interface, packet, neighbor->mac, // type: RFC 8950
			type);
	}
}

static void
send_held(struct slowpath *slow, struct neighbor *neighbor)
{
	struct rte_mbuf *packet = neighbors_take_held(slow->state, neighbor);

	for (struct rte_mbuf *next; packet != NULL; packet = next) {
		next = punt_of(packet)->next;
		punt_of(packet)->next = NULL;
		transmit(slow, neighbor, packet);
	}
}

// A group sends nothing to a member that has failed: no packet would find out that it is back.
static bool
is_member(const struct slowpath *slow, const struct neighbor *neighbor)
{
	const struct nexthop_record *nexthops = slow->state->nexthops;

	for (uint32_t id = neighbor->followers; id != 0; id = nexthops[id].next)
		if (nexthops[id].memberships != NULL)
			return true;
	return false;
}

static void
keep_failed(struct slowpath *slow, struct neighbor *neighbor)
{
	uint64_t retransmit = slow->state->options.neighbor_retransmit_ms;

	set_timer(slow, neighbor, is_member(slow, neighbor) ? retransmit : FAILED_KEEP * retransmit);
}

// The neighbor may be recycled meanwhile, by an ICMP error that needs another one.
static void
give_up(struct slowpath *slow, struct neighbor *neighbor)
{
	struct rte_mbuf *packet = neighbors_take_held(slow->state, neighbor);

	neighbors_enter(slow->state, neighbor, NEIGHBOR_FAILED);
	neighbor->confirmed = slowpath_now(slow);
	keep_failed(slow, neighbor);
	for (struct rte_mbuf *next; packet != NULL; packet = next) {
		next = punt_of(packet)->next;
		output_fail(slow, packet, DROP_neighbor_failed);
	}
}

static void
start(struct slowpath *slow, struct neighbor *neighbor)
{
	neighbors_enter(slow->state, neighbor, NEIGHBOR_INCOMPLETE);
	ask(slow, neighbor);
}

void
resolve_send(struct slowpath *slow, struct neighbor *neighbor, struct rte_mbuf *packet)
{
	uint64_t silent = slowpath_now(slow) - neighbor->confirmed;

	if (neighbor_forwards(neighbor)) {
		punt_of(packet)->next = NULL;
		transmit(slow, neighbor, packet);
		return;
	}
	if (neighbor->phase == NEIGHBOR_FAILED &&
		silent < slow->state->options.neighbor_retransmit_ms) {
		output_fail(slow, packet, DROP_neighbor_failed);
		return;
	}
	hold(slow, neighbor, packet);
	if (neighbor->phase != NEIGHBOR_INCOMPLETE)
		start(slow, neighbor);
}

// ------------------------------------------------------------------------------------- time

// Whether anything was sent to it since the last look.
static bool
in_use(struct slowpath *slow, struct neighbor *neighbor)
{
	struct state *state = slow->state;
	uint64_t packets = nexthops_packets(state, neighbor_id(state, neighbor));
	bool moved;

	for (uint32_t id = neighbor->followers; id != 0; id = state->nexthops[id].next)
		packets += nexthops_packets(state, id);
	moved = neighbor->touched || packets != neighbor->used_packets;
	neighbor->touched = false;
	neighbor->used_packets = packets;
	if (moved) {
		neighbor->used = slowpath_now(slow);
		neighbors_requeue(state, neighbor);
	}
	return moved;
}

static void
look(struct slowpath *slow, struct neighbor *neighbor)
{
	struct state *state = slow->state;
	uint64_t keep = STALE_KEEP * (uint64_t)state->options.neighbor_reachable_ms;

	if (in_use(slow, neighbor)) {
		neighbors_enter(state, neighbor, NEIGHBOR_PROBE);
		ask(slow, neighbor);
	} else if (neighbor->followers == 0 && slowpath_now(slow) - neighbor->used > keep) {
		neighbors_release(state, neighbor);
	} else {
		set_timer(slow, neighbor, look_interval(slow));
	}
}

static void
age(struct slowpath *slow, struct neighbor *neighbor)
{
	uint64_t until = neighbor->confirmed + slow->state->options.neighbor_reachable_ms;

	if (slowpath_now(slow) < until) {
		neighbor_timer_set(slow->state->neighbors, neighbor, until);
		return;
	}
	neighbors_enter(slow->state, neighbor, NEIGHBOR_STALE);
	look(slow, neighbor);
}

void
resolve_fire(struct state *state, struct neighbor *neighbor)
{
	struct slowpath *slow = state->slowpath;

	switch (neighbor->phase) {
	case NEIGHBOR_INCOMPLETE:
		if (neighbor->tries < SOLICITATIONS)
			ask(slow, neighbor);
		else
			give_up(slow, neighbor);
		break;
	case NEIGHBOR_REACHABLE:
		age(slow, neighbor);
		break;
	case NEIGHBOR_STALE:
		look(slow, neighbor);
		break;
	case NEIGHBOR_PROBE:
		if (neighbor->tries < SOLICITATIONS)
			ask(slow, neighbor);
		else
			start(slow, neighbor); // perhaps it has moved: ask everybody
		break;
	case NEIGHBOR_FAILED:
		if (neighbor->followers == 0)
			neighbors_release(state, neighbor);
		else if (is_member(slow, neighbor))
			start(slow, neighbor);
		else
			keep_failed(slow, neighbor);
		break;
	case NEIGHBOR_STATIC:
		send_held(slow, neighbor);
		break;
	default:
		break;
	}
}

// ------------------------------------------------------------------------------------- news

// Its MAC is now this; what the workers have is rewritten if it changed while they forward.
static void
move(struct slowpath *slow, struct neighbor *neighbor, const uint8_t mac[6],
	enum neighbor_phase phase)
{
	bool moved = neighbor_forwards(neighbor) && memcmp(neighbor->mac, mac, 6) != 0;

	memcpy(neighbor->mac, mac, 6);
	neighbors_enter(slow->state, neighbor, phase);
	if (moved)
		neighbors_publish(slow->state, neighbor);
	send_held(slow, neighbor);
}

void
resolve_confirm(struct slowpath *slow, struct neighbor *neighbor, const uint8_t mac[6])
{
	if (neighbor->phase == NEIGHBOR_STATIC)
		return;
	neighbor->confirmed = slowpath_now(slow);
	neighbor->proven = true;
	move(slow, neighbor, mac, NEIGHBOR_REACHABLE);
	set_timer(slow, neighbor, slow->state->options.neighbor_reachable_ms);
}

void
resolve_hint(struct slowpath *slow, struct neighbor *neighbor, const uint8_t mac[6])
{
	if (neighbor->phase == NEIGHBOR_STATIC ||
		(neighbor_forwards(neighbor) && memcmp(neighbor->mac, mac, 6) == 0))
		return;
	neighbor->confirmed = slowpath_now(slow);
	neighbor->proven = false;
	move(slow, neighbor, mac, NEIGHBOR_STALE);
	set_timer(slow, neighbor, look_interval(slow));
}

void
resolve_doubt(struct slowpath *slow, struct neighbor *neighbor)
{
	if (neighbor->phase != NEIGHBOR_REACHABLE)
		return;
	neighbors_enter(slow->state, neighbor, NEIGHBOR_STALE);
	set_timer(slow, neighbor, look_interval(slow));
}
