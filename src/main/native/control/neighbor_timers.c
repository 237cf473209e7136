// See neighbor_timers.h.
#include "control/neighbor_timers.h"

#define FIRING NEIGHBOR_WHEEL

void
neighbor_timers_init(struct neighbors *neighbors)
{
	for (uint32_t slot = 0; slot <= FIRING; slot++)
		neighbors->wheel[slot] = NEIGHBOR_NIL;
}

static void
push(struct neighbors *neighbors, struct neighbor *neighbor, uint16_t slot)
{
	uint32_t index = (uint32_t)(neighbor - neighbors->table);

	neighbor->timer_slot = slot;
	neighbor->timer_previous = NEIGHBOR_NIL;
	neighbor->timer_next = neighbors->wheel[slot];
	if (neighbor->timer_next != NEIGHBOR_NIL)
		neighbors->table[neighbor->timer_next].timer_previous = index;
	neighbors->wheel[slot] = index;
}

void
neighbor_timer_clear(struct neighbors *neighbors, struct neighbor *neighbor)
{
	if (neighbor->due == 0)
		return;
	if (neighbor->timer_previous != NEIGHBOR_NIL)
		neighbors->table[neighbor->timer_previous].timer_next = neighbor->timer_next;
	else
		neighbors->wheel[neighbor->timer_slot] = neighbor->timer_next;
	if (neighbor->timer_next != NEIGHBOR_NIL)
		neighbors->table[neighbor->timer_next].timer_previous = neighbor->timer_previous;
	neighbor->due = 0;
}

void
neighbor_timer_set(struct neighbors *neighbors, struct neighbor *neighbor, uint64_t due)
{
	uint64_t tick = (due + NEIGHBOR_TICK_MS - 1) / NEIGHBOR_TICK_MS;

	neighbor_timer_clear(neighbors, neighbor);
	neighbor->due = due != 0 ? due : 1;
	if (tick <= neighbors->tick) // due already: the next tick is the first to come
		tick = neighbors->tick + 1;
	push(neighbors, neighbor, (uint16_t)(tick % NEIGHBOR_WHEEL));
}

// What is due fires; the rest, due a turn of the wheel or more later, goes back.
static uint32_t
run_slot(struct state *state, uint16_t slot, void (*fire)(struct state *, struct neighbor *))
{
	struct neighbors *neighbors = state->neighbors;
	uint32_t fired = 0;

	// A list of its own: firing may set or clear any timer, of this slot too.
	while (neighbors->wheel[slot] != NEIGHBOR_NIL) {
		struct neighbor *neighbor = &neighbors->table[neighbors->wheel[slot]];
		uint64_t due = neighbor->due;

		neighbor_timer_clear(neighbors, neighbor);
		neighbor->due = due;
		push(neighbors, neighbor, FIRING);
	}
	while (neighbors->wheel[FIRING] != NEIGHBOR_NIL) {
		struct neighbor *neighbor = &neighbors->table[neighbors->wheel[FIRING]];
		uint64_t due = neighbor->due;

		neighbor_timer_clear(neighbors, neighbor);
		if (due <= neighbors->now) {
			fire(state, neighbor);
			fired++;
		} else {
			neighbor->due = due;
			push(neighbors, neighbor, slot);
		}
	}
	return fired;
}

uint32_t
neighbor_timers_run(struct state *state,
	void (*fire)(struct state *state, struct neighbor *neighbor))
{
	struct neighbors *neighbors = state->neighbors;
	uint64_t last = neighbors->now / NEIGHBOR_TICK_MS;
	uint32_t fired = 0;

	// A clock that jumped makes one turn of the wheel, which meets every timer.
	if (last > neighbors->tick + NEIGHBOR_WHEEL)
		neighbors->tick = last - NEIGHBOR_WHEEL;
	while (neighbors->tick < last) {
		neighbors->tick++;
		fired += run_slot(state, (uint16_t)(neighbors->tick % NEIGHBOR_WHEEL), fire);
	}
	return fired;
}
