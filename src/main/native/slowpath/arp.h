// ARP (RFC 826) over Ethernet for IPv4.
// Owns: the packets. Threads: slow path. Must not: decide when to ask (that is resolve.h).
// Next: slowpath/resolve.h.
#pragma once

#include "slowpath/context.h"

// Learns from it, answers it. Takes the packet.
void arp_input(struct slowpath *slow, struct rte_mbuf *packet);
// Asks for a neighbor, of everybody or of the one at `mac`.
void arp_ask(struct slowpath *slow, const struct neighbor *neighbor, const uint8_t *mac);
// Tells the link that an own address is here (gratuitous ARP, RFC 5227 3).
void arp_announce(struct slowpath *slow, uint16_t interface, const struct sbx_address *address);
