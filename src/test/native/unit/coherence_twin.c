// See coherence_twin.h.
#include "coherence_twin.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#define CALM_PORT 0           // by which markers leave
#define CALM_MAC 1            // the number of their MAC
#define CALM_NEXTHOP 60       // and of their nexthop; the next one leads to their sources behind port "b"
#define NO_OWNER UINT8_MAX

static const char *const prefixes4[TWIN_PREFIXES] = {
	"0.0.0.0/0", "16.0.0.0/4", "20.0.0.0/6", "20.0.0.0/8", "20.0.0.0/11", "20.16.0.0/12", "20.16.0.0/16",
	"20.16.5.0/24", "20.16.5.128/25", "20.16.5.128/30", "20.16.5.129/32", "20.32.0.0/13", "20.32.64.0/18",
	"20.32.64.64/32", "25.1.0.0/16", "25.1.2.0/23",
};
static const char *const prefixes6[TWIN_PREFIXES] = {
	"::/0", "2000::/3", "2001:d00::/24", "2001:db8::/32", "2001:db8::/44", "2001:db8:1::/48",
	"2001:db8:1:8000::/49", "2001:db8:1:8000::/64", "2001:db8:1:8000::2/127", "2001:db8:1:8000::2/128",
	"2001:db8:2:3::/64", "2400::/12", "2400:1000::/20", "2400:1234::/32", "2400:1234:5600::/40", "2a00::/8",
};

// ------------------------------------------------------------------------------------- what must be

static bool
covers(const struct twin_prefix *prefix, const struct sbx_address *address)
{
	for (uint32_t bit = 0; bit < prefix->length; bit++)
		if ((prefix->address.bytes[bit / 8] ^ address->bytes[bit / 8]) >> (7 - bit % 8) & 1)
			return false;
	return true;
}

static const struct twin_prefix *
longest(const struct twin_family *family, const struct sbx_address *address)
{
	const struct twin_prefix *found = NULL;

	for (uint32_t i = 0; i < TWIN_PREFIXES; i++) {
		const struct twin_prefix *prefix = &family->prefixes[i];

		if (prefix->nexthop != 0 && covers(prefix, address) &&
			(found == NULL || prefix->length > found->length))
			found = prefix;
	}
	return found;
}

static const struct twin_nexthop *
nexthop_of(const struct twin_family *family, uint32_t number, const struct twin_prefix *prefix)
{
	return &family->nexthops[prefix->nexthop - twin_nexthop_id(number, 0)];
}

static bool
source_passes(const struct twin *twin, const struct twin_flow *flow, uint32_t number)
{
	const struct twin_family *family = &twin->families[number];
	const struct twin_prefix *prefix = longest(family, &flow->source);
	const struct twin_nexthop *nexthop;

	if (twin->rp_filter[flow->in] == SBX_RP_OFF)
		return true;
	if (prefix == NULL || (prefix->length == 0 && !twin->default_counts))
		return false;
	nexthop = nexthop_of(family, number, prefix);
	return nexthop->type == SBX_NEXTHOP_UNICAST &&
		(twin->rp_filter[flow->in] == SBX_RP_LOOSE || twin_port_of(nexthop) == flow->in);
}

static uint32_t
onward(const struct twin *twin, const struct twin_flow *flow, uint32_t number)
{
	const struct twin_family *family = &twin->families[number];
	const struct twin_prefix *prefix = longest(family, &flow->destination);
	const struct twin_nexthop *nexthop;

	if (prefix == NULL)
		return TWIN_NONE;
	nexthop = nexthop_of(family, number, prefix);
	if (nexthop->type != SBX_NEXTHOP_UNICAST || !twin->up[twin_port_of(nexthop)])
		return TWIN_NONE;
	if (family->neighbors[nexthop->neighbor].mac == 0)
		return TWIN_HELD + number * TWIN_NEIGHBORS + nexthop->neighbor;
	return family->neighbors[nexthop->neighbor].mac * TWIN_PORTS + twin_port_of(nexthop);
}

struct twin_outcome
twin_outcome(const struct twin *twin, uint32_t at)
{
	const struct twin_flow *flow = &twin->flows[at];
	uint32_t number = flow->family == SBX_IPV6;

	return (struct twin_outcome){ source_passes(twin, flow, number), onward(twin, flow, number) };
}

uint32_t
twin_outcome_seen(uint32_t port, const struct rte_mbuf *packet)
{
	const uint8_t *mac = rte_pktmbuf_mtod(packet, const uint8_t *);

	return (((uint32_t)mac[3] << 16 | (uint32_t)mac[4] << 8 | mac[5]) * TWIN_PORTS) + port;
}

bool
twin_explains(const struct twin *twin, uint32_t outcome, uint32_t seen)
{
	if (outcome < TWIN_HELD)
		return outcome == seen;
	return seen / TWIN_PORTS <= twin->macs && TWIN_HELD + twin->owners[seen / TWIN_PORTS] == outcome;
}

// ------------------------------------------------------------------------------------- packets

struct rte_mbuf *
twin_packet(const struct twin *twin, uint32_t at, const void *payload, uint16_t bytes)
{
	const struct twin_flow *flow = &twin->flows[at];

	return ring_packet(&twin->ports[flow->in], flow->family, &flow->source, &flow->destination, payload, bytes);
}

