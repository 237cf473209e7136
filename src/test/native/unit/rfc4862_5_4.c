// RFC 4862 5.4, duplicate address detection of own IPv6 addresses, step by step.
// Owns: checks of slowpath/own.c and nd.c, control/own_addresses.c. Next: rfc4861_6_2.c.
#include "slow_world.h"

#include "control/own_addresses.h"

#define NEW "2001:db8:1::a1:b2c3"
#define NEW_GROUP "ff02::1:ffa1:b2c3"
#define OVERRIDE 0x20000000u

static struct sbx_interface_address_state
new_state(void)
{
	struct sbx_interface_address_state states[2];

	assert_int_equal(interface_addresses(world_state(), WAN, states, 2), 2);
	return states[0];
}

static void
set_new(void)
{
	struct sbx_interface_address own = { world_address(NEW), SBX_IPV6, 64, { 0 } };

	assert_int_equal(interface_set_addresses(world_state(), WAN, &own, 1), 0);
	world_route(NEW, 128, 4);
}

static void
begin(struct slowpath *slow, uint8_t checks)
{
	assert_int_equal(interface_set_checks(world_state(), WAN, checks), 0);
	set_new();
	world_wait(slow, 8);
}

// 5.4.2: a solicitation from nobody, to the address's group, without an option.
static void
s2_it_is_asked_for(void **context)
{
	struct slowpath *slow = *context;
	const uint8_t *frame;
	uint32_t length;

	begin(slow, 1);
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &length);
	assert_int_equal(length, 14 + 40 + 24);
	assert_true(world_checksums_hold(frame, length));
	assert_memory_equal(frame, "\x33\x33\xFF\xa1\xb2\xc3", 6);
	assert_memory_equal(frame + 6, wan_mac, 6);
	assert_int_equal(frame[21], 255);
	world_assert_address(frame + 22, "::");
	world_assert_address(frame + 38, NEW_GROUP);
	assert_memory_equal(frame + 54, "\x87\x00", 2);
	world_assert_address(frame + 62, NEW);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
}

// 5.4: after RetransTimer it is used, and the link hears of it.
static void
unanswered_it_is_used(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet echo = world_echo("2001:db8:1::9", NEW, 8);

	begin(slow, 1);
	world_know(slow);
	world_clear();
	world_wait(slow, WORLD_RETRANSMIT - 100);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
	world_wait(slow, 100);
	assert_int_equal(new_state().status, SBX_ADDRESS_USED);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_frame(0, NULL)[54], 136);
	world_assert_address(world_frame(0, NULL) + 22, NEW);
	world_clear();
	world_give(slow, WAN, PUNT_LOCAL, 0, &echo);
	assert_int_equal(world_answer(NULL)[40], 129);
}

static void
it_is_asked_for_as_often_as_is_set(void **context)
{
	struct slowpath *slow = *context;

	begin(slow, 3);
	for (uint32_t sent = 1; sent <= 3; sent++) {
		assert_int_equal(world_sent(), sent);
		assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
		world_wait(slow, WORLD_RETRANSMIT);
	}
	assert_int_equal(new_state().status, SBX_ADDRESS_USED);
}

static void
with_no_checks_it_is_used_at_once(void **context)
{
	begin(*context, 0);
	assert_int_equal(new_state().status, SBX_ADDRESS_USED);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_frame(0, NULL)[54], 136); // announced
}

