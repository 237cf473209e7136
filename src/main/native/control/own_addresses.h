// Own addresses of interfaces: the set of them, which may be used, what the link has yet to hear of them.
// Owns: interface_record.addresses, link_local and own; what workers see of link-local ones.
// Threads: any, under state_lock, but for interface_set_addresses and the like, which take it.
// Must not: send; that is slowpath/own.c, when state->neighbors->look_at has come.
// Next: control/addresses.h asks what an address is.
#pragma once

#include "control/interfaces.h"

// See sbx_interface_set_addresses, sbx_interface_addresses, sbx_interface_set_duplicate_detection.
int interface_set_addresses(struct state *state, uint16_t id, const struct sbx_interface_address *addresses,
	uint32_t count);
int64_t interface_addresses(struct state *state, uint16_t id, struct sbx_interface_address_state *out,
	uint32_t max);
int interface_set_checks(struct state *state, uint16_t id, uint8_t solicitations);

// A new interface: its link-local address is made of its MAC.
void own_addresses_begin(struct state *state, uint16_t id);
// It is up, or has its link, again: the link hears of all addresses, and those in doubt are checked anew.
void own_addresses_up(struct state *state, uint16_t id);
