// ICMPv6 (RFC 4443). See icmp.h.
#include "slowpath/icmp.h"

#include "slowpath/nd.h"
#include "slowpath/options6.h"
#include "slowpath/output.h"
#include "slowpath/router.h"

#define ERROR_BYTES_MAX 1280      // of the whole error, the least MTU: RFC 4443 2.4 (c)

struct rule {
	uint8_t type;             // 0 = nothing is sent
	uint8_t code;
	bool about_groups;        // is sent about multicast destinations too: RFC 4443 2.4 (e.3)
	uint16_t pointer;         // of a parameter problem: the octet that is wrong
};

static const struct rule rules[DROP_REASONS] = {
	[DROP_ttl_exceeded] = { ICMP6_TIME_EXCEEDED, 0, false, 0 },
	[DROP_no_route] = { ICMP6_UNREACHABLE, 0, false, 0 },
	[DROP_unreachable] = { ICMP6_UNREACHABLE, 0, false, 0 },
	[DROP_prohibit] = { ICMP6_UNREACHABLE, 1, false, 0 },
	[DROP_link_local_scope] = { ICMP6_UNREACHABLE, 2, false, 0 },
	[DROP_neighbor_failed] = { ICMP6_UNREACHABLE, 3, false, 0 },
	[DROP_interface_down] = { ICMP6_UNREACHABLE, 3, false, 0 },
	[DROP_local_no_service] = { ICMP6_UNREACHABLE, 4, false, 0 }, // port
	[DROP_too_big] = { ICMP6_TOO_BIG, 0, true, 0 },
};

// RFC 4443 2.4 (e), in its order.
static bool
silence(struct slowpath *slow, const struct view *view, uint16_t interface, const struct rule *rule)
{
	if (view->cut || view->later_fragment)
		return true; // what it is cannot be told
	if (view->protocol == WIRE_ICMP6 && (view_upper_length(view) == 0 ||
		view_upper(view)[0] < ICMP6_ECHO || view_upper(view)[0] == ICMP6_REDIRECT))
		return true; // (e.1), (e.2)
	if ((address_is_group(SBX_IPV6, &view->destination) || (view->frame[0] & 1)) &&
		!rule->about_groups)
		return true; // (e.3) to (e.5)
	return !icmp_may_tell(slow, view, interface); // (e.6)
}

static uint32_t
rest_of(struct slowpath *slow, const struct view *view, uint16_t interface, const struct rule *rule)
{
	struct way way;

	if (rule->type == ICMP6_PARAMETER)
		return rte_cpu_to_be_32(rule->pointer);
	if (rule->type != ICMP6_TOO_BIG)
		return 0;
	output_find(slow, interface, SBX_IPV6, &view->destination, output_flow(slow, view), &way);
	return rte_cpu_to_be_32(way.mtu);
}

static bool
send_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	const struct rule *rule)
{
	const struct sbx_address *source = icmp_source(slow, view, interface);
	uint16_t headers = sizeof(struct wire_ip6) + sizeof(struct wire_icmp);
	uint16_t quoted = RTE_MIN(view->length, (uint16_t)(ERROR_BYTES_MAX - headers));
	uint16_t bytes = (uint16_t)(sizeof(struct wire_icmp) + quoted);
	struct rte_mbuf *packet = source != NULL ?
		output_new(slow, interface, (uint16_t)(headers + quoted)) : NULL;
	struct wire_icmp *icmp;
	struct wire_ip6 *ip;

	if (packet == NULL)
		return false;
	ip = rte_pktmbuf_mtod_offset(packet, struct wire_ip6 *, WIRE_ETHERNET);
	icmp = (struct wire_icmp *)(ip + 1);
	nd_write_header(ip, source, &view->source, bytes, WIRE_TTL);
	icmp->type = rule->type;
	icmp->code = rule->code;
	icmp->rest = rest_of(slow, view, interface, rule);
	memcpy(icmp + 1, view->ip, quoted);
	icmp->checksum = wire_icmp6_checksum(ip, icmp, bytes);
	output_own(slow, packet);
	return true;
}

static struct rule
option_rule(const struct view *view)
{
	struct options6_problem problem = { 0, 0 };
	enum options6_verdict verdict = options6_check(view, &problem);

	return (struct rule){
		.type = verdict == OPTIONS6_TELL || verdict == OPTIONS6_TELL_ALL ? ICMP6_PARAMETER : 0,
		.code = problem.code,
		.about_groups = verdict == OPTIONS6_TELL_ALL,
		.pointer = problem.pointer,
	};
}

bool
icmp6_error(struct slowpath *slow, const struct view *view, uint16_t interface,
	enum drop_reason reason)
{
	struct rule rule = rules[reason];

	if (reason == DROP_local_no_service && view->protocol != WIRE_UDP &&
		view->protocol != WIRE_TCP)
		rule = (struct rule){ ICMP6_PARAMETER, 1, false, view->next_at };
	if (reason == DROP_ip6_options && !view->cut)
		rule = option_rule(view);
	return rule.type != 0 && !silence(slow, view, interface, &rule) &&
		send_error(slow, view, interface, &rule);
}

// The request becomes its reply; extension headers go, and what Ethernet appended.
static void
reply(struct slowpath *slow, struct rte_mbuf *packet, const struct view *view)
{
	const struct interface_record *in = interface_find(slow->state, punt_of(packet)->interface);
	const struct sbx_address *source = &view->destination;
	uint16_t bytes = view_upper_length(view);
	struct wire_icmp *icmp = (struct wire_icmp *)view_upper(view);
	struct wire_ip6 *ip = (struct wire_ip6 *)icmp - 1;

	if (address_is_group(SBX_IPV6, source))
		source = interface_source(in, SBX_IPV6, &view->source); // RFC 4443 4.2
	if (source == NULL) {
		output_drop(slow, packet, DROP_address_not_usable);
		return;
	}
	view_narrow(packet, view, sizeof(*ip));
	nd_write_header(ip, source, &view->source, bytes, WIRE_TTL);
	icmp->type = ICMP6_ECHO_REPLY;
	icmp->checksum = 0;
	icmp->checksum = wire_icmp6_checksum(ip, icmp, bytes);
	slow->counters->core[CORE_echo_replies_sent]++;
	output_own(slow, packet);
}

void
icmp6_input(struct slowpath *slow, struct rte_mbuf *packet, struct view *view)
{
	const struct wire_icmp *icmp = (const struct wire_icmp *)view_upper(view);

	if (view_upper_length(view) < sizeof(*icmp) ||
		wire_icmp6_checksum(view->ip6, icmp, view_upper_length(view)) != 0)
		output_drop(slow, packet, DROP_local_bad);
	else if (icmp->type == ICMP6_SOLICITATION || icmp->type == ICMP6_ADVERTISEMENT)
		nd_input(slow, packet, view);
	else if (icmp->type == ICMP6_ROUTER_SOLICITATION)
		router_input(slow, packet, view);
	else if (icmp->type == ICMP6_ECHO && icmp->code == 0 &&
		icmp_may_tell(slow, view, punt_of(packet)->interface))
		reply(slow, packet, view);
	else
		output_drop(slow, packet, DROP_local_no_service);
}
