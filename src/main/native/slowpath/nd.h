// IPv6 neighbor discovery (RFC 4861): solicitations and advertisements.
// Owns: the packets and the rules of 7.1 and 7.2. Threads: slow path.
// Must not: decide when to ask (that is resolve.h), know routers (that is router.h).
// Next: slowpath/resolve.h.
#pragma once

#include "slowpath/context.h"
#include "slowpath/view.h"

// A solicitation or advertisement with a right checksum. Takes the packet.
void nd_input(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view);
// Asks for a neighbor, of its solicited-node group or of the one at `mac`.
void nd_ask(struct slowpath *slow, const struct neighbor *neighbor, const uint8_t *mac);
// Asks whether anybody has this own address, which is being checked (RFC 4862 5.4.2).
void nd_probe(struct slowpath *slow, uint16_t interface, const struct sbx_address *address);
// Tells the link that an own address is here (RFC 4861 7.2.6).
void nd_announce(struct slowpath *slow, uint16_t interface, const struct sbx_address *address);

// The group that an address's solicitations go to (RFC 4291 2.7.1).
struct sbx_address nd_solicited_group(const struct sbx_address *address);
// The MAC that a group's frames go to (RFC 2464 7).
void nd_group_mac(const struct sbx_address *group, uint8_t mac[6]);
// The MAC in the option `wanted`, NULL if it is not there; options begin at `from` of the upper layer. False:
// they are malformed (RFC 4861 4.6: length 0 among them).
bool nd_options(const struct view *view, uint16_t from, uint8_t wanted, const uint8_t **mac);
// An IPv6 header before `bytes` of ICMPv6, and the frame's type in front of it.
void nd_write_header(struct wire_ip6 *ip, const struct sbx_address *source,
	const struct sbx_address *destination, uint16_t bytes, uint8_t hop_limit);