// 5.4: until then nothing is taken for it and nothing sent from it.
static void
a_tentative_address_is_not_used(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet echo = world_echo("2001:db8:2::7", NEW, 8);
	struct world_packet solicited = world_nd(135, "fe80::9", NEW_GROUP, NEW, 0, peer_mac);
	struct world_packet dropped = world_udp("2001:db8:1::9", "2001:db8:77::1", 8);
	struct world_packet onward = world_udp("2001:db8:2::7", "2001:db8:1::77", 8);

	begin(slow, 1);
	world_know(slow);
	world_clear();
	world_give(slow, LAN, PUNT_LOCAL, 0, &echo);
	assert_int_equal(world_drops(slow, LAN, DROP_address_not_usable), 1);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &solicited);
	assert_int_equal(world_sent(), 0);
	world_give(slow, LAN, PUNT_ERROR, DROP_no_route, &dropped); // of the other interface instead
	world_assert_address(world_answer(NULL) + 8, "2001:db8:2::1");
	world_clear();
	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &onward);
	assert_int_equal(world_sent(), 1);
	assert_int_equal(world_frame(0, NULL)[54], 135);
	world_assert_address(world_frame(0, NULL) + 22, "fe80::ff:fe00:1");
}

static void
assert_duplicate(struct slowpath *slow)
{
	struct world_packet echo = world_echo("2001:db8:2::7", NEW, 8);

	assert_int_equal(new_state().status, SBX_ADDRESS_DUPLICATE);
	assert_int_equal(new_state().conflicts, 1);
	assert_memory_equal(new_state().conflict_mac, other_mac, 6);
	assert_int_equal(slow->counters->interface[WAN][INTERFACE_address_conflicts], 1);
	world_clear();
	world_wait(slow, 10 * WORLD_RETRANSMIT);
	assert_int_equal(new_state().status, SBX_ADDRESS_DUPLICATE);
	world_give(slow, LAN, PUNT_LOCAL, 0, &echo);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(slow, LAN, DROP_address_not_usable), 1);
}

// As if from other_mac.
static struct world_packet
from_other(struct world_packet packet)
{
	memcpy(packet.bytes + 6, other_mac, 6);
	return packet;
}

// 5.4.4: an advertisement: somebody has it.
static void
s4_an_advertisement_makes_it_a_duplicate(void **context)
{
	struct world_packet packet = from_other(world_nd(136, NEW, "ff02::1", NEW, OVERRIDE, other_mac));

	begin(*context, 1);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &packet);
	assert_duplicate(*context);
}

// 5.4.3: a solicitation from nobody: somebody checks it as well.
static void
s3_another_s_check_makes_it_a_duplicate(void **context)
{
	struct world_packet packet = from_other(world_nd(135, "::", NEW_GROUP, NEW, 0, NULL));

	begin(*context, 1);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &packet);
	assert_duplicate(*context);
}

// 5.4.3: a solicitation from an address: somebody only looks for it.
static void
s3_who_looks_for_it_has_it_not(void **context)
{
	struct world_packet packet = from_other(world_nd(135, "fe80::9", NEW_GROUP, NEW, 0, other_mac));

	begin(*context, 1);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &packet);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
	assert_int_equal(new_state().conflicts, 0);
}

// 5.4.3: what a link gives back is no conflict.
static void
s3_its_own_solicitation_given_back_is_none(void **context)
{
	struct world_packet packet = world_nd(135, "::", NEW_GROUP, NEW, 0, NULL);

	begin(*context, 1);
	memcpy(packet.bytes + 6, wan_mac, 6);
	world_give(*context, WAN, PUNT_MULTICAST, 0, &packet);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
}

// Beyond the RFC, as for IPv4: an address in use is kept, and the conflict shown.
static void
a_conflict_over_one_in_use_is_noticed(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet claims = from_other(world_nd(136, NEW, "ff02::1", NEW, OVERRIDE, other_mac));
	struct world_packet asks = from_other(world_nd(135, NEW, NEW_GROUP, "2001:db8:1:0:9::a1:b2c3",
		0, other_mac));

	begin(slow, 0);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &claims);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &asks);
	assert_int_equal(new_state().status, SBX_ADDRESS_USED);
	assert_int_equal(new_state().conflicts, 2);
}

