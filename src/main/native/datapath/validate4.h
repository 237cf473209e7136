// IPv4 header checks (RFC 1812 5.2.2), numbered as there.
// Owns: nothing. Thread: the worker. Must not: change the packet.
// Next: datapath/martian.h.
#pragma once

#include "datapath/frame.h"
#include "datapath/martian.h"

#include <rte_byteorder.h>
#include <rte_ip.h>

// One's complement sum (RFC 1071) of a sum of at most 2^15 words of 32 bits.
static inline uint16_t
checksum_fold(uint64_t sum)
{
	sum = (sum >> 32) + (sum & 0xFFFFFFFF);
	sum = (sum >> 16) + (sum & 0xFFFF);
	sum = (sum >> 16) + (sum & 0xFFFF);
	sum = (sum >> 16) + (sum & 0xFFFF);
	return (uint16_t)sum;
}

// Sum of a header of `words` 32-bit words; 0xFFFF when its checksum is right.
static inline uint16_t
checksum4(const void *header, uint32_t words)
{
	const uint8_t *bytes = header;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < words; i++) {
		uint32_t word;

		memcpy(&word, bytes + 4 * i, sizeof(word));
		sum += word;
	}
	return checksum_fold(sum);
}

// Whether the checksum of a header without options is right: as checksum4, without its loop and folding. One's
// complement arithmetic is arithmetic modulo 65535 (RFC 1071 2), for which one multiplication is enough; the
// sum is not 0, since the version is not. The carries come back in, as 2^64 is 1 there.
static inline bool
checksum4_right(const void *header)
{
	uint64_t second = load64(header, 8), sum = load64(header, 0) + second, last = load32(header, 16);

	sum += sum < second;
	sum += last;
	sum += sum < last;
	return sum % 65535 == 0;
}

// Whether a header without options passes all checks, without a branch for each. `room` is what the frame
// has after its Ethernet header, at least 20 bytes. False may also mean: has options, ask validate4.
static inline bool
valid4_plain(const struct rte_ipv4_hdr *ip, uint32_t room)
{
	uint32_t total = rte_be_to_cpu_16(ip->total_length);

	return (ip->version_ihl == 0x45) & (total >= sizeof(*ip)) & (total <= room) & checksum4_right(ip);
}

// All checks one by one, with the reason.
static inline enum drop_reason
validate4(const struct rte_ipv4_hdr *ip, uint32_t room)
{
	uint32_t header, total;

	// (1) The frame is long enough for the smallest datagram.
	if (room < sizeof(*ip))
		return DROP_ip4_short;
	// (3) The version is 4.
	if (ip->version_ihl >> 4 != 4)
		return DROP_ip4_version;
	// (4) The header length is at least 20 bytes.
	header = (ip->version_ihl & 0xFu) * 4;
	if (header < sizeof(*ip))
		return DROP_ip4_header_length;
	// (5) The total length has room for the header, and the frame for the total length.
	total = rte_be_to_cpu_16(ip->total_length);
	if (total < header)
		return DROP_ip4_total_length;
	if (total > room)
		return DROP_ip4_short;
	// (2) The checksum is right. Last, since it needs the header to be all there.
	if (checksum4(ip, header / 4) != 0xFFFF)
		return DROP_ip4_checksum;
	return NO_DROP;
}
