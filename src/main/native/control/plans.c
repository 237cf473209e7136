// See plans.h.
#include "control/plans.h"

#include "control/interfaces.h"

#include <rte_lcore.h>
#include <rte_malloc.h>

#include <errno.h>

static void
plan_interface(struct worker_plan *plan, uint32_t worker, uint16_t id, const struct interface_record *record)
{
	const struct port *port = &record->port;
	struct worker_port *to = &plan->port[port->id];

	for (uint16_t queue = 0; queue < port->rx_queues; queue++)
		if (port->rx_worker[queue] == worker)
			plan->queue[plan->queues++] = (struct worker_queue){
				.port = port->id, .queue = queue, .interface = id };
	to->outbox = port->outbox;
	to->tx_queue = worker < port->tx_queues ? (uint16_t)worker : NO_TX_QUEUE;
	to->interface = id;
	to->up = record->admin_up;
	if (port->outbox_worker == worker)
		plan->outbox_port[plan->outboxes++] = port->id;
}

int
plans_prepare(const struct state *state, struct plans *plans)
{
	*plans = (struct plans){ .of = { NULL } };
	for (uint32_t worker = 0; worker < state->workers; worker++) {
		plans->of[worker] = rte_zmalloc_socket("plan", sizeof(struct worker_plan),
			RTE_CACHE_LINE_SIZE,
			(int)rte_lcore_to_socket_id(state->worker[worker]->lcore));
		if (plans->of[worker] == NULL) {
			plans_discard(plans);
			return -ENOMEM;
		}
	}
	return 0;
}

void
plans_discard(struct plans *plans)
{
	for (uint32_t worker = 0; worker < SBX_WORKERS_MAX; worker++)
		rte_free(plans->of[worker]);
	*plans = (struct plans){ .of = { NULL } };
}

void
plans_publish(struct state *state, struct plans *plans)
{
	state->plans++;
	for (uint32_t worker = 0; worker < state->workers; worker++) {
		plans->of[worker]->number = state->plans;
		for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++)
			if (state->interfaces[id].used)
				plan_interface(plans->of[worker], worker, id, &state->interfaces[id]);
		plans->of[worker] = atomic_exchange(&state->worker[worker]->plan, plans->of[worker]);
	}
	rcu_synchronize(state->tables->rcu);
	plans_discard(plans);
}

void
plans_load(const struct state *state, uint32_t load[SBX_WORKERS_MAX])
{
	for (uint32_t worker = 0; worker < state->workers; worker++)
		load[worker] = atomic_load(&state->worker[worker]->plan)->queues;
}

void
plans_free(struct state *state)
{
	for (uint32_t worker = 0; worker < state->workers; worker++)
		if (state->worker[worker] != NULL)
			rte_free(atomic_exchange(&state->worker[worker]->plan, NULL));
}
