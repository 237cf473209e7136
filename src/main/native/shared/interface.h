// Interfaces as the packet road sees them, by interface id, and the map from port to interface.
// Owns: the few facts that a worker needs of the interface a packet came from.
// Writer: control, under the state lock, with single aligned stores; readers: workers and slow path.
// Must not: hold what only control needs (that is control/interfaces.h).
// Next: datapath/receive.h.
#pragma once

#include "dpdk_compat.h"

#include <signalbox.h>

#include <stdatomic.h>
#include <stdbool.h>

#define INTERFACE_LINK_LOCALS 4

struct CACHE_ALIGNED interface {
	uint16_t port;            // control: rw, workers: ro
	uint16_t vrf;             // control: rw, workers: ro
	uint16_t mtu;             // control: rw, workers: ro
	uint8_t mac[6];           // control: rw, workers: ro; set before the port is polled
	bool up;                  // admin up; control: rw, workers: ro
	bool link;                // as it was last seen; control: rw
	_Atomic uint8_t rp_filter; // enum sbx_rp_filter; control: rw, workers: ro
	// Interface identifiers of its link-local addresses fe80::/64 (RFC 4291 2.5.6), network order: the one
	// from its MAC first, then those that an operator gave. 0 = none. control: rw, workers: ro
	uint64_t link_local[INTERFACE_LINK_LOCALS];
};
