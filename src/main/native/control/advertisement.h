// What an interface says of itself as an IPv6 router.
// Owns: interface_record.advertisement. Threads: any; it takes state_lock.
// Must not: send; that is slowpath/router.c.
// Next: slowpath/router.h.
#pragma once

#include "control/interfaces.h"

// See sbx_interface_set_router_advertisement; it is valid but for the MTU, which is looked at here.
int interface_set_advertisement(struct state *state, uint16_t id,
	const struct sbx_router_advertisement *advertisement);
int interface_get_advertisement(struct state *state, uint16_t id, struct sbx_router_advertisement *out);
