// IPv6 router advertisements.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

#define SBX_ADVERTISED_PREFIXES_MAX 16

struct sbx_advertised_prefix {
	struct sbx_address address;    // host bits zero
	uint8_t length;
	uint8_t on_link;               // 0 or 1
	uint8_t autonomous;            // 0 or 1: hosts may make addresses of it; takes a /64 (RFC 4862 5.5.3)
	uint8_t reserved;
	uint32_t valid_seconds;        // UINT32_MAX = for ever
	uint32_t preferred_seconds;    // not above valid_seconds
};

// IPv6 router advertisements of an interface (RFC 4861 6.2.1, names and ranges as there).
struct sbx_router_advertisement {
	uint8_t send;                  // 0: none, as at first; the rest must be zero then
	uint8_t managed;               // 0 or 1: addresses by DHCPv6
	uint8_t other;                 // 0 or 1: other settings by DHCPv6
	uint8_t hop_limit;             // that hosts should use, 0 = not said
	uint16_t lifetime_seconds;     // as a default router: 0 = it is none, else max_interval_seconds..9000
	uint16_t min_interval_seconds; // 3..3/4 of max_interval_seconds
	uint16_t max_interval_seconds; // 4..1800
	uint16_t mtu;                  // 0 = not said, else 1280..the interface's MTU
	uint32_t reachable_ms;         // 0 = not said, else up to 3,600,000
	uint32_t retransmit_ms;        // 0 = not said
	uint32_t prefix_count;         // 0..SBX_ADVERTISED_PREFIXES_MAX
	struct sbx_advertised_prefix prefixes[SBX_ADVERTISED_PREFIXES_MAX];
};
// The next advertisement goes out at once if the link's timing allows it, and solicitations are answered. When it
// ends, hosts are told by three that this is no router any more. -EINVAL, -ENOENT.
SBX_API int sbx_interface_set_router_advertisement(uint16_t id,
	const struct sbx_router_advertisement *advertisement);
SBX_API int sbx_interface_get_router_advertisement(uint16_t id, struct sbx_router_advertisement *out);
