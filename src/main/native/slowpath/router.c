// See router.h.
#include "slowpath/router.h"

#include "slowpath/nd.h"
#include "slowpath/output.h"
#include "slowpath/resolve.h"

#include <rte_random.h>

// RFC 4861 10.
#define INITIAL_ADVERTISEMENTS 3
#define INITIAL_INTERVAL_MS UINT64_C(16000)
#define MIN_DELAY_MS 3000         // between two to all nodes
#define ANSWER_DELAY_MS 500       // longest, of an answer
#define NEVER UINT64_MAX

static const struct sbx_address all_nodes = { { 0xFF, 0x02, [15] = 1 } };

// ------------------------------------------------------------------------------------- bytes

static uint16_t
message_bytes(const struct sbx_router_advertisement *advertisement)
{
	return (uint16_t)(sizeof(struct wire_router) + sizeof(struct wire_mac) +
		(advertisement->mtu != 0 ? sizeof(struct wire_mtu) : 0) +
		advertisement->prefix_count * sizeof(struct wire_prefix));
}

static void
write_prefix(struct wire_prefix *option, const struct sbx_advertised_prefix *prefix)
{
	*option = (struct wire_prefix){
		.type = ND_PREFIX,
		.length = sizeof(*option) / 8,
		.prefix_length = prefix->length,
		.flags = (uint8_t)((prefix->on_link ? PREFIX_ON_LINK : 0) |
			(prefix->autonomous ? PREFIX_AUTONOMOUS : 0)),
		.valid = rte_cpu_to_be_32(prefix->valid_seconds),
		.preferred = rte_cpu_to_be_32(prefix->preferred_seconds),
		.prefix = prefix->address,
	};
}

static void
write_options(void *at, const struct sbx_router_advertisement *advertisement, const uint8_t mac[6])
{
	struct wire_mac *source = at;
	struct wire_mtu *mtu = (struct wire_mtu *)(source + 1);
	struct wire_prefix *prefix = (struct wire_prefix *)(mtu + (advertisement->mtu != 0));

	*source = (struct wire_mac){ .type = ND_SOURCE_MAC, .length = sizeof(*source) / 8 };
	memcpy(source->mac, mac, sizeof(source->mac));
	if (advertisement->mtu != 0)
		*mtu = (struct wire_mtu){ .type = ND_MTU, .length = sizeof(*mtu) / 8,
			.mtu = rte_cpu_to_be_32(advertisement->mtu) };
	for (uint32_t i = 0; i < advertisement->prefix_count; i++)
		write_prefix(&prefix[i], &advertisement->prefixes[i]);
}

static void
write_message(struct wire_router *router, const struct sbx_router_advertisement *advertisement)
{
	router->icmp.type = ICMP6_ROUTER_ADVERTISEMENT;
	router->icmp.rest = rte_cpu_to_be_32((uint32_t)advertisement->hop_limit << 24 |
		(advertisement->managed ? ROUTER_MANAGED : 0) | (advertisement->other ? ROUTER_OTHER : 0) |
		advertisement->lifetime_seconds);
	router->reachable = rte_cpu_to_be_32(advertisement->reachable_ms);
	router->retransmit = rte_cpu_to_be_32(advertisement->retransmit_ms);
}

// From the link-local address (RFC 4861 4.2), when that may be used.
static void
advertise(struct slowpath *slow, uint16_t interface, const struct interface_record *record)
{
	const struct sbx_router_advertisement *advertisement = &record->advertisement;
	uint16_t bytes = message_bytes(advertisement);
	struct rte_mbuf *packet = output_new(slow, interface, (uint16_t)(sizeof(struct wire_ip6) + bytes));
	struct wire_router *router;
	struct wire_ip6 *ip;
	uint8_t mac[6];

	if (packet == NULL)
		return;
	ip = rte_pktmbuf_mtod_offset(packet, struct wire_ip6 *, WIRE_ETHERNET);
	router = (struct wire_router *)(ip + 1);
	nd_write_header(ip, &record->link_local, &all_nodes, bytes, WIRE_ND_HOP_LIMIT);
	write_message(router, advertisement);
	write_options(router + 1, advertisement, slow->state->tables->interfaces[interface].mac);
	router->icmp.checksum = wire_icmp6_checksum(ip, router, bytes);
	slow->counters->interface[interface][INTERFACE_router_advertisements_sent]++;
	nd_group_mac(&all_nodes, mac);
	output_frame(slow, interface, packet, mac, RTE_ETHER_TYPE_IPV6);
}

