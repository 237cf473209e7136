// What the slow path does with a punted packet, by reason, and with time.
// Owns: the switch. Threads: slow path. Must not: wait.
// Next: arp.h, local.h, output.h, icmp.h; control/neighbor_timers.h.
#include "control/neighbor_timers.h"
#include "slowpath/arp.h"
#include "slowpath/icmp.h"
#include "slowpath/local.h"
#include "slowpath/nd.h"
#include "slowpath/output.h"
#include "slowpath/own.h"
#include "slowpath/resolve.h"
#include "slowpath/router.h"
#include "slowpath/view.h"

#include <rte_random.h>

#include <errno.h>
#include <stdlib.h>

// The worker left the packet as it came; it goes on as the next worker's packet would.
static void
forward(struct slowpath *slow, struct rte_mbuf *packet)
{
	struct view view;

	if (view_open(packet, &view) != 0) {
		output_drop(slow, packet, DROP_local_bad);
		return;
	}
	if ((view.family == SBX_IPV4 ? view.ip4->ttl : view.ip6->hop_limit) <= 1) {
		output_fail(slow, packet, DROP_ttl_exceeded);
		return;
	}
	if (view.family == SBX_IPV6) {
		view.ip6->hop_limit--;
	} else {
		uint16_t before, after;

		memcpy(&before, &view.ip4->ttl, sizeof(before));
		view.ip4->ttl--;
		memcpy(&after, &view.ip4->ttl, sizeof(after));
		view.ip4->checksum = wire_checksum_adjust(view.ip4->checksum, before, after);
	}
	output_nexthop(slow, packet, punt_of(packet)->nexthop);
}

void
slowpath_take(struct slowpath *slow, struct rte_mbuf *packet)
{
	const struct punt *punt = punt_of(packet);

	slow->counters->core[CORE_slowpath_packets]++;
	switch (punt->reason) {
	case PUNT_ARP:
		arp_input(slow, packet);
		break;
	case PUNT_LOCAL:
	case PUNT_MULTICAST:
		local_input(slow, packet);
		break;
	case PUNT_RESOLVE:
	case PUNT_RESOLVE_CONNECTED:
	case PUNT_FRAGMENT:
		forward(slow, packet);
		break;
	default: // PUNT_ERROR: counted where it was dropped
		icmp_error(slow, packet, punt->drop);
		rte_pktmbuf_free(packet);
	}
}

// What interfaces say of themselves, unasked. Until there is a link there is nobody to say it to.
static void
look(struct slowpath *slow)
{
	uint64_t next = UINT64_MAX, own, router;

	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++) {
		if (!interface_forwards(slow->state, id))
			continue;
		own = own_tick(slow, id, interface_find(slow->state, id));
		router = router_tick(slow, id, interface_find(slow->state, id));
		next = RTE_MIN(next, RTE_MIN(own, router));
	}
	slow->state->neighbors->look_at = next;
}

uint32_t
slowpath_tick(struct slowpath *slow)
{
	uint32_t done = neighbor_timers_run(slow->state, resolve_fire);

	if (slow->state->neighbors->look_at <= slowpath_now(slow)) {
		look(slow);
		done++;
	}
	slow->counters->core[CORE_held] = slow->state->neighbors->held;
	return done;
}

int
slowpath_create(struct state *state)
{
	struct slowpath *slow = calloc(1, sizeof(*slow));

	if (slow == NULL)
		return -ENOMEM;
	slow->state = state;
	slow->prefix_seed = rte_rand();
	state->slowpath = slow;
	return 0;
}

void
slowpath_free(struct state *state)
{
	free(state->slowpath);
	state->slowpath = NULL;
}
