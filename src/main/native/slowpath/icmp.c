// See icmp.h: what both families share.
#include "slowpath/icmp.h"

#include "slowpath/output.h"

// At once: a handful of a small ration (RFC 4443 2.4 (f)), a quarter second's of a large one; a
// traceroute sends 16.
#define ERRORS_BURST 10
#define ERRORS_BURST_SHARE 4

// The ration is looked at first: under a flood this is all that most packets get.
void
icmp_error(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason)
{
	uint16_t interface = punt_of(packet)->interface;
	uint32_t rate = slow->state->options.icmp_errors_per_second;
	uint32_t burst = RTE_MAX(RTE_MIN(rate, (uint32_t)ERRORS_BURST), rate / ERRORS_BURST_SHARE);
	struct bucket *ration = &slow->errors[interface];
	struct view view;
	bool sent;

	if (!bucket_has(ration, rate, burst, slowpath_now(slow))) {
		slow->counters->core[CORE_icmp_errors_limited]++;
		return;
	}
	if (interface_find(slow->state, interface) == NULL || view_open(packet, &view) != 0)
		return;
	sent = view.family == SBX_IPV4 ? icmp4_error(slow, &view, interface, reason) :
		icmp6_error(slow, &view, interface, reason);
	if (sent) {
		ration->level -= RTE_MIN(ration->level, UINT64_C(1000));
		slow->counters->core[CORE_icmp_errors_sent]++;
	}
}

bool
icmp_may_tell(struct slowpath *slow, const struct view *view, uint16_t interface)
{
	const struct interface_record *record = interface_find(slow->state, interface);

	return address_is_host(view->family, &view->source) &&
		!interface_broadcasts(record, view->family, &view->source) &&
		!vrf_owns(slow->state, record->vrf, view->family, &view->source);
}

// An interface's own address that `view`'s sender can answer to.
static const struct sbx_address *
source_on(const struct slowpath *slow, uint16_t interface, const struct view *view,
	const struct sbx_address *towards)
{
	const struct interface_record *record = interface_find(slow->state, interface);
	const struct sbx_address *source;

	if (record == NULL)
		return NULL;
	source = interface_source(record, view->family, towards);
	if (source != NULL && view->family == SBX_IPV6 && address_is_link_local6(source) &&
		!address_is_link_local6(&view->source))
		return NULL; // it means nothing beyond the link
	return source;
}

const struct sbx_address *
icmp_source(struct slowpath *slow, const struct view *view, uint16_t interface)
{
	const struct interface_record *in = interface_find(slow->state, interface);
	const struct sbx_address *source;
	struct way way;

	if (vrf_owns(slow->state, in->vrf, view->family, &view->destination))
		return &view->destination;
	output_find(slow, interface, view->family, &view->source, 0, &way);
	source = source_on(slow, way.interface, view, &way.towards);
	if (source == NULL)
		source = source_on(slow, interface, view, &view->source);
	for (uint16_t id = 1; source == NULL && id < SBX_INTERFACES_MAX; id++) {
		const struct interface_record *record = interface_find(slow->state, id);

		if (record != NULL && record->vrf == in->vrf)
			source = source_on(slow, id, view, &view->source);
	}
	return source;
}
