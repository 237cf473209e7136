// Interfaces: devices with addresses, their state, and whose sources they let in.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

#include <stddef.h>

// Whether a packet's source must be routed back by the interface that it came in by (RFC 3704).
enum sbx_rp_filter {
	SBX_RP_OFF = 0,
	SBX_RP_STRICT = 1,             // by this interface
	SBX_RP_LOOSE = 2,              // by any
};

struct sbx_interface_config {
	char name[SBX_NAME_MAX];
	char device[SBX_DEVICE_MAX];   // "net_tap0,iface=dtap0", "0000:03:00.0", ...
	uint16_t mtu;                  // bytes of an IP packet, 68..9216 (IPv6 needs 1280, RFC 8200 5)
	uint16_t vrf;
	uint8_t admin_up;              // 0 or 1
	uint8_t rp_filter;             // enum sbx_rp_filter
	uint8_t reserved[2];
};

// Probes the device, configures and starts its queues and gives it to the workers while they run.
// *id gets the new interface's id. -EEXIST name or device in use, -ENODEV no driver took the device,
// -ENOSPC no id left, -ENOENT no such VRF, -EINVAL bad value; `error` says more. Waits for the device and a grace period.
SBX_API int sbx_interface_add(const struct sbx_interface_config *config, uint16_t *id, char *error,
	size_t error_size);
// Takes it from the workers, waits for a grace period, stops, closes and unplugs it. Its neighbors go;
// nexthops over it drop with reason interface_down until they are set again.
SBX_API int sbx_interface_remove(uint16_t id);
SBX_API int sbx_interface_set_mtu(uint16_t id, uint16_t mtu);
SBX_API int sbx_interface_set_admin(uint16_t id, int up);
// On return the next packet that comes in by it is judged so. -EINVAL, -ENOENT.
SBX_API int sbx_interface_set_rp_filter(uint16_t id, uint8_t mode);
// Whether a source that only the default route matches passes (1, as at the start) or not (0), in both modes.
SBX_API int sbx_rp_filter_set_default_route(int counts);

struct sbx_interface_address {
	struct sbx_address address;
	uint8_t family;
	uint8_t length;
	uint8_t reserved[2];
};
// Replaces the set of own addresses: what ARP and ND answer for, echo answers to, ICMP errors come from. The link
// is told of new ones, twice by ARP (RFC 5227 2.3), by ND once an IPv6 one has been checked.
// Every interface answers to its IPv6 link-local address (RFC 4291 2.5.1, from its MAC) without being told.
SBX_API int sbx_interface_set_addresses(uint16_t id, const struct sbx_interface_address *addresses,
	uint32_t count);

struct sbx_interface_state {
	uint16_t id;
	uint16_t port;                 // DPDK port id
	uint16_t mtu;
	uint16_t vrf;
	uint16_t rx_queues;
	uint16_t tx_queues;
	uint8_t admin_up;
	uint8_t link_up;
	uint8_t mac[6];
	uint32_t link_mbps;            // 0 = not known
	uint8_t rp_filter;             // enum sbx_rp_filter
	uint8_t reserved[7];
	struct sbx_address link_local; // its IPv6 link-local address
	uint64_t rx_missed;            // packets the device dropped for want of buffers or room
	uint64_t rx_errors;
	uint64_t tx_errors;
	char name[SBX_NAME_MAX];
	char driver[SBX_NAME_MAX];     // "net_tap", "net_e1000_em", ...
	char device[SBX_DEVICE_MAX];
};
SBX_API int sbx_interface_describe(uint16_t id, struct sbx_interface_state *out);
