// Second stage: what is in each frame. Sorts the valid IP packets by family, starts their FIB loads, and
// sends everything else to its exit.
// Owns: burst->packets4, packets6, destinations, vrf, rp_filter and cached. Thread: the worker.
// Must not: wait for a FIB line, they are only on their way.
// Next: datapath/parse_rest.h for what is not plain; datapath/sources.h; datapath/route.h, when the next burst has
// been parsed.
#pragma once

#include "datapath/cache.h"
#include "datapath/parse_rest.h"

#include <rte_prefetch.h>

// The bytes of a plain frame: its destination, and from byte 12 on its type and what IP begins with. While the interface
// is down no frame is plain: no 48 bits are all ones in 64.
#define PLAIN_MAC RTE_BE64(UINT64_C(0xFFFFFFFFFFFF0000))
#define PLAIN_MASK4 RTE_BE32(UINT32_C(0xFFFFFF00))
#define PLAIN_IP4 RTE_BE32(UINT32_C(0x08004500))  // version 4, no options
#define PLAIN_MASK6 RTE_BE32(UINT32_C(0xFFFFF000))
#define PLAIN_IP6 RTE_BE32(UINT32_C(0x86DD6000))  // version 6

// Whether the frame has the bytes that its IPv4 header says, as many and no more.
static inline bool
parse_fits4(const struct rte_mbuf *packet, uint32_t bytes, const uint8_t *ip)
{
	return packet->data_len == bytes &&
		load16(ip, 2) == __builtin_bswap16((uint16_t)(bytes - RTE_ETHER_HDR_LEN)) &&
		bytes >= RTE_ETHER_HDR_LEN + sizeof(struct rte_ipv4_hdr);
}

// Cuts what is padded. False, with nothing cut, if it does not fit then either.
static inline bool
parse_trim4(struct rte_mbuf *packet, const uint8_t *ip)
{
	uint32_t total = number16(ip, 2);

	if (packet->data_len != packet->pkt_len || total < sizeof(struct rte_ipv4_hdr) ||
		packet->data_len < RTE_ETHER_HDR_LEN + total)
		return false;
	trim(packet, total);
	return true;
}

// Takes the packet if it is IPv4 that needs no closer look, when it is known that it fits and that its header has
// no options. Each test is a branch that ordinary packets never take: cheaper than a bit of it each.
static __rte_always_inline bool
parse_plain4(struct burst *burst, uint32_t at, const struct fib4 *fib, const uint8_t suspects[256],
	struct rte_mbuf *packet, const uint8_t *ip, const bool ask)
{
	uint32_t destination = number32(ip, 16);

	if (unlikely(!checksum4_right(ip)) ||
		unlikely((suspects[ip[12]] | suspects[ip[16]]) != 0))
		return false;
	if (ask)
		fib4_prefetch(fib, destination);
	burst->packets4[at] = packet;
	burst->destinations4[at] = destination;
	return true;
}

static inline bool
parse_plain6(struct burst *burst, const struct fib6 *fib, const struct martian_policy *martians,
	struct rte_mbuf *packet)
{
	const struct rte_ipv6_hdr *ip = ip_header(packet);

	if (unlikely(packet->data_len != packet->pkt_len || packet->data_len < RTE_ETHER_HDR_LEN ||
		validate6(ip, packet->data_len - RTE_ETHER_HDR_LEN) != NO_DROP))
		return false;
	if (unlikely(martian6_suspect(martians, source6(ip)) | martian6_suspect(martians, destination6(ip))))
		return false;
	trim(packet, length6(ip));
	add6(burst, packet, destination6(ip));
	if (!(burst->cached & BURST_CACHED6))
		fib6_prefetch(fib, &burst->destinations6[burst->count6 - 1]);
	return true;
}

