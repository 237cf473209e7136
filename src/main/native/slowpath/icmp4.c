// ICMP for IPv4 (RFC 792, RFC 1812 4.3). See icmp.h.
#include "slowpath/icmp.h"

#include "datapath/options4.h"
#include "slowpath/output.h"

#define ERROR_BYTES_MAX 576       // of the whole error: RFC 1812 4.3.2.3
#define TOS_CONTROL 0xC0          // precedence of internetwork control: RFC 1812 4.3.2.5
#define DONT_FRAGMENT 0x4000

struct rule {
	uint8_t type;             // 0 = nothing is sent
	uint8_t code;
};

static const struct rule rules[DROP_REASONS] = {
	[DROP_ttl_exceeded] = { ICMP4_TIME_EXCEEDED, 0 },
	[DROP_no_route] = { ICMP4_UNREACHABLE, 0 },        // net
	[DROP_unreachable] = { ICMP4_UNREACHABLE, 1 },     // host
	[DROP_neighbor_failed] = { ICMP4_UNREACHABLE, 1 },
	[DROP_interface_down] = { ICMP4_UNREACHABLE, 1 },
	[DROP_local_no_service] = { ICMP4_UNREACHABLE, 3 }, // port; else 2, protocol
	[DROP_too_big] = { ICMP4_UNREACHABLE, 4 },         // fragmentation needed
	[DROP_ip4_source_route] = { ICMP4_UNREACHABLE, 5 }, // source route failed
	[DROP_prohibit] = { ICMP4_UNREACHABLE, 13 },       // administratively prohibited
	[DROP_ip4_options] = { ICMP4_PARAMETER, 0 },       // the pointer says where
};

static bool
is_error_type(uint8_t type)
{
	return type == ICMP4_UNREACHABLE || type == ICMP4_SOURCE_QUENCH || type == ICMP4_REDIRECT ||
		type == ICMP4_TIME_EXCEEDED || type == ICMP4_PARAMETER;
}

static bool
any_broadcast(const struct slowpath *slow, const struct sbx_address *address)
{
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++) {
		const struct interface_record *record = interface_find(slow->state, id);

		if (record != NULL && interface_broadcasts(record, SBX_IPV4, address))
			return true;
	}
	return false;
}

// RFC 1812 4.3.2.7, in its order.
static bool
silence(struct slowpath *slow, const struct view *view, uint16_t interface)
{
	if (view->protocol == WIRE_ICMP && !view->later_fragment &&
		(view_upper_length(view) == 0 || is_error_type(view_upper(view)[0])))
		return true; // about an error, or what may be one
	if (address_is_group(SBX_IPV4, &view->destination) ||
		any_broadcast(slow, &view->destination))
		return true;
	if (view->frame[0] & 1)
		return true; // a link-layer broadcast or multicast
	if (view->later_fragment)
		return true;
	return !icmp_may_tell(slow, view, interface);
}

static uint32_t
rest_of(struct slowpath *slow, const struct view *view, uint16_t interface, const struct rule *rule)
{
	struct way way;

	if (rule->type == ICMP4_PARAMETER)
		return rte_cpu_to_be_32((uint32_t)options4_read(view->ip, view->upper).fault << 24);
	if (rule->type != ICMP4_UNREACHABLE || rule->code != 4)
		return 0;
	output_find(slow, interface, SBX_IPV4, &view->destination, output_flow(slow, view), &way);
	return rte_cpu_to_be_32(way.mtu); // RFC 1191 4: in the low 16 bits
}

static void
write_header(struct slowpath *slow, struct wire_ip4 *ip, const struct view *view,
	const struct sbx_address *source, uint16_t length)
{
	*ip = (struct wire_ip4){
		.version_ihl = 0x45,
		.tos = TOS_CONTROL,
		.length = rte_cpu_to_be_16(length),
		.id = rte_cpu_to_be_16(slow->ip4_id++),
		.ttl = WIRE_TTL,
		.protocol = WIRE_ICMP,
	};
	memcpy(ip->source, source, sizeof(ip->source));
	memcpy(ip->destination, &view->source, sizeof(ip->destination));
	ip->checksum = wire_checksum(ip, sizeof(*ip));
}

