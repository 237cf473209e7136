// See view.h.
#include "slowpath/view.h"

#include <errno.h>

static int
open4(struct view *view, uint16_t room)
{
	const struct wire_ip4 *ip = view->ip4;
	uint16_t fragment;

	if (room < sizeof(*ip) || ip->version_ihl >> 4 != 4)
		return -EINVAL;
	view->length = rte_be_to_cpu_16(ip->length);
	view->upper = (uint16_t)((ip->version_ihl & 15) * 4);
	if (view->upper < sizeof(*ip) || view->length < view->upper || view->length > room)
		return -EINVAL;
	fragment = rte_be_to_cpu_16(ip->fragment);
	view->fragment = (fragment & 0x3FFF) != 0; // more fragments, or an offset
	view->later_fragment = (fragment & 0x1FFF) != 0;
	view->family = SBX_IPV4;
	view->protocol = ip->protocol;
	view->next_at = offsetof(struct wire_ip4, protocol);
	view->source = wire_address4(ip->source);
	view->destination = wire_address4(ip->destination);
	return 0;
}

static bool
is_extension(uint8_t next)
{
	return next == EXTENSION_HOP_BY_HOP || next == EXTENSION_ROUTING ||
		next == EXTENSION_FRAGMENT ||
		next == EXTENSION_AUTHENTICATION || next == EXTENSION_DESTINATION;
}

// Every header is at least 8 bytes, so the walk ends with the packet.
static void
walk_extensions(struct view *view)
{
	while (is_extension(view->protocol) && !view->later_fragment) {
		const uint8_t *header = view_upper(view);
		uint8_t kind = view->protocol;

		if (view_upper_length(view) < 8 ||
			view_upper_length(view) < extension_length(header, kind)) {
			view->cut = true;
			return;
		}
		if (kind == EXTENSION_FRAGMENT) {
			uint16_t offset = (uint16_t)(header[2] << 8 | header[3]);

			view->fragment = (offset & 0xFFF9) != 0;
			view->later_fragment = (offset & 0xFFF8) != 0;
		}
		view->protocol = header[0];
		view->next_at = view->upper;
		view->upper = (uint16_t)(view->upper + extension_length(header, kind));
	}
}

static int
open6(struct view *view, uint16_t room)
{
	const struct wire_ip6 *ip = view->ip6;
	uint32_t length;

	if (room < sizeof(*ip) || view->ip[0] >> 4 != 6)
		return -EINVAL;
	length = sizeof(*ip) + (uint32_t)rte_be_to_cpu_16(ip->length);
	if (length > room)
		return -EINVAL;
	view->length = (uint16_t)length;
	view->upper = sizeof(*ip);
	view->family = SBX_IPV6;
	view->protocol = ip->next;
	view->next_at = offsetof(struct wire_ip6, next);
	view->source = ip->source;
	view->destination = ip->destination;
	walk_extensions(view);
	return 0;
}

int
view_open(struct rte_mbuf *packet, struct view *view)
{
	uint16_t bytes = rte_pktmbuf_data_len(packet);
	uint16_t ether_type;

	*view = (struct view){ .frame = rte_pktmbuf_mtod(packet, uint8_t *) };
	if (packet->nb_segs != 1 || bytes < WIRE_ETHERNET)
		return -EINVAL;
	view->ip = view->frame + WIRE_ETHERNET;
	ether_type = (uint16_t)(view->frame[12] << 8 | view->frame[13]);
	if (ether_type == RTE_ETHER_TYPE_IPV4)
		return open4(view, (uint16_t)(bytes - WIRE_ETHERNET));
	if (ether_type == RTE_ETHER_TYPE_IPV6)
		return open6(view, (uint16_t)(bytes - WIRE_ETHERNET));
	return -EINVAL;
}

void
view_narrow(struct rte_mbuf *packet, const struct view *view, uint16_t header)
{
	uint16_t bytes = rte_pktmbuf_data_len(packet);

	rte_pktmbuf_trim(packet, (uint16_t)(bytes - WIRE_ETHERNET - view->length));
	rte_pktmbuf_adj(packet, (uint16_t)(view->upper - header));
}
