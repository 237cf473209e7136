// What changes in the twin and the box, chosen at random, and how the box is told.
// Owns: the choices. Thread: the test's own. Must not: change two things by one call that a packet may see apart.
// Next: coherence_twin.h.
#include "coherence_twin.h"

#include <string.h>

#define DOWN_PORT 3           // that goes down and up

// ------------------------------------------------------------------------------------- what the box is told

struct sbx_address
twin_neighbor_address(uint32_t family, uint32_t neighbor)
{
	if (family == 0)
		return ring_address4(0xAC100001 | neighbor << 8);
	return (struct sbx_address){ .bytes = { 0xFD, [14] = (uint8_t)neighbor, [15] = 1 } };
}

void
twin_tell_mac(const struct twin *twin, uint32_t family, uint32_t neighbor, uint32_t number)
{
	const struct sbx_address address = twin_neighbor_address(family, neighbor);
	const uint8_t mac[6] = { 2, 0, 0, (uint8_t)(number >> 16), (uint8_t)(number >> 8), (uint8_t)number };

	assert_int_equal(sbx_neighbor_set(twin->ports[neighbor % TWIN_PORTS].interface, twin_family_number(family),
		&address, mac), 0);
}

uint32_t
twin_new_mac(struct twin *twin, uint32_t family, uint32_t neighbor)
{
	assert_true(++twin->macs < sizeof(twin->owners));
	twin->owners[twin->macs] = (uint8_t)(family * TWIN_NEIGHBORS + neighbor);
	return twin->macs;
}

struct sbx_nexthop
twin_nexthop_record(const struct twin *twin, uint32_t family, uint32_t index)
{
	const struct twin_nexthop *nexthop = &twin->families[family].nexthops[index];
	struct sbx_nexthop record = { .id = twin_nexthop_id(family, index), .type = nexthop->type };

	if (nexthop->type == SBX_NEXTHOP_UNICAST) {
		record.interface = twin->ports[twin_port_of(nexthop)].interface;
		record.family = twin_family_number(family);
		record.address = twin_neighbor_address(family, nexthop->neighbor);
	}
	return record;
}

struct sbx_route
twin_route_record(uint32_t family, const struct twin_prefix *prefix)
{
	return (struct sbx_route){ .address = prefix->address, .nexthop = prefix->nexthop,
		.family = twin_family_number(family), .length = prefix->length,
		.op = prefix->nexthop != 0 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE };
}

void
twin_tell_routes(const struct sbx_route *routes, uint32_t count)
{
	struct sbx_routes_result result;

	assert_int_equal(sbx_routes_apply(0, routes, count, &result), 0);
}

void
twin_tell_nexthop(const struct sbx_nexthop *nexthop)
{
	uint32_t failed;

	assert_int_equal(sbx_nexthops_apply(nexthop, 1, NULL, 0, &failed), 0);
}

// ------------------------------------------------------------------------------------- changes

static void
call_routes(const struct twin *twin)
{
	twin_tell_routes(twin->change.routes, twin->change.a);
}

// A route replaced, added, deleted; a more specific one; the default route.
static void
choose_routes(struct twin *twin)
{
	bool many = twin_below(twin, 4) == 0;

	twin->change = (struct twin_change){ .call = call_routes, .name = many ? "many routes" : "a route" };
	for (uint32_t n = many ? 2 + twin_below(twin, 2 * TWIN_PREFIXES - 2) : 1; n > 0; n--) {
		uint32_t family = twin_below(twin, 2);
		struct twin_prefix *prefix = &twin->families[family].prefixes[twin_below(twin, TWIN_PREFIXES)];

		prefix->nexthop = twin_below(twin, 3) == 0 ? 0 :
			twin_nexthop_id(family, twin_below(twin, TWIN_NEIGHBORS));
		twin->change.routes[twin->change.a++] = twin_route_record(family, prefix);
	}
}

static void
call_mac(const struct twin *twin)
{
	uint32_t family = twin->change.a, neighbor = twin->change.b;

	twin_tell_mac(twin, family, neighbor, twin->families[family].neighbors[neighbor].mac);
}

static void
call_forget(const struct twin *twin)
{
	const struct sbx_address address = twin_neighbor_address(twin->change.a, twin->change.b);

	assert_int_equal(sbx_neighbor_delete(twin->ports[twin->change.b % TWIN_PORTS].interface,
		twin_family_number(twin->change.a), &address), 0);
}

