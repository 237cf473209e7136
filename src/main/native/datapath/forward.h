// Fourth stage: what the nexthop says is done with the packet: sent, punted or dropped.
// Owns: the counts of each nexthop. Thread: the worker.
// Must not: read a shared nexthop but through the core's own cache.
// Next: datapath/forward_rest.h for what is not ready to go; datapath/rewrite.h, datapath/send.h.
#pragma once

#include "datapath/forward_rest.h"
#include "datapath/rewrite.h"
#include "datapath/send.h"

static inline void
forward_packet(struct road *road, uint16_t in, struct rte_mbuf *packet, uint32_t slot, uint8_t family,
	const struct sbx_address *destination)
{
	uint32_t id = FIB_NEXTHOP(slot);
	struct nexthop_cached *routed = nexthop_get(&road->tables->nexthops, road->worker->nexthops, id);
	const struct adjacency *adjacency = &routed->adjacency;

	if (unlikely(adjacency->action != ADJACENCY_FORWARD)) {
		adjacency = forward_rest(road, in, packet, id, family, destination);
		if (adjacency == NULL)
			return;
	}
	if (unlikely(!forward_fits(road, in, packet, family, adjacency->mtu, id)))
		return;
	rewrite_l2(rte_pktmbuf_mtod(packet, void *), adjacency);
	if (family == SBX_IPV4)
		rewrite4(ip_header(packet));
	else
		rewrite6(ip_header(packet));
	routed->packets++;
	routed->bytes += packet->pkt_len;
	send_add(road, adjacency->port, packet);
}

static inline void
forward(struct road *road, const struct burst *burst)
{
	for (uint16_t i = 0; i < burst->count4; i++) {
		rte_be32_t address = rte_cpu_to_be_32(burst->destinations4[i]);
		struct sbx_address destination = { .bytes = { 0 } };

		memcpy(destination.bytes, &address, sizeof(address));
		forward_packet(road, burst->interface, burst->packets4[i], burst->slots4[i], SBX_IPV4,
			&destination);
	}
	for (uint16_t i = 0; i < burst->count6; i++)
		forward_packet(road, burst->interface, burst->packets6[i], burst->slots6[i], SBX_IPV6,
			&burst->destinations6[i]);
}
