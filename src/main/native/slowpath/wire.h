// Bytes on the wire that the slow path reads and writes: headers, codes, checksums.
// Owns: the words for them. Fields are in network byte order; every struct may lie at any address.
// Must not: know a neighbor or a route.
// Next: slowpath/arp.c, nd.c, icmp4.c, icmp6.c.
#pragma once

#include <signalbox.h>

#include <rte_byteorder.h>
#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_mbuf.h>

#define PACKED __attribute__((packed))
#define WIRE_ETHERNET 14
#define WIRE_TTL 64               // of what the box sends itself (RFC 1812 4.2.2.9)
#define WIRE_ND_HOP_LIMIT 255     // RFC 4861: nothing from beyond the link has it

enum { WIRE_ICMP = 1, WIRE_TCP = 6, WIRE_UDP = 17, WIRE_ICMP6 = 58, WIRE_NOTHING = 59 };

enum { // ICMP types (RFC 792)
	ICMP4_ECHO_REPLY = 0,
	ICMP4_UNREACHABLE = 3,
	ICMP4_SOURCE_QUENCH = 4,
	ICMP4_REDIRECT = 5,
	ICMP4_ECHO = 8,
	ICMP4_TIME_EXCEEDED = 11,
	ICMP4_PARAMETER = 12,
};

enum { // ICMPv6 types (RFC 4443, RFC 4861)
	ICMP6_UNREACHABLE = 1,
	ICMP6_TOO_BIG = 2,
	ICMP6_TIME_EXCEEDED = 3,
	ICMP6_PARAMETER = 4,
	ICMP6_ECHO = 128,             // and all from here on are no errors
	ICMP6_ECHO_REPLY = 129,
	ICMP6_ROUTER_SOLICITATION = 133,
	ICMP6_ROUTER_ADVERTISEMENT = 134,
	ICMP6_SOLICITATION = 135,
	ICMP6_ADVERTISEMENT = 136,
	ICMP6_REDIRECT = 137,
};

struct PACKED wire_arp {
	uint16_t hardware;            // 1 = Ethernet
	uint16_t protocol;            // 0x0800
	uint8_t hardware_length;
	uint8_t protocol_length;
	uint16_t operation;           // 1 request, 2 reply
	uint8_t sender_mac[6];
	uint8_t sender[4];
	uint8_t target_mac[6];
	uint8_t target[4];
};
static_assert(sizeof(struct wire_arp) == 28, "RFC 826");

struct PACKED wire_ip4 {
	uint8_t version_ihl;
	uint8_t tos;
	uint16_t length;
	uint16_t id;
	uint16_t fragment;            // flags and offset
	uint8_t ttl;
	uint8_t protocol;
	uint16_t checksum;
	uint8_t source[4];
	uint8_t destination[4];
};
static_assert(sizeof(struct wire_ip4) == 20, "RFC 791");

struct PACKED wire_ip6 {
	uint32_t version_class_flow;
	uint16_t length;              // of what follows this header
	uint8_t next;
	uint8_t hop_limit;
	struct sbx_address source;
	struct sbx_address destination;
};
static_assert(sizeof(struct wire_ip6) == 40, "RFC 8200");

struct PACKED wire_icmp {
	uint8_t type;
	uint8_t code;
	uint16_t checksum;
	uint32_t rest;                // MTU, pointer, or id and sequence
};
static_assert(sizeof(struct wire_icmp) == 8, "RFC 792, RFC 4443");

struct PACKED wire_nd {           // neighbor solicitation and advertisement, options follow
	struct wire_icmp icmp;        // rest: flags of an advertisement
	struct sbx_address target;
};
static_assert(sizeof(struct wire_nd) == 24, "RFC 4861 4.3, 4.4");

#define ND_ROUTER 0x80000000u
#define ND_SOLICITED 0x40000000u
#define ND_OVERRIDE 0x20000000u
#define ND_SOURCE_MAC 1           // option types (RFC 4861 4.6.1)
#define ND_TARGET_MAC 2

#define ND_PREFIX 3
#define ND_MTU 5

struct PACKED wire_router {       // router advertisement, options follow
	struct wire_icmp icmp;        // rest: hop limit, flags, lifetime
	uint32_t reachable;           // ms
	uint32_t retransmit;          // ms
};
static_assert(sizeof(struct wire_router) == 16, "RFC 4861 4.2");

#define ROUTER_MANAGED 0x800000u  // of that rest
#define ROUTER_OTHER 0x400000u

struct PACKED wire_prefix {       // option
	uint8_t type;
	uint8_t length;               // in units of 8 bytes, of all options
	uint8_t prefix_length;
	uint8_t flags;
	uint32_t valid;               // seconds
	uint32_t preferred;
	uint32_t reserved;
	struct sbx_address prefix;
};
static_assert(sizeof(struct wire_prefix) == 32, "RFC 4861 4.6.2");

#define PREFIX_ON_LINK 0x80
#define PREFIX_AUTONOMOUS 0x40

struct PACKED wire_mtu {          // option
	uint8_t type;
	uint8_t length;
	uint16_t reserved;
	uint32_t mtu;
};
static_assert(sizeof(struct wire_mtu) == 8, "RFC 4861 4.6.4");

struct PACKED wire_mac {          // option
	uint8_t type;
	uint8_t length;
	uint8_t mac[6];
};
static_assert(sizeof(struct wire_mac) == 8, "RFC 4861 4.6.1");

// One's complement checksum to store (0 over data that has its right checksum in it).
static inline uint16_t
wire_checksum(const void *data, size_t length)
{
	return (uint16_t)~rte_raw_cksum(data, length);
}

// ICMPv6 checksum with its pseudo header (RFC 8200 8.1).
static inline uint16_t
wire_icmp6_checksum(const struct wire_ip6 *ip, const void *icmp, uint16_t length)
{
	const uint32_t pseudo[2] = { rte_cpu_to_be_32(length), RTE_BE32(WIRE_ICMP6) };
	uint32_t sum = __rte_raw_cksum(&ip->source, 2 * sizeof(ip->source), 0);

	sum = __rte_raw_cksum(pseudo, sizeof(pseudo), sum);
	sum = __rte_raw_cksum(icmp, length, sum);
	return (uint16_t)~__rte_raw_cksum_reduce(sum);
}

// An address of four bytes as the value that both families share.
static inline struct sbx_address
wire_address4(const uint8_t bytes[4])
{
	struct sbx_address address = { { bytes[0], bytes[1], bytes[2], bytes[3] } };

	return address;
}

// Sum of a checksum field after one 16-bit word of its data went from `before` to `after` (RFC
// 1624).
static inline uint16_t
wire_checksum_adjust(uint16_t checksum, uint16_t before, uint16_t after)
{
	uint32_t sum = (uint16_t)~checksum + (uint32_t)(uint16_t)~before + after;

	sum = (sum & 0xFFFF) + (sum >> 16);
	return (uint16_t)~(uint16_t)((sum & 0xFFFF) + (sum >> 16));
}
