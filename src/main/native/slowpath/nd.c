// See nd.h.
#include "slowpath/nd.h"

#include "slowpath/output.h"
#include "slowpath/own.h"
#include "slowpath/resolve.h"

static const struct sbx_address all_nodes = { { 0xFF, 0x02, [15] = 1 } };

struct PACKED nd_message {        // what we send: one option with our MAC, but from no address
	struct wire_ip6 ip;
	struct wire_nd nd;
	uint8_t option;
	uint8_t option_length;    // in units of 8 bytes
	uint8_t mac[6];
};

struct sbx_address
nd_solicited_group(const struct sbx_address *address)
{
	const uint8_t *bytes = address->bytes;
	struct sbx_address group = { { 0xFF, 0x02, [11] = 1, [12] = 0xFF, bytes[13], bytes[14],
		bytes[15] } };

	return group;
}

void
nd_write_header(struct wire_ip6 *ip, const struct sbx_address *source,
	const struct sbx_address *destination, uint16_t bytes, uint8_t hop_limit)
{
	// Copies first: an address may lie in the header that is written over.
	struct wire_ip6 header = {
		.version_class_flow = RTE_BE32(0x60000000),
		.length = rte_cpu_to_be_16(bytes),
		.next = WIRE_ICMP6,
		.hop_limit = hop_limit,
		.source = *source,
		.destination = *destination,
	};
	uint8_t *frame = (uint8_t *)ip - WIRE_ETHERNET;

	*ip = header;
	frame[12] = RTE_ETHER_TYPE_IPV6 >> 8;
	frame[13] = RTE_ETHER_TYPE_IPV6 & 0xFF;
}

void
nd_group_mac(const struct sbx_address *group, uint8_t mac[6])
{
	mac[0] = mac[1] = 0x33;   // RFC 2464 7
	memcpy(mac + 2, group->bytes + 12, 4);
}

// A ready message from `source`; to NULL for a frame to the destination's multicast MAC.
static void
transmit(struct slowpath *slow, uint16_t interface, const struct sbx_address *source,
	const struct sbx_address *destination, const struct sbx_address *target, uint32_t flags,
	const uint8_t *to)
{
	bool solicits = flags == 0, probes = address_is_unspecified(source);
	uint16_t option = sizeof(struct nd_message) - offsetof(struct nd_message, option);
	uint16_t bytes = (uint16_t)(sizeof(struct wire_nd) + (probes ? 0 : option));
	struct rte_mbuf *packet = output_new(slow, interface, (uint16_t)(sizeof(struct wire_ip6) + bytes));
	struct nd_message *message;
	uint8_t group[6];

	if (packet == NULL)
		return;
	message = rte_pktmbuf_mtod_offset(packet, struct nd_message *, WIRE_ETHERNET);
	nd_write_header(&message->ip, source, destination, bytes, WIRE_ND_HOP_LIMIT);
	message->nd.icmp.type = solicits ? ICMP6_SOLICITATION : ICMP6_ADVERTISEMENT;
	message->nd.icmp.rest = rte_cpu_to_be_32(flags);
	message->nd.target = *target;
	if (!probes) {
		message->option = solicits ? ND_SOURCE_MAC : ND_TARGET_MAC;
		message->option_length = 1;
		memcpy(message->mac, slow->state->tables->interfaces[interface].mac,
			sizeof(message->mac));
	}
	message->nd.icmp.checksum = wire_icmp6_checksum(&message->ip, &message->nd, bytes);
	slow->counters->core[solicits ? CORE_nd_solicitations_sent : CORE_nd_advertisements_sent]++;
	nd_group_mac(destination, group);
	output_frame(slow, interface, packet, to != NULL ? to : group, RTE_ETHER_TYPE_IPV6);
}

void
nd_ask(struct slowpath *slow, const struct neighbor *neighbor, const uint8_t *mac)
{
	const struct interface_record *interface = interface_find(slow->state, neighbor->interface);
	const struct sbx_address *source = interface_source(interface, SBX_IPV6,
		&neighbor->address);
	struct sbx_address group = nd_solicited_group(&neighbor->address);

	if (source != NULL) // else all are being checked: asked again when they are
		transmit(slow, neighbor->interface, source, mac != NULL ? &neighbor->address : &group,
			&neighbor->address, 0, mac);
}

void
nd_probe(struct slowpath *slow, uint16_t interface, const struct sbx_address *address)
{
	static const struct sbx_address unspecified;
	struct sbx_address group = nd_solicited_group(address);

	transmit(slow, interface, &unspecified, &group, address, 0, NULL);
}

void
nd_announce(struct slowpath *slow, uint16_t interface, const struct sbx_address *address)
{
	transmit(slow, interface, address, &all_nodes, address, ND_ROUTER | ND_OVERRIDE, NULL);
}

// ------------------------------------------------------------------------------------- input

bool
nd_options(const struct view *view, uint16_t from, uint8_t wanted, const uint8_t **mac)
{
	const uint8_t *option = view_upper(view) + from;
	uint32_t left = (uint32_t)view_upper_length(view) - from;

	*mac = NULL;
	while (left > 0) {
		if (left < 8 || option[1] == 0 || option[1] * 8u > left)
			return false;
		if (option[0] == wanted && option[1] == 1)
			*mac = option + 2;
		left -= option[1] * 8u;
		option += option[1] * 8u;
	}
	return *mac == NULL || ((*mac)[0] & 1) == 0;
}

