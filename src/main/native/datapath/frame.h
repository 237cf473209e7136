// Where things are in a frame: Ethernet, then IP, in one segment.
// Owns: nothing. Thread: any that has the packet.
// Must not: check; that is validate's.
// Next: datapath/parse.h.
#pragma once

#include "shared/interface.h"

#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_mbuf.h>
#include <rte_vect.h>

#include <string.h>

static inline void *
ip_header(const struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, void *, RTE_ETHER_HDR_LEN);
}

static inline const uint8_t *
source6(const struct rte_ipv6_hdr *ip)
{
	return (const uint8_t *)ip + offsetof(struct rte_ipv6_hdr, src_addr);
}

static inline const uint8_t *
destination6(const struct rte_ipv6_hdr *ip)
{
	return (const uint8_t *)ip + offsetof(struct rte_ipv6_hdr, dst_addr);
}

static inline struct rte_ether_addr
mac_of(const struct interface *interface)
{
	struct rte_ether_addr mac;

	memcpy(mac.addr_bytes, interface->mac, sizeof(mac.addr_bytes));
	return mac;
}

// Bytes as a number, in the order of memory: compare it with RTE_BE64 and RTE_BE32 constants.
static inline uint64_t
load64(const void *bytes, size_t at)
{
	uint64_t value;

	memcpy(&value, (const uint8_t *)bytes + at, sizeof(value));
	return value;
}

static inline uint16_t
load16(const void *bytes, size_t at)
{
	uint16_t value;

	memcpy(&value, (const uint8_t *)bytes + at, sizeof(value));
	return value;
}

static inline uint32_t
load32(const void *bytes, size_t at)
{
	uint32_t value;

	memcpy(&value, (const uint8_t *)bytes + at, sizeof(value));
	return value;
}

// Numbers as the network has them. Not DPDK's: its inline assembler keeps the compiler from seeing through.
static inline uint32_t
number16(const uint8_t *bytes, size_t at)
{
	return (uint32_t)bytes[at] << 8 | bytes[at + 1];
}

static inline uint32_t
number32(const uint8_t *bytes, size_t at)
{
	return number16(bytes, at) << 16 | number16(bytes, at + 2);
}

// The first 16 bytes of a frame.
typedef uint64_t frame_head __attribute__((vector_size(16)));

// Whether the frame begins with these bytes, where mask has ones.
static inline bool
frame_begins(const uint8_t *frame, frame_head head, frame_head mask)
{
	frame_head differ;

	memcpy(&differ, frame, sizeof(differ));
	differ ^= head;
#ifdef __SSE4_1__
	return _mm_testz_si128((__m128i)differ, (__m128i)mask) != 0;
#else
	return ((differ[0] & mask[0]) | (differ[1] & mask[1])) == 0;
#endif
}

// Cuts what Ethernet padded behind the IP packet. Only for packets in one segment.
static inline void
trim(struct rte_mbuf *packet, uint32_t ip_length)
{
	packet->data_len = (uint16_t)(RTE_ETHER_HDR_LEN + ip_length);
	packet->pkt_len = packet->data_len;
}
