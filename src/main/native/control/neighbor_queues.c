// Where neighbors come from and go to: the map of addresses, the free ones, the order of recycling.
// Owns: tables->neighbors and neighbors->queues. Threads: as control/neighbors.h.
// Must not: know why a neighbor is in its phase.
// Next: control/neighbors.c.
#include "control/neighbor_timers.h"
#include "control/nexthop_cache.h"
#include "control/nexthops.h"

#include <rte_random.h>

#include <errno.h>
#include <stdlib.h>

#define SPARE_MAX 64          // freed ahead of need, so that their grace period has passed then
#define HELD_SHARE 8          // at most one packet buffer of so many waits for a neighbor

// ------------------------------------------------------------------------------------- the map

static void
write_slot(struct neighbor_slot *slot, const struct neighbor_slot *content)
{
	uint32_t version = atomic_load_explicit(&slot->version, memory_order_relaxed);

	atomic_store_explicit(&slot->version, version + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	memcpy(&slot->nexthop, &content->nexthop, sizeof(*slot) - sizeof(slot->version));
	atomic_store_explicit(&slot->version, version + 2, memory_order_release);
}

static uint32_t
home_of(const struct neighbor_map *map, uint16_t interface, const struct sbx_address *address)
{
	return neighbor_hash(map, interface, address) & map->mask;
}

static void
map_insert(struct state *state, const struct neighbor *neighbor)
{
	struct neighbor_map *map = &state->tables->neighbors;
	uint32_t at = home_of(map, neighbor->interface, &neighbor->address);
	struct neighbor_slot content = {
		.nexthop = neighbor_id(state, neighbor),
		.address = neighbor->address,
		.interface = neighbor->interface,
		.family = neighbor->family,
	};

	while (map->slots[at].nexthop != 0)
		at = (at + 1) & map->mask;
	write_slot(&map->slots[at], &content);
}

// Later slots of the run move back over the hole, so that no probe passes dead slots.
static void
map_remove(struct state *state, const struct neighbor *neighbor)
{
	static const struct neighbor_slot empty;
	struct neighbor_map *map = &state->tables->neighbors;
	uint32_t hole = home_of(map, neighbor->interface, &neighbor->address);

	while (map->slots[hole].nexthop != neighbor_id(state, neighbor))
		hole = (hole + 1) & map->mask;
	for (uint32_t at = (hole + 1) & map->mask; map->slots[at].nexthop != 0;
		at = (at + 1) & map->mask) {
		const struct neighbor_slot *slot = &map->slots[at];
		uint32_t home = home_of(map, slot->interface, &slot->address);

		if (((at - home) & map->mask) < ((at - hole) & map->mask))
			continue; // it may not stand before its home
		write_slot(&map->slots[hole], slot);
		hole = at;
	}
	write_slot(&map->slots[hole], &empty);
}

struct neighbor *
neighbors_find(const struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address)
{
	uint32_t id = neighbor_find(&state->tables->neighbors, interface, family, address);

	return id != 0 ? neighbor_at(state, id) : NULL;
}

// ------------------------------------------------------------------------------------- queues

static void
unqueue(struct neighbors *neighbors, struct neighbor *neighbor)
{
	struct neighbor_ends *ends = &neighbors->queues[neighbor->queue];

	if (neighbor->queue == QUEUE_NONE)
		return;
	if (neighbor->previous != NEIGHBOR_NIL)
		neighbors->table[neighbor->previous].next = neighbor->next;
	else
		ends->first = neighbor->next;
	if (neighbor->next != NEIGHBOR_NIL)
		neighbors->table[neighbor->next].previous = neighbor->previous;
	else
		ends->last = neighbor->previous;
	ends->count--;
	neighbor->queue = QUEUE_NONE;
}

static enum neighbor_queue
queue_of(const struct neighbor *neighbor)
{
	if (neighbor->phase == NEIGHBOR_FREE)
		return QUEUE_FREE;
	if (neighbor->followers != 0 || neighbor->pins != 0 || neighbor->phase == NEIGHBOR_STATIC)
		return QUEUE_NONE;
	return neighbor->proven ? QUEUE_PROVEN : QUEUE_EXPENDABLE;
}

void
neighbors_requeue(struct state *state, struct neighbor *neighbor)
{
	struct neighbors *neighbors = state->neighbors;
	uint32_t index = (uint32_t)(neighbor - neighbors->table);
	enum neighbor_queue queue = queue_of(neighbor);
	struct neighbor_ends *ends = &neighbors->queues[queue];

	unqueue(neighbors, neighbor);
	if (queue == QUEUE_NONE)
		return;
	neighbor->queue = (uint8_t)queue;
	neighbor->next = NEIGHBOR_NIL;
	neighbor->previous = ends->last;
	if (ends->last != NEIGHBOR_NIL)
		neighbors->table[ends->last].next = index;
	else
		ends->first = index;
	ends->last = index;
	ends->count++;
}

struct rte_mbuf *
neighbors_take_held(struct state *state, struct neighbor *neighbor)
{
	struct rte_mbuf *first = neighbor->held_first;

	state->neighbors->held -= neighbor->held;
	neighbor->held = 0;
	neighbor->held_first = neighbor->held_last = NULL;
	return first;
}

static void
free_held(struct state *state, struct neighbor *neighbor)
{
	for (struct rte_mbuf *packet = neighbors_take_held(state, neighbor), *next; packet != NULL;
		packet = next) {
		next = punt_of(packet)->next;
		rte_pktmbuf_free(packet);
	}
}

void
neighbors_release(struct state *state, struct neighbor *neighbor)
{
	while (neighbor->followers != 0)
		nexthops_unfollow(state, neighbor->followers);
	if (neighbor->phase == NEIGHBOR_FREE) // the last to follow took it along
		return;
	neighbor_timer_clear(state->neighbors, neighbor);
	free_held(state, neighbor);
	map_remove(state, neighbor);
	neighbor->phase = NEIGHBOR_FREE;
	neighbors_publish(state, neighbor);
	neighbor->retired = rte_rcu_qsbr_start(state->tables->rcu);
	neighbors_requeue(state, neighbor);
}

void
neighbors_reset(struct state *state, struct neighbor *neighbor)
{
	neighbor_timer_clear(state->neighbors, neighbor);
	free_held(state, neighbor);
	neighbors_enter(state, neighbor, NEIGHBOR_IDLE);
}

void
neighbors_forget_idle(struct state *state, struct neighbor *neighbor)
{
	if (neighbor->phase == NEIGHBOR_IDLE && neighbor->followers == 0 && neighbor->pins == 0)
		neighbors_release(state, neighbor);
}

// ------------------------------------------------------------------------------------- obtain

static struct neighbor *
first_of(struct neighbors *neighbors, enum neighbor_queue queue)
{
	uint32_t first = neighbors->queues[queue].first;

	return first != NEIGHBOR_NIL ? &neighbors->table[first] : NULL;
}

// A free entry that no worker can still be sending by, and that all have memory for. What is
// recycled had it before, so it is asked for ahead of any change.
static int
take_free(struct state *state, bool now_or_never, struct neighbor **out)
{
	struct neighbors *neighbors = state->neighbors;
	uint32_t spare = RTE_MIN(neighbors->size / 8, (uint32_t)SPARE_MAX);
	struct neighbor *neighbor = first_of(neighbors, QUEUE_FREE);

	if (neighbor != NULL && nexthop_caches_commit(state, neighbor_id(state, neighbor)) != 0)
		return -ENOMEM;
	if (neighbors->queues[QUEUE_FREE].count <= spare &&
		(neighbor = first_of(neighbors, QUEUE_EXPENDABLE)) != NULL)
		neighbors_release(state, neighbor);
	if (first_of(neighbors, QUEUE_FREE) == NULL &&
		(neighbor = first_of(neighbors, QUEUE_PROVEN)) != NULL)
		neighbors_release(state, neighbor);
	neighbor = first_of(neighbors, QUEUE_FREE);
	if (neighbor == NULL || (!now_or_never && neighbor->retired != 0 &&
		rte_rcu_qsbr_check(state->tables->rcu, neighbor->retired, false) == 0))
		return -ENOSPC;
	unqueue(neighbors, neighbor);
	*out = neighbor;
	return 0;
}

static void
begin(struct state *state, struct neighbor *neighbor, uint16_t interface, uint8_t family,
	const struct sbx_address *address)
{
	uint64_t now = state->neighbors->now;

	*neighbor = (struct neighbor){
		.address = *address,
		.interface = interface,
		.family = family,
		.phase = NEIGHBOR_IDLE,
		.confirmed = now,
		.used = now,
	};
	neighbor->used_packets = nexthops_packets(state, neighbor_id(state, neighbor));
	map_insert(state, neighbor);
	neighbors_requeue(state, neighbor);
	neighbors_publish(state, neighbor);
}

int
neighbors_obtain(struct state *state, uint16_t interface, uint8_t family,
	const struct sbx_address *address, bool now_or_never, struct neighbor **out)
{
	struct neighbor *neighbor = neighbors_find(state, interface, family, address);
	int error;

	if (neighbor == NULL) {
		error = take_free(state, now_or_never, &neighbor);
		if (error != 0)
			return error;
		begin(state, neighbor, interface, family, address);
	}
	*out = neighbor;
	return 0;
}

// ------------------------------------------------------------------------------------- create

static int
create_map(struct neighbor_map *map, uint32_t neighbors)
{
	uint32_t slots = rte_align32pow2(2 * neighbors);
	size_t bytes = slots * sizeof(*map->slots);

	map->slots = aligned_alloc(RTE_CACHE_LINE_SIZE, RTE_ALIGN(bytes, RTE_CACHE_LINE_SIZE));
	if (map->slots == NULL)
		return -ENOMEM;
	memset(map->slots, 0, bytes);
	map->mask = slots - 1;
	map->seed = (uint32_t)rte_rand();
	return 0;
}

int
neighbors_create(struct state *state)
{
	uint32_t size = state->options.neighbors;
	struct neighbors *neighbors;

	if (size == 0 || size > SBX_NEXTHOP_ID_MAX)
		return -EINVAL;
	neighbors = calloc(1, sizeof(*neighbors) + size * sizeof(neighbors->table[0]));
	if (neighbors == NULL)
		return -ENOMEM;
	if (create_map(&state->tables->neighbors, size) != 0) {
		free(neighbors);
		return -ENOMEM;
	}
	neighbors->size = size;
	neighbors->held_max = RTE_MAX(state->options.mbufs / HELD_SHARE, 1u);
	state->neighbors = neighbors;
	neighbor_timers_init(neighbors);
	for (uint32_t queue = 0; queue < QUEUES; queue++)
		neighbors->queues[queue] = (struct neighbor_ends){ NEIGHBOR_NIL, NEIGHBOR_NIL, 0 };
	for (uint32_t i = 0; i < size; i++)
		neighbors_requeue(state, &neighbors->table[i]);
	return 0;
}

void
neighbors_free(struct state *state)
{
	struct neighbors *neighbors = state->neighbors;

	if (neighbors == NULL)
		return;
	for (uint32_t i = 0; i < neighbors->size; i++)
		free_held(state, &neighbors->table[i]);
	free(state->tables->neighbors.slots);
	state->tables->neighbors.slots = NULL;
	free(neighbors);
	state->neighbors = NULL;
}
