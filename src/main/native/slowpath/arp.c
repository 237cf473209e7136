// See arp.h.
#include "slowpath/arp.h"

#include "slowpath/output.h"
#include "slowpath/own.h"
#include "slowpath/resolve.h"

#define OPERATION_REQUEST 1
#define OPERATION_REPLY 2

static const uint8_t everybody[6] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

static struct wire_arp *
arp_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, struct wire_arp *, WIRE_ETHERNET);
}

static void
transmit(struct slowpath *slow, uint16_t interface, const uint8_t to[6], uint16_t operation,
	const struct sbx_address *sender, const uint8_t target_mac[6],
	const struct sbx_address *target)
{
	struct rte_mbuf *packet = output_new(slow, interface, sizeof(struct wire_arp));
	struct wire_arp *arp;

	if (packet == NULL)
		return;
	arp = arp_of(packet);
	arp->hardware = RTE_BE16(1);
	arp->protocol = RTE_BE16(RTE_ETHER_TYPE_IPV4);
	arp->hardware_length = sizeof(arp->sender_mac);
	arp->protocol_length = sizeof(arp->sender);
	arp->operation = rte_cpu_to_be_16(operation);
	memcpy(arp->sender_mac, slow->state->tables->interfaces[interface].mac,
		sizeof(arp->sender_mac));
	memcpy(arp->sender, sender, sizeof(arp->sender));
	if (target_mac != NULL)
		memcpy(arp->target_mac, target_mac, sizeof(arp->target_mac));
	memcpy(arp->target, target, sizeof(arp->target));
	slow->counters->core[operation == OPERATION_REPLY ? CORE_arp_replies_sent :
		CORE_arp_requests_sent]++;
	output_frame(slow, interface, packet, to, RTE_ETHER_TYPE_ARP);
}

void
arp_ask(struct slowpath *slow, const struct neighbor *neighbor, const uint8_t *mac)
{
	const struct interface_record *interface = interface_find(slow->state, neighbor->interface);
	const struct sbx_address *sender = interface_source(interface, SBX_IPV4,
		&neighbor->address);

	if (sender != NULL) // else nobody could answer
		transmit(slow, neighbor->interface, mac != NULL ? mac : everybody,
			OPERATION_REQUEST, sender, NULL, &neighbor->address);
}

void
arp_announce(struct slowpath *slow, uint16_t interface, const struct sbx_address *address)
{
	transmit(slow, interface, everybody, OPERATION_REQUEST, address, NULL, address);
}

static bool
is_well_formed(struct rte_mbuf *packet)
{
	static const uint8_t zero[6];
	const struct wire_arp *arp = arp_of(packet);

	if (rte_pktmbuf_data_len(packet) < WIRE_ETHERNET + sizeof(*arp))
		return false;
	if (arp->hardware != RTE_BE16(1) || arp->protocol != RTE_BE16(RTE_ETHER_TYPE_IPV4) ||
		arp->hardware_length != sizeof(arp->sender_mac) ||
		arp->protocol_length != sizeof(arp->sender))
		return false;
	if (arp->operation != RTE_BE16(OPERATION_REQUEST) &&
		arp->operation != RTE_BE16(OPERATION_REPLY))
		return false;
	return (arp->sender_mac[0] & 1) == 0 && memcmp(arp->sender_mac, zero, sizeof(zero)) != 0;
}

// RFC 826: whom we know is updated whatever the packet is for; whoever talks to us becomes known,
// but for who uses our own address or, probing (RFC 5227), none yet: they are no hosts on the link.
static void
learn(struct slowpath *slow, uint16_t interface, const struct wire_arp *arp, bool for_us)
{
	const struct interface_record *record = interface_find(slow->state, interface);
	struct sbx_address sender = wire_address4(arp->sender);
	struct neighbor *neighbor = neighbors_find(slow->state, interface, SBX_IPV4, &sender);

	if (neighbor == NULL && for_us && interface_on_link(record, SBX_IPV4, &sender))
		neighbors_obtain(slow->state, interface, SBX_IPV4, &sender, false, &neighbor);
	if (neighbor == NULL)
		return;
	if (for_us && arp->operation == RTE_BE16(OPERATION_REPLY))
		resolve_confirm(slow, neighbor, arp->sender_mac);
	else
		resolve_hint(slow, neighbor, arp->sender_mac);
}

void
arp_input(struct slowpath *slow, struct rte_mbuf *packet)
{
	uint16_t interface = punt_of(packet)->interface;
	const struct interface_record *record = interface_find(slow->state, interface);
	const struct wire_arp *arp = arp_of(packet);
	struct sbx_address sender, target;
	bool for_us;

	if (record == NULL || !is_well_formed(packet)) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	sender = wire_address4(arp->sender);
	target = wire_address4(arp->target);
	if (interface_owns(record, SBX_IPV4, &sender)) {
		if (!own_mac(slow, interface, arp->sender_mac))
			own_conflict(slow, interface, SBX_IPV4, &sender, arp->sender_mac);
		rte_pktmbuf_free(packet);
		return;
	}
	for_us = interface_owns(record, SBX_IPV4, &target);
	learn(slow, interface, arp, for_us);
	if (for_us && arp->operation == RTE_BE16(OPERATION_REQUEST) &&
		!address_equal(&sender, &target))
		transmit(slow, interface, arp->sender_mac, OPERATION_REPLY, &target,
			arp->sender_mac, &sender);
	rte_pktmbuf_free(packet);
}
