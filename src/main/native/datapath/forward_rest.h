// The fourth stage's long way round: nexthops that are not ready to send to, and packets that do not fit.
// Owns: nothing. Thread: the worker. Not inline: it is rare but for hosts on connected prefixes.
// Must not: let a packet wait for its neighbor that has no hop left, or is too long.
// Next: datapath/exits.h, or back to forward with the neighbor's adjacency.
#pragma once

#include "datapath/choose.h"
#include "datapath/exits.h"
#include "datapath/frame.h"
#include "datapath/rewrite.h"

// The TTL or hop limit.
static inline uint8_t
hops_in(const uint8_t *frame, uint8_t family)
{
	return frame[RTE_ETHER_HDR_LEN + (family == SBX_IPV4 ? offsetof(struct rte_ipv4_hdr, time_to_live) :
		offsetof(struct rte_ipv6_hdr, hop_limits))];
}

// Whether routers may cut the packet: IPv4 whose sender has not said no (RFC 791 3.1, RFC 8200 5).
static inline bool
forward_may_cut(const uint8_t *frame, uint8_t family)
{
	const size_t at = RTE_ETHER_HDR_LEN + offsetof(struct rte_ipv4_hdr, fragment_offset);

	return family == SBX_IPV4 && (number16(frame, at) & RTE_IPV4_HDR_DF_FLAG) == 0;
}

// Whether the packet may take one more hop, over a link of that MTU. If not, it has left the road.
static inline bool
forward_fits(struct road *road, uint16_t in, struct rte_mbuf *packet, uint8_t family, uint32_t mtu,
	uint32_t nexthop)
{
	const uint8_t *frame = rte_pktmbuf_mtod(packet, void *);

	if (hops_in(frame, family) <= 1)
		drop_and_tell(road, in, packet, DROP_ttl_exceeded, nexthop);
	else if (packet->pkt_len <= mtu + RTE_ETHER_HDR_LEN)
		return true;
	else if (forward_may_cut(frame, family))
		punt(road, in, packet, PUNT_FRAGMENT, nexthop);
	else
		drop_and_tell(road, in, packet, DROP_too_big, nexthop);
	return false;
}

// Hands it to the slow path, which holds it until the neighbor is there.
static inline void
forward_resolve(struct road *road, uint16_t in, struct rte_mbuf *packet, uint8_t family,
	enum punt_reason reason, uint32_t nexthop, uint16_t out)
{
	if (forward_fits(road, in, packet, family, road->tables->interfaces[out].mtu, nexthop))
		punt(road, in, packet, reason, nexthop);
}

// The destination itself is the neighbor. Its adjacency if that is ready, else NULL: the packet has left.
// A neighbor that is not ready may be another's by now: the slow path finds it by the destination again.
static inline const struct adjacency *
forward_connected(struct road *road, uint16_t in, struct rte_mbuf *packet, uint32_t nexthop,
	uint8_t family, const struct sbx_address *destination, uint16_t out)
{
	uint32_t id = neighbor_find(&road->tables->neighbors, out, family, destination);

	if (likely(id != 0)) {
		struct nexthop_cached *cached =
			nexthop_get(&road->tables->nexthops, road->worker->nexthops, id);

		if (likely(cached->adjacency.action == ADJACENCY_FORWARD)) {
			cached->packets++; // how the slow path sees that the neighbor is in use
			return &cached->adjacency;
		}
	}
	forward_resolve(road, in, packet, family, PUNT_RESOLVE_CONNECTED, nexthop, out);
	return NULL;
}

// Its adjacency if nexthop `id` is ready to send to, or a connected neighbor's that is; else NULL: it has left.
static inline const struct adjacency *
forward_ready(struct road *road, uint16_t in, struct rte_mbuf *packet, uint32_t id, uint8_t family,
	const struct sbx_address *destination)
{
	const struct adjacency *adjacency =
		&nexthop_get(&road->tables->nexthops, road->worker->nexthops, id)->adjacency;

	switch ((enum adjacency_action)adjacency->action) {
	case ADJACENCY_FORWARD:
		return adjacency;
	case ADJACENCY_CONNECTED:
		return forward_connected(road, in, packet, id, family, destination,
			adjacency->interface);
	case ADJACENCY_RESOLVE:
		forward_resolve(road, in, packet, family, PUNT_RESOLVE, id, adjacency->interface);
		return NULL;
	case ADJACENCY_LOCAL:
		road->counters->interface[in][INTERFACE_rx_local]++;
		punt(road, in, packet, PUNT_LOCAL, id);
		return NULL;
	case ADJACENCY_GROUP: // a member that has just become a group: nobody's any more
	case ADJACENCY_DROP:
		break;
	}
	drop_and_tell(road, in, packet, adjacency->reason, id);
	return NULL;
}

// The destination becomes an address in memory only here.
static inline struct sbx_address
forward_destination(const struct burst *burst, uint32_t at, uint8_t family)
{
	struct sbx_address address = { .bytes = { 0 } };
	rte_be32_t bytes;

	if (family == SBX_IPV6)
		return burst->destinations6[at];
	bytes = rte_cpu_to_be_32(burst->destinations4[at]);
	memcpy(address.bytes, &bytes, sizeof(bytes));
	return address;
}

// The nexthop of a packet. It may have become the first group of all since `choose` looked.
static inline uint32_t
forward_nexthop(struct road *road, const struct rte_mbuf *packet, uint32_t id, uint8_t family)
{
	const struct adjacency *adjacency =
		&nexthop_get(&road->tables->nexthops, road->worker->nexthops, id)->adjacency;

	return likely(adjacency->action != ADJACENCY_GROUP) ? id :
		adjacency_member(adjacency, choose_hash(road, packet, family));
}

// A packet that is not just to be rewritten. If it is to be sent all the same, it is rewritten here; the port to send it
// from, or NO_PORT: it has left.
static __rte_noinline uint16_t
forward_rest(struct road *road, const struct burst *burst, uint32_t at, uint8_t family)
{
	struct burst_family packets = family == SBX_IPV4 ? burst_family4(burst) : burst_family6(burst);
	const struct sbx_address destination = forward_destination(burst, at, family);
	struct rte_mbuf *packet = packets.packets[at];
	uint32_t id = forward_nexthop(road, packet, FIB_NEXTHOP(packets.slots[at]), family);
	const struct adjacency *adjacency = forward_ready(road, burst->interface, packet, id, family,
		&destination);

	if (adjacency == NULL || !forward_fits(road, burst->interface, packet, family, adjacency->mtu, id))
		return NO_PORT;
	forward_rewrite(rte_pktmbuf_mtod(packet, void *), adjacency, family);
	return adjacency->port;
}