static bool
send_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	const struct rule *rule)
{
	const struct sbx_address *source = icmp_source(slow, view, interface);
	uint16_t headers = sizeof(struct wire_ip4) + sizeof(struct wire_icmp);
	uint16_t quoted = RTE_MIN(view->length, (uint16_t)(ERROR_BYTES_MAX - headers));
	struct rte_mbuf *packet = source != NULL ?
		output_new(slow, interface, (uint16_t)(headers + quoted)) : NULL;
	struct wire_icmp *icmp;
	struct wire_ip4 *ip;

	if (packet == NULL)
		return false;
	ip = rte_pktmbuf_mtod_offset(packet, struct wire_ip4 *, WIRE_ETHERNET);
	icmp = (struct wire_icmp *)(ip + 1);
	rte_pktmbuf_mtod(packet, uint8_t *)[12] = RTE_ETHER_TYPE_IPV4 >> 8;
	write_header(slow, ip, view, source, (uint16_t)(headers + quoted));
	icmp->type = rule->type;
	icmp->code = rule->code;
	icmp->rest = rest_of(slow, view, interface, rule);
	memcpy(icmp + 1, view->ip, quoted);
	icmp->checksum = wire_checksum(icmp, sizeof(*icmp) + quoted);
	output_own(slow, packet);
	return true;
}

bool
icmp4_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	enum drop_reason reason)
{
	struct rule rule = rules[reason];

	if (reason == DROP_local_no_service && view->protocol != WIRE_UDP &&
		view->protocol != WIRE_TCP)
		rule.code = 2;
	if (reason == DROP_too_big && (view->ip4->fragment & RTE_BE16(DONT_FRAGMENT)) == 0)
		return false; // nothing to tell: the sender allowed fragments
	return rule.type != 0 && !silence(slow, view, interface) &&
		send_error(slow, view, interface, &rule);
}

// The request becomes its reply; options go, and what Ethernet appended.
static void
reply(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view)
{
	uint16_t bytes = view_upper_length(view);
	struct wire_icmp *icmp = (struct wire_icmp *)view_upper(view);
	struct wire_ip4 *ip = (struct wire_ip4 *)icmp - 1;
	struct wire_ip4 header = {
		.version_ihl = 0x45,
		.tos = view->ip4->tos,
		.length = rte_cpu_to_be_16((uint16_t)(sizeof(header) + bytes)),
		.id = view->ip4->id,
		.ttl = WIRE_TTL,
		.protocol = WIRE_ICMP,
	};

	memcpy(header.source, &view->destination, sizeof(header.source));
	memcpy(header.destination, &view->source, sizeof(header.destination));
	header.checksum = wire_checksum(&header, sizeof(header));
	view_narrow(packet, view, sizeof(header));
	*ip = header;
	rte_pktmbuf_mtod(packet, uint8_t *)[12] = RTE_ETHER_TYPE_IPV4 >> 8;
	rte_pktmbuf_mtod(packet, uint8_t *)[13] = RTE_ETHER_TYPE_IPV4 & 0xFF;
	icmp->type = ICMP4_ECHO_REPLY;
	icmp->checksum = 0;
	icmp->checksum = wire_checksum(icmp, bytes);
	slow->counters->core[CORE_echo_replies_sent]++;
	output_own(slow, packet);
}

void
icmp4_input(struct slowpath *slow, struct rte_mbuf *packet, struct view *view)
{
	const struct wire_icmp *icmp = (const struct wire_icmp *)view_upper(view);

	if (view_upper_length(view) < sizeof(*icmp) ||
		wire_checksum(icmp, view_upper_length(view)) != 0) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	if (icmp->type == ICMP4_ECHO && icmp->code == 0 &&
		icmp_may_tell(slow, view, punt_of(packet)->interface))
		reply(slow, packet, view);
	else
		output_drop(slow, packet, DROP_local_no_service);
}
