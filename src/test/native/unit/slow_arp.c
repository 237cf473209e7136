// ARP: requests answered, senders learned (RFC 826), nothing else believed.
// Owns: checks of slowpath/arp.c. Next: slow_nd.c.
#include "slow_world.h"

#include "control/own_addresses.h"

static void
give(struct slowpath *slow, const struct world_packet *packet)
{
	world_give(slow, WAN, PUNT_ARP, 0, packet);
}

static void
answers_a_request_for_its_own_address_and_learns_the_sender(void **context)
{
	struct world_packet request = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.1");
	const uint8_t *frame;

	give(*context, &request);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, NULL);
	assert_int_equal(world_port(0), WAN - 1);
	assert_memory_equal(frame, peer_mac, 6);
	assert_memory_equal(frame + 6, wan_mac, 6);
	assert_memory_equal(frame + 12, "\x08\x06\x00\x01\x08\x00\x06\x04\x00\x02", 10);
	assert_memory_equal(frame + 22, wan_mac, 6);
	world_assert_address(frame + 28, "192.0.2.1");
	assert_memory_equal(frame + 32, peer_mac, 6);
	world_assert_address(frame + 38, "192.0.2.9");
	assert_int_equal(world_find("192.0.2.9")->phase, NEIGHBOR_STALE);
	assert_memory_equal(world_find("192.0.2.9")->mac, peer_mac, 6);
}

static void
answers_only_for_addresses_of_the_interface_it_came_in_by(void **context)
{
	struct world_packet other_host = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.77");
	struct world_packet other_interface = world_arp(1, peer_mac, "192.0.2.9", "198.51.100.1");

	give(*context, &other_host);
	give(*context, &other_interface);
	assert_int_equal(world_sent(), 0);
	assert_null(world_find("192.0.2.9"));
}

static void
answers_a_probe_and_learns_nothing_from_it(void **context)
{
	struct world_packet probe = world_arp(1, peer_mac, "0.0.0.0", "192.0.2.1");

	give(*context, &probe);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_state()->neighbors->queues[QUEUE_FREE].count, WORLD_NEIGHBORS);
}

static void
learns_no_sender_off_its_link_but_answers_it(void **context)
{
	static const char *const senders[] = { "10.0.0.1", "192.0.2.255", "192.0.2.0",
		"127.0.0.1" };

	for (uint32_t i = 0; i < RTE_DIM(senders); i++) {
		struct world_packet request = world_arp(1, peer_mac, senders[i], "192.0.2.1");

		give(*context, &request);
		assert_null(world_find(senders[i]));
	}
	assert_int_equal(world_sent(), RTE_DIM(senders));
}

static void
learns_nothing_about_an_own_address(void **context)
{
	struct world_packet conflict = world_arp(1, peer_mac, "192.0.2.1", "192.0.2.1");

	give(*context, &conflict);
	assert_null(world_find("192.0.2.1"));
}

static void
follows_a_gratuitous_change_of_mac_at_once(void **context)
{
	struct world_packet request = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.1");
	struct world_packet moved = world_arp(1, other_mac, "192.0.2.9", "192.0.2.9");
	const struct nexthop_table *table = &world_state()->tables->nexthops;

	give(*context, &request);
	give(*context, &moved);
	assert_memory_equal(world_find("192.0.2.9")->mac, other_mac, 6);
	assert_memory_equal(table->entries[neighbor_id(world_state(),
		world_find("192.0.2.9"))].adjacency.l2, other_mac, 6);
}

static void
makes_no_neighbor_of_a_gratuitous_announcement(void **context)
{
	struct world_packet announcement = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.9");
	struct world_packet reply = world_arp(2, peer_mac, "192.0.2.9", "192.0.2.9");

	give(*context, &announcement);
	give(*context, &reply);
	assert_null(world_find("192.0.2.9"));
}

static void
drops_what_is_malformed(void **context)
{
	static const struct { uint32_t at; uint8_t value; } spoils[] = {
		{ 15, 2 }, { 16, 0x86 }, { 18, 8 }, { 19, 16 }, { 21, 3 }, { 21, 0 }, { 22, 0xFF },
	};
	struct slowpath *slow = *context;

	for (uint32_t i = 0; i < RTE_DIM(spoils); i++) {
		struct world_packet request = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.1");

		request.bytes[spoils[i].at] = spoils[i].value;
		give(slow, &request);
		assert_int_equal(world_drops(slow, WAN, DROP_local_bad), i + 1);
	}
	assert_int_equal(world_sent(), 0);
}

static void
announces_its_addresses_when_they_change(void **context)
{
	own_addresses_up(world_state(), WAN);
	world_wait(*context, 8);
	assert_int_equal(world_sent(), 3);
	world_assert_address(world_frame(0, NULL) + 62, "fe80::ff:fe00:1");
	world_assert_address(world_frame(1, NULL) + 28, "192.0.2.1");
	world_assert_address(world_frame(1, NULL) + 38, "192.0.2.1");
	assert_int_equal(world_frame(2, NULL)[54], 136);
	assert_true(world_checksums_hold(world_frame(2, NULL), 86));
	world_assert_address(world_frame(2, NULL) + 62, "2001:db8:1::1");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(answers_a_request_for_its_own_address_and_learns_the_sender),
		TEST(answers_only_for_addresses_of_the_interface_it_came_in_by),
		TEST(answers_a_probe_and_learns_nothing_from_it),
		TEST(learns_no_sender_off_its_link_but_answers_it),
		TEST(learns_nothing_about_an_own_address),
		TEST(follows_a_gratuitous_change_of_mac_at_once),
		TEST(makes_no_neighbor_of_a_gratuitous_announcement),
		TEST(drops_what_is_malformed),
		TEST(announces_its_addresses_when_they_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
