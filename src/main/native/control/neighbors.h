// The neighbors' table: who is behind which interface, at which MAC, in which phase.
// Owns: tables->neighbors, the adjacencies of its ids, state->neighbors.
// Threads: control and slow path, under state_lock, which the caller holds (but for create and
// free).
// Must not: wait, send a packet, know a clock: it takes `now` as the slow path wrote it last.
// Next: slowpath/resolve.c turns the phases, control/neighbor_timers.h wakes it.
#pragma once

#include "control/state.h"

#define NEIGHBOR_NIL UINT32_MAX
#define NEIGHBOR_WHEEL 1024           // slots of the timer wheel
#define NEIGHBOR_TICK_MS 8            // of one slot: one turn of the wheel is 8.2 s

enum neighbor_phase {
	NEIGHBOR_FREE = 0,
	NEIGHBOR_IDLE,                // a nexthop needs it; nobody asked for its MAC yet
	NEIGHBOR_INCOMPLETE,          // asked for, packets are held
	NEIGHBOR_REACHABLE,           // confirmed less than neighbor_reachable_ms ago
	NEIGHBOR_STALE,               // not confirmed lately; used as it is, probed when in use
	NEIGHBOR_PROBE,               // STALE and asked, unicast
	NEIGHBOR_FAILED,              // no answer
	NEIGHBOR_STATIC,              // by the operator; never aged, never learned over
};

enum neighbor_queue {
	QUEUE_NONE = 0,               // needed: a nexthop follows it, or static
	QUEUE_FREE,                   // oldest first, so that a grace period has mostly passed
	QUEUE_EXPENDABLE,             // never answered us: recycled first, oldest first
	QUEUE_PROVEN,                 // answered us: recycled last, least used first
	QUEUES
};

struct neighbor {
	struct sbx_address address;
	uint16_t interface;
	uint8_t family;
	uint8_t phase;                // enum neighbor_phase
	uint8_t mac[6];               // valid in the phases that forward
	uint8_t tries;                // solicitations sent in this phase
	uint8_t queue;                // enum neighbor_queue
	bool proven;                  // it answered a solicitation of ours with this MAC
	bool failed;                  // it did not answer, and has not been heard of since
	bool touched;                 // the slow path itself sent to it since `used`
	uint16_t held;                // packets of the list below
	uint16_t timer_slot;
	uint32_t pins;                // records of a batch that is being applied
	uint32_t followers;           // first nexthop id that follows it, 0 = none
	uint32_t next, previous;      // in its queue; indexes, NEIGHBOR_NIL = end
	uint32_t timer_next, timer_previous;
	struct rte_mbuf *held_first, *held_last;
	uint64_t due;                 // ms, of its timer; 0 = no timer
	uint64_t confirmed;           // ms, when it last proved to be there, or was given up
	uint64_t used;                // ms, when its traffic was last seen to have moved
	uint64_t used_packets;        // count then
	uint64_t retired;             // grace period token, while free
};

struct neighbor_ends {
	uint32_t first, last, count;
};

struct neighbors {
	uint64_t now;                 // ms of a monotonic clock; slow path: rw
	uint32_t size;
	uint32_t held;                // packets held for all
	uint32_t held_max;
	struct neighbor_ends queues[QUEUES];
	uint64_t tick;                // last one that the wheel turned to
	uint32_t wheel[NEIGHBOR_WHEEL + 1]; // first index of each slot; the last: firing now
	uint64_t look_at;             // ms, when an interface's own addresses or advertisements are next due; control: 0
	struct neighbor table[];
};

// -ENOMEM, -EINVAL. After nexthops_create.
int neighbors_create(struct state *state);
void neighbors_free(struct state *state);

// Operator's side: see sbx_neighbors_list, sbx_neighbor_set and sbx_neighbor_delete.
int64_t neighbors_list(const struct state *state, struct sbx_neighbor *out, uint32_t max);
int neighbors_set(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address, const uint8_t mac[6]);
int neighbors_delete(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address);

// The interface is gone: its neighbors go, and the packets held for them.
void neighbors_interface_gone(struct state *state, uint16_t interface);
// Own addresses changed: learned neighbors that are on no link any more go.
void neighbors_addresses_changed(struct state *state, uint16_t interface);
void neighbors_publish_interface(struct state *state, uint16_t interface);

struct neighbor *neighbors_find(const struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address);
// Finds it or makes an IDLE one, recycling if it must. -ENOSPC: no room. -ENOMEM: a worker has no
// memory for its adjacency. `now_or_never` takes an entry even if a worker might, for the length of
// a burst, still send by what it was: for control, which cannot come back. *out: only on success.
int neighbors_obtain(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address, bool now_or_never, struct neighbor **out);
// Frees it and what it holds; what followed it drops with interface_down.
void neighbors_release(struct state *state, struct neighbor *neighbor);
// Back to IDLE, for one that a nexthop still needs: its MAC and what it holds go.
void neighbors_reset(struct state *state, struct neighbor *neighbor);
// Frees it if it is IDLE and nothing needs it.
void neighbors_forget_idle(struct state *state, struct neighbor *neighbor);
// Puts it where its phase and followers say. To the end: it counts as just used.
void neighbors_requeue(struct state *state, struct neighbor *neighbor);

// Its new phase; writes the adjacencies when it begins or ends to forward.
void neighbors_enter(struct state *state, struct neighbor *neighbor, enum neighbor_phase phase);
// Writes its adjacency, and that of each nexthop that follows it, again.
void neighbors_publish(struct state *state, struct neighbor *neighbor);
// What a packet to it (NULL: to any neighbor of the interface) needs.
void neighbors_adjacency(const struct state *state, uint16_t interface,
	const struct neighbor *neighbor, struct adjacency *out);
// Takes the packets that wait for it: a list through punt->next, oldest first; NULL if none.
struct rte_mbuf *neighbors_take_held(struct state *state, struct neighbor *neighbor);

uint8_t neighbor_status(const struct neighbor *neighbor);

// A neighbor's id is that of its nexthop.
static inline struct neighbor *
neighbor_at(const struct state *state, uint32_t id)
{
	return &state->neighbors->table[id - state->tables->nexthops.neighbors_first];
}

static inline uint32_t
neighbor_id(const struct state *state, const struct neighbor *neighbor)
{
	uint32_t first = state->tables->nexthops.neighbors_first;

	return first + (uint32_t)(neighbor - state->neighbors->table);
}

static inline bool
neighbor_forwards(const struct neighbor *neighbor)
{
	return neighbor->phase == NEIGHBOR_REACHABLE || neighbor->phase == NEIGHBOR_STALE ||
		neighbor->phase == NEIGHBOR_PROBE || neighbor->phase == NEIGHBOR_STATIC;
}