// RFC 4861 7.1.1 and 7.1.2, what both have; the checksum is right already.
static bool
is_well_formed(const struct view *view, uint8_t option, const uint8_t **mac)
{
	const struct wire_nd *nd = (const struct wire_nd *)view_upper(view);

	return view->ip6->hop_limit == WIRE_ND_HOP_LIMIT && !view->fragment && // RFC 6980
		view_upper_length(view) >= sizeof(*nd) && nd->icmp.code == 0 &&
		!address_is_group(SBX_IPV6, &nd->target) &&
		nd_options(view, sizeof(*nd), option, mac);
}

// Whoever asks becomes known, if that is a host of the link. Where its answer goes to.
static const uint8_t *
learn(struct slowpath *slow, uint16_t interface, const struct view *view, const uint8_t *mac)
{
	const struct interface_record *record = interface_find(slow->state, interface);
	struct neighbor *neighbor = neighbors_find(slow->state, interface, SBX_IPV6, &view->source);

	if (neighbor == NULL && mac != NULL && interface_on_link(record, SBX_IPV6, &view->source))
		neighbors_obtain(slow->state, interface, SBX_IPV6, &view->source, false,
			&neighbor);
	if (neighbor != NULL && mac != NULL)
		resolve_hint(slow, neighbor, mac);
	if (mac == NULL && neighbor != NULL && neighbor_forwards(neighbor))
		mac = neighbor->mac;
	return mac != NULL ? mac : view->frame + 6;
}

// Somebody asks for an own address. RFC 4862 5.4.3: one that is being checked is not answered for, and who checks it
// as well may have it.
static void
answer(struct slowpath *slow, uint16_t interface, const struct view *view,
	const struct sbx_address *target, const uint8_t *mac)
{
	struct interface_record *record = interface_find(slow->state, interface);
	bool probe = address_is_unspecified(&view->source);

	if (interface_own(record, SBX_IPV6, target)->status != SBX_ADDRESS_USED) {
		if (probe)
			own_conflict(slow, interface, SBX_IPV6, target, view->frame + 6);
	} else if (probe) {
		transmit(slow, interface, target, &all_nodes, target, ND_ROUTER | ND_OVERRIDE, NULL);
	} else {
		transmit(slow, interface, target, &view->source, target,
			ND_ROUTER | ND_SOLICITED | ND_OVERRIDE, learn(slow, interface, view, mac));
	}
}

// RFC 4861 7.2.3 and 7.2.4.
static bool
take_solicitation(struct slowpath *slow, uint16_t interface, const struct view *view)
{
	const struct wire_nd *nd = (const struct wire_nd *)view_upper(view);
	struct interface_record *record = interface_find(slow->state, interface);
	struct sbx_address target, group;
	const uint8_t *mac;

	if (!is_well_formed(view, ND_SOURCE_MAC, &mac))
		return false;
	target = nd->target;
	group = nd_solicited_group(&target);
	if (address_is_unspecified(&view->source) &&
		(mac != NULL || !address_equal(&view->destination, &group)))
		return false;
	if (own_mac(slow, interface, view->frame + 6))
		return true; // our own, given back
	if (interface_owns(record, SBX_IPV6, &view->source))
		own_conflict(slow, interface, SBX_IPV6, &view->source, view->frame + 6);
	else if (interface_owns(record, SBX_IPV6, &target))
		answer(slow, interface, view, &target, mac);
	return true;
}

// RFC 4861 7.2.5 for a neighbor that has a MAC: whether to take `mac`, whether to believe it.
static void
update(struct slowpath *slow, struct neighbor *neighbor, const uint8_t *mac, uint32_t flags)
{
	bool differs = mac != NULL && memcmp(mac, neighbor->mac, 6) != 0;

	if (differs && !(flags & ND_OVERRIDE))
		resolve_doubt(slow, neighbor);
	else if (flags & ND_SOLICITED)
		resolve_confirm(slow, neighbor, mac != NULL ? mac : neighbor->mac);
	else if (differs)
		resolve_hint(slow, neighbor, mac);
}

static bool
take_advertisement(struct slowpath *slow, uint16_t interface, const struct view *view)
{
	const struct wire_nd *nd = (const struct wire_nd *)view_upper(view);
	const struct interface_record *record = interface_find(slow->state, interface);
	struct sbx_address target;
	struct neighbor *neighbor;
	const uint8_t *mac;
	uint32_t flags;

	if (!is_well_formed(view, ND_TARGET_MAC, &mac))
		return false;
	flags = rte_be_to_cpu_32(nd->icmp.rest);
	if (address_is_group(SBX_IPV6, &view->destination) && (flags & ND_SOLICITED))
		return false;
	target = nd->target;
	if (interface_owns(record, SBX_IPV6, &target)) {
		if (!own_mac(slow, interface, view->frame + 6))
			own_conflict(slow, interface, SBX_IPV6, &target, view->frame + 6);
		return true;
	}
	neighbor = neighbors_find(slow->state, interface, SBX_IPV6, &target);
	if (neighbor == NULL)
		return true;
	if (neighbor_forwards(neighbor))
		update(slow, neighbor, mac, flags);
	else if (mac != NULL && (flags & ND_SOLICITED))
		resolve_confirm(slow, neighbor, mac);
	else if (mac != NULL)
		resolve_hint(slow, neighbor, mac);
	return true;
}

void
nd_input(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view)
{
	uint16_t interface = punt_of(packet)->interface;
	bool good = view_upper(view)[0] == ICMP6_SOLICITATION ?
		take_solicitation(slow, interface, view) :
		take_advertisement(slow, interface, view);

	if (good)
		rte_pktmbuf_free(packet);
	else
		output_drop(slow, packet, DROP_local_bad);
}
