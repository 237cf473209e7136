// One worker's road under test, without EAL: tables, a fake device behind each port, packets in plain memory.
// Owns: all of it. Threads: the test's own, and the worker of road_worker.c.
// Must not: be shared by two tests. A packet's end is told by its reference count.
// Next: road_validate.c, road_parse.c, road_forward.c, road_send.c, road_worker.c.
#pragma once

#include "fib_fixture.h"

#include <control/cache_memory.h>
#include <datapath/cache.h>
#include <datapath/forward.h>
#include <datapath/parse.h>
#include <datapath/receive.h>
#include <datapath/route.h>
#include <datapath/sources.h>
#include <datapath/urpf.h>

#define IN 1              // interface that packets come from, on port 0
#define OUT 2             // interface that they leave by, on port 1
#define IN_PORT 0
#define OUT_PORT 1
#define NH_UNICAST 10     // ready, by OUT
#define NH_RESOLVE 11     // by OUT, MAC not known
#define NH_CONNECTED 12   // on OUT
#define NH_LOCAL 13
#define NH_BLACKHOLE 14
#define NH_UNREACHABLE 15
#define NH_PROHIBIT 16
#define NH_NEIGHBORS 32   // first id of the slow path's
#define NEXTHOPS 64
#define FAKES_MAX 512
#define OUT_MTU 1500
#define CACHE_ENTRIES 1024
#define CACHE_WAYS 4

// Each test of the road is also built with the route cache on, and holds then as well.
#ifndef ROAD_CACHE_MODE
#define ROAD_CACHE_MODE SBX_CACHE_OFF
#endif

struct fake_device {
	struct rte_mbuf *give[FAKES_MAX]; // to be received
	uint32_t gives, given;
	struct rte_mbuf *took[FAKES_MAX]; // sent
	uint32_t taken;
	uint32_t room;                    // packets it takes from now on
	uint32_t calls;                   // of its transmit function
	uint32_t empty_polls;             // receive calls that found nothing
	_Atomic bool *stop;               // set by the receive call that gives the last packet; may be NULL
};

struct road_fixture {
	struct fib_fixture *fib;
	struct tables *tables;
	struct worker *worker;
	struct core_counters *counters;
	struct worker_plan *plan;
	struct road *road;
	struct rte_ring *outbox;          // of OUT_PORT
	struct cache_memory cache;
	struct fake_device device[2];     // by port
	struct rte_mbuf *made[FAKES_MAX];
	uint32_t made_count;
};

struct road_fixture *road_fixture_make(void);
void road_fixture_free(struct road_fixture *fixture);

// A frame to IN's MAC with a valid header and `payload` bytes behind it.
struct rte_mbuf *fake4(struct road_fixture *fixture, const char *source, const char *destination,
	uint8_t ttl, uint16_t payload);
struct rte_mbuf *fake6(struct road_fixture *fixture, const char *source, const char *destination,
	uint8_t hops, uint16_t payload);
struct rte_mbuf *fake_frame(struct road_fixture *fixture, uint16_t ether_type, uint16_t length);
struct rte_ipv4_hdr *ip4_of(struct rte_mbuf *packet);
struct rte_ipv6_hdr *ip6_of(struct rte_mbuf *packet);
// After a change of the header.
void sum4(struct rte_mbuf *packet);

// Takes the packets through all stages, as received from IN, in bursts as the worker makes them.
void road_pass(struct road_fixture *fixture, struct rte_mbuf **packets, uint16_t count);
void road_pass_one(struct road_fixture *fixture, struct rte_mbuf *packet);

// What became of a packet: exactly one of these.
bool was_freed(const struct rte_mbuf *packet);
// The punt of the only packet that waits for the slow path; fails if it is not this one.
struct punt take_punt(struct road_fixture *fixture, const struct rte_mbuf *packet);
uint64_t drops(const struct road_fixture *fixture, uint16_t interface, enum drop_reason reason);
uint64_t all_drops(const struct road_fixture *fixture);
// Fails unless the packet was dropped for this reason, on IN, and nothing else happened.
void assert_dropped(struct road_fixture *fixture, struct rte_mbuf *packet, enum drop_reason reason);
