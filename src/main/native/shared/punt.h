// What a worker tells the slow path about a packet, in the mbuf's private area.
// Owns: struct punt. Writer: the worker that punts; reader: the slow path, once it has the mbuf.
// Must not: point to anything that a control change may free.
// Next: slowpath/thread.c.
#pragma once

#include <rte_mbuf.h>

enum punt_reason {
	PUNT_ARP,                 // an ARP frame
	PUNT_LOCAL,               // for an own unicast address (FIB said local) or own link-local address
	PUNT_MULTICAST,           // IPv6 or IPv4 multicast or broadcast: ND, all-nodes, ...
	PUNT_RESOLVE,             // nexthop `nexthop` needs its neighbor; send when it is there
	PUNT_RESOLVE_CONNECTED,   // the destination itself is the neighbor, on the nexthop's interface
	PUNT_FRAGMENT,            // IPv4, larger than the MTU of nexthop `nexthop`, and may be cut
	PUNT_ERROR,               // dropped with `drop`; an ICMP error may be due. The worker has counted the drop
};

struct punt {
	struct rte_mbuf *next;    // slow path: rw, while the packet is held for a neighbor; workers: never
	uint32_t nexthop;         // for the two resolve reasons and fragments
	uint16_t interface;       // where it came in
	uint8_t reason;           // enum punt_reason
	uint8_t drop;             // enum drop_reason, for PUNT_ERROR
};

// Every packet of the pool has room for it. Packet data starts at the Ethernet header, as received.
static inline struct punt *
punt_of(struct rte_mbuf *packet)
{
	return rte_mbuf_to_priv(packet);
}
