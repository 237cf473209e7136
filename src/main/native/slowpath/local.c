// See local.h.
#include "slowpath/local.h"

#include "datapath/options4.h"
#include "slowpath/icmp.h"
#include "slowpath/nd.h"
#include "slowpath/options6.h"
#include "slowpath/output.h"

// All nodes and all routers of the link, and the solicited-node groups of the own addresses.
static bool
has_joined(const struct interface_record *interface, const struct sbx_address *group)
{
	static const struct sbx_address all_nodes = { { 0xFF, 0x02, [15] = 1 } };
	static const struct sbx_address all_routers = { { 0xFF, 0x02, [15] = 2 } };
	struct sbx_address own = nd_solicited_group(&interface->link_local);

	if (address_equal(group, &all_nodes) || address_equal(group, &all_routers) ||
		address_equal(group, &own))
		return true;
	for (uint32_t i = 0; i < interface->address_count; i++) {
		own = nd_solicited_group(&interface->addresses[i].address);
		if (interface->addresses[i].family == SBX_IPV6 && address_equal(group, &own))
			return true;
	}
	return false;
}

// Whether its source wants it routed on from here (RFC 791 3.1: the pointer is not beyond the list).
static bool
goes_on(const struct view *view)
{
	uint8_t at = options4_read(view->ip, view->upper).source_route;

	return at != 0 && view->ip[at + 2] <= view->ip[at + 1];
}

static void
input4(struct slowpath *slow, struct rte_mbuf *packet, struct view *view,
	const struct interface_record *interface)
{
	if (address_is_group(SBX_IPV4, &view->destination) ||
		interface_broadcasts(interface, SBX_IPV4, &view->destination))
		output_drop(slow, packet, DROP_multicast);
	else if (goes_on(view))
		output_fail(slow, packet, DROP_ip4_source_route);
	else if (view->fragment) // reassembly is for a host
		output_drop(slow, packet, DROP_local_no_service);
	else if (view->protocol == WIRE_ICMP)
		icmp4_input(slow, packet, view);
	else
		output_fail(slow, packet, DROP_local_no_service);
}

static void
input6(struct slowpath *slow, struct rte_mbuf *packet, struct view *view,
	const struct interface_record *interface)
{
	bool group = address_is_group(SBX_IPV6, &view->destination);
	struct options6_problem problem;

	if (view->cut)
		output_drop(slow, packet, DROP_local_bad);
	else if (!group && vrf_waits(slow->state, punt_of(packet)->interface, &view->destination))
		output_drop(slow, packet, DROP_address_not_usable);
	else if (group && !has_joined(interface, &view->destination))
		output_drop(slow, packet, DROP_multicast);
	else if (options6_check(view, &problem) != OPTIONS6_GOOD)
		output_fail(slow, packet, DROP_ip6_options);
	else if (view->fragment || view->protocol == WIRE_NOTHING)
		output_drop(slow, packet, DROP_local_no_service);
	else if (view->protocol == WIRE_ICMP6)
		icmp6_input(slow, packet, view);
	else if (group)
		output_drop(slow, packet, DROP_multicast);
	else
		output_fail(slow, packet, DROP_local_no_service);
}

void
local_input(struct slowpath *slow, struct rte_mbuf *packet)
{
	const struct interface_record *interface = interface_find(slow->state,
		punt_of(packet)->interface);
	struct view view;

	if (interface == NULL || view_open(packet, &view) != 0)
		output_drop(slow, packet, DROP_local_bad);
	else if (view.family == SBX_IPV4)
		input4(slow, packet, &view, interface);
	else
		input6(slow, packet, &view, interface);
}
