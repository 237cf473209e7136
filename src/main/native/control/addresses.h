// Addresses: what one is, and what it is to an interface (its own, on its link, a broadcast).
// Owns: nothing; reads interface records. Threads: any, under state_lock.
// Must not: change anything.
// Next: control/nexthops.c, slowpath/.
#pragma once

#include "control/interfaces.h"

bool address_equal(const struct sbx_address *a, const struct sbx_address *b);
bool address_is_unspecified(const struct sbx_address *address);
bool address_is_link_local6(const struct sbx_address *address);
// IPv6 multicast; IPv4 multicast and the limited broadcast.
bool address_is_group(uint8_t family, const struct sbx_address *address);
// One that a host may have: not unspecified, loopback, group or of a reserved class.
bool address_is_host(uint8_t family, const struct sbx_address *address);

// An own address of this interface, its IPv6 link-local address included.
bool interface_owns(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address);
// What is known of an own address of this interface; NULL: it is none.
struct own_address *interface_own(struct interface_record *interface, uint8_t family,
	const struct sbx_address *address);
// One of the VRF that may not be used: it is being checked, or another station has it (RFC 4862 5.4).
// `interface`: where a packet to it came in, whose link-local addresses count.
bool vrf_waits(const struct state *state, uint16_t interface, const struct sbx_address *address);
// An own address of any interface of the VRF.
bool vrf_owns(const struct state *state, uint16_t vrf, uint8_t family,
	const struct sbx_address *address);
// The directed broadcast or the network address of a connected prefix; /31 and /32 have none (RFC
// 3021).
bool interface_broadcasts(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address);
// A host's address on a connected prefix, or link-local: what a neighbor may have. Not an own
// address.
bool interface_on_link(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address);
// The own address to talk to `towards` from: of the prefix that holds it, else the first of the
// family; for IPv6 the link-local address where no other will do. NULL: the interface has none that
// may be used.
const struct sbx_address *interface_source(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *towards);
