// Neighbor discovery: RFC 4861 7.1 and 7.2, rule by rule.
// Owns: checks of slowpath/nd.c. Next: slow_icmp4.c.
#include "slow_world.h"

#define GROUP "ff02::1:ff00:1"    // solicited-node group of every ...:0:1 address
#define SOLICITED 0x40000000u
#define OVERRIDE 0x20000000u

static void
give(struct slowpath *slow, const struct world_packet *packet)
{
	world_give(slow, WAN, PUNT_MULTICAST, 0, packet);
}

static void
forward(struct slowpath *slow, const char *destination)
{
	struct world_packet packet = world_udp("2001:db8:2::7", destination, 10);

	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
}

static void
advertise(struct slowpath *slow, uint32_t flags, const uint8_t *mac)
{
	struct world_packet packet = world_nd(136, "2001:db8:1::9", "2001:db8:1::1",
		"2001:db8:1::9", flags, mac);

	world_give(slow, WAN, PUNT_LOCAL, 0, &packet);
}

static void
learn(struct slowpath *slow)
{
	forward(slow, "2001:db8:1::9");
	advertise(slow, SOLICITED | OVERRIDE, peer_mac);
	world_clear();
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_REACHABLE);
}

static void
answers_a_solicitation_and_learns_the_sender(void **context)
{
	struct world_packet packet = world_nd(135, "2001:db8:1::9", GROUP, "2001:db8:1::1", 0,
		peer_mac);
	const uint8_t *frame;
	uint32_t length;

	give(*context, &packet);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_int_equal(length, 86);
	assert_true(world_checksums_hold(frame, length));
	assert_memory_equal(frame, peer_mac, 6);
	assert_memory_equal(frame + 6, wan_mac, 6);
	assert_int_equal(frame[21], 255);
	world_assert_address(frame + 22, "2001:db8:1::1");
	world_assert_address(frame + 38, "2001:db8:1::9");
	assert_int_equal(frame[54], 136);
	assert_int_equal(frame[58], 0xE0); // router, solicited, override
	world_assert_address(frame + 62, "2001:db8:1::1");
	assert_memory_equal(frame + 78, "\x02\x01", 2);
	assert_memory_equal(frame + 80, wan_mac, 6);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
}

static void
answers_for_its_link_local_address(void **context)
{
	struct world_packet packet = world_nd(135, "fe80::9", GROUP, "fe80::ff:fe00:1", 0,
		peer_mac);

	give(*context, &packet);
	assert_int_equal(world_sent(), 1);
	world_assert_address(world_frame(0, NULL) + 22, "fe80::ff:fe00:1");
	assert_non_null(world_find("fe80::9"));
}

static void
answers_duplicate_address_detection_to_all_nodes_and_learns_nothing(void **context)
{
	struct world_packet packet = world_nd(135, "::", GROUP, "2001:db8:1::1", 0, NULL);
	const uint8_t *frame;

	give(*context, &packet);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, NULL);
	assert_memory_equal(frame, "\x33\x33\0\0\0\x01", 6);
	world_assert_address(frame + 38, "ff02::1");
	assert_int_equal(frame[58], 0xA0); // router, override; not solicited
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, WORLD_NEIGHBORS);
}

static void
is_silent_about_addresses_that_are_not_its_own(void **context)
{
	struct world_packet other = world_nd(135, "2001:db8:1::9", GROUP, "2001:db8:1:0:1::1", 0,
		peer_mac);
	struct world_packet elsewhere = world_nd(135, "2001:db8:1::9", GROUP, "2001:db8:2::1", 0,
		peer_mac);

	give(*context, &other);
	give(*context, &elsewhere);
	assert_int_equal(world_sent(), 0);
}

static void
learns_no_sender_off_its_link_but_answers_it(void **context)
{
	struct world_packet packet = world_nd(135, "2001:db8:99::9", GROUP, "2001:db8:1::1", 0,
		peer_mac);

	give(*context, &packet);
	assert_int_equal(world_sent(), 1);
	assert_null(world_find("2001:db8:99::9"));
}

static void
drops_what_rfc_4861_7_1_says_to_drop(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet good = world_nd(135, "2001:db8:1::9", GROUP, "2001:db8:1::1", 0,
		peer_mac);
	struct world_packet bad[10];
	uint32_t n = 0;

	bad[n] = good;
	bad[n++].bytes[21] = 254;         // hop limit
	bad[n] = good;
	bad[n++].bytes[55] = 1;           // code
	bad[n] = good;
	bad[n++].bytes[62] = 0xFF;        // target is multicast
	bad[n] = good;
	bad[n++].bytes[79] = 0;           // option of length 0
	bad[n] = good;
	bad[n++].bytes[79] = 2;           // option longer than the message
	bad[n] = good;
	bad[n++].bytes[80] = 0x01;        // a group's MAC
	bad[n++] = world_nd(135, "::", GROUP, "2001:db8:1::1", 0, peer_mac); // DAD with an option
	bad[n++] = world_nd(135, "::", "ff02::1", "2001:db8:1::1", 0, NULL); // DAD not to the group
	bad[n++] = world_nd(136, "2001:db8:1::9", "ff02::1", "2001:db8:1::9", SOLICITED, peer_mac);
	for (uint32_t i = 0; i < n; i++) {
		world_seal(&bad[i]);
		give(slow, &bad[i]);
		assert_int_equal(world_drops(slow, WAN, DROP_local_bad), i + 1);
	}
	good.bytes[56] ^= 1;              // checksum
	give(slow, &good);
	assert_int_equal(world_drops(slow, WAN, DROP_local_bad), n + 1);
	assert_int_equal(world_sent(), 0);
	assert_null(world_find("2001:db8:1::9"));
}

