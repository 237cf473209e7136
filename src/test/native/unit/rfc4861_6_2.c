// RFC 4861 6.1 and 6.2, the router's part of router discovery: advertisements, their bytes and times.
// Owns: checks of slowpath/router.c and control/advertisement.c. Next: slow_neighbors.c.
#include "slow_world.h"

#include "control/advertisement.h"
#include "control/own_addresses.h"

static const struct sbx_router_advertisement usual = {
	.send = 1, .managed = 1, .hop_limit = 64, .lifetime_seconds = 1800, .min_interval_seconds = 200,
	.max_interval_seconds = 600, .mtu = 1400, .reachable_ms = 30000, .retransmit_ms = 1000, .prefix_count = 2,
	.prefixes = {
		{ { { 0x20, 0x01, 0x0D, 0xB8, 0, 1 } }, 64, 1, 1, 0, 2592000, 604800 },
		{ { { 0x20, 0x01, 0x0D, 0xB8, 0, 9 } }, 48, 0, 0, 0, UINT32_MAX, UINT32_MAX },
	},
};

static void
set(const struct sbx_router_advertisement *advertisement)
{
	assert_int_equal(interface_set_advertisement(world_state(), WAN, advertisement), 0);
}

static void
solicit(struct slowpath *slow, const char *source, const uint8_t *mac)
{
	uint8_t rest[12] = { 0 };
	struct world_packet packet;

	if (mac != NULL) {
		rest[4] = rest[5] = 1;
		memcpy(rest + 6, mac, 6);
	}
	packet = world_icmp(source, "ff02::2", 133, 0, rest, mac != NULL ? 12 : 4);
	packet.bytes[21] = 255;
	world_give(slow, WAN, PUNT_MULTICAST, 0, &packet);
}

// Milliseconds until so many frames have been sent in all.
static uint64_t
wait_for(struct slowpath *slow, uint32_t frames)
{
	uint64_t start = world_state()->neighbors->now;

	while (world_sent() < frames && world_state()->neighbors->now - start < 2000000)
		world_wait(slow, 4);
	assert_int_equal(world_sent(), frames);
	return world_state()->neighbors->now - start;
}

// 4.2, 4.6: a message with all that it can have.
static void
an_advertisement_has_these_bytes(void **context)
{
	static const uint8_t options[] = {
		1, 1, 2, 0, 0, 0, 0, 1,
		5, 1, 0, 0, 0, 0, 0x05, 0x78,
		3, 4, 64, 0xC0, 0, 0x27, 0x8D, 0, 0, 0x09, 0x3A, 0x80, 0, 0, 0, 0,
		0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		3, 4, 48, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,
		0x20, 0x01, 0x0D, 0xB8, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	};
	static const uint8_t head[] = { 64, 0x80, 0x07, 0x08, 0, 0, 0x75, 0x30, 0, 0, 0x03, 0xE8 };
	const uint8_t *frame;
	uint32_t length;

	set(&usual);
	world_wait(*context, 8);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_int_equal(length, 14 + 40 + 16 + sizeof(options));
	assert_true(world_checksums_hold(frame, length));
	assert_memory_equal(frame, "\x33\x33\0\0\0\x01", 6);
	assert_int_equal(frame[21], 255);
	world_assert_address(frame + 22, "fe80::ff:fe00:1");
	world_assert_address(frame + 38, "ff02::1");
	assert_memory_equal(frame + 54, "\x86\x00", 2);
	assert_memory_equal(frame + 58, head, sizeof(head));
	assert_memory_equal(frame + 70, options, sizeof(options));
	assert_int_equal(((struct slowpath *)*context)->counters
		->interface[WAN][INTERFACE_router_advertisements_sent], 1);
}

static void
only_what_is_said_is_in_it(void **context)
{
	const struct sbx_router_advertisement least = { .send = 1, .other = 1, .min_interval_seconds = 3,
		.max_interval_seconds = 4 };
	uint32_t length;

	set(&least);
	world_wait(*context, 8);
	assert_memory_equal(world_frame(0, &length) + 58, "\0\x40\0\0\0\0\0\0\0\0\0\0", 12);
	assert_int_equal(length, 14 + 40 + 16 + 8);
}

// 6.2.2: an interface sends none unless it is told to.
static void
s2_none_unless_it_is_set(void **context)
{
	struct slowpath *slow = *context;

	own_addresses_up(world_state(), WAN);
	world_wait(slow, 100000);
	world_clear();
	solicit(slow, "fe80::9", peer_mac);
	world_wait(slow, 10000);
	assert_int_equal(world_sent(), 0);
}

// 6.2.4: the first three at most 16 s apart, then between the two intervals.
static void
s4_unsolicited_ones_come_in_time(void **context)
{
	struct slowpath *slow = *context;
	uint64_t least = UINT64_MAX, most = 0;

	set(&usual);
	wait_for(slow, 1);
	for (uint32_t i = 2; i <= 4; i++)
		assert_in_range(wait_for(slow, i), 15900, 16100);
	for (uint32_t i = 5; i < 40; i++) {
		uint64_t waited = wait_for(slow, i);

		assert_in_range(waited, 199900, 600100);
		least = RTE_MIN(least, waited);
		most = RTE_MAX(most, waited);
	}
	assert_true(most - least > 10000); // they are drawn
}

// 6.2.6: within half a second, all by one; but three seconds after the one before.
static void
s6_solicitations_are_answered(void **context)
{
	struct slowpath *slow = *context;

	set(&usual);
	wait_for(slow, 1);
	world_wait(slow, 5000);
	for (uint32_t i = 0; i < 50; i++)
		solicit(slow, "fe80::9", peer_mac);
	assert_true(wait_for(slow, 2) <= 508);
	solicit(slow, "::", NULL);
	assert_in_range(wait_for(slow, 3), 2980, 3020);
	world_wait(slow, 3000);
	assert_int_equal(world_sent(), 3);
	for (uint32_t i = 0; i < world_sent(); i++)
		world_assert_address(world_frame(i, NULL) + 38, "ff02::1");
}

