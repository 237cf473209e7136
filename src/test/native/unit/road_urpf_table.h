// A road with sources of every kind, and which of them pass rp_filter.
// Owns: nothing. Threads: the test's own. Next: road_urpf.c, road_urpf_mixed.c.
#pragma once

#include "road_fixture.h"

#define URPF(name) static void name(void **state)

#define NH_IN 20          // ready, by IN
#define NH_IN_CONNECTED 21
#define NH_IN_RESOLVE 22
#define NH_IN_FAILED 23   // its neighbor did not answer
#define NH_SEVERAL 24     // several next hops, of SEVERAL
#define NH_UNSET 25       // that nobody ever set
#define SEVERAL (SBX_INTERFACES_MAX + 5)

static inline void
set_nexthop(struct road_fixture *fixture, uint32_t id, enum adjacency_action action, uint8_t reason)
{
	const struct adjacency adjacency = { .action = (uint8_t)action, .reason = reason,
		.interface = IN, .mtu = 1500 };

	nexthop_publish(&fixture->tables->nexthops, id, &adjacency);
	fixture->tables->urpf.via[id] = IN;
}

// What is behind IN has an odd third number, what is behind OUT an even one.
static inline int
make(void **state)
{
	static const struct { const char *prefix; uint32_t nexthop; } routes[] = {
		{ "198.51.100.0/24", NH_UNICAST }, { "2001:db8:2::/48", NH_UNICAST },
		{ "10.0.1.0/24", NH_IN }, { "2001:db8:1::/48", NH_IN },
		{ "10.0.3.0/24", NH_IN_CONNECTED }, { "2001:db8:3::/48", NH_IN_CONNECTED },
		{ "10.0.5.0/24", NH_IN_RESOLVE }, { "2001:db8:5::/48", NH_IN_RESOLVE },
		{ "10.0.7.0/24", NH_IN_FAILED }, { "2001:db8:7::/48", NH_IN_FAILED },
		{ "10.0.8.0/24", NH_UNICAST }, { "2001:db8:8::/48", NH_UNICAST },
		{ "10.1.0.0/16", NH_BLACKHOLE }, { "2001:db8:a1::/48", NH_BLACKHOLE },
		{ "10.2.0.0/16", NH_UNREACHABLE }, { "2001:db8:a2::/48", NH_UNREACHABLE },
		{ "10.3.0.0/16", NH_PROHIBIT }, { "2001:db8:a3::/48", NH_PROHIBIT },
		{ "10.4.0.1/32", NH_LOCAL }, { "2001:db8:a4::1/128", NH_LOCAL },
		{ "10.5.0.0/16", NH_SEVERAL }, { "2001:db8:a5::/48", NH_SEVERAL },
		{ "10.6.0.0/16", NH_UNSET }, { "2001:db8:a6::/48", NH_UNSET },
	};
	struct road_fixture *fixture = road_fixture_make();

	set_nexthop(fixture, NH_IN, ADJACENCY_RESOLVE, 0);
	set_nexthop(fixture, NH_IN_CONNECTED, ADJACENCY_CONNECTED, 0);
	set_nexthop(fixture, NH_IN_RESOLVE, ADJACENCY_RESOLVE, 0);
	set_nexthop(fixture, NH_IN_FAILED, ADJACENCY_DROP, DROP_neighbor_failed);
	fixture->tables->nexthops.entries[NH_UNSET].adjacency.reason = DROP_no_route;
	fixture->tables->urpf.via[NH_SEVERAL] = SEVERAL;
	for (uint32_t i = 0; i < RTE_DIM(routes); i++)
		fib_do(fixture->fib, fib_put(routes[i].prefix, routes[i].nexthop));
	*state = fixture;
	return 0;
}

static inline int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static inline void
filter(struct road_fixture *fixture, enum sbx_rp_filter mode)
{
	fixture->tables->interfaces[IN].rp_filter = (uint8_t)mode;
}

static inline bool
is_ipv6(const char *address)
{
	return strchr(address, ':') != NULL;
}

static inline struct rte_mbuf *
packet_to(struct road_fixture *fixture, const char *source, const char *destination)
{
	return is_ipv6(source) ? fake6(fixture, source, destination, 64, 8) :
		fake4(fixture, source, destination, 64, 8);
}

// To where it is forwarded by OUT if its source passes.
static inline struct rte_mbuf *
from(struct road_fixture *fixture, const char *source)
{
	return packet_to(fixture, source, is_ipv6(source) ? "2001:db8:2::1" : "198.51.100.1");
}

static inline void
assert_passes(struct road_fixture *fixture, const char *source)
{
	struct fake_device *out = &fixture->device[OUT_PORT];
	uint64_t dropped = all_drops(fixture);
	uint32_t taken = out->taken;
	struct rte_mbuf *packet = from(fixture, source);

	road_pass_one(fixture, packet);
	if (out->taken != taken + 1 || all_drops(fixture) != dropped)
		fail_msg("%s does not pass", source);
	assert_ptr_equal(out->took[taken], packet);
}

static inline void
assert_all_pass(struct road_fixture *fixture, const char *const *sources)
{
	for (; *sources != NULL; sources++)
		assert_passes(fixture, *sources);
}

// Dropped for this reason, and nobody is told of it.
static inline void
assert_all_drop(struct road_fixture *fixture, const char *const *sources, enum drop_reason reason)
{
	for (; *sources != NULL; sources++)
		assert_dropped(fixture, from(fixture, *sources), reason);
}

#define SOURCES(...) (const char *const[]){ __VA_ARGS__, NULL }
#define BY_IN "10.0.1.9", "10.0.3.9", "10.0.5.9", "10.0.7.9", \
	"2001:db8:1::9", "2001:db8:3::9", "2001:db8:5::9", "2001:db8:7::9"
#define BY_OUT "10.0.8.9", "198.51.100.9", "2001:db8:8::9", "2001:db8:2::9"
#define OWN "10.4.0.1", "2001:db8:a4::1"
#define REFUSED "10.1.0.9", "10.2.0.9", "10.3.0.9", \
	"2001:db8:a1::9", "2001:db8:a2::9", "2001:db8:a3::9"
#define NOWHERE "203.0.113.9", "10.6.0.9", "2001:db8:ff::9", "2001:db8:a6::9"
