// The box as a router to the hosts of a link: IPv6 router advertisements (RFC 4861 6.2).
// Owns: when they go out, and their bytes. Threads: slow path.
// Must not: believe another router.
// Next: slowpath/output.h.
#pragma once

#include "slowpath/context.h"
#include "slowpath/view.h"

// Sends what is due by the interface. Returns when the next is, UINT64_MAX = never.
uint64_t router_tick(struct slowpath *slow, uint16_t interface, struct interface_record *record);
// A router solicitation with a right checksum. Takes the packet.
void router_input(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view);
