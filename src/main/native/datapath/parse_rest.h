// The second stage's long way round: frames that are not plain unicast IP between ordinary addresses.
// Owns: the order in which a frame is judged, as a whole. Thread: the worker. Not inline: it is rare.
// Must not: assume that any check was done.
// Next: datapath/exits.h, or back to the burst.
#pragma once

#include "datapath/exits.h"
#include "datapath/frame.h"
#include "datapath/judge.h"
#include "datapath/options4.h"
#include "datapath/validate4.h"
#include "datapath/validate6.h"

// ------------------------------------------------------------------------------------- to the next stage

static inline void
add4(struct burst *burst, struct rte_mbuf *packet, uint32_t destination)
{
	burst->packets4[burst->count4] = packet;
	burst->destinations4[burst->count4++] = destination;
}

static inline void
add6(struct burst *burst, struct rte_mbuf *packet, const uint8_t *destination)
{
	burst->packets6[burst->count6] = packet;
	memcpy(burst->destinations6[burst->count6++].bytes, destination, 16);
}

// ------------------------------------------------------------------------------------- IPv4, IPv6

static inline void
count_martian(struct road *road, uint32_t slot)
{
	if (slot != MARTIAN_UNLISTED)
		road->worker->martians[slot]++;
}

static inline bool
bad_options4(const struct rte_ipv4_hdr *ip)
{
	uint32_t header = (ip->version_ihl & 0xFu) * 4;

	return header > sizeof(*ip) && options4_read((const uint8_t *)ip, header).fault != 0;
}

// `group`: the frame came to a multicast or broadcast MAC. What came so is not forwarded (RFC 1812 5.3.4).
static inline void
parse_rest4(struct road *road, struct burst *burst, struct rte_mbuf *packet, bool group)
{
	const struct rte_ipv4_hdr *ip = ip_header(packet);
	enum drop_reason reason = validate4(ip, packet->data_len - RTE_ETHER_HDR_LEN);
	uint32_t destination, slot = MARTIAN_UNLISTED;

	if (reason == NO_DROP) {
		destination = rte_be_to_cpu_32(ip->dst_addr);
		reason = martian4(&road->tables->martians, rte_be_to_cpu_32(ip->src_addr), destination,
			&slot);
	}
	if (reason == NO_DROP && group)
		reason = DROP_multicast;
	if (reason != NO_DROP) {
		count_martian(road, slot);
		drop(road, burst->interface, packet, reason);
		return;
	}
	trim(packet, rte_be_to_cpu_16(ip->total_length));
	if (unlikely(bad_options4(ip))) {
		drop_and_tell(road, burst->interface, packet, DROP_ip4_options, 0);
		return;
	}
	add4(burst, packet, destination);
}

// From a link-local source: the one lookup before its time, of a packet that is not to be forwarded anyway.
static inline void
parse_to_self6(struct road *road, struct burst *burst, struct rte_mbuf *packet)
{
	const struct tables *tables = road->tables;
	const struct fib6 *fib = tables->vrfs[tables->interfaces[burst->interface].vrf].fib6;
	struct sbx_address destination;
	uint32_t id;

	memcpy(destination.bytes, destination6(ip_header(packet)), sizeof(destination.bytes));
	id = FIB_NEXTHOP(fib6_lookup(fib, &destination));
	if (nexthop_get(&tables->nexthops, road->worker->nexthops, id)->adjacency.action == ADJACENCY_LOCAL)
		add6(burst, packet, destination.bytes);
	else
		drop_and_tell(road, burst->interface, packet, DROP_link_local_scope, id);
}

static inline void
parse_rest6(struct road *road, struct burst *burst, struct rte_mbuf *packet, bool group)
{
	const struct rte_ipv6_hdr *ip = ip_header(packet);
	enum drop_reason reason = validate6(ip, packet->data_len - RTE_ETHER_HDR_LEN);
	enum judgement judgement = JUDGED_DROP;
	uint32_t slot = MARTIAN_UNLISTED;

	if (reason == NO_DROP) {
		trim(packet, length6(ip));
		judgement = judge6(&road->tables->martians, &road->tables->interfaces[burst->interface],
			source6(ip), destination6(ip), &reason, &slot);
	}
	if (group && judgement != JUDGED_DROP && judgement != JUDGED_MULTICAST) {
		judgement = JUDGED_DROP;
		reason = DROP_multicast;
	}
	switch (judgement) {
	case JUDGED_ROUTE:
		add6(burst, packet, destination6(ip));
		break;
	case JUDGED_ROUTE_TO_SELF:
		parse_to_self6(road, burst, packet);
		break;
	case JUDGED_LOCAL:
		road->counters->interface[burst->interface][INTERFACE_rx_local]++;
		punt(road, burst->interface, packet, PUNT_LOCAL, 0);
		break;
	case JUDGED_MULTICAST:
		punt(road, burst->interface, packet, PUNT_MULTICAST, 0);
		break;
	case JUDGED_DROP:
		count_martian(road, slot);
		drop(road, burst->interface, packet, reason);
		break;
	}
}

// ------------------------------------------------------------------------------------- all

static inline enum drop_reason
frame_fault(const struct interface *in, const struct rte_mbuf *packet)
{
	const struct rte_ether_hdr *ethernet = rte_pktmbuf_mtod(packet, void *);
	const struct rte_ether_addr own = mac_of(in);

	if (!in->up)
		return DROP_interface_down;
	if (packet->data_len < RTE_ETHER_HDR_LEN)
		return DROP_eth_short;
	if (packet->data_len != packet->pkt_len)
		return DROP_eth_chained;
	if (!rte_is_multicast_ether_addr(&ethernet->dst_addr) &&
		!rte_is_same_ether_addr(&ethernet->dst_addr, &own))
		return DROP_eth_not_for_us;
	return NO_DROP;
}

static __rte_noinline void
parse_rest(struct road *road, struct burst *burst, struct rte_mbuf *packet)
{
	const struct rte_ether_hdr *ethernet = rte_pktmbuf_mtod(packet, void *);
	enum drop_reason fault = frame_fault(&road->tables->interfaces[burst->interface], packet);
	bool group = rte_is_multicast_ether_addr(&ethernet->dst_addr);

	if (fault != NO_DROP) {
		drop(road, burst->interface, packet, fault);
		return;
	}
	if (group)
		road->counters->interface[burst->interface][INTERFACE_rx_multicast]++;
	switch (rte_be_to_cpu_16(ethernet->ether_type)) {
	case RTE_ETHER_TYPE_ARP:
		punt(road, burst->interface, packet, PUNT_ARP, 0);
		break;
	case RTE_ETHER_TYPE_IPV4:
		parse_rest4(road, burst, packet, group);
		break;
	case RTE_ETHER_TYPE_IPV6:
		parse_rest6(road, burst, packet, group);
		break;
	default:
		drop(road, burst->interface, packet, DROP_eth_type);
		break;
	}
}
