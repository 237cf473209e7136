// What the slow path's files share: the one context, and taking packets through it.
// Owns: struct slowpath.
// Threads: the slow path; every function of this folder runs with state_lock held and as an online
// RCU reader, but for those of slowpath.h.
// Must not: be seen outside of slowpath/.
// Next: slowpath/take.c.
#pragma once

#include "control/addresses.h"
#include "control/neighbors.h"
#include "control/nexthops.h"
#include "slowpath/slowpath.h"
#include "slowpath/wire.h"

// A budget that refills with time; level in thousandths, so that a millisecond of a small rate
// counts.
struct bucket {
	uint64_t at;              // ms
	uint64_t level;
};

// Source prefixes share a bucket where their hashes meet: a fixed room, and nobody can aim at one.
#define ERROR_PREFIXES 4096

struct slowpath {
	struct state *state;
	struct core_counters *counters;           // its own block
	struct bucket asks[SBX_INTERFACES_MAX];   // new neighbors, by whose traffic wants them
	struct bucket errors[SBX_INTERFACES_MAX]; // ICMP errors, by where the offender came in
	struct bucket prefixes[ERROR_PREFIXES];   // ICMP errors, by that and the offender's source
	uint64_t prefix_seed;                     // of their hash, drawn at start
	uint16_t ip4_id;                          // of the next ICMP error
	pthread_t thread;
	_Atomic bool stop;                        // control: wo, slow path: ro
};

// The context, for slowpath_start and tests. -ENOMEM.
int slowpath_create(struct state *state);
void slowpath_free(struct state *state);

// Handles one punted packet and gives it away (take.c).
void slowpath_take(struct slowpath *slow, struct rte_mbuf *packet);
// Fires what is due at state->neighbors->now (take.c). Returns how much there was to do.
uint32_t slowpath_tick(struct slowpath *slow);

static inline uint64_t
slowpath_now(const struct slowpath *slow)
{
	return slow->state->neighbors->now;
}

// Whether there is one more, after what `rate` a second has brought since; no more than `burst` is
// kept.
static inline bool
bucket_has(struct bucket *bucket, uint32_t rate, uint32_t burst, uint64_t now)
{
	uint64_t level = bucket->level + (now - bucket->at) * rate;

	bucket->level = RTE_MIN(level, burst * UINT64_C(1000));
	bucket->at = now;
	return bucket->level >= 1000;
}

static inline bool
bucket_take(struct bucket *bucket, uint32_t rate, uint32_t burst, uint64_t now)
{
	bool has = bucket_has(bucket, rate, burst, now);

	bucket->level -= has ? 1000 : 0;
	return has;
}
