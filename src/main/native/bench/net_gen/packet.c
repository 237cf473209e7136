// The packets that net_gen sends, but for what changes from one to the next.
// Owns: the Ethernet, IP and UDP headers of a device's packets, and the checksum without addresses.
// Threads: control, before the device starts. Must not: be needed by the road.
// Next: burst.c copies the templates.
#include "net_gen.h"

#include <rte_byteorder.h>
#include <rte_ip.h>
#include <rte_udp.h>

#include <string.h>

static void
set_ethernet(struct gen_device *device, uint8_t *template, uint16_t type)
{
	struct rte_ether_hdr *ethernet = (struct rte_ether_hdr *)template;

	ethernet->dst_addr = device->arguments.mac;
	ethernet->src_addr = device->arguments.peer;
	ethernet->ether_type = rte_cpu_to_be_16(type);
}

static void
set_udp(uint8_t *at, uint32_t bytes)
{
	// Port 9 is discard (RFC 863): what it carries means nothing.
	struct rte_udp_hdr udp = {
		.src_port = rte_cpu_to_be_16(9),
		.dst_port = rte_cpu_to_be_16(9),
		.dgram_len = rte_cpu_to_be_16((uint16_t)bytes),
	};

	memcpy(at, &udp, sizeof(udp));
}

void
gen_templates_make(struct gen_device *device)
{
	uint32_t payload = device->arguments.size - sizeof(struct rte_ether_hdr);
	struct rte_ipv4_hdr ipv4 = {
		.version_ihl = RTE_IPV4_VHL_DEF,
		.total_length = rte_cpu_to_be_16((uint16_t)payload),
		.time_to_live = (uint8_t)device->arguments.hop_limit,
		.next_proto_id = IPPROTO_UDP,
	};
	// Next header 59: nothing follows (RFC 8200 4.7), so that no checksum covers the addresses.
	struct rte_ipv6_hdr ipv6 = {
		.vtc_flow = rte_cpu_to_be_32(6u << 28),
		.payload_len = rte_cpu_to_be_16((uint16_t)(payload - sizeof(ipv6))),
		.proto = IPPROTO_NONE,
		.hop_limits = (uint8_t)device->arguments.hop_limit,
	};

	set_ethernet(device, device->template4, RTE_ETHER_TYPE_IPV4);
	memcpy(device->template4 + 14, &ipv4, sizeof(ipv4));
	set_udp(device->template4 + 34, payload - sizeof(ipv4));
	device->sum4 = rte_raw_cksum(&ipv4, sizeof(ipv4));
	set_ethernet(device, device->template6, RTE_ETHER_TYPE_IPV6);
	memcpy(device->template6 + 14, &ipv6, sizeof(ipv6));
}
