// Martians: addresses that no packet on a wire may have (RFC 1812 5.3.7, RFC 4291 2.5), and scopes.
// Owns: the policy, here alone. 240.0.0.0/4 passes: whether it is martian is an operator's choice.
// Thread: the worker; also control lookups. Must not: drop or count, that is the caller's.
// Next: datapath/route.h.
#pragma once

#include "shared/counters.h"

#include <stdbool.h>
#include <string.h>

#define NO_DROP DROP_REASONS

// ------------------------------------------------------------------------------------- IPv4

// Only these first bytes have martians: 0, 127, 224 to 239, 255. A table: one load for each address.
static const uint8_t martian4_first_byte[256] = {
	[0] = 1, [127] = 1, [224 ... 239] = 1, [255] = 1,
};

// Addresses are in host byte order.
static inline bool
martian4_suspect(uint32_t address)
{
	return martian4_first_byte[address >> 24] != 0;
}

static inline bool
ip4_multicast(uint32_t address)
{
	return (address >> 28) == 0xE || address == UINT32_MAX;
}

static inline enum drop_reason
martian4(uint32_t source, uint32_t destination)
{
	uint32_t from = source >> 24, to = destination >> 24;

	if (ip4_multicast(destination))
		return DROP_multicast;
	if (to == 0 || to == 127)
		return DROP_martian_destination;
	if (from == 0 || from == 127 || ip4_multicast(source))
		return DROP_martian_source;
	return NO_DROP;
}

// ------------------------------------------------------------------------------------- IPv6

// Only these first bytes have martians or scopes: 0 (::, ::1), fe (link-local), ff (multicast).
static inline bool
martian6_suspect(const uint8_t *address)
{
	return address[0] == 0 || address[0] >= 0xFE;
}

static inline bool
ip6_multicast(const uint8_t *address)
{
	return address[0] == 0xFF;
}

// fe80::/10 (RFC 4291 2.4).
static inline bool
ip6_link_local(const uint8_t *address)
{
	return address[0] == 0xFE && (address[1] & 0xC0) == 0x80;
}

// :: or ::1 (RFC 4291 2.5.2, 2.5.3).
static inline bool
ip6_unspecified_or_loopback(const uint8_t *address)
{
	static const uint8_t zeros[15];

	return memcmp(address, zeros, sizeof(zeros)) == 0 && address[15] <= 1;
}

// For unicast destinations. Link-local ones are a matter of scope, not of this.
static inline enum drop_reason
martian6(const uint8_t *source, const uint8_t *destination)
{
	if (ip6_unspecified_or_loopback(destination))
		return DROP_martian_destination;
	if (ip6_multicast(source) || ip6_unspecified_or_loopback(source))
		return DROP_martian_source;
	return NO_DROP;
}
