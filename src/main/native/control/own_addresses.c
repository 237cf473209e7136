// See own_addresses.h.
#include "control/own_addresses.h"

#include "control/addresses.h"
#include "control/neighbors.h"

#include <errno.h>

#define ANNOUNCEMENTS4 2          // RFC 5227 1.1, ANNOUNCE_NUM
#define ANNOUNCEMENTS6 1          // RFC 4861 10, MAX_NEIGHBOR_ADVERTISEMENT, allows 3

// EUI-64 from the MAC (RFC 4291 appendix A).
static struct sbx_address
link_local_of(const uint8_t m[6])
{
	return (struct sbx_address){ .bytes = { 0xfe, 0x80, 0, 0, 0, 0, 0, 0,
		m[0] ^ 0x02, m[1], m[2], 0xff, 0xfe, m[3], m[4], m[5] } };
}

static bool
is_link_local(const struct sbx_interface_address *address)
{
	static const uint8_t prefix[8] = { 0xfe, 0x80 };

	return address->family == SBX_IPV6 && memcmp(address->address.bytes, prefix, 8) == 0;
}

static uint64_t
identifier_of(const struct sbx_address *address)
{
	uint64_t identifier;

	memcpy(&identifier, address->bytes + 8, sizeof(identifier));
	return identifier;
}

// What workers see of the link-local addresses.
static void
show_link_locals(struct state *state, uint16_t id)
{
	const struct interface_record *record = &state->interfaces[id];
	struct interface *shown = &state->tables->interfaces[id];
	uint32_t n = 0;

	shown->link_local[n++] = identifier_of(&record->link_local);
	for (uint32_t i = 0; i < record->address_count; i++)
		if (is_link_local(&record->addresses[i]) && n < INTERFACE_LINK_LOCALS)
			shown->link_local[n++] = identifier_of(&record->addresses[i].address);
	while (n < INTERFACE_LINK_LOCALS)
		shown->link_local[n++] = 0;
}

// ------------------------------------------------------------------------------------- what to do

static void
announce(struct own_address *own, uint8_t family)
{
	own->announcements = family == SBX_IPV4 ? ANNOUNCEMENTS4 : ANNOUNCEMENTS6;
	own->due = 0;
}

static void
check(struct own_address *own, uint8_t checks)
{
	own->status = SBX_ADDRESS_TENTATIVE;
	own->checks = 0;
	own->due = 0;
	if (checks == 0)
		own->status = SBX_ADDRESS_USED;
	announce(own, SBX_IPV6); // once it has been checked
}

static void
begin(const struct interface_record *record, struct own_address *own, uint8_t family)
{
	*own = (struct own_address){ .status = SBX_ADDRESS_USED };
	if (family == SBX_IPV6)
		check(own, record->checks);
	else
		announce(own, family);
}

void
own_addresses_begin(struct state *state, uint16_t id)
{
	struct interface_record *record = &state->interfaces[id];

	record->link_local = link_local_of(state->tables->interfaces[id].mac);
	begin(record, &record->own[OWN_LINK_LOCAL], SBX_IPV6);
	show_link_locals(state, id);
	state->neighbors->look_at = 0;
}

static void
again(const struct interface_record *record, struct own_address *own, uint8_t family)
{
	if (own->status == SBX_ADDRESS_USED)
		announce(own, family);
	else
		check(own, record->checks);
}

void
own_addresses_up(struct state *state, uint16_t id)
{
	struct interface_record *record = &state->interfaces[id];

	for (uint32_t i = 0; i < record->address_count; i++)
		again(record, &record->own[i], record->addresses[i].family);
	again(record, &record->own[OWN_LINK_LOCAL], SBX_IPV6);
	record->advertiser.initial = 0;
	record->advertiser.due = 0;
	state->neighbors->look_at = 0;
}

// ------------------------------------------------------------------------------------- the set

// What was known of an address that stays, goes on; all others begin.
static void
replace(struct interface_record *record, const struct sbx_interface_address *addresses, uint32_t count)
{
	struct own_address before[SBX_ADDRESSES_MAX];
	struct sbx_interface_address had[SBX_ADDRESSES_MAX];
	uint32_t had_count = record->address_count;

	memcpy(before, record->own, sizeof(before));
	memcpy(had, record->addresses, sizeof(had));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = 0;

		while (at < had_count && (had[at].family != addresses[i].family ||
			!address_equal(&had[at].address, &addresses[i].address)))
			at++;
		record->addresses[i] = addresses[i];
		if (at < had_count)
			record->own[i] = before[at];
		else
			begin(record, &record->own[i], addresses[i].family);
	}
	record->address_count = count;
}

int
interface_set_addresses(struct state *state, uint16_t id, const struct sbx_interface_address *addresses,
	uint32_t count)
{
	struct interface_record *record;
	uint32_t link_locals = 1;
	int rc = 0;

	for (uint32_t i = 0; i < count; i++)
		link_locals += is_link_local(&addresses[i]);
	if (count > SBX_ADDRESSES_MAX || link_locals > INTERFACE_LINK_LOCALS)
		return -ENOSPC;
	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record != NULL) {
		replace(record, addresses, count);
		show_link_locals(state, id);
		neighbors_addresses_changed(state, id);
		state->neighbors->look_at = 0;
	} else {
		rc = -ENOENT;
	}
	pthread_mutex_unlock(&state->state_lock);
	return rc;
}

int
interface_set_checks(struct state *state, uint16_t id, uint8_t solicitations)
{
	struct interface_record *record;

	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record != NULL)
		record->checks = solicitations;
	pthread_mutex_unlock(&state->state_lock);
	return record != NULL ? 0 : -ENOENT;
}

static void
describe(uint64_t now, const struct sbx_interface_address *address, const struct own_address *own,
	struct sbx_interface_address_state *out)
{
	uint64_t age = own->conflicts != 0 ? now - own->conflict_at : 0;

	*out = (struct sbx_interface_address_state){
		.address = address->address,
		.family = address->family,
		.length = address->length,
		.status = own->status,
		.conflicts = own->conflicts,
		.conflict_age_ms = age < UINT32_MAX ? (uint32_t)age : UINT32_MAX,
	};
	memcpy(out->conflict_mac, own->conflict_mac, sizeof(out->conflict_mac));
}

int64_t
interface_addresses(struct state *state, uint16_t id, struct sbx_interface_address_state *out, uint32_t max)
{
	const struct interface_record *record;
	int64_t rc = -ENOENT;

	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record != NULL) {
		const struct sbx_interface_address local = { record->link_local, SBX_IPV6, 64, { 0 } };
		uint64_t now = state->neighbors->now;

		for (uint32_t i = 0; i < record->address_count && i < max; i++)
			describe(now, &record->addresses[i], &record->own[i], &out[i]);
		if (record->address_count < max)
			describe(now, &local, &record->own[OWN_LINK_LOCAL], &out[record->address_count]);
		rc = (int64_t)record->address_count + 1;
	}
	pthread_mutex_unlock(&state->state_lock);
	return rc;
}
