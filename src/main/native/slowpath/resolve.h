// The neighbor machine: from an address to a MAC and back to doubt.
// Owns: the phases' changes, held packets, solicitations (RFC 4861 7.3; ARP by the same rules).
// Threads: slow path. Must not: touch a route; a nexthop only through control/neighbors.h.
// Next: slowpath/arp.c and nd.c ask and answer.
#pragma once

#include "slowpath/context.h"

// Sends a ready packet to the neighbor, holds it while that is being asked for, or fails it. Takes
// it.
void resolve_send(struct slowpath *slow, struct neighbor *neighbor, struct rte_mbuf *packet);
// Its timer fired.
void resolve_fire(struct state *state, struct neighbor *neighbor);

// It answered a solicitation of ours: REACHABLE.
void resolve_confirm(struct slowpath *slow, struct neighbor *neighbor, const uint8_t mac[6]);
// It said so unasked: a new MAC is taken at once, to be probed when used.
void resolve_hint(struct slowpath *slow, struct neighbor *neighbor, const uint8_t mac[6]);
// Somebody else may be at this address: REACHABLE no more (RFC 4861 7.2.5, override not set).
void resolve_doubt(struct slowpath *slow, struct neighbor *neighbor);