// 6.2.6: who says its MAC becomes known, and has to be proven.
static void
s6_the_host_becomes_known(void **context)
{
	struct slowpath *slow = *context;

	solicit(slow, "fe80::77", peer_mac);
	assert_int_equal(world_find("fe80::77")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("fe80::77")->mac, peer_mac, 6);
	solicit(slow, "fe80::77", other_mac);
	assert_memory_equal(world_find("fe80::77")->mac, other_mac, 6);
	solicit(slow, "fe80::78", NULL);
	assert_null(world_find("fe80::78"));
	solicit(slow, "2001:db8:99::1", peer_mac); // of no prefix of the link
	assert_null(world_find("2001:db8:99::1"));
}

// 6.1.1, rule by rule.
static void
a_malformed_solicitation_is_dropped(void **context)
{
	static const uint8_t options[12] = { 0, 0, 0, 0, 1, 1, 2, 0, 0, 0, 9, 1 };
	struct world_packet good = world_icmp("fe80::9", "ff02::2", 133, 0, options, 12), bad[6];
	struct slowpath *slow = *context;
	uint32_t n = 0;

	set(&usual);
	wait_for(slow, 1);
	world_wait(slow, 5000);
	good.bytes[21] = 255;
	bad[n] = good;
	bad[n++].bytes[21] = 254;         // hop limit
	bad[n] = good;
	bad[n++].bytes[55] = 1;           // code
	bad[n] = good;
	bad[n++].bytes[63] = 0;           // an option of length 0
	bad[n] = good;
	bad[n++].bytes[63] = 2;           // an option that is longer than the message
	bad[n] = good;
	memset(bad[n++].bytes + 22, 0, 16); // from nobody, who has a MAC
	for (uint32_t i = 0; i < n; i++) {
		world_seal(&bad[i]);
		world_give(slow, WAN, PUNT_MULTICAST, 0, &bad[i]);
		assert_int_equal(world_drops(slow, WAN, DROP_local_bad), i + 1);
	}
	world_wait(slow, 5000);
	assert_int_equal(world_sent(), 1);
	assert_null(world_find("fe80::9"));
}

// 6.2.5: hosts are told that it is no router any more.
static void
s5_when_it_ends_hosts_are_told(void **context)
{
	static const struct sbx_router_advertisement none;
	struct slowpath *slow = *context;

	set(&usual);
	wait_for(slow, 1);
	world_wait(slow, 5000);
	set(&none);
	world_wait(slow, 60000);
	assert_int_equal(world_sent(), 1 + 3);
	for (uint32_t i = 1; i < 4; i++)
		assert_memory_equal(world_frame(i, NULL) + 58, "\0\0\0\0", 4); // lifetime 0
	set(&none);
	world_wait(slow, 60000);
	assert_int_equal(world_sent(), 1 + 3);
}

// 6.2.4: what has changed is told soon.
static void
s4_a_change_is_told(void **context)
{
	struct sbx_router_advertisement changed = usual, read;
	struct slowpath *slow = *context;

	set(&usual);
	wait_for(slow, 1);
	world_wait(slow, 200);
	changed.lifetime_seconds = 900;
	set(&changed);
	assert_in_range(wait_for(slow, 2), 2780, 2820);
	assert_memory_equal(world_frame(1, NULL) + 60, "\x03\x84", 2);
	assert_int_equal(interface_get_advertisement(world_state(), WAN, &read), 0);
	assert_memory_equal(&read, &changed, sizeof(read));
}

static void
it_takes_a_link_and_a_link_local_address(void **context)
{
	struct slowpath *slow = *context;

	world_state()->tables->interfaces[WAN].link = false;
	set(&usual);
	world_wait(slow, 20000);
	assert_int_equal(world_sent(), 0);
	world_state()->tables->interfaces[WAN].link = true;
	world_state()->interfaces[WAN].checks = 1;
	assert_int_equal(interface_set_addresses(world_state(), WAN, NULL, 0), 0);
	own_addresses_begin(world_state(), WAN);
	world_wait(slow, 500);
	assert_int_equal(world_sent(), 1); // the check of it
	assert_int_equal(world_frame(0, NULL)[54], 135);
	world_wait(slow, 600);
	assert_int_equal(world_sent(), 3);
	assert_int_equal(world_frame(2, NULL)[54], 134);
}

static void
an_mtu_above_the_interface_s_is_refused(void **context)
{
	struct sbx_router_advertisement large = usual;

	(void)context;
	large.mtu = 1501;
	assert_int_equal(interface_set_advertisement(world_state(), WAN, &large), -EINVAL);
	assert_int_equal(interface_set_advertisement(world_state(), 99, &usual), -ENOENT);
	assert_int_equal(interface_get_advertisement(world_state(), 99, &large), -ENOENT);
	assert_int_equal(world_state()->interfaces[WAN].advertisement.send, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(an_advertisement_has_these_bytes),
		TEST(only_what_is_said_is_in_it),
		TEST(s2_none_unless_it_is_set),
		TEST(s4_unsolicited_ones_come_in_time),
		TEST(s4_a_change_is_told),
		TEST(s5_when_it_ends_hosts_are_told),
		TEST(s6_solicitations_are_answered),
		TEST(s6_the_host_becomes_known),
		TEST(a_malformed_solicitation_is_dropped),
		TEST(it_takes_a_link_and_a_link_local_address),
		TEST(an_mtu_above_the_interface_s_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
