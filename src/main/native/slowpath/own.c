// See own.h.
#include "slowpath/own.h"

#include "slowpath/arp.h"
#include "slowpath/nd.h"

#define ANNOUNCE_INTERVAL_MS 2000 // RFC 5227 1.1, ANNOUNCE_INTERVAL
#define DEFEND_INTERVAL_MS 10000  // RFC 5227 1.1, DEFEND_INTERVAL
#define NEVER UINT64_MAX

static uint64_t
check(struct slowpath *slow, uint16_t interface, const struct sbx_address *address, struct own_address *own)
{
	own->checks++;
	nd_probe(slow, interface, address);
	own->due = slowpath_now(slow) + slow->state->options.neighbor_retransmit_ms;
	return own->due;
}

static uint64_t
announce(struct slowpath *slow, uint16_t interface, uint8_t family, const struct sbx_address *address,
	struct own_address *own)
{
	own->announcements--;
	if (family == SBX_IPV4)
		arp_announce(slow, interface, address);
	else
		nd_announce(slow, interface, address);
	own->due = slowpath_now(slow) + ANNOUNCE_INTERVAL_MS;
	return own->announcements > 0 ? own->due : NEVER;
}

static uint64_t
act(struct slowpath *slow, uint16_t interface, uint8_t family, const struct sbx_address *address,
	struct own_address *own)
{
	uint8_t checks = slow->state->interfaces[interface].checks;

	if (own->status == SBX_ADDRESS_DUPLICATE)
		return NEVER;
	if (own->status == SBX_ADDRESS_USED && own->announcements == 0)
		return NEVER;
	if (own->due > slowpath_now(slow))
		return own->due;
	if (own->status == SBX_ADDRESS_TENTATIVE && own->checks < checks)
		return check(slow, interface, address, own);
	own->status = SBX_ADDRESS_USED;
	return announce(slow, interface, family, address, own);
}

uint64_t
own_tick(struct slowpath *slow, uint16_t interface, struct interface_record *record)
{
	uint64_t next = act(slow, interface, SBX_IPV6, &record->link_local, &record->own[OWN_LINK_LOCAL]);

	for (uint32_t i = 0; i < record->address_count; i++) {
		uint64_t due = act(slow, interface, record->addresses[i].family,
			&record->addresses[i].address, &record->own[i]);

		next = RTE_MIN(next, due);
	}
	return next;
}

bool
own_mac(const struct slowpath *slow, uint16_t interface, const uint8_t mac[6])
{
	return memcmp(slow->state->tables->interfaces[interface].mac, mac, 6) == 0;
}

void
own_conflict(struct slowpath *slow, uint16_t interface, uint8_t family, const struct sbx_address *address,
	const uint8_t mac[6])
{
	struct own_address *own = interface_own(interface_find(slow->state, interface), family, address);
	uint64_t now = slowpath_now(slow);

	slow->counters->interface[interface][INTERFACE_address_conflicts]++;
	memcpy(own->conflict_mac, mac, sizeof(own->conflict_mac));
	own->conflicts++;
	own->conflict_at = now;
	if (own->status == SBX_ADDRESS_TENTATIVE)
		own->status = SBX_ADDRESS_DUPLICATE;
	// A router keeps its address: it says so, but not in turns with the other (RFC 5227 2.4 (c)).
	if (family != SBX_IPV4 || (own->defended_at != 0 && now - own->defended_at < DEFEND_INTERVAL_MS))
		return;
	own->defended_at = now;
	arp_announce(slow, interface, address);
}
