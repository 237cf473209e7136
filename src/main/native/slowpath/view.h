// A received IP packet, checked and opened up to its upper-layer header.
// Owns: struct view and the walk over IPv6 extension headers. Threads: slow path.
// Must not: trust a length that a packet states.
// Next: slowpath/local.c, icmp.c.
#pragma once

#include "slowpath/wire.h"

#include <stdbool.h>

enum { // IPv6 extension headers (RFC 8200 4)
	EXTENSION_HOP_BY_HOP = 0,
	EXTENSION_ROUTING = 43,
	EXTENSION_FRAGMENT = 44,
	EXTENSION_AUTHENTICATION = 51,
	EXTENSION_DESTINATION = 60,
};

struct view {
	uint8_t *frame;           // Ethernet header
	union {
		struct wire_ip4 *ip4;
		struct wire_ip6 *ip6;
		uint8_t *ip;
	};
	struct sbx_address source;
	struct sbx_address destination;
	uint16_t length;          // bytes of the IP packet, without what Ethernet appended
	uint16_t upper;           // offset of the upper-layer header in it
	uint16_t next_at;         // offset of the byte that names the upper layer
	uint8_t family;
	uint8_t protocol;         // of the upper layer
	bool fragment;            // a part of a packet only
	bool later_fragment;      // and not the part with the upper-layer header
	bool cut;                 // IPv6: the extension headers end beyond the packet
};

// 0, or -EINVAL for a frame that holds no whole IP header or says more than it has.
int view_open(struct rte_mbuf *packet, struct view *view);

// Cuts the frame to a header of `header` bytes, yet to be written, right before the upper layer;
// what Ethernet appended goes too.
void view_narrow(struct rte_mbuf *packet, const struct view *view, uint16_t header);

// Bytes of an extension header, its first eight being there.
static inline uint32_t
extension_length(const uint8_t *header, uint8_t kind)
{
	if (kind == EXTENSION_FRAGMENT)
		return 8;
	if (kind == EXTENSION_AUTHENTICATION)
		return (header[1] + 2u) * 4;
	return (header[1] + 1u) * 8;
}

static inline uint8_t *
view_upper(const struct view *view)
{
	return view->ip + view->upper;
}

static inline uint16_t
view_upper_length(const struct view *view)
{
	return (uint16_t)(view->length - view->upper);
}
