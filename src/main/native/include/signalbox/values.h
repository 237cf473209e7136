// Values: what all parts of the contract share, and their limits.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include <stdint.h>

#define SBX_ABI_VERSION 2
#define SBX_API __attribute__((visibility("default")))

#define SBX_NAME_MAX 32           // bytes of an interface name, with its closing zero
#define SBX_DEVICE_MAX 256        // bytes of DPDK devargs or a PCI address, with its closing zero
#define SBX_INTERFACES_MAX 256    // interface ids are 0..255; 0 is never given to an interface
#define SBX_ADDRESSES_MAX 64      // own addresses of one interface
#define SBX_WORKERS_MAX 64        // lcores that run the packet road
#define SBX_VRFS_MAX 64           // VRF numbers are 0..63; VRF 0 is always there
#define SBX_GROUPS_MAX 500000     // groups of slots in the FIB of one family
#define SBX_NEXTHOP_ID_MAX 0xFFFFFF // nexthop ids have 24 bits; id 0 is "no route" and always exists

enum sbx_family { SBX_IPV4 = 4, SBX_IPV6 = 6 };

// An IPv4 address is in the first four bytes, the rest zero. Network byte order.
struct sbx_address {
	uint8_t bytes[16];
};