static void
asks_the_solicited_node_group_and_sends_what_it_held(void **context)
{
	struct slowpath *slow = *context;
	const uint8_t *frame;
	uint32_t length;

	forward(slow, "2001:db8:1::a1:b2c3");
	frame = world_frame(0, &length);
	assert_true(world_checksums_hold(frame, length));
	assert_memory_equal(frame, "\x33\x33\xFF\xa1\xb2\xc3", 6);
	world_assert_address(frame + 22, "2001:db8:1::1");
	world_assert_address(frame + 38, "ff02::1:ffa1:b2c3");
	assert_int_equal(frame[21], 255);
	assert_int_equal(frame[54], 135);
	world_assert_address(frame + 62, "2001:db8:1::a1:b2c3");
	assert_memory_equal(frame + 78, "\x01\x01", 2);
	assert_memory_equal(frame + 80, wan_mac, 6);
	world_clear();
	{
		struct world_packet packet = world_nd(136, "2001:db8:1::a1:b2c3", "2001:db8:1::1",
			"2001:db8:1::a1:b2c3", SOLICITED, peer_mac);

		world_give(slow, WAN, PUNT_LOCAL, 0, &packet);
	}
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_memory_equal(frame, peer_mac, 6);
	assert_int_equal(frame[21], 16); // hop limit went down once
	assert_true(world_checksums_hold(frame, length));
}

static void
probes_an_old_neighbor_by_unicast(void **context)
{
	struct slowpath *slow = *context;

	learn(slow);
	world_use(neighbor_id(world_state(), world_find("2001:db8:1::9")), 1);
	world_wait(slow, WORLD_REACHABLE + 100);
	assert_int_equal(world_sent(), 1);
	assert_memory_equal(world_frame(0, NULL), peer_mac, 6);
	world_assert_address(world_frame(0, NULL) + 38, "2001:db8:1::9");
}

static void
an_advertisement_of_an_unknown_neighbor_makes_none(void **context)
{
	advertise(*context, SOLICITED | OVERRIDE, peer_mac);
	assert_null(world_find("2001:db8:1::9"));
}

static void
incomplete_takes_any_mac_and_believes_only_what_it_asked_for(void **context)
{
	struct slowpath *slow = *context;

	forward(slow, "2001:db8:1::9");
	advertise(slow, SOLICITED, NULL); // no MAC in it: ignored
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_INCOMPLETE);
	advertise(slow, 0, peer_mac);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, peer_mac, 6);
}

static void
without_override_another_mac_only_raises_doubt(void **context)
{
	struct slowpath *slow = *context;

	learn(slow);
	advertise(slow, SOLICITED, other_mac);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, peer_mac, 6);
	advertise(slow, SOLICITED, other_mac); // and changes nothing once in doubt
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, peer_mac, 6);
}

static void
with_override_another_mac_is_taken_at_once(void **context)
{
	struct slowpath *slow = *context;

	learn(slow);
	advertise(slow, OVERRIDE, other_mac);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, other_mac, 6);
	advertise(slow, OVERRIDE | SOLICITED, peer_mac);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_REACHABLE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, peer_mac, 6);
}

static void
the_same_mac_solicited_confirms_unsolicited_changes_nothing(void **context)
{
	struct slowpath *slow = *context;

	learn(slow);
	world_wait(slow, WORLD_REACHABLE + 5000);
	world_clear();
	assert_int_not_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_REACHABLE);
	advertise(slow, OVERRIDE, peer_mac);
	assert_int_not_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_REACHABLE);
	advertise(slow, SOLICITED, NULL);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_REACHABLE);
}

static void
a_solicitation_with_another_mac_moves_the_neighbor(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_nd(135, "2001:db8:1::9", GROUP, "2001:db8:1::1", 0,
		other_mac);

	learn(slow);
	give(slow, &packet);
	assert_int_equal(world_find("2001:db8:1::9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("2001:db8:1::9")->mac, other_mac, 6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(answers_a_solicitation_and_learns_the_sender),
		TEST(answers_for_its_link_local_address),
		TEST(answers_duplicate_address_detection_to_all_nodes_and_learns_nothing),
		TEST(is_silent_about_addresses_that_are_not_its_own),
		TEST(learns_no_sender_off_its_link_but_answers_it),
		TEST(drops_what_rfc_4861_7_1_says_to_drop),
		TEST(asks_the_solicited_node_group_and_sends_what_it_held),
		TEST(probes_an_old_neighbor_by_unicast),
		TEST(an_advertisement_of_an_unknown_neighbor_makes_none),
		TEST(incomplete_takes_any_mac_and_believes_only_what_it_asked_for),
		TEST(without_override_another_mac_only_raises_doubt),
		TEST(with_override_another_mac_is_taken_at_once),
		TEST(the_same_mac_solicited_confirms_unsolicited_changes_nothing),
		TEST(a_solicitation_with_another_mac_moves_the_neighbor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
