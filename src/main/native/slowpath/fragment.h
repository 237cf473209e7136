// IPv4 fragmentation: what is larger than the way out and may be cut (RFC 791 3.2, RFC 1812 5.2.6).
// Owns: where the cuts are, and each fragment's header. Threads: slow path.
// Must not: put fragments together, touch IPv6 or what has DF set, send.
// Next: slowpath/resolve.c sends them.
#pragma once

#include "slowpath/context.h"
#include "slowpath/view.h"

// Whether a router may cut it.
bool fragment_may(const struct view *view);
// The packet in parts of at most `mtu` bytes (68 or more, RFC 791), the first part first: a list through
// punt->next. A packet that is not too large after all is its own only part. NULL: it is dropped and counted.
// Takes the packet.
struct rte_mbuf *fragment_packet(struct slowpath *slow, struct rte_mbuf *packet, uint16_t mtu);
