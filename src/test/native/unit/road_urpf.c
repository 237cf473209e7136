// rp_filter: which packets pass by where their source is routed, and why the others drop.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_fixture.h"

#define NH_IN 20          // ready, by IN

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fixture->tables->urpf.via[NH_IN] = IN;
	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_UNICAST));
	fib_do(fixture->fib, fib_put("2001:db8:2::/48", NH_UNICAST));
	fib_do(fixture->fib, fib_put("192.0.2.0/24", NH_IN));
	fib_do(fixture->fib, fib_put("2001:db8:1::/48", NH_IN));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static void
filter(struct road_fixture *fixture, enum sbx_rp_filter mode)
{
	fixture->tables->interfaces[IN].rp_filter = (uint8_t)mode;
}

// To where NH_UNICAST forwards it if its source passes.
static struct rte_mbuf *
from(struct road_fixture *fixture, const char *source)
{
	return strchr(source, ':') != NULL ? fake6(fixture, source, "2001:db8:2::1", 64, 8) :
		fake4(fixture, source, "198.51.100.1", 64, 8);
}

static void
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

static void
a_source_passes_by_its_interface(void **state)
{
	struct road_fixture *fixture = *state;

	filter(fixture, SBX_RP_STRICT);
	assert_passes(fixture, "192.0.2.9");
	assert_passes(fixture, "2001:db8:1::9");
	assert_dropped(fixture, from(fixture, "198.51.100.9"), DROP_urpf_interface);
	assert_dropped(fixture, from(fixture, "2001:db8:2::9"), DROP_urpf_interface);
	assert_dropped(fixture, from(fixture, "203.0.113.9"), DROP_urpf_no_route);
	assert_dropped(fixture, from(fixture, "2001:db8:9::9"), DROP_urpf_no_route);
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("strict: a source passes by the interface that it is routed to",
			a_source_passes_by_its_interface),
	};

	return cmocka_run_group_tests_name("urpf", tests, NULL, NULL);
}
