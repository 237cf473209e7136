// Packets on their way out of the slow path: by route, by nexthop, by neighbor, as a frame.
// Owns: the way. Every function takes the packet in any case. Threads: slow path.
// Must not: decrement a TTL (who forwards does it before), send from a port itself.
// Next: slowpath/resolve.c, then control/ports.h.
#pragma once

#include "slowpath/context.h"
#include "slowpath/view.h"

// Where a packet to an address would leave.
struct way {
	uint32_t nexthop;
	uint16_t interface;       // 0 = nowhere
	uint16_t mtu;
	struct sbx_address towards; // the neighbor's address
};

// What a group chooses a packet's member by.
uint32_t output_flow(const struct slowpath *slow, const struct view *view);
// Looks up; a link-local destination leaves by `interface`, where the conversation came in. Of a group,
// the member that `flow` takes.
void output_find(const struct slowpath *slow, uint16_t interface, uint8_t family,
	const struct sbx_address *destination, uint32_t flow, struct way *out);

// A new frame with room for an IP packet of `length` bytes, on behalf of one that came in by
// `interface`. NULL: no buffer.
struct rte_mbuf *output_new(const struct slowpath *slow, uint16_t interface, uint16_t length);

// A packet of the box itself, by the FIB or straight back to the link.
void output_own(struct slowpath *slow, struct rte_mbuf *packet);
// By nexthop id `nexthop`; its destination is the neighbor if that is CONNECTED or a neighbor's
// own.
void output_nexthop(struct slowpath *slow, struct rte_mbuf *packet, uint32_t nexthop);
// A ready packet in a frame to `mac`.
void output_frame(struct slowpath *slow, uint16_t interface, struct rte_mbuf *packet,
	const uint8_t mac[6], uint16_t ether_type);

// Counts the drop where the packet came in, sends the ICMP error that it may be due, frees it.
void output_fail(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason);
// Counts and frees.
void output_drop(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason);