// What the loop below does not take: plain IPv6, plain IPv4 that was padded, and all that is not plain. Not inline:
// the loop needs all registers.
static __rte_noinline void
parse_other(struct road *road, struct burst *burst, struct rte_mbuf *packet, uint64_t own)
{
	const struct vrf_fibs *fibs = &road->tables->vrfs[burst->vrf];
	const uint8_t *frame = rte_pktmbuf_mtod(packet, void *), *ip = frame + RTE_ETHER_HDR_LEN;
	bool ours = (load64(frame, 0) & PLAIN_MAC) == own;
	uint32_t kind = load32(frame, 12);

	if (ours && (kind & PLAIN_MASK6) == PLAIN_IP6 &&
		likely(parse_plain6(burst, fibs->fib6, &road->tables->martians, packet)))
		return;
	if (ours && (kind & PLAIN_MASK4) == PLAIN_IP4 && parse_trim4(packet, ip) &&
		parse_plain4(burst, burst->count4, fibs->fib4, road->tables->martians.suspects4, packet, ip,
			!(burst->cached & BURST_CACHED4)))
		burst->count4++;
	else
		parse_rest(road, burst, packet);
}

// Of what was received, asks for the first frames; parse asks for the others, and, without looking, for some that
// are not there.
static inline void
parse_ahead(struct rte_mbuf **packets, uint32_t count)
{
	for (uint32_t i = 0; i < BURST_AHEAD; i++) {
		packets[count + i] = packets[0];
		rte_prefetch0(rte_pktmbuf_mtod(packets[i], void *));
	}
}

// `ask`: IPv4 packets go straight to the FIB, whose lines are asked for here.
static __rte_always_inline void
parse_frames(struct road *road, struct burst *burst, struct rte_mbuf *const *packets, uint32_t count,
	const bool ask)
{
	const struct interface *in = &road->tables->interfaces[burst->interface];
	const struct fib4 fib4 = *road->tables->vrfs[burst->vrf].fib4;
	const uint8_t *suspects = road->tables->martians.suspects4;
	const uint64_t own = in->up ? load64(in->mac, 0) & PLAIN_MAC : UINT64_MAX;
	const frame_head plain = { own, (uint64_t)PLAIN_IP4 << 32 };
	const frame_head mask = { in->up ? PLAIN_MAC : UINT64_MAX, (uint64_t)PLAIN_MASK4 << 32 };
	uint32_t count4 = burst->count4; // a local: a store to the burst's arrays may be a store to anything
	uint64_t total = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct rte_mbuf *packet = packets[i];
		const uint8_t *frame = rte_pktmbuf_mtod(packet, void *), *ip = frame + RTE_ETHER_HDR_LEN;
		uint32_t bytes = packet->pkt_len;

		rte_prefetch0(rte_pktmbuf_mtod(packets[i + BURST_AHEAD], void *));
		total += bytes;
		if (likely(frame_begins(frame, plain, mask)) && likely(parse_fits4(packet, bytes, ip)) &&
			likely(parse_plain4(burst, count4, &fib4, suspects, packet, ip, ask))) {
			count4++;
			continue;
		}
		burst->count4 = (uint16_t)count4;
		parse_other(road, burst, packet, own);
		count4 = burst->count4;
	}
	burst->count4 = (uint16_t)count4;
	burst->count += (uint16_t)count;
	road->counters->interface[burst->interface][INTERFACE_rx_bytes] += total;
}

// Not inline either, for the same reason. Two of the loop: whether to ask the FIB or leave that to the route
// cache is no question for each packet.
static __rte_noinline __rte_unused void
parse_straight(struct road *road, struct burst *burst, struct rte_mbuf *const *packets, uint32_t count)
{
	parse_frames(road, burst, packets, count, true);
}

static __rte_noinline __rte_unused void
parse_cached(struct road *road, struct burst *burst, struct rte_mbuf *const *packets, uint32_t count)
{
	parse_frames(road, burst, packets, count, false);
}

// What a burst goes by is what its last packets found.
static inline void
parse(struct road *road, struct burst *burst, struct rte_mbuf *const *packets, uint32_t count)
{
	const struct interface *in = &road->tables->interfaces[burst->interface];

	burst->vrf = in->vrf;
	burst->rp_filter = atomic_load_explicit(&in->rp_filter, memory_order_relaxed);
	burst->cached = cache_in_use(road, burst->rp_filter);
	if (likely(!(burst->cached & BURST_CACHED4)))
		parse_straight(road, burst, packets, count);
	else
		parse_cached(road, burst, packets, count);
}
