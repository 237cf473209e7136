// RFC 5227, IPv4 address conflicts: announcements of own addresses, conflicts noticed and answered.
// Owns: checks of slowpath/own.c and arp.c, control/own_addresses.c. Next: rfc4862_5_4.c.
#include "slow_world.h"

#include "control/own_addresses.h"

static const uint8_t everybody[6] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

static void
give(struct slowpath *slow, const struct world_packet *packet)
{
	world_give(slow, WAN, PUNT_ARP, 0, packet);
}

static void
assert_announces(uint32_t i, const char *address)
{
	const uint8_t *frame = world_frame(i, NULL);

	assert_memory_equal(frame, everybody, 6);
	assert_memory_equal(frame + 6, wan_mac, 6);
	assert_memory_equal(frame + 12, "\x08\x06\x00\x01\x08\x00\x06\x04\x00\x01", 10);
	assert_memory_equal(frame + 22, wan_mac, 6);
	world_assert_address(frame + 28, address);
	world_assert_address(frame + 38, address);
}

static struct sbx_interface_address_state
state_of(uint32_t i)
{
	struct sbx_interface_address_state states[3];

	assert_int_equal(interface_addresses(world_state(), WAN, states, 3), 3);
	return states[i];
}

static void
set(const char *const *addresses, uint32_t count)
{
	struct sbx_interface_address own[4] = { 0 };

	for (uint32_t i = 0; i < count; i++)
		own[i] = (struct sbx_interface_address){ world_address(addresses[i]), SBX_IPV4, 24, { 0 } };
	assert_int_equal(interface_set_addresses(world_state(), WAN, own, count), 0);
}

// 2.3: two announcements, two seconds apart, of what is new.
static void
s2_3_a_new_address_is_announced_twice(void **context)
{
	static const char *const addresses[] = { "192.0.2.1", "192.0.2.2" };
	struct slowpath *slow = *context;

	set(addresses, 2);
	world_wait(slow, 8);
	assert_int_equal(world_sent(), 1);
	assert_announces(0, "192.0.2.2");
	world_wait(slow, 1900);
	assert_int_equal(world_sent(), 1);
	world_wait(slow, 200);
	assert_int_equal(world_sent(), 2);
	assert_announces(1, "192.0.2.2");
	set(addresses, 2);
	world_wait(slow, 10000);
	assert_int_equal(world_sent(), 2);
}

// When the interface has been down, or the link, somebody may have learned otherwise.
static void
all_are_announced_when_the_link_is_back(void **context)
{
	static const char *const addresses[] = { "192.0.2.1", "192.0.2.2" };
	struct slowpath *slow = *context;

	world_state()->tables->interfaces[WAN].link = false;
	set(addresses, 2);
	own_addresses_up(world_state(), WAN);
	world_wait(slow, 5000);
	assert_int_equal(world_sent(), 0); // there is nobody to tell
	world_state()->tables->interfaces[WAN].link = true;
	own_addresses_up(world_state(), WAN);
	world_wait(slow, 5000);
	assert_int_equal(world_sent(), 5); // the link-local one once
	assert_announces(1, "192.0.2.1");
	assert_announces(2, "192.0.2.2");
	assert_announces(3, "192.0.2.1");
	assert_announces(4, "192.0.2.2");
}

// 2.4: whatever ARP packet has the own address as its sender's.
static void
s2_4_a_conflict_is_noticed(void **context)
{
	static const struct { uint16_t operation; const char *target; } rows[] = {
		{ 1, "192.0.2.1" }, { 1, "192.0.2.77" }, { 2, "192.0.2.1" }, { 2, "192.0.2.9" },
	};
	struct slowpath *slow = *context;

	for (uint32_t i = 0; i < RTE_DIM(rows); i++) {
		struct world_packet packet = world_arp(rows[i].operation, other_mac, "192.0.2.1",
			rows[i].target);

		give(slow, &packet);
		assert_int_equal(state_of(0).conflicts, i + 1);
	}
	assert_int_equal(slow->counters->interface[WAN][INTERFACE_address_conflicts], RTE_DIM(rows));
	assert_memory_equal(state_of(0).conflict_mac, other_mac, 6);
	assert_int_equal(state_of(0).status, SBX_ADDRESS_USED); // a router keeps it
	world_wait(slow, 400);
	assert_int_equal(state_of(0).conflict_age_ms, 400);
	assert_int_equal(state_of(1).conflicts, 0);
	assert_null(world_find("192.0.2.1"));
}

// 2.4 (c): it is defended, once in ten seconds: two that both insist must not flood the link.
static void
s2_4_it_is_defended_but_not_in_turns(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_arp(1, other_mac, "192.0.2.1", "192.0.2.1");

	for (uint32_t i = 0; i < 100; i++)
		give(slow, &packet);
	assert_int_equal(world_sent(), 1);
	assert_announces(0, "192.0.2.1");
	world_wait(slow, 9900);
	give(slow, &packet);
	assert_int_equal(world_sent(), 1);
	world_wait(slow, 200);
	give(slow, &packet);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(state_of(0).conflicts, 102);
}

// 2.1.1: who asks whether an address is free is no conflict, and is told that it is not.
static void
s2_1_1_a_probe_is_answered(void **context)
{
	struct world_packet probe = world_arp(1, other_mac, "0.0.0.0", "192.0.2.1");

	give(*context, &probe);
	assert_int_equal(world_sent(), 1);
	assert_memory_equal(world_frame(0, NULL) + 20, "\x00\x02", 2);
	assert_int_equal(state_of(0).conflicts, 0);
}

static void
its_own_packets_given_back_are_no_conflict(void **context)
{
	struct world_packet packet = world_arp(1, wan_mac, "192.0.2.1", "192.0.2.1");

	give(*context, &packet);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(state_of(0).conflicts, 0);
}

// On another interface it is another link's matter.
static void
only_the_interface_s_own_addresses_count(void **context)
{
	struct world_packet packet = world_arp(1, other_mac, "198.51.100.1", "192.0.2.1");
	struct slowpath *slow = *context;

	give(slow, &packet);
	assert_int_equal(slow->counters->interface[WAN][INTERFACE_address_conflicts], 0);
}

static void
what_there_is_to_tell_is_told_in_part_or_not_at_all(void **context)
{
	struct sbx_interface_address_state one;

	(void)context;
	assert_int_equal(interface_addresses(world_state(), WAN, &one, 1), 3);
	assert_memory_equal(one.address.bytes, "\xC0\x00\x02\x01", 4);
	assert_int_equal(one.family, SBX_IPV4);
	assert_int_equal(one.length, 24);
	assert_int_equal(interface_addresses(world_state(), 99, &one, 1), -ENOENT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(s2_1_1_a_probe_is_answered),
		TEST(s2_3_a_new_address_is_announced_twice),
		TEST(all_are_announced_when_the_link_is_back),
		TEST(s2_4_a_conflict_is_noticed),
		TEST(s2_4_it_is_defended_but_not_in_turns),
		TEST(its_own_packets_given_back_are_no_conflict),
		TEST(only_the_interface_s_own_addresses_count),
		TEST(what_there_is_to_tell_is_told_in_part_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
