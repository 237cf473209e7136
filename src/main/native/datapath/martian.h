// Martians: addresses that no packet on a wire may have (RFC 1812 5.3.7, RFC 4291 2.5), and scopes.
// Owns: the rule, here alone; which addresses beyond loopback and groups is the policy's list.
// Thread: the worker; also control lookups. Must not: drop or count, that is the caller's.
// Next: datapath/route.h.
#pragma once

#include "shared/counters.h"
#include "shared/martians.h"

#include <rte_byteorder.h>

#define NO_DROP DROP_REASONS

// ------------------------------------------------------------------------------------- the list

static inline bool
martian_has(const struct martian *martian, const uint64_t address[2])
{
	return ((address[0] ^ martian->bits[0]) & martian->mask[0]) == 0 &&
		((address[1] ^ martian->bits[1]) & martian->mask[1]) == 0;
}

// Addresses in the order of memory. *slot is that of the entry that says so.
static inline enum drop_reason
martian_listed(const struct martian_policy *policy, uint8_t family, const uint64_t source[2],
	const uint64_t destination[2], uint32_t *slot)
{
	const struct martian_list *list = atomic_load_explicit(&policy->list, memory_order_acquire);

	for (uint32_t i = 0; list != NULL && i < list->count; i++) {
		const struct martian *martian = &list->martians[i];
		bool to;

		if (martian->family != family)
			continue;
		to = martian->destination && martian_has(martian, destination);
		if (to || (martian->source && martian_has(martian, source))) {
			*slot = martian->slot;
			return to ? DROP_martian_destination : DROP_martian_source;
		}
	}
	return NO_DROP;
}

// ------------------------------------------------------------------------------------- IPv4

// Addresses are in host byte order.
static inline bool
martian4_suspect(const struct martian_policy *policy, uint32_t address)
{
	return policy->suspects4[address >> 24] != 0;
}

static inline bool
ip4_multicast(uint32_t address)
{
	return (address >> 28) == 0xE || address == UINT32_MAX;
}

static inline uint64_t
martian4_bits(uint32_t address)
{
	rte_be32_t bytes = rte_cpu_to_be_32(address);
	uint64_t bits = 0;

	memcpy(&bits, &bytes, sizeof(bytes));
	return bits;
}

// *slot: of the list's entry that makes it one, MARTIAN_UNLISTED if none does.
static inline enum drop_reason
martian4(const struct martian_policy *policy, uint32_t source, uint32_t destination, uint32_t *slot)
{
	const uint64_t from[2] = { martian4_bits(source), 0 }, to[2] = { martian4_bits(destination), 0 };

	*slot = MARTIAN_UNLISTED;
	if (ip4_multicast(destination))
		return DROP_multicast;
	if (destination >> 24 == 127)
		return DROP_martian_destination;
	if (source >> 24 == 127 || ip4_multicast(source))
		return DROP_martian_source;
	return martian_listed(policy, SBX_IPV4, from, to, slot);
}

// ------------------------------------------------------------------------------------- IPv6

static inline bool
martian6_suspect(const struct martian_policy *policy, const uint8_t *address)
{
	return policy->suspects6[address[0]] != 0;
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

// ::1 (RFC 4291 2.5.3).
static inline bool
ip6_loopback(const uint64_t address[2])
{
	return address[0] == 0 && address[1] == RTE_BE64(1);
}

// For unicast destinations. Link-local ones are a matter of scope, not of this. *slot as for IPv4.
static inline enum drop_reason
martian6(const struct martian_policy *policy, const uint8_t *source, const uint8_t *destination,
	uint32_t *slot)
{
	uint64_t from[2], to[2];

	memcpy(from, source, sizeof(from));
	memcpy(to, destination, sizeof(to));
	*slot = MARTIAN_UNLISTED;
	if (ip6_loopback(to))
		return DROP_martian_destination;
	if (ip6_multicast(source) || ip6_loopback(from))
		return DROP_martian_source;
	return martian_listed(policy, SBX_IPV6, from, to, slot);
}
