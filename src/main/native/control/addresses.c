// See addresses.h.
#include "control/addresses.h"

bool
address_equal(const struct sbx_address *a, const struct sbx_address *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

bool
address_is_unspecified(const struct sbx_address *address)
{
	static const struct sbx_address zero;

	return address_equal(address, &zero);
}

bool
address_is_link_local6(const struct sbx_address *address)
{
	return address->bytes[0] == 0xFE && (address->bytes[1] & 0xC0) == 0x80;
}

bool
address_is_group(uint8_t family, const struct sbx_address *address)
{
	const uint8_t *bytes = address->bytes;

	if (family == SBX_IPV6)
		return bytes[0] == 0xFF;
	return (bytes[0] & 0xF0) == 0xE0 || (bytes[0] & bytes[1] & bytes[2] & bytes[3]) == 0xFF;
}

bool
address_is_host(uint8_t family, const struct sbx_address *address)
{
	static const struct sbx_address loopback = { { [15] = 1 } };

	if (address_is_group(family, address))
		return false;
	if (family == SBX_IPV6)
		return !address_is_unspecified(address) && !address_equal(address, &loopback);
	return address->bytes[0] != 0 && address->bytes[0] != 127 && address->bytes[0] < 240;
}

static bool
same_prefix(const struct sbx_address *a, const struct sbx_address *b, uint8_t length)
{
	uint8_t whole = length / 8, rest = length % 8;

	if (memcmp(a, b, whole) != 0)
		return false;
	return rest == 0 || ((a->bytes[whole] ^ b->bytes[whole]) >> (8 - rest)) == 0;
}

bool
interface_owns(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address)
{
	for (uint32_t i = 0; i < interface->address_count; i++)
		if (interface->addresses[i].family == family &&
			address_equal(&interface->addresses[i].address, address))
			return true;
	return family == SBX_IPV6 && address_equal(&interface->link_local, address);
}

struct own_address *
interface_own(struct interface_record *interface, uint8_t family, const struct sbx_address *address)
{
	for (uint32_t i = 0; i < interface->address_count; i++)
		if (interface->addresses[i].family == family &&
			address_equal(&interface->addresses[i].address, address))
			return &interface->own[i];
	return family == SBX_IPV6 && address_equal(&interface->link_local, address) ?
		&interface->own[OWN_LINK_LOCAL] : NULL;
}

static bool
waits(struct interface_record *interface, const struct sbx_address *address)
{
	const struct own_address *own = interface_own(interface, SBX_IPV6, address);

	return own != NULL && own->status != SBX_ADDRESS_USED;
}

bool
vrf_waits(const struct state *state, uint16_t interface, const struct sbx_address *address)
{
	struct interface_record *in = interface_find(state, interface);

	if (in == NULL || address_is_link_local6(address))
		return in != NULL && waits(in, address);
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++) {
		struct interface_record *record = interface_find(state, id);

		if (record != NULL && record->vrf == in->vrf && waits(record, address))
			return true;
	}
	return false;
}

bool
vrf_owns(const struct state *state, uint16_t vrf, uint8_t family, const struct sbx_address *address)
{
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++) {
		const struct interface_record *interface = interface_find(state, id);

		if (interface != NULL && interface->vrf == vrf &&
			interface_owns(interface, family, address))
			return true;
	}
	return false;
}

static bool
is_edge_of(const struct sbx_interface_address *own, const struct sbx_address *address)
{
	uint32_t host_bits, value;

	if (own->length >= 31 || !same_prefix(&own->address, address, own->length))
		return false;
	memcpy(&value, address, sizeof(value));
	host_bits = UINT32_MAX >> own->length;
	value = rte_be_to_cpu_32(value) & host_bits;
	return value == 0 || value == host_bits;
}

bool
interface_broadcasts(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address)
{
	if (family != SBX_IPV4)
		return false;
	for (uint32_t i = 0; i < interface->address_count; i++)
		if (interface->addresses[i].family == family &&
			is_edge_of(&interface->addresses[i], address))
			return true;
	return false;
}

bool
interface_on_link(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *address)
{
	if (!address_is_host(family, address) || interface_owns(interface, family, address) ||
		interface_broadcasts(interface, family, address))
		return false;
	for (uint32_t i = 0; i < interface->address_count; i++)
		if (interface->addresses[i].family == family && same_prefix(
			&interface->addresses[i].address, address, interface->addresses[i].length))
			return true;
	return family == SBX_IPV6 && address_is_link_local6(address);
}

const struct sbx_address *
interface_source(const struct interface_record *interface, uint8_t family,
	const struct sbx_address *towards)
{
	const struct sbx_address *first = NULL, *link_local =
		interface->own[OWN_LINK_LOCAL].status == SBX_ADDRESS_USED ? &interface->link_local : NULL;

	if (family == SBX_IPV6 && address_is_link_local6(towards) && link_local != NULL)
		return link_local;
	for (uint32_t i = 0; i < interface->address_count; i++) {
		const struct sbx_interface_address *own = &interface->addresses[i];

		if (own->family != family || interface->own[i].status != SBX_ADDRESS_USED)
			continue;
		if (same_prefix(&own->address, towards, own->length))
			return &own->address;
		if (first == NULL)
			first = &own->address;
	}
	return first != NULL || family == SBX_IPV4 ? first : link_local;
}
