// rp_filter: bursts of sources of all kinds keep their order, each with its own fate.
// Owns: nothing. Threads: the test's own. Next: road_forward.c.
#include "road_urpf_table.h"

// ------------------------------------------------------------------------------------- mixed bursts

struct kind {
	const char *source;
	enum drop_reason strict, loose; // NO_DROP: it passes
};

static const struct kind kinds[] = {
	{ "10.0.1.9", NO_DROP, NO_DROP },
	{ "2001:db8:1::9", NO_DROP, NO_DROP },
	{ "10.0.7.9", NO_DROP, NO_DROP },
	{ "10.0.8.9", DROP_urpf_interface, NO_DROP },
	{ "2001:db8:8::9", DROP_urpf_interface, NO_DROP },
	{ "10.3.0.9", DROP_urpf_blackhole, DROP_urpf_blackhole },
	{ "2001:db8:a1::9", DROP_urpf_blackhole, DROP_urpf_blackhole },
	{ "10.4.0.1", DROP_urpf_local, DROP_urpf_local },
	{ "203.0.113.9", DROP_urpf_no_route, DROP_urpf_no_route },
	{ "2001:db8:ff::9", DROP_urpf_no_route, DROP_urpf_no_route },
};

// Families keep their own order: a burst's IPv4 leaves before its IPv6.
static void
assert_order(const struct fake_device *out, struct rte_mbuf *const *packets, uint32_t count,
	uint16_t ether_type)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct rte_ether_hdr *frame = rte_pktmbuf_mtod(packets[i], void *);

		if (frame->ether_type != rte_cpu_to_be_16(ether_type))
			continue;
		while (at < out->taken && out->took[at] != packets[i])
			at++;
		assert_true(at < out->taken);
	}
}

// Packets of all kinds in random order: each has the fate of its kind, those that pass keep theirs.
static void
mixed(struct road_fixture *fixture, enum sbx_rp_filter mode, uint32_t count, uint32_t least_good)
{
	struct rte_mbuf *packets[64], *passed[64];
	uint64_t expected[DROP_REASONS + 1] = { 0 };
	uint32_t good = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t pick = (uint32_t)rand() % 16;
		uint32_t of = pick < least_good ? 3 : RTE_DIM(kinds);
		const struct kind *kind = &kinds[pick % of];
		enum drop_reason reason = mode == SBX_RP_STRICT ? kind->strict : kind->loose;

		packets[i] = from(fixture, kind->source);
		expected[reason]++;
		if (reason == NO_DROP)
			passed[good++] = packets[i];
	}
	filter(fixture, mode);
	road_pass(fixture, packets, (uint16_t)count);
	for (uint32_t reason = 0; reason < DROP_REASONS; reason++)
		assert_int_equal(drops(fixture, IN, reason), expected[reason]);
	assert_int_equal(fixture->device[OUT_PORT].taken, good);
	assert_order(&fixture->device[OUT_PORT], passed, good, RTE_ETHER_TYPE_IPV4);
	assert_order(&fixture->device[OUT_PORT], passed, good, RTE_ETHER_TYPE_IPV6);
}

URPF(mixed_bursts_keep_their_order)
{
	srand(1);
	for (uint32_t round = 0; round < 200; round++) {
		uint32_t count = 1 + (uint32_t)rand() % 64, least_good = (uint32_t)rand() % 17;

		mixed(*state, round % 2 ? SBX_RP_STRICT : SBX_RP_LOOSE, count, least_good);
		unmake(state);
		make(state);
	}
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("mixed bursts: each its own fate, in order", mixed_bursts_keep_their_order),
	};

	return cmocka_run_group_tests_name("urpf", tests, NULL, NULL);
}
