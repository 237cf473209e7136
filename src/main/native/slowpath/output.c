// See output.h.
#include "slowpath/output.h"

#include "control/ports.h"
#include "datapath/flow.h"
#include "slowpath/fragment.h"
#include "slowpath/icmp.h"
#include "slowpath/resolve.h"
#include "slowpath/view.h"

#include <errno.h>

// New neighbors that one interface's traffic may have asked for, a second: a scan of a connected
// prefix gets no more, and cannot spend what the other interfaces' traffic may.
#define ASKS_PER_SECOND 1000
#define ASKS_BURST 256

void
output_drop(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason)
{
	count_drop(slow->counters, punt_of(packet)->interface, reason, 1);
	rte_pktmbuf_free(packet);
}

void
output_fail(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason)
{
	icmp_error(slow, packet, reason);
	output_drop(slow, packet, reason);
}

void
output_frame(struct slowpath *slow, uint16_t interface, struct rte_mbuf *packet,
	const uint8_t mac[6], uint16_t ether_type)
{
	const struct interface *facts = &slow->state->tables->interfaces[interface];
	struct rte_ether_hdr *ethernet = rte_pktmbuf_mtod(packet, struct rte_ether_hdr *);
	int error;

	memcpy(&ethernet->dst_addr, mac, 6);
	memcpy(&ethernet->src_addr, facts->mac, 6);
	ethernet->ether_type = rte_cpu_to_be_16(ether_type);
	error = facts->up ? port_send(slow->state, facts->port, packet) : -ENETDOWN;
	if (!facts->up)
		rte_pktmbuf_free(packet);
	if (error != 0)
		count_drop(slow->counters, interface,
			error == -ENOBUFS ? DROP_tx_full : DROP_interface_down, 1);
}

struct rte_mbuf *
output_new(const struct slowpath *slow, uint16_t interface, uint16_t length)
{
	struct rte_mbuf *packet = rte_pktmbuf_alloc(slow->state->tables->pool);

	if (packet == NULL)
		return NULL;
	if (rte_pktmbuf_append(packet, WIRE_ETHERNET + length) == NULL) {
		rte_pktmbuf_free(packet);
		return NULL;
	}
	memset(rte_pktmbuf_mtod(packet, void *), 0, WIRE_ETHERNET + length);
	*punt_of(packet) = (struct punt){ .interface = interface };
	return packet;
}

// ------------------------------------------------------------------------------------- ways

static uint32_t
route(const struct slowpath *slow, uint16_t vrf, uint8_t family,
	const struct sbx_address *destination)
{
	const struct vrf_fibs *fibs = &slow->state->tables->vrfs[vrf];
	const struct fib4 *fib4 = __atomic_load_n(&fibs->fib4, __ATOMIC_ACQUIRE);
	const struct fib6 *fib6 = __atomic_load_n(&fibs->fib6, __ATOMIC_ACQUIRE);
	uint32_t address;

	if (family == SBX_IPV6)
		return fib6 != NULL ? FIB_NEXTHOP(fib6_lookup(fib6, destination)) : 0;
	memcpy(&address, destination, sizeof(address));
	return fib4 != NULL ? FIB_NEXTHOP(fib4_lookup(fib4, rte_be_to_cpu_32(address))) : 0;
}

uint32_t
output_flow(const struct slowpath *slow, const struct view *view)
{
	uint32_t seed = slow->state->tables->nexthops.flow_seed;

	return view->family == SBX_IPV4 ? flow_of4(seed, view->ip, view->length) :
		flow_of6(seed, view->ip, view->length);
}

static uint32_t
member_of(const struct slowpath *slow, uint32_t nexthop, uint32_t flow)
{
	const struct nexthop_table *table = &slow->state->tables->nexthops;
	const struct adjacency *adjacency;

	if (nexthop >= table->size)
		return 0;
	adjacency = &table->entries[nexthop].adjacency;
	return adjacency->action == ADJACENCY_GROUP ? adjacency_member(adjacency, flow) : nexthop;
}

