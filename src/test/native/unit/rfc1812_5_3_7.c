// RFC 1812 5.3.7, martian address filtering, and RFC 6890: a list that an operator sets; packets in, drops out.
// Owns: checks of datapath/martian.h and shared/martians.h. Threads: the test's own. Next: policy_box.c.
#include "road_fixture.h"

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fib_do(fixture->fib, fib_put("0.0.0.0/0", NH_UNICAST));
	fib_do(fixture->fib, fib_put("::/0", NH_UNICAST));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

// An entry of a list; `ways`: 's', 'd' or both.
static struct martian
entry(const char *address, uint32_t length, const char *ways, uint8_t slot)
{
	bool six = strchr(address, ':') != NULL;
	struct sbx_address bits = fib_address(address), mask = { { 0 } };
	struct martian martian = { .family = six ? SBX_IPV6 : SBX_IPV4, .slot = slot,
		.source = strchr(ways, 's') != NULL, .destination = strchr(ways, 'd') != NULL };

	for (uint32_t bit = 0; bit < length; bit++)
		mask.bytes[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
	memcpy(martian.bits, &bits, sizeof(bits));
	memcpy(martian.mask, &mask, sizeof(mask));
	return martian;
}

static struct {
	struct martian_list list;
	struct martian room[8];
} lists;

static void
set(struct road_fixture *fixture, const struct martian *martians, uint32_t count)
{
	lists.list.count = count;
	for (uint32_t i = 0; i < count; i++)
		lists.list.martians[i] = martians[i];
	martian_publish(&fixture->tables->martians, &lists.list);
}

// What becomes of a packet: its drop reason, NO_DROP if it is forwarded.
static enum drop_reason
fate(struct road_fixture *fixture, const char *source, const char *destination)
{
	enum drop_reason reasons[] = { DROP_martian_source, DROP_martian_destination };
	uint64_t before[2], sent = fixture->device[OUT_PORT].taken;
	bool six = strchr(source, ':') != NULL;

	for (uint32_t i = 0; i < 2; i++)
		before[i] = drops(fixture, IN, reasons[i]);
	road_pass_one(fixture, six ? fake6(fixture, source, destination, 64, 8) :
		fake4(fixture, source, destination, 64, 8));
	for (uint32_t i = 0; i < 2; i++)
		if (drops(fixture, IN, reasons[i]) != before[i])
			return reasons[i];
	assert_int_equal(fixture->device[OUT_PORT].taken, sent + 1);
	return NO_DROP;
}

#define GOOD4 "10.0.0.1"
#define GOOD6 "2001:db8::1"

// With an empty list: loopback addresses and group sources alone.
static void
some_are_always_martians(void **state)
{
	static const struct { const char *source, *destination; enum drop_reason reason; } rows[] = {
		{ "127.0.0.1", GOOD4, DROP_martian_source },
		{ GOOD4, "127.255.0.1", DROP_martian_destination },
		{ "224.0.0.1", GOOD4, DROP_martian_source },
		{ "239.255.255.255", GOOD4, DROP_martian_source },
		{ "255.255.255.255", GOOD4, DROP_martian_source },
		{ "::1", GOOD6, DROP_martian_source },
		{ GOOD6, "::1", DROP_martian_destination },
		{ "ff02::1", GOOD6, DROP_martian_source },
		{ "0.0.0.0", GOOD4, NO_DROP },
		{ GOOD4, "0.1.2.3", NO_DROP },
		{ "240.0.0.1", "240.0.0.2", NO_DROP },
		{ "169.254.1.1", "192.0.2.1", NO_DROP },
		{ "::", GOOD6, NO_DROP },
		{ GOOD6, "::2", NO_DROP },
		{ "fc00::1", "3fff::1", NO_DROP },
	};
	struct road_fixture *fixture = *state;

	set(fixture, NULL, 0);
	for (uint32_t i = 0; i < RTE_DIM(rows); i++)
		if (fate(fixture, rows[i].source, rows[i].destination) != rows[i].reason)
			fail_msg("from %s to %s", rows[i].source, rows[i].destination);
}

static void
the_list_adds_others(void **state)
{
	const struct martian list[] = {
		entry("10.0.0.0", 8, "s", 0),
		entry("192.0.2.0", 24, "sd", 1),
		entry("198.51.100.7", 32, "d", 2),
		entry("240.0.0.0", 4, "sd", 3),
		entry("fc00::", 7, "s", 4),
		entry("2001:db8:bad::", 48, "sd", 5),
		entry("::", 128, "sd", 6),
	};
	static const struct { const char *source, *destination; enum drop_reason reason; uint32_t slot; } rows[] = {
		{ "10.1.2.3", "8.8.8.8", DROP_martian_source, 0 },
		{ "8.8.8.8", "10.1.2.3", NO_DROP, 0 },            // source only
		{ "11.0.0.1", "8.8.8.8", NO_DROP, 0 },
		{ "192.0.2.255", "8.8.8.8", DROP_martian_source, 1 },
		{ "8.8.8.8", "192.0.2.0", DROP_martian_destination, 1 },
		{ "192.0.1.255", "192.0.3.0", NO_DROP, 0 },       // the same first byte, the long way round
		{ "8.8.8.8", "198.51.100.7", DROP_martian_destination, 2 },
		{ "198.51.100.7", "198.51.100.6", NO_DROP, 0 },   // destination only
		{ "250.1.1.1", "8.8.8.8", DROP_martian_source, 3 },
		{ "fd00::1", "2001:db8::1", DROP_martian_source, 4 },
		{ "2001:db8::1", "fd00::1", NO_DROP, 0 },
		{ "2001:db8:bad:1::1", "2001:db8::1", DROP_martian_source, 5 },
		{ "2001:db8:bac::1", "2001:db8:bae::1", NO_DROP, 0 },
		{ "::", "2001:db8::1", DROP_martian_source, 6 },
		{ "::2", "2001:db8::1", NO_DROP, 0 },
		{ "10.1.2.3", "192.0.2.1", DROP_martian_source, 0 }, // the first that matches
	};
	struct road_fixture *fixture = *state;
	uint64_t expected[RTE_DIM(list)] = { 0 };

	set(fixture, list, RTE_DIM(list));
	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		if (fate(fixture, rows[i].source, rows[i].destination) != rows[i].reason)
			fail_msg("from %s to %s", rows[i].source, rows[i].destination);
		expected[rows[i].slot] += rows[i].reason != NO_DROP;
	}
	for (uint32_t i = 0; i < RTE_DIM(list); i++)
		assert_int_equal(fixture->worker->martians[i], expected[i]);
}

