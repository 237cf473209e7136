// Packets for the box itself.
// Owns: which of them anything here takes. Threads: slow path.
// Must not: forward.
// Next: slowpath/icmp.h, nd.h.
#pragma once

#include "slowpath/context.h"

// For an own unicast address, a multicast group or a broadcast. Takes the packet.
void local_input(struct slowpath *slow, struct rte_mbuf *packet);