static void
what_was_found_out_outlives_another_set(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = from_other(world_nd(136, NEW, "ff02::1", NEW, OVERRIDE, other_mac));
	struct sbx_interface_address own[2] = {
		{ world_address("2001:db8:1::2"), SBX_IPV6, 64, { 0 } },
		{ world_address(NEW), SBX_IPV6, 64, { 0 } },
	};
	struct sbx_interface_address_state states[3];

	begin(slow, 1);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &packet);
	assert_int_equal(interface_set_addresses(world_state(), WAN, own, 2), 0);
	assert_int_equal(interface_addresses(world_state(), WAN, states, 3), 3);
	assert_int_equal(states[0].status, SBX_ADDRESS_TENTATIVE);
	assert_int_equal(states[1].status, SBX_ADDRESS_DUPLICATE);
	assert_int_equal(interface_set_addresses(world_state(), WAN, NULL, 0), 0);
	set_new(); // set anew it is checked anew
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
}

// It begins when there is a link, and a duplicate has another chance when that comes back.
static void
it_takes_a_link(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = from_other(world_nd(136, NEW, "ff02::1", NEW, OVERRIDE, other_mac));

	world_state()->tables->interfaces[WAN].link = false;
	begin(slow, 1);
	world_wait(slow, 10 * WORLD_RETRANSMIT);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
	assert_int_equal(world_sent(), 0);
	world_state()->tables->interfaces[WAN].link = true;
	own_addresses_up(world_state(), WAN);
	world_wait(slow, 8);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &packet);
	assert_int_equal(new_state().status, SBX_ADDRESS_DUPLICATE);
	own_addresses_up(world_state(), WAN);
	assert_int_equal(new_state().status, SBX_ADDRESS_TENTATIVE);
	world_wait(slow, WORLD_RETRANSMIT + 8);
	assert_int_equal(new_state().status, SBX_ADDRESS_USED);
}

// The one from the MAC too (5.3); without any the box cannot even ask.
static void
the_link_local_address_is_checked(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet onward = world_udp("2001:db8:2::7", "2001:db8:1::77", 8);
	struct sbx_interface_address_state own;

	world_state()->interfaces[WAN].checks = 1;
	assert_int_equal(interface_set_addresses(world_state(), WAN, NULL, 0), 0);
	own_addresses_begin(world_state(), WAN);
	world_wait(slow, 8);
	assert_int_equal(world_sent(), 1);
	world_assert_address(world_frame(0, NULL) + 62, "fe80::ff:fe00:1");
	assert_int_equal(interface_addresses(world_state(), WAN, &own, 1), 1);
	assert_int_equal(own.status, SBX_ADDRESS_TENTATIVE);
	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &onward);
	assert_int_equal(world_sent(), 1); // it waits
	assert_int_equal(world_find("2001:db8:1::77")->held, 1);
	world_wait(slow, 2 * WORLD_RETRANSMIT + 8);
	assert_int_equal(interface_addresses(world_state(), WAN, &own, 1), 1);
	assert_int_equal(own.status, SBX_ADDRESS_USED);
	assert_int_equal(world_find("2001:db8:1::77")->held, 1);
	assert_true(world_sent() >= 3); // announced, then asked
	assert_int_equal(world_frame(2, NULL)[54], 135);
	world_assert_address(world_frame(2, NULL) + 22, "fe80::ff:fe00:1");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(s2_it_is_asked_for),
		TEST(unanswered_it_is_used),
		TEST(it_is_asked_for_as_often_as_is_set),
		TEST(with_no_checks_it_is_used_at_once),
		TEST(a_tentative_address_is_not_used),
		TEST(s4_an_advertisement_makes_it_a_duplicate),
		TEST(s3_another_s_check_makes_it_a_duplicate),
		TEST(s3_who_looks_for_it_has_it_not),
		TEST(s3_its_own_solicitation_given_back_is_none),
		TEST(a_conflict_over_one_in_use_is_noticed),
		TEST(what_was_found_out_outlives_another_set),
		TEST(it_takes_a_link),
		TEST(the_link_local_address_is_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
