// Router advertisements from the control plane: checks of what is asked (RFC 4861 6.2.1), then control does it.
// Owns: nothing. Threads: any; waits for state_lock only.
// Next: control/advertisement.h.
#include "control/advertisement.h"

#include <errno.h>
#include <string.h>

#define LIFETIME_MOST 9000        // seconds
#define INTERVAL_LEAST 4          // of the longest one, seconds
#define INTERVAL_MOST 1800
#define SHORTEST_LEAST 3
#define REACHABLE_MOST 3600000    // ms
#define MTU_LEAST 1280            // RFC 8200 5
#define AUTONOMOUS_LENGTH 64      // with the interface identifiers of Ethernet: RFC 2464 4

static bool
host_bits_zero(const struct sbx_advertised_prefix *prefix)
{
	for (uint32_t bit = prefix->length; bit < 128; bit++)
		if ((prefix->address.bytes[bit / 8] & 0x80 >> bit % 8) != 0)
			return false;
	return true;
}

static bool
prefix_valid(const struct sbx_advertised_prefix *prefix)
{
	const uint8_t *bytes = prefix->address.bytes;

	if (prefix->length == 0 || prefix->length > 128 || prefix->on_link > 1 || prefix->autonomous > 1 ||
		prefix->reserved != 0 || !host_bits_zero(prefix))
		return false;
	if (bytes[0] == 0xFF || (bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80))
		return false; // a group's, or link-local: not to be advertised (RFC 4861 4.6.2)
	return prefix->preferred_seconds <= prefix->valid_seconds &&
		(prefix->autonomous == 0 || prefix->length == AUTONOMOUS_LENGTH);
}

static bool
timing_valid(const struct sbx_router_advertisement *advertisement)
{
	uint16_t longest = advertisement->max_interval_seconds;

	return longest >= INTERVAL_LEAST && longest <= INTERVAL_MOST &&
		advertisement->min_interval_seconds >= SHORTEST_LEAST &&
		advertisement->min_interval_seconds <= RTE_MAX(longest * 3 / 4, SHORTEST_LEAST) &&
		(advertisement->lifetime_seconds == 0 || advertisement->lifetime_seconds >= longest) &&
		advertisement->lifetime_seconds <= LIFETIME_MOST &&
		advertisement->reachable_ms <= REACHABLE_MOST;
}

static bool
valid(const struct sbx_router_advertisement *advertisement)
{
	static const struct sbx_router_advertisement none;

	if (advertisement->send == 0)
		return memcmp(advertisement, &none, sizeof(none)) == 0;
	if (advertisement->send > 1 || advertisement->managed > 1 || advertisement->other > 1 ||
		advertisement->prefix_count > SBX_ADVERTISED_PREFIXES_MAX ||
		(advertisement->mtu != 0 && advertisement->mtu < MTU_LEAST))
		return false;
	for (uint32_t i = 0; i < advertisement->prefix_count; i++)
		if (!prefix_valid(&advertisement->prefixes[i]))
			return false;
	return timing_valid(advertisement);
}

int
sbx_interface_set_router_advertisement(uint16_t id, const struct sbx_router_advertisement *advertisement)
{
	struct state *state;
	int rc;

	if (advertisement == NULL || !valid(advertisement))
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_advertisement(state, id, advertisement);
	state_release(state);
	return rc;
}

int
sbx_interface_get_router_advertisement(uint16_t id, struct sbx_router_advertisement *out)
{
	struct state *state;
	int rc;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_get_advertisement(state, id, out);
	state_release(state);
	return rc;
}
