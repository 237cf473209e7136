// Own addresses on the link: checked before they are used, announced, defended.
// Owns: the changes of a struct own_address with time and news (RFC 4862 5.4, RFC 5227 2.3 and 2.4).
// Threads: slow path. Must not: change the set of addresses.
// Next: slowpath/arp.h, nd.h send.
#pragma once

#include "slowpath/context.h"

// Does what is due for the interface's addresses. Returns when something will be, UINT64_MAX = never.
uint64_t own_tick(struct slowpath *slow, uint16_t interface, struct interface_record *record);
// Another station, `mac`, uses this own address.
void own_conflict(struct slowpath *slow, uint16_t interface, uint8_t family, const struct sbx_address *address,
	const uint8_t mac[6]);
// Whether a frame's sender, or the MAC in it, is the interface itself: a link that gives back what it got.
bool own_mac(const struct slowpath *slow, uint16_t interface, const uint8_t mac[6]);
