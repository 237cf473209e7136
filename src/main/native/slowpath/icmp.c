// See icmp.h: what both families share.
#include "slowpath/icmp.h"

#include "slowpath/output.h"

// At once: a handful of a small ration (RFC 4443 2.4 (f)), a quarter second's of a large one; a
// traceroute sends 16.
#define ERRORS_BURST 10
#define ERRORS_BURST_SHARE 4

static bool
has_one(const struct slowpath *slow, struct bucket *ration, uint32_t rate)
{
	uint32_t burst = RTE_MAX(RTE_MIN(rate, (uint32_t)ERRORS_BURST), rate / ERRORS_BURST_SHARE);

	return bucket_has(ration, rate, burst, slowpath_now(slow));
}

// The bucket of the offender's /24 or /64, which the error goes to.
static struct bucket *
prefix_ration(struct slowpath *slow, uint16_t interface, const struct view *view)
{
	uint64_t prefix;

	memcpy(&prefix, view->source.bytes, sizeof(prefix));
	if (view->family == SBX_IPV4)
		prefix &= RTE_BE64(0xFFFFFF0000000000);
	prefix ^= slow->prefix_seed ^ (uint64_t)interface << 48 ^ view->family;
	prefix = (prefix ^ prefix >> 32) * UINT64_C(0x9E3779B97F4A7C15);
	prefix = (prefix ^ prefix >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
	return &slow->prefixes[prefix >> 32 & (ERROR_PREFIXES - 1)];
}

// The interface's ration is looked at first: under a flood this is all that most packets get.
void
icmp_error(struct slowpath *slow, struct rte_mbuf *packet, enum drop_reason reason)
{
	const struct sbx_icmp_settings *settings = &slow->state->icmp;
	uint16_t interface = punt_of(packet)->interface;
	struct bucket *ration = &slow->errors[interface], *prefix;
	struct view view;
	bool sent;

	if (!has_one(slow, ration, settings->errors_per_second)) {
		slow->counters->core[CORE_icmp_errors_limited]++;
		return;
	}
	if (interface_find(slow->state, interface) == NULL || view_open(packet, &view) != 0)
		return;
	prefix = prefix_ration(slow, interface, &view);
	if (!has_one(slow, prefix, settings->errors_per_prefix)) {
		slow->counters->core[CORE_icmp_errors_limited]++;
		return;
	}
	sent = view.family == SBX_IPV4 ? icmp4_error(slow, &view, interface, reason) :
		icmp6_error(slow, &view, interface, reason);
	if (sent) {
		ration->level -= RTE_MIN(ration->level, UINT64_C(1000));
		prefix->level -= RTE_MIN(prefix->level, UINT64_C(1000));
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
	// Beyond the link a link-local address means nothing, also if the router on the way has one.
	if (view->family == SBX_IPV6 && address_is_link_local6(towards))
		towards = &view->source;
	source = interface_source(record, view->family, towards);
	if (source != NULL && view->family == SBX_IPV6 && address_is_link_local6(source) &&
		!address_is_link_local6(&view->source))
		return NULL;
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