void
output_find(const struct slowpath *slow, uint16_t interface, uint8_t family,
	const struct sbx_address *destination, uint32_t flow, struct way *out)
{
	const struct tables *tables = slow->state->tables;
	const struct interface *in = &tables->interfaces[interface];
	const struct adjacency *adjacency;

	*out = (struct way){ .interface = interface, .mtu = in->mtu, .towards = *destination };
	if (family == SBX_IPV6 && address_is_link_local6(destination))
		return;
	out->nexthop = member_of(slow, route(slow, in->vrf, family, destination), flow);
	adjacency = &tables->nexthops.entries[out->nexthop].adjacency;
	out->interface = adjacency->interface;
	out->mtu = adjacency->mtu;
	if (out->nexthop < slow->state->options.nexthops &&
		slow->state->nexthops[out->nexthop].type == SBX_NEXTHOP_UNICAST)
		out->towards = slow->state->nexthops[out->nexthop].address;
}

static void
to_neighbor(struct slowpath *slow, struct rte_mbuf *packet, struct neighbor *neighbor,
	const struct view *view)
{
	if (view->length > slow->state->tables->interfaces[neighbor->interface].mtu &&
		!fragment_may(view)) {
		output_fail(slow, packet, DROP_too_big);
		return;
	}
	resolve_send(slow, neighbor, packet);
}

static bool
may_ask(struct slowpath *slow, uint16_t interface)
{
	return bucket_take(&slow->asks[interface], ASKS_PER_SECOND, ASKS_BURST, slowpath_now(slow));
}

// The destination itself is the neighbor.
static void
to_link(struct slowpath *slow, struct rte_mbuf *packet, uint16_t interface, const struct view *view)
{
	struct state *state = slow->state;
	const struct interface_record *record = interface_find(state, interface);
	struct neighbor *neighbor;

	if (record == NULL) {
		output_fail(slow, packet, DROP_interface_down);
		return;
	}
	if (address_is_group(view->family, &view->destination) ||
		interface_broadcasts(record, view->family, &view->destination)) {
		output_drop(slow, packet, DROP_multicast); // no directed broadcasts (RFC 2644)
		return;
	}
	if (interface_owns(record, view->family, &view->destination)) {
		output_drop(slow, packet, DROP_local_no_service);
		return;
	}
	neighbor = neighbors_find(state, interface, view->family, &view->destination);
	if (neighbor == NULL && may_ask(slow, punt_of(packet)->interface))
		neighbors_obtain(state, interface, view->family, &view->destination, false,
			&neighbor);
	if (neighbor == NULL)
		output_drop(slow, packet, DROP_neighbor_limit);
	else
		to_neighbor(slow, packet, neighbor, view);
}

void
output_nexthop(struct slowpath *slow, struct rte_mbuf *packet, uint32_t nexthop)
{
	const struct nexthop_table *table = &slow->state->tables->nexthops;
	const struct adjacency *adjacency;
	struct view view;

	if (view_open(packet, &view) != 0) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	nexthop = member_of(slow, nexthop, output_flow(slow, &view));
	adjacency = &table->entries[nexthop].adjacency;
	switch (adjacency->action) {
	case ADJACENCY_CONNECTED:
		to_link(slow, packet, adjacency->interface, &view);
		break;
	case ADJACENCY_FORWARD:
	case ADJACENCY_RESOLVE:
		// A neighbor's id may be another's by now: the destination counts.
		if (nexthop >= table->neighbors_first)
			to_link(slow, packet, adjacency->interface, &view);
		else
			to_neighbor(slow, packet, neighbor_at(slow->state,
				slow->state->nexthops[nexthop].neighbor), &view);
		break;
	case ADJACENCY_LOCAL:
		output_drop(slow, packet, DROP_local_no_service);
		break;
	default:
		output_fail(slow, packet, adjacency->reason);
	}
}

void
output_own(struct slowpath *slow, struct rte_mbuf *packet)
{
	struct view view;
	struct way way;

	if (view_open(packet, &view) != 0) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	output_find(slow, punt_of(packet)->interface, view.family, &view.destination,
		output_flow(slow, &view), &way);
	if (view.family == SBX_IPV6 && address_is_link_local6(&view.destination))
		to_link(slow, packet, way.interface, &view);
	else
		output_nexthop(slow, packet, way.nexthop);
}