// What is enabled or no more counts for the very next packet.
static void
it_is_switched_at_once(void **state)
{
	const struct martian one[] = { entry("10.0.0.0", 8, "s", 0) };
	struct road_fixture *fixture = *state;

	for (uint32_t round = 0; round < 3; round++) {
		set(fixture, one, 1);
		assert_int_equal(fate(fixture, "10.1.2.3", "8.8.8.8"), DROP_martian_source);
		set(fixture, NULL, 0);
		assert_int_equal(fate(fixture, "10.1.2.3", "8.8.8.8"), NO_DROP);
	}
}

// Only what an entry may be about leaves the short way.
static void
the_first_bytes_are_those_of_the_list(void **state)
{
	const struct martian list[] = { entry("10.0.0.0", 8, "s", 0), entry("96.0.0.0", 3, "s", 1),
		entry("fc00::", 7, "s", 2), entry("2001:db8::", 32, "d", 3) };
	struct road_fixture *fixture = *state;
	const struct martian_policy *policy = &fixture->tables->martians;

	set(fixture, list, RTE_DIM(list));
	for (uint32_t byte = 0; byte < 256; byte++) {
		bool four = byte == 10 || (byte >= 96 && byte < 128) || (byte >= 224 && byte < 240) || byte == 255;
		bool six = byte == 0 || byte == 0x20 || byte >= 0xFC;

		assert_int_equal(policy->suspects4[byte] != 0, four);
		assert_int_equal(policy->suspects6[byte] != 0, six);
	}
	set(fixture, NULL, 0);
	assert_int_equal(policy->suspects4[10], 0);
	assert_int_equal(policy->suspects6[0x20], 0);
}

// 5.3.8: no error is sent about one.
static void
nobody_is_told(void **state)
{
	const struct martian one[] = { entry("10.0.0.0", 8, "sd", 0) };
	struct road_fixture *fixture = *state;

	set(fixture, one, 1);
	assert_dropped(fixture, fake4(fixture, "10.1.2.3", "8.8.8.8", 64, 8), DROP_martian_source);
	assert_dropped(fixture, fake4(fixture, "8.8.8.8", "10.1.2.3", 1, 8), DROP_martian_destination);
	assert_int_equal(fixture->counters->core[CORE_punted], 0);
}

#define TEST(function) { #function, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(some_are_always_martians),
		TEST(the_list_adds_others),
		TEST(it_is_switched_at_once),
		TEST(the_first_bytes_are_those_of_the_list),
		TEST(nobody_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