static void
choose_mac(struct twin *twin)
{
	uint32_t family = twin_below(twin, 2), neighbor = twin_below(twin, TWIN_NEIGHBORS);
	uint32_t *mac = &twin->families[family].neighbors[neighbor].mac;
	bool forget = *mac != 0 && twin_below(twin, 6) == 0;

	*mac = forget ? 0 : twin_new_mac(twin, family, neighbor);
	twin->change = (struct twin_change){ .call = forget ? call_forget : call_mac, .a = family, .b = neighbor,
		.name = forget ? "a neighbor without a MAC" : "another MAC" };
}

static void
call_nexthop(const struct twin *twin)
{
	twin_tell_nexthop(&twin->change.nexthop);
}

static void
choose_nexthop(struct twin *twin)
{
	static const uint8_t types[] = { SBX_NEXTHOP_UNICAST, SBX_NEXTHOP_UNICAST, SBX_NEXTHOP_UNICAST,
		SBX_NEXTHOP_UNICAST, SBX_NEXTHOP_UNICAST, SBX_NEXTHOP_BLACKHOLE, SBX_NEXTHOP_UNREACHABLE,
		SBX_NEXTHOP_NONE };
	uint32_t family = twin_below(twin, 2), index = twin_below(twin, TWIN_NEIGHBORS);

	twin->families[family].nexthops[index] = (struct twin_nexthop){
		.type = types[twin_below(twin, RTE_DIM(types))],
		.neighbor = (uint8_t)twin_below(twin, TWIN_NEIGHBORS) };
	twin->change = (struct twin_change){ .call = call_nexthop, .name = "another nexthop",
		.nexthop = twin_nexthop_record(twin, family, index) };
}

static void
call_admin(const struct twin *twin)
{
	assert_int_equal(sbx_interface_set_admin(twin->ports[DOWN_PORT].interface, twin->up[DOWN_PORT]), 0);
}

static void
choose_admin(struct twin *twin)
{
	twin->up[DOWN_PORT] ^= true;
	twin->change = (struct twin_change){ .call = call_admin,
		.name = twin->up[DOWN_PORT] ? "port up" : "port down" };
}

static void
call_rp_filter(const struct twin *twin)
{
	uint32_t port = twin->change.a;

	assert_int_equal(sbx_interface_set_rp_filter(twin->ports[port].interface, twin->rp_filter[port]), 0);
}

static void
call_default_counts(const struct twin *twin)
{
	assert_int_equal(sbx_rp_filter_set_default_route(twin->default_counts), 0);
}

static void
choose_rp_filter(struct twin *twin)
{
	uint32_t port = twin_below(twin, 2);

	if (twin_below(twin, 4) == 0) {
		twin->default_counts ^= true;
		twin->change = (struct twin_change){ .call = call_default_counts, .name = "default route counts" };
		return;
	}
	twin->rp_filter[port] = (uint8_t)twin_below(twin, 3);
	twin->change = (struct twin_change){ .call = call_rp_filter, .a = port, .name = "rp_filter" };
}

static void
call_cache(const struct twin *twin)
{
	assert_int_equal(sbx_cache_set(&twin->cache), 0);
}

static void
call_flush(const struct twin *twin)
{
	(void)twin;
	assert_int_equal(sbx_cache_flush(), 0);
}

// Its packets must not notice.
static void
choose_cache(struct twin *twin)
{
	struct sbx_cache_settings *cache = &twin->cache;

	twin->change = (struct twin_change){ .call = call_cache, .name = "the cache's settings" };
	switch (twin_below(twin, twin->modes_change ? 6 : 4)) {
	case 0:
		twin->change = (struct twin_change){ .call = call_flush, .name = "the cache flushed" };
		break;
	case 1:
		cache->entries = 1024u << twin_below(twin, 4);
		break;
	case 2:
		cache->ways = 1u << twin_below(twin, 4);
		break;
	case 3:
		cache->insert_probability = twin_below(twin, 2) == 0 ? 65536 : 1 + twin_below(twin, 65536);
		break;
	default:
		cache->mode = twin_below(twin, 3);
		break;
	}
}

void
twin_choose(struct twin *twin)
{
	static void (*const choices[])(struct twin *) = { choose_routes, choose_routes, choose_routes, choose_mac,
		choose_nexthop, choose_admin, choose_rp_filter, choose_cache };

	choices[twin_below(twin, RTE_DIM(choices))](twin);
}

void
twin_make(const struct twin *twin)
{
	twin->change.call(twin);
}

