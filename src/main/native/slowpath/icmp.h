// ICMP and ICMPv6: errors about packets that could not go on, echo for own addresses.
// Owns: which drop is told to whom, and when silence is due (RFC 1812 4.3.2.7, RFC 4443 2.4 (e)).
// Threads: slow path. Must not: free or change the offending packet.
// Next: slowpath/icmp4.c, icmp6.c, then output.h.
#pragma once

#include "slowpath/context.h"
#include "slowpath/view.h"

// Sends the error that is due for a packet dropped with `reason`, if one is. The packet stays the
// caller's.
void icmp_error(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason);

// The family's share of icmp_error: rules and bytes. Whether one was sent.
bool icmp4_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	enum drop_reason reason);
bool icmp6_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	enum drop_reason reason);

// ICMP for an own address. Takes the packet.
void icmp4_input(struct slowpath *slow, struct rte_mbuf *packet, struct view *view);
void icmp6_input(struct slowpath *slow, struct rte_mbuf *packet, struct view *view);

// The address that an error comes from: the destination if it is our own, else of the interface
// towards the sender (RFC 1812 4.3.2.4), of the one it came in by, of any. NULL: none that may be
// used.
const struct sbx_address *icmp_source(struct slowpath *slow, const struct view *view,
	uint16_t interface);
// Whether the offender's source is one host, somewhere else, that an error may be sent to.
bool icmp_may_tell(struct slowpath *slow, const struct view *view, uint16_t interface);
