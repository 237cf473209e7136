// A worker: one lcore's private state and what control hands it.
// Owns: the structs; the loop is datapath/worker.c, start and stop control/workers.c.
// Fields say who writes. Must not: share a written line between two workers.
// Next: datapath/worker.c.
#pragma once

#include "cache_core.h"
#include "fib.h"
#include "interface.h"
#include "martians.h"
#include "neighbors.h"
#include "nexthop.h"
#include "punt.h"
#include "rcu.h"
#include "urpf.h"

#include <rte_ring.h>

#define BURST_MAX 64         // packets of a receive call
#define VRFS_MAX SBX_VRFS_MAX

#define NO_TX_QUEUE UINT16_MAX
#define NO_PORT UINT16_MAX

// One receive queue that a worker polls.
struct worker_queue {
	uint16_t port;
	uint16_t queue;
	uint16_t interface;
};

// How a worker sends from a port. A port with fewer transmit queues than workers has one owner;
// the others, and the slow path always, hand their packets to the owner through the outbox ring.
struct worker_port {
	struct rte_ring *outbox;  // multi producer, single consumer: the owner. NULL = no such port
	uint16_t tx_queue;        // of this worker; NO_TX_QUEUE = use the outbox
	uint16_t interface;       // that sends from it, for the counters
	bool up;                  // admin up; packets for a port that is not up are dropped
};

// What a worker polls and sends to. Immutable once published; a change is a new plan, and the old one is
// freed after a grace period.
struct worker_plan {
	uint64_t number;                            // of this plan: no two have the same
	uint16_t queues;
	uint16_t outboxes;                          // ports whose outbox this worker drains: it is the owner
	struct worker_queue queue[SBX_INTERFACES_MAX];
	uint16_t outbox_port[SBX_INTERFACES_MAX];
	struct worker_port port[RTE_MAX_ETHPORTS];  // by port id
};

// Everything that all readers share. Made by sbx_start, gone with sbx_stop.
struct tables {
	struct vrf_fibs vrfs[VRFS_MAX];
	struct nexthop_table nexthops;
	struct neighbor_map neighbors;
	struct urpf_table urpf;
	struct cache_settings cache;
	struct interface interfaces[SBX_INTERFACES_MAX]; // by interface id
	struct martian_policy martians;
	_Atomic uint64_t generation;                     // FIB version; control: rw
	struct rte_rcu_qsbr *rcu;
	struct rte_mempool *pool;
};

struct CACHE_ALIGNED worker {
	_Atomic(struct worker_plan *) plan;  // control: wo, worker: ro
	struct tables *tables;               // worker: ro
	struct rte_ring *punts;              // worker: producer, slow path: consumer
	struct core_counters *counters;      // worker: rw
	struct nexthop_cached *nexthops;     // worker: rw, control: ro (counters)
	uint32_t number;                     // 0..workers-1; its reader number for RCU as well
	uint32_t lcore;
	uint32_t burst;                      // most packets of a receive call
	uint32_t idle_sleep_micros;
	uint64_t martians[SBX_MARTIANS_MAX]; // packets that each dropped, by slot; worker: rw, control: ro
	struct cache_core cache;             // its route cache; fields say who writes
	_Atomic uint32_t cpu;                // it runs on; worker: wo, control: ro. UINT32_MAX = not known
	_Atomic bool up;                     // worker: wo, control: ro
	_Atomic bool stop;                   // control: wo, worker: ro
};

// The packet road: polls, forwards and sends until `stop`, then finishes what it holds. Runs on the worker's
// lcore, as RCU reader worker->number (online when called and on return). datapath/worker.c.
void worker_run(struct worker *worker);