static struct sbx_address
calm_source(uint32_t port)
{
	return ring_address4(0xC6130009 | port << 8);
}

struct rte_mbuf *
twin_marker(const struct twin *twin, uint32_t port, const void *payload, uint16_t bytes)
{
	const struct sbx_address source = calm_source(port), destination = ring_address4(0xC6120009);

	return ring_packet(&twin->ports[port], SBX_IPV4, &source, &destination, payload, bytes);
}

// ------------------------------------------------------------------------------------- begin, end

static void
begin_calm(struct twin *twin)
{
	struct sbx_route route = { .family = SBX_IPV4, .length = 24, .op = SBX_ROUTE_PUT };

	for (uint32_t port = 0; port < 2; port++) {
		struct sbx_nexthop nexthop = { .id = CALM_NEXTHOP + port, .type = SBX_NEXTHOP_UNICAST,
			.interface = twin->ports[port].interface, .family = SBX_IPV4,
			.address = twin_neighbor_address(0, 40 + port) };

		twin_tell_nexthop(&nexthop);
		twin_tell_mac(twin, 0, 40 + port, CALM_MAC);
		route.address = ring_address4(0xC6130000 | port << 8);
		route.nexthop = nexthop.id;
		twin_tell_routes(&route, 1);
	}
	route.address = ring_address4(0xC6120000);
	route.nexthop = CALM_NEXTHOP + CALM_PORT;
	twin_tell_routes(&route, 1);
}

static void
begin_family(struct twin *twin, uint32_t number, const char *const prefixes[TWIN_PREFIXES])
{
	struct twin_family *family = &twin->families[number];

	for (uint32_t i = 0; i < TWIN_NEIGHBORS; i++) {
		struct sbx_nexthop nexthop;

		family->neighbors[i].mac = twin_new_mac(twin, number, i);
		family->nexthops[i] = (struct twin_nexthop){ SBX_NEXTHOP_UNICAST, (uint8_t)i };
		nexthop = twin_nexthop_record(twin, number, i);
		twin_tell_nexthop(&nexthop);
		twin_tell_mac(twin, number, i, family->neighbors[i].mac);
	}
	for (uint32_t i = 0; i < TWIN_PREFIXES; i++) {
		struct twin_prefix *prefix = &family->prefixes[i];
		struct sbx_route route;
		char text[64];
		unsigned int length;

		assert_int_equal(sscanf(prefixes[i], "%63[^/]/%u", text, &length), 2);
		assert_int_equal(inet_pton(number == 0 ? AF_INET : AF_INET6, text, &prefix->address), 1);
		prefix->length = (uint8_t)length;
		prefix->nexthop = twin_nexthop_id(number, twin_below(twin, TWIN_NEIGHBORS));
		route = twin_route_record(number, prefix);
		twin_tell_routes(&route, 1);
	}
}

// Somewhere in one of the prefixes, or where only the default route leads.
static struct sbx_address
some_address(struct twin *twin, uint32_t family)
{
	const struct twin_prefix *prefix = &twin->families[family].prefixes[twin_below(twin, TWIN_PREFIXES)];
	struct sbx_address address = prefix->address;

	if (prefix->length == 0)
		address.bytes[0] = 0x40;
	for (uint32_t bit = RTE_MAX(prefix->length, 8); bit < (family == 0 ? 32u : 128u); bit++)
		address.bytes[bit / 8] |= (uint8_t)(twin_below(twin, 2) << (7 - bit % 8));
	return address;
}

// Every answer is kept, at once.
static void
begin_cache(struct twin *twin, uint32_t mode)
{
	twin->modes_change = mode == TWIN_ALL_MODES;
	twin->cache = (struct sbx_cache_settings){ .mode = twin->modes_change ? SBX_CACHE_ON : mode, .entries = 1024,
		.ways = 4, .max_age_seconds = 300, .insert_probability = 65536 };
	assert_int_equal(sbx_cache_set(&twin->cache), 0);
}

void
twin_begin(struct twin *twin, uint32_t mode, uint64_t seed)
{
	*twin = (struct twin){ .random = { seed }, .macs = CALM_MAC, .owners = { [CALM_MAC] = NO_OWNER },
		.default_counts = true };
	for (uint32_t port = 0; port < TWIN_PORTS; port++) {
		ring_port_open(&twin->ports[port], (const char *[]){ "a", "b", "c", "d" }[port]);
		twin->up[port] = true;
	}
	begin_cache(twin, mode);
	begin_calm(twin);
	begin_family(twin, 0, prefixes4);
	begin_family(twin, 1, prefixes6);
	for (uint32_t i = 0; i < TWIN_FLOWS; i++)
		twin->flows[i] = (struct twin_flow){ .family = twin_family_number(i / 2 % 2), .in = i % 2,
			.source = some_address(twin, i / 2 % 2), .destination = some_address(twin, i / 2 % 2) };
}

void
twin_end(struct twin *twin)
{
	for (uint32_t port = 0; port < TWIN_PORTS; port++)
		ring_port_close(&twin->ports[port]);
}
