// IPv6 header checks (RFC 8200 3).
// Owns: nothing. Thread: the worker. Must not: look beyond the fixed header; extension headers are for the
// destination, hop-by-hop options too as far as we are concerned (RFC 8200 4).
// Next: datapath/martian.h.
#pragma once

#include "datapath/martian.h"

#include <rte_byteorder.h>
#include <rte_ip.h>

#include <netinet/in.h>

// Bytes of the whole packet, by its own word.
static inline uint32_t
length6(const struct rte_ipv6_hdr *ip)
{
	return (uint32_t)sizeof(*ip) + rte_be_to_cpu_16(ip->payload_len);
}

static inline enum drop_reason
validate6(const struct rte_ipv6_hdr *ip, uint32_t room)
{
	if (room < sizeof(*ip))
		return DROP_ip6_short;
	if ((rte_be_to_cpu_32(ip->vtc_flow) >> 28) != 6)
		return DROP_ip6_version;
	if (length6(ip) > room)
		return DROP_ip6_short;
	// Options without room for them: a jumbogram (RFC 2675), longer than any MTU here, or a lie.
	if (ip->payload_len == 0 && ip->proto == IPPROTO_HOPOPTS)
		return DROP_ip6_short;
	return NO_DROP;
}
