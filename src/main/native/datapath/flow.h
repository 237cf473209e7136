// What tells one flow from another: addresses, protocol and ports, as one number.
// Owns: the hash, and where a packet has its ports. Thread: any that has the packet; also control lookups.
// Must not: look behind the first segment, or give two fragments of a packet different hashes.
// Not the NIC's hash: it differs from port to port, a lookup could not tell what it will be, and two boxes in a row
// that use it send all flows of one bucket to one bucket again.
// Next: datapath/choose.h.
#pragma once

#include "datapath/frame.h"

#include <netinet/in.h>

#define FLOW_HEADERS_MAX 8    // IPv6 extension headers that are looked behind

// The two halves of a product depend on all bits of both factors.
static inline uint64_t
flow_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// `addresses` and `upper` in any form that both calls for one flow share.
static inline uint32_t
flow_mix(uint32_t seed, uint64_t addresses, uint64_t upper)
{
	uint64_t hash = flow_fold(addresses ^ 0x9E3779B97F4A7C15u, (upper | (uint64_t)seed << 40) ^ 0xA0761D6478BD642Fu);

	return (uint32_t)(flow_fold(hash ^ seed, 0xE7037ED1A0B428DBu) >> 32);
}

// Ports as the packet has them, the source's first, as one number.
static inline uint64_t
flow_upper(uint8_t protocol, uint32_t ports)
{
	return (uint64_t)ports << 8 | protocol;
}

// Addresses as numbers.
static inline uint32_t
flow_hash4(uint32_t seed, uint32_t source, uint32_t destination, uint8_t protocol, uint32_t ports)
{
	return flow_mix(seed, (uint64_t)source << 32 | destination, flow_upper(protocol, ports));
}

static inline uint32_t
flow_hash6(uint32_t seed, const uint8_t *source, const uint8_t *destination, uint8_t protocol, uint32_t ports)
{
	uint64_t from = flow_fold(load64(source, 0) ^ 0x8EBC6AF09C88C6E3u, load64(source, 8) ^ 0x589965CC75374CC3u);
	uint64_t to = flow_fold(load64(destination, 0) ^ 0x1D8E4E27C47D124Fu,
		load64(destination, 8) ^ 0xEB44ACCAB455D165u);

	return flow_mix(seed, from ^ (to << 1 | to >> 63), flow_upper(protocol, ports));
}

static inline bool
flow_has_ports(uint8_t protocol)
{
	return protocol == IPPROTO_TCP || protocol == IPPROTO_UDP || protocol == IPPROTO_SCTP ||
		protocol == IPPROTO_DCCP || protocol == IPPROTO_UDPLITE;
}

// Of a valid IPv4 packet of `bytes`. A fragment's ports count for none of them: only the first has any.
static inline uint32_t
flow_of4(uint32_t seed, const uint8_t *ip, uint32_t bytes)
{
	uint32_t header = (uint32_t)(ip[0] & 0x0F) * 4;
	bool fragment = (number16(ip, offsetof(struct rte_ipv4_hdr, fragment_offset)) & 0x3FFF) != 0;
	uint8_t protocol = ip[offsetof(struct rte_ipv4_hdr, next_proto_id)];
	uint32_t ports = !fragment && flow_has_ports(protocol) && header + 4 <= bytes ? number32(ip, header) : 0;

	return flow_hash4(seed, number32(ip, offsetof(struct rte_ipv4_hdr, src_addr)),
		number32(ip, offsetof(struct rte_ipv4_hdr, dst_addr)), protocol, ports);
}

static inline bool
flow_looks_behind(uint8_t header)
{
	return header == IPPROTO_HOPOPTS || header == IPPROTO_ROUTING || header == IPPROTO_DSTOPTS ||
		header == IPPROTO_AH;
}

// Of a valid IPv6 packet of `bytes`. What is behind a fragment header, or behind too many others, counts for nothing.
static inline uint32_t
flow_of6(uint32_t seed, const uint8_t *ip, uint32_t bytes)
{
	uint8_t protocol = ip[offsetof(struct rte_ipv6_hdr, proto)];
	uint32_t at = sizeof(struct rte_ipv6_hdr), ports = 0;

	for (uint32_t headers = 0; headers < FLOW_HEADERS_MAX && flow_looks_behind(protocol) && at + 8 <= bytes;
		headers++) {
		uint32_t length = protocol == IPPROTO_AH ? (ip[at + 1] + 2u) * 4 : (ip[at + 1] + 1u) * 8;

		protocol = ip[at];
		at += length;
	}
	if (flow_has_ports(protocol) && at + 4 <= bytes)
		ports = number32(ip, at);
	else if (protocol == IPPROTO_FRAGMENT && at + 8 <= bytes)
		protocol = ip[at];
	return flow_hash6(seed, ip + offsetof(struct rte_ipv6_hdr, src_addr),
		ip + offsetof(struct rte_ipv6_hdr, dst_addr), protocol, ports);
}
