// IPv4 options (RFC 791 3.1, RFC 1812 5.3.13): whether they are well formed. They are passed on as they came.
// Owns: the walk over them, and what is wrong with one. Thread: any that has the packet.
// Must not: change one, obey a source route.
// Next: datapath/parse_rest.h; slowpath/icmp4.c points at the fault.
#pragma once

#include <rte_ip.h>

#include <stdint.h>

enum {
	OPTION4_END = 0,
	OPTION4_NOP = 1,
	OPTION4_RECORD_ROUTE = 7,
	OPTION4_TIMESTAMP = 68,
	OPTION4_LOOSE_ROUTE = 131,
	OPTION4_STRICT_ROUTE = 137,
};

#define OPTION4_COPIED 0x80       // of the type: goes into all fragments

struct options4 {
	uint8_t fault;            // offset in the header of the first byte that is wrong, 0 = none
	uint8_t source_route;     // offset of the source route, 0 = none
};

// Bytes of the option at `at`, 0 = malformed; `end` is that of the header, beyond `at`.
static inline uint32_t
option4_length(const uint8_t *ip, uint32_t at, uint32_t end)
{
	uint32_t bytes;

	if (ip[at] == OPTION4_END || ip[at] == OPTION4_NOP)
		return 1;
	bytes = at + 1 < end ? ip[at + 1] : 0;
	return bytes < 2 || bytes > end - at ? 0 : bytes;
}

// Where the option at `at`, of `bytes` bytes, is wrong in itself; 0 = nowhere. A pointer counts from 1, and its list
// of addresses begins behind it (RFC 791 3.1).
static inline uint32_t
option4_fault(const uint8_t *ip, uint32_t at, uint32_t bytes)
{
	bool timestamp = ip[at] == OPTION4_TIMESTAMP;
	uint32_t before = timestamp ? 4 : 3;

	if (ip[at] != OPTION4_RECORD_ROUTE && ip[at] != OPTION4_LOOSE_ROUTE &&
		ip[at] != OPTION4_STRICT_ROUTE && !timestamp)
		return 0;
	if (bytes < before)
		return at + 1;
	return ip[at + 2] <= before ? at + 2 : 0;
}

// Of a header of `header` bytes, which are all there.
static inline struct options4
options4_read(const uint8_t *ip, uint32_t header)
{
	struct options4 found = { 0, 0 };

	for (uint32_t at = sizeof(struct rte_ipv4_hdr), bytes; at < header && ip[at] != OPTION4_END; at += bytes) {
		bool routed = ip[at] == OPTION4_LOOSE_ROUTE || ip[at] == OPTION4_STRICT_ROUTE;
		uint32_t fault;

		bytes = option4_length(ip, at, header);
		fault = bytes == 0 ? at + 1 : option4_fault(ip, at, bytes);
		if (fault == 0 && routed && found.source_route != 0)
			fault = at;       // there may be one only
		if (fault != 0) {
			found.fault = (uint8_t)RTE_MIN(fault, header - 1);
			return found;
		}
		if (routed)
			found.source_route = (uint8_t)at;
	}
	return found;
}
