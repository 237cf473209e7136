// A naive router beside the box: it says what must become of each flow's packets, and changes both by one call of
// the API at a time.
// Owns: its own tables, in plain lists; what the box was told. Thread: the test's own.
// Must not: use the code under test for an answer.
// Next: road_coherence.c.
#pragma once

#include "ring_box.h"

#include <bench/random.h>

#define TWIN_PORTS 4          // "a" and "b" receive; all send; "d" goes down at times
#define TWIN_PREFIXES 16      // of a family
#define TWIN_NEIGHBORS 12     // of a family, three a port
#define TWIN_FLOWS 64
#define TWIN_CHANGES 1000     // that a twin can make

// What becomes of a packet: it leaves (the number of the MAC * TWIN_PORTS + the port), it is held for a neighbor
// (TWIN_HELD + that), or neither.
#define TWIN_NONE 0u
#define TWIN_HELD 0x80000000u
#define TWIN_CALM 4u          // outcome of all markers

struct twin_flow {
	struct sbx_address source, destination;
	uint8_t family;
	uint8_t in;               // port
};

struct twin_prefix {
	struct sbx_address address;
	uint8_t length;
	uint32_t nexthop;         // 0 = no route
};

struct twin_neighbor {
	uint32_t mac;             // number of its MAC, given once and never again; 0 = it has none
};

struct twin_nexthop {
	uint8_t type;             // enum sbx_nexthop_type
	uint8_t neighbor;         // of its family, where UNICAST
};

struct twin_family {
	struct twin_prefix prefixes[TWIN_PREFIXES];
	struct twin_neighbor neighbors[TWIN_NEIGHBORS];
	struct twin_nexthop nexthops[TWIN_NEIGHBORS];
};

struct twin;

// What one call of the API changes: chosen, perhaps not made yet.
struct twin_change {
	void (*call)(const struct twin *twin);
	const char *name;
	uint32_t a, b;
	struct sbx_nexthop nexthop;
	struct sbx_route routes[2 * TWIN_PREFIXES];
};

struct twin {
	struct ring_port ports[TWIN_PORTS];
	struct twin_flow flows[TWIN_FLOWS];
	struct twin_family families[2];     // IPv4, IPv6
	bool up[TWIN_PORTS];
	uint8_t rp_filter[TWIN_PORTS];
	bool default_counts;
	struct sbx_cache_settings cache;    // no outcome depends on it
	bool modes_change;                  // of the cache, too
	uint32_t macs;                      // numbers given
	uint8_t owners[TWIN_CHANGES + 3 * TWIN_NEIGHBORS]; // of each: family * TWIN_NEIGHBORS + neighbor
	struct random random;
	struct twin_change change;
};

// Opens the ports and tells the box what the twin begins with. The box must run. `mode` is the cache's, or
// TWIN_ALL_MODES in turn.
#define TWIN_ALL_MODES UINT32_MAX
void twin_begin(struct twin *twin, uint32_t mode, uint64_t seed);
void twin_end(struct twin *twin);

// Chooses a change at random: the twin is as it will be after it, the box as before.
void twin_choose(struct twin *twin);
// Makes it. On return the box has answered.
void twin_make(const struct twin *twin);

// What becomes of the next packet of a flow: its source's lookup and its destination's, each by itself.
struct twin_outcome {
	bool passes;              // rp_filter
	uint32_t onward;          // if so
};
struct twin_outcome twin_outcome(const struct twin *twin, uint32_t flow);
// What became of one that has been sent.
uint32_t twin_outcome_seen(uint32_t port, const struct rte_mbuf *packet);
// Whether a packet that was sent so may have had this outcome: one that was held may have been sent since.
bool twin_explains(const struct twin *twin, uint32_t outcome, uint32_t seen);

// A packet of the flow, to be given to its port.
struct rte_mbuf *twin_packet(const struct twin *twin, uint32_t flow, const void *payload, uint16_t bytes);
// One whose way never changes: it leaves by port "a".
struct rte_mbuf *twin_marker(const struct twin *twin, uint32_t port, const void *payload, uint16_t bytes);

// ------------------------------------------------------------------------------------- for coherence_changes.c

static inline uint32_t
twin_below(struct twin *twin, uint32_t bound)
{
	return random_below(&twin->random, bound);
}

static inline uint8_t
twin_family_number(uint32_t family)
{
	return family == 0 ? SBX_IPV4 : SBX_IPV6;
}

static inline uint32_t
twin_nexthop_id(uint32_t family, uint32_t index)
{
	return 1 + family * TWIN_NEIGHBORS + index;
}

// Neighbors are dealt out to the ports in turn.
static inline uint32_t
twin_port_of(const struct twin_nexthop *nexthop)
{
	return nexthop->neighbor % TWIN_PORTS;
}

struct sbx_address twin_neighbor_address(uint32_t family, uint32_t neighbor);
uint32_t twin_new_mac(struct twin *twin, uint32_t family, uint32_t neighbor);
struct sbx_nexthop twin_nexthop_record(const struct twin *twin, uint32_t family, uint32_t index);
struct sbx_route twin_route_record(uint32_t family, const struct twin_prefix *prefix);
void twin_tell_mac(const struct twin *twin, uint32_t family, uint32_t neighbor, uint32_t number);
void twin_tell_routes(const struct sbx_route *routes, uint32_t count);
void twin_tell_nexthop(const struct sbx_nexthop *nexthop);
