// One VRF's FIB under test.
// Owns: what fib_fixture_make makes. Threads: the test's own. Must not: need EAL.
// Next: fib_cases.c.
#include "fib_fixture.h"

#include <bench/table.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <unistd.h>

#define READERS_MAX 8

struct fib_fixture *
fib_fixture_make(uint32_t routes, uint32_t groups)
{
	struct fib_limits limits = {routes, routes, groups, groups};
	struct fib_fixture *fixture = calloc(1, sizeof(*fixture));
	size_t size = rte_rcu_qsbr_get_memsize(READERS_MAX);

	assert_non_null(fixture);
	fixture->rcu = aligned_alloc(RTE_CACHE_LINE_SIZE, size);
	assert_non_null(fixture->rcu);
	assert_int_equal(rte_rcu_qsbr_init(fixture->rcu, READERS_MAX), 0);
	assert_int_equal(fib_create(&limits, fixture->rcu, &fixture->generation, &fixture->vrf), 0);
	return fixture;
}

void
fib_fixture_free(struct fib_fixture *fixture)
{
	fib_free(fixture->vrf);
	free(fixture->rcu);
	free(fixture);
}

struct sbx_address
fib_address(const char *text)
{
	struct sbx_address address = {0};
	int family = strchr(text, ':') != NULL ? AF_INET6 : AF_INET;

	assert_int_equal(inet_pton(family, text, address.bytes), 1);
	return address;
}

struct sbx_route
fib_put(const char *prefix, uint32_t nexthop)
{
	char text[64];
	char *slash;

	snprintf(text, sizeof(text), "%s", prefix);
	slash = strchr(text, '/');
	assert_non_null(slash);
	*slash = '\0';
	return (struct sbx_route) {
		.address = fib_address(text),
		.family = strchr(text, ':') != NULL ? SBX_IPV6 : SBX_IPV4,
		.length = (uint8_t)atoi(slash + 1),
		.nexthop = nexthop,
		.op = SBX_ROUTE_PUT,
	};
}

struct sbx_route
fib_delete(const char *prefix)
{
	struct sbx_route route = fib_put(prefix, 0);

	route.op = SBX_ROUTE_DELETE;
	return route;
}

struct sbx_routes_result
fib_do(struct fib_fixture *fixture, struct sbx_route route)
{
	struct sbx_routes_result result = {0};

	assert_int_equal(fib_apply(fixture->vrf, &route, 1, &result), 0);
	return result;
}

static uint32_t
host_order(const struct sbx_address *address)
{
	return table_address4(address);
}

uint32_t
fib_lookup(struct fib_fixture *fixture, uint8_t family, const struct sbx_address *address)
{
	if (family == SBX_IPV6)
		return fib6_lookup(fib_readers6(fixture->vrf), address);
	return fib4_lookup(fib_readers4(fixture->vrf), host_order(address));
}

static uint32_t
lookup_text(struct fib_fixture *fixture, const char *text)
{
	struct sbx_address address = fib_address(text);

	return fib_lookup(fixture, strchr(text, ':') != NULL ? SBX_IPV6 : SBX_IPV4, &address);
}

uint32_t
fib_nexthop(struct fib_fixture *fixture, const char *address)
{
	return FIB_NEXTHOP(lookup_text(fixture, address));
}

uint32_t
fib_length(struct fib_fixture *fixture, const char *address)
{
	return FIB_LENGTH(lookup_text(fixture, address));
}

struct sbx_fib_state
fib_state(struct fib_fixture *fixture, uint8_t family)
{
	struct sbx_fib_state state;

	assert_int_equal(fib_describe(fixture->vrf, family, &state), 0);
	return state;
}

static void
bulk(struct fib_fixture *fixture, uint8_t family, const struct sbx_address *addresses,
	uint32_t *slots, uint32_t count)
{
	uint32_t keys[256];

	if (family == SBX_IPV6) {
		fib6_lookup_bulk(fib_readers6(fixture->vrf), addresses, slots, count);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		keys[i] = host_order(&addresses[i]);
	fib4_lookup_bulk(fib_readers4(fixture->vrf), keys, slots, count);
}

void
fib_agrees(struct fib_fixture *fixture, const struct model *model, uint8_t family,
	const struct sbx_address *addresses, uint32_t count)
{
	uint32_t slots[256];

	// Bulks of every size up to 256, so that each tail is met.
	for (uint32_t at = 0, size = 1; at < count; at += size, size = size % 256 + 1) {
		if (size > count - at)
			size = count - at;
		bulk(fixture, family, addresses + at, slots, size);
		for (uint32_t i = 0; i < size; i++) {
			assert_int_equal(slots[i], model_lookup(model, family, &addresses[at + i]));
			assert_int_equal(slots[i], fib_lookup(fixture, family, &addresses[at + i]));
		}
	}
}

const char *
fib_real_table(void)
{
	static char path[512];

	for (uint32_t up = 0; up < 8; up++) {
		size_t length = 0;

		for (uint32_t i = 0; i < up; i++)
			length += (size_t)snprintf(path + length, sizeof(path) - length, "../");
		snprintf(path + length, sizeof(path) - length, "%s", TABLE_REAL);
		if (access(path, R_OK) == 0)
			return path;
	}
	printf("the real table (%s) is not here: this test is skipped\n", TABLE_REAL);
	return NULL;
}
