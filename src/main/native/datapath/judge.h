// What the addresses alone decide about an IPv6 packet, before any lookup.
// Owns: the order of martian, multicast and link-local rules. Thread: the worker; also control lookups.
// Must not: count or touch the packet.
// Next: datapath/parse_rest.h, abi/lookup.c.
#pragma once

#include "datapath/martian.h"
#include "shared/interface.h"

#include <rte_byteorder.h>

enum judgement {
	JUDGED_ROUTE,             // look it up
	JUDGED_ROUTE_TO_SELF,     // look it up; only an own address will do
	JUDGED_LOCAL,             // for this interface's own link-local address
	JUDGED_MULTICAST,         // for a group, perhaps one of ours: the slow path knows
	JUDGED_DROP,
};

static inline bool
own_link_local(const struct interface *in, const uint8_t *address)
{
	uint64_t prefix, identifier;
	bool own = false;

	memcpy(&prefix, address, sizeof(prefix));
	memcpy(&identifier, address + 8, sizeof(identifier));
	for (uint32_t i = 0; i < INTERFACE_LINK_LOCALS; i++)
		own |= in->link_local[i] == identifier;
	return own && identifier != 0 && prefix == RTE_BE64(0xFE80000000000000);
}

// *reason is written for JUDGED_DROP only; *slot: of the martian that it is, or MARTIAN_UNLISTED.
static inline enum judgement
judge6(const struct martian_policy *policy, const struct interface *in, const uint8_t *source,
	const uint8_t *destination, enum drop_reason *reason, uint32_t *slot)
{
	enum drop_reason martian;

	*slot = MARTIAN_UNLISTED;
	// From the unspecified address this is right: duplicate address detection (RFC 4862 5.4.2).
	if (ip6_multicast(destination) && !ip6_multicast(source))
		return JUDGED_MULTICAST;
	martian = martian6(policy, source, destination, slot);
	if (martian != NO_DROP) {
		*reason = martian;
		return JUDGED_DROP;
	}
	if (!ip6_link_local(destination))
		// A link-local source may speak to any own address, but to nobody behind us (RFC 4291 2.5.6).
		return ip6_link_local(source) ? JUDGED_ROUTE_TO_SELF : JUDGED_ROUTE;
	if (own_link_local(in, destination))
		return JUDGED_LOCAL;
	*reason = DROP_link_local_scope;
	return JUDGED_DROP;
}
