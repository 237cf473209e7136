// The running data plane: everything that sbx_start makes and sbx_stop frees, in one place.
// Owns: struct state, its locks, and the guard that keeps it alive while a call uses it.
// Threads: any control thread and the slow path. Lock order: port_lock, vrfs_lock, then state_lock; the FIB has its own.
// Must not: wait for a grace period with state_lock held (the slow path, a reader, may be waiting for it).
// Next: control/workers.h, control/interfaces.h, control/nexthops.h.
#pragma once

#include "control/pages.h"
#include "shared/worker.h"

#include <pthread.h>

struct cache;
struct fib_vrf;
struct interface_record;
struct links;
struct martians;
struct neighbors;
struct nexthop_groups;
struct nexthop_record;
struct slowpath;
struct urpf_sets;

// Nexthop ids whose copies get their memory together, in every worker: a large page each.
#define NEXTHOP_SHARE 32768
#define NEXTHOP_SHARES_MAX ((SBX_NEXTHOP_ID_MAX + 1) / NEXTHOP_SHARE)

// One source prefix gets at first one of so many errors that an interface's ration has.
#define ICMP_PREFIX_SHARE 4

struct state {
	struct sbx_options options;          // as given; never changes while running
	struct tables *tables;               // what readers see
	uint32_t workers;
	struct worker *worker[SBX_WORKERS_MAX];
	struct fib_vrf *fibs[VRFS_MAX];      // writer's side of tables->vrfs; NULL = no such VRF. Under vrfs_lock
	struct interface_record *interfaces; // SBX_INTERFACES_MAX, by id. Written under both locks
	uint16_t last_interface;             // id given last. Under port_lock
	uint64_t plans;                      // handed over so far. Under port_lock
	struct rte_ring *outboxes[RTE_MAX_ETHPORTS]; // by port id; see port_send. Written under port_lock
	struct nexthop_record *nexthops;     // options.nexthops, by id. Under state_lock
	struct nexthop_groups *groups;       // control/nexthop_groups.h. Under state_lock
	struct pages nexthop_caches[SBX_WORKERS_MAX]; // by worker. Made at start
	_Atomic bool nexthop_shares[NEXTHOP_SHARES_MAX]; // that have memory. Written under state_lock
	struct cache *cache;                 // control/cache.h alone knows what is in it
	struct neighbors *neighbors;         // control/neighbors.h. Under state_lock
	struct urpf_sets *urpf;              // control/urpf.h. Under state_lock
	struct sbx_icmp_settings icmp;       // Under state_lock
	struct links *links;                 // control/links.h alone knows what is in it
	struct martians *martians;           // control/martians.h alone knows what is in it
	struct slowpath *slowpath;           // slowpath/ alone knows what is in it

	pthread_mutex_t port_lock;           // devices, plans: held for as long as a device takes (seconds)
	pthread_mutex_t state_lock;          // nexthops, neighbors, interfaces: short; slow path takes it too
	pthread_mutex_t lookup_lock;         // the one reader number of control lookups
	pthread_rwlock_t vrfs_lock;          // shared: no VRF goes meanwhile; see control/vrfs.h
};

// Reader numbers for RCU: a worker's is its number, these follow.
static inline uint32_t
state_slowpath_reader(const struct state *state)
{
	return state->workers;
}

static inline uint32_t
state_lookup_reader(const struct state *state)
{
	return state->workers + 1;
}

// The running state, held so that sbx_stop waits for us; NULL when nothing runs. Pair with state_release.
struct state *state_hold(void);
void state_release(struct state *state);

// Alone with the state, for start and stop. *slot is the running state or NULL, and may be changed.
struct state **state_hold_alone(void);
void state_release_alone(void);

// Pool, RCU and empty tables; no thread yet. The FIB of VRF 0 is there. -ENOMEM, -EINVAL (no worker lcore).
int state_create(const struct sbx_options *options, struct state **out);
// No thread and no port may be left. NULL is fine.
void state_free(struct state *state);
