// A burst on the packet road, as a structure of arrays: as many packets as are worth being on the way together.
// Owns: the packets that have not left the road, and what the stages found out about them.
// Thread: one worker. A worker has two: while one waits for its FIB lines, the other is filled.
// Must not: hold a pointer into a table, since it may live over a quiescent state.
// Next: datapath/parse.h fills it.
#pragma once

#include "worker.h"

// Packets of a burst, however many a receive call brought: more are cut, fewer wait for the next call's. The FIB
// lines of a burst are on their way together, and a core has room for some 20 lines that it waits for (Zen 24, Cascade
// Lake 12 to 16): asking for one more blocks. And between them the core should do what needs no FIB line: short bursts
// mix the work. Measured under a flood, cycles a packet with bursts of 8, 12, 16, 20, 24, 32: 68, 55, 53, 51, 59, 65.
#define BURST_SIZE 20
#define BURST_AHEAD 4        // frames whose first line is asked for ahead of the one being parsed

// What the route cache's probe left for the second half, of one family's packets.
struct burst_cached {
	uint16_t missing;                      // packets that it does not have
	uint16_t compares;                     // ways looked at beyond the first
	uint16_t missed[BURST_SIZE];        // which those are
	uint32_t sets[BURST_SIZE];          // of every packet
	uint64_t tags[BURST_SIZE];          // of every packet: of before its lookup
};

#define BURST_CACHED4 (1 << CACHE_ROUTE4)
#define BURST_CACHED6 (1 << CACHE_ROUTE6)
#define BURST_CACHED_ALL ((1 << CACHE_KINDS) - 1)

struct burst {
	uint16_t interface;                    // where all of it came in
	uint16_t count;                        // packets parsed, whatever became of them
	uint16_t count4;                       // valid IPv4 packets to route
	uint16_t count6;                       // valid IPv6 packets to route
	uint16_t vrf;                          // of the interface, as it was when parsed
	uint8_t rp_filter;                     // enum sbx_rp_filter of the interface, as it was when parsed
	uint8_t cached;                        // BURST_CACHED4, BURST_CACHED6: goes through the route cache

	// Packets to route, by family and compact: entry i of each array belongs to one packet.
	struct rte_mbuf *packets4[BURST_SIZE];
	uint32_t destinations4[BURST_SIZE];     // host byte order
	uint32_t slots4[BURST_SIZE];            // FIB slots, after the route stage
	struct rte_mbuf *packets6[BURST_SIZE];
	struct sbx_address destinations6[BURST_SIZE];
	uint32_t slots6[BURST_SIZE];

	// Of the same packets, where rp_filter is not off; until the urpf stage has judged them.
	uint32_t sources4[BURST_SIZE];          // host byte order
	uint32_t source_slots4[BURST_SIZE];     // after the route stage
	struct sbx_address sources6[BURST_SIZE];
	uint32_t source_slots6[BURST_SIZE];

	// Of those that go through the route cache, from its probe on.
	uint64_t cache_moment;                 // when it was probed, as cache_moment() says it
	struct burst_cached cached4;
	struct burst_cached cached6;
};

// The packets of one family, for stages that do the same with both.
struct burst_family {
	struct rte_mbuf *const *packets;
	const uint32_t *slots;
	uint32_t count;
	uint8_t family;
};

static inline struct burst_family
burst_family4(const struct burst *burst)
{
	return (struct burst_family){ burst->packets4, burst->slots4, burst->count4, SBX_IPV4 };
}

static inline struct burst_family
burst_family6(const struct burst *burst)
{
	return (struct burst_family){ burst->packets6, burst->slots6, burst->count6, SBX_IPV6 };
}

// Whether all words are equal in the bits of `mask`. Most bursts are told by their ends; the words of a full one are
// compared some at a time, since their number is known.
static inline bool
burst_alike(const uint32_t *words, uint32_t count, uint32_t mask)
{
	uint32_t differ = words[0] ^ words[count - 1];

	if ((differ & mask) != 0)
		return false;
	if (likely(count == BURST_SIZE))
		for (uint32_t i = 0; i < BURST_SIZE; i++)
			differ |= words[0] ^ words[i];
	else
		for (uint32_t i = 1; i < count; i++)
			differ |= words[0] ^ words[i];
	return (differ & mask) == 0;
}

// Packets for one port, collected over the bursts that one receive call finished.
struct send_batch {
	uint16_t count;
	uint32_t bytes;                        // of all its packets
	struct rte_mbuf *packets[BURST_MAX + BURST_SIZE]; // what a call brought may complete a burst
};

// All that a worker has at hand on its road. On its own stack.
struct road {
	struct worker *worker;
	const struct tables *tables;
	const struct worker_plan *plan;        // of this turn
	uint64_t planned;                      // number of the plan that the two bursts came in by
	struct core_counters *counters;
	struct cache_tables *cache;            // of this turn; NULL = none
	uint32_t cached;                       // a bit for each kind that goes through it, in this turn
	uint32_t adapted;                      // the same, as adaptive says
	uint64_t routed[CACHE_KINDS];          // packets so far, by kind of lookup
	uint64_t probed[CACHE_KINDS];          // those of them that went through the cache
	uint64_t hits[CACHE_KINDS];
	uint64_t freed;                        // packets dropped so far
	struct rte_mbuf *received[BURST_MAX + BURST_AHEAD]; // in one call; behind the last, any packets
	struct burst *filling;                 // not full yet; all of it came in by one interface
	struct burst *held;                    // the one before it, not routed yet; may be empty
	struct burst bursts[2];
	uint16_t sending;                      // interface that the packets in `send` came in by
	uint16_t ports;                        // ports with packets in `send`
	uint16_t port[RTE_MAX_ETHPORTS];
	uint16_t dropped;                      // packets in `drop`, counted already, to be freed in one go
	struct rte_mbuf *drop[BURST_MAX];
	struct send_batch send[RTE_MAX_ETHPORTS]; // by port id
};
