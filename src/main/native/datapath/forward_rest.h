// The fourth stage's long way round: nexthops that are not ready to send to, and packets that do not fit.
// Owns: nothing. Thread: the worker. Not inline: it is rare but for hosts on connected prefixes.
// Must not: let a packet wait for its neighbor that has no hop left, or is too long.
// Next: datapath/exits.h, or back to forward with the neighbor's adjacency.
#pragma once

#include "datapath/exits.h"
#include "datapath/frame.h"

static inline uint8_t
hops_left(const struct rte_mbuf *packet, uint8_t family)
{
	if (family == SBX_IPV4)
		return ((const struct rte_ipv4_hdr *)ip_header(packet))->time_to_live;
	return ((const struct rte_ipv6_hdr *)ip_header(packet))->hop_limits;
}

static __rte_noinline void
forward_misfit(struct road *road, uint16_t in, struct rte_mbuf *packet, uint8_t hops, uint32_t nexthop)
{
	drop_and_tell(road, in, packet, hops <= 1 ? DROP_ttl_exceeded : DROP_too_big, nexthop);
}

// Whether a packet with so many hops left may take one more, over a link of that MTU. If not, it has left
// the road.
static inline bool
forward_fits(struct road *road, uint16_t in, struct rte_mbuf *packet, uint8_t hops, uint32_t mtu,
	uint32_t nexthop)
{
	if (likely(hops > 1 && packet->pkt_len <= mtu + RTE_ETHER_HDR_LEN))
		return true;
	forward_misfit(road, in, packet, hops, nexthop);
	return false;
}

// Hands it to the slow path, which holds it until the neighbor is there.
static inline void
forward_resolve(struct road *road, uint16_t in, struct rte_mbuf *packet, uint8_t family,
	enum punt_reason reason, uint32_t nexthop, uint16_t out)
{
	if (forward_fits(road, in, packet, hops_left(packet, family), road->tables->interfaces[out].mtu,
		nexthop))
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

// What to do where nexthop `id` is no adjacency to send to.
static __rte_noinline const struct adjacency *
forward_rest(struct road *road, uint16_t in, struct rte_mbuf *packet, uint32_t id, uint8_t family,
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
	case ADJACENCY_DROP:
		break;
	}
	drop_and_tell(road, in, packet, adjacency->reason, id);
	return NULL;
}