// ------------------------------------------------------------------------------------- time

// Drawn anew each time, so that routers of a link do not fall into step (RFC 4861 6.2.4).
static uint64_t
interval_ms(const struct interface_record *record)
{
	uint64_t least = record->advertisement.min_interval_seconds * UINT64_C(1000);
	uint64_t most = record->advertisement.max_interval_seconds * UINT64_C(1000);
	uint64_t drawn = least + rte_rand_max(most - least + 1);

	return record->advertiser.initial < INITIAL_ADVERTISEMENTS ?
		RTE_MIN(drawn, INITIAL_INTERVAL_MS) : drawn;
}

static uint64_t
due_at(const struct advertiser *advertiser)
{
	return advertiser->sent_at == 0 ? advertiser->due :
		RTE_MAX(advertiser->due, advertiser->sent_at + MIN_DELAY_MS);
}

uint64_t
router_tick(struct slowpath *slow, uint16_t interface, struct interface_record *record)
{
	struct advertiser *advertiser = &record->advertiser;
	uint64_t now = slowpath_now(slow);

	if (record->advertisement.send == 0 && advertiser->finals == 0)
		return NEVER;
	if (record->own[OWN_LINK_LOCAL].status != SBX_ADDRESS_USED)
		return NEVER; // once it has been checked this is looked at again
	if (due_at(advertiser) > now)
		return due_at(advertiser);
	advertise(slow, interface, record);
	advertiser->sent_at = now;
	if (record->advertisement.send == 0) {
		advertiser->due = now;
		return --advertiser->finals > 0 ? due_at(advertiser) : NEVER;
	}
	advertiser->due = now + interval_ms(record);
	if (advertiser->initial < INITIAL_ADVERTISEMENTS)
		advertiser->initial++;
	return due_at(advertiser);
}

// ------------------------------------------------------------------------------------- solicitations

// RFC 4861 6.1.1; the checksum is right already.
static bool
is_well_formed(const struct view *view, const uint8_t **mac)
{
	const struct wire_icmp *icmp = (const struct wire_icmp *)view_upper(view);

	return view->ip6->hop_limit == WIRE_ND_HOP_LIMIT && !view->fragment && icmp->code == 0 &&
		nd_options(view, sizeof(*icmp), ND_SOURCE_MAC, mac) &&
		(*mac == NULL || !address_is_unspecified(&view->source));
}

// RFC 4861 6.2.6: a host that says who it is becomes known.
static void
learn(struct slowpath *slow, uint16_t interface, const struct view *view, const uint8_t mac[6])
{
	const struct interface_record *record = interface_find(slow->state, interface);
	struct neighbor *neighbor = neighbors_find(slow->state, interface, SBX_IPV6, &view->source);

	if (neighbor == NULL && interface_on_link(record, SBX_IPV6, &view->source))
		neighbors_obtain(slow->state, interface, SBX_IPV6, &view->source, false, &neighbor);
	if (neighbor != NULL)
		resolve_hint(slow, neighbor, mac);
}

// All are answered together, by one advertisement to all nodes.
static void
answer(struct slowpath *slow, struct interface_record *record)
{
	struct advertiser *advertiser = &record->advertiser;
	uint64_t at = slowpath_now(slow) + rte_rand_max(ANSWER_DELAY_MS + 1);

	advertiser->due = RTE_MIN(advertiser->due, at);
	at = due_at(advertiser);
	slow->state->neighbors->look_at = RTE_MIN(slow->state->neighbors->look_at, at);
}

void
router_input(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view)
{
	uint16_t interface = punt_of(packet)->interface;
	struct interface_record *record = interface_find(slow->state, interface);
	const uint8_t *mac;

	if (!is_well_formed(view, &mac)) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	if (mac != NULL)
		learn(slow, interface, view, mac);
	if (record->advertisement.send != 0)
		answer(slow, record);
	rte_pktmbuf_free(packet);
}
