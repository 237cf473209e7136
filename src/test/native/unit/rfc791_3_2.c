// RFC 791 3.2, Fragmentation; RFC 1812 5.2.6: IPv4 packets larger than the MTU, in, their fragments, out.
// Owns: checks of slowpath/fragment.c, by an own way to put fragments together.
// Next: rfc791_3_1.c.
#include "slow_world.h"

#define TO_WAN "192.0.2.9"

static uint32_t
get16(const uint8_t *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

static void
mark(struct world_packet *packet, uint16_t flags_and_offset)
{
	packet->bytes[20] = (uint8_t)(flags_and_offset >> 8);
	packet->bytes[21] = (uint8_t)flags_and_offset;
	packet->bytes[18] = 0xAB; // its id
	packet->bytes[19] = 0xCD;
	world_seal(packet);
}

// What was sent, put together again. Fails unless each part is whole, fits, and follows the one before.
static uint32_t
put_together(uint8_t *data, uint32_t mtu, uint32_t first_offset, bool more_at_the_end)
{
	uint32_t bytes = 0;

	for (uint32_t i = 0; i < world_sent(); i++) {
		const uint8_t *ip = world_frame(i, NULL) + 14;
		uint32_t header = (ip[0] & 15) * 4u, part = get16(ip + 2) - header;
		bool last = i + 1 == world_sent();

		assert_memory_equal(world_frame(i, NULL), peer_mac, 6);
		assert_int_equal(get16(world_frame(i, NULL) + 12), 0x0800);
		assert_true(get16(ip + 2) <= mtu);
		assert_int_equal(world_sum(ip, header, 0), 0xFFFF);
		assert_int_equal(get16(ip + 4), 0xABCD);
		assert_int_equal(ip[8], 16); // one hop less, once
		assert_int_equal((get16(ip + 6) & 0x1FFF) * 8, first_offset + bytes);
		assert_int_equal(get16(ip + 6) >> 13, !last || more_at_the_end ? 1 : 0);
		assert_true(last || part % 8 == 0);
		assert_true(last || get16(ip + 2) + 8 > mtu); // as long as may be
		memcpy(data + bytes, ip + header, part);
		bytes += part;
	}
	return bytes;
}

static void
what_is_larger_than_the_mtu_is_cut_at_multiples_of_8(void **context)
{
	static const uint16_t mtus[] = { 68, 69, 75, 576, 1006, 1280, 1400, 1499, 1500 };
	static const uint32_t payloads[] = { 1473, 1480, 2000, 4000, 8972 };
	struct slowpath *slow = *context;
	uint8_t data[9216];

	world_know(slow);
	for (uint32_t i = 0; i < RTE_DIM(mtus); i++) {
		world_mtu(WAN, mtus[i]);
		for (uint32_t p = 0; p < RTE_DIM(payloads); p++) {
			struct world_packet packet = world_udp("198.51.100.7", TO_WAN, payloads[p]);

			mark(&packet, 0);
			world_clear();
			world_give(slow, LAN, PUNT_FRAGMENT, WAN, &packet);
			assert_int_equal(put_together(data, mtus[i], 0, false), payloads[p] + 8);
			assert_memory_equal(data, packet.bytes + 34, payloads[p] + 8);
		}
	}
	assert_int_equal(slow->counters->core[CORE_fragmented], RTE_DIM(mtus) * RTE_DIM(payloads));
}

static void
what_fits_stays_whole(void **context)
{
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, 972);
	uint32_t length;

	world_know(*context);
	world_mtu(WAN, 1000);
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet); // the MTU grew meanwhile
	assert_non_null(world_answer(&length));
	assert_int_equal(length, 1000);
	assert_int_equal(((struct slowpath *)*context)->counters->core[CORE_fragmented], 0);
}

static void
a_fragment_is_cut_into_fragments(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, 1400);
	uint8_t data[9216];

	world_know(slow);
	world_mtu(WAN, 576);
	mark(&packet, 0x2000 | 100); // in the middle
	world_give(slow, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(put_together(data, 576, 800, true), 1408);
	assert_memory_equal(data, packet.bytes + 34, 1408);
	world_clear();
	mark(&packet, 100);          // the last
	world_give(slow, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(put_together(data, 576, 800, false), 1408);
}

static void
with_df_nothing_is_cut(void **context)
{
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, 1400);
	const uint8_t *ip;

	world_know(*context);
	world_mtu(WAN, 1000);
	mark(&packet, 0x4000);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	ip = world_answer(NULL);
	assert_memory_equal(ip + 20, "\x03\x04", 2);
	assert_int_equal(world_drops(*context, LAN, DROP_too_big), 1);
}

static void
ipv6_is_not_cut(void **context)
{
	struct world_packet packet = world_udp("2001:db8:2::7", "2001:db8:1::9", 1452);

	world_know(*context);
	world_mtu(WAN, 1400);
	world_give(*context, LAN, PUNT_RESOLVE_CONNECTED, WAN, &packet);
	assert_int_equal(world_answer(NULL)[40], 2);
	assert_int_equal(((struct slowpath *)*context)->counters->core[CORE_fragments_sent], 0);
}

// A UDP packet with the options before its data.
static struct world_packet
with_options(const uint8_t *options, uint32_t bytes, uint32_t payload)
{
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, payload);

	memmove(packet.bytes + 34 + bytes, packet.bytes + 34, packet.length - 34);
	memcpy(packet.bytes + 34, options, bytes);
	packet.length += bytes;
	packet.bytes[14] = (uint8_t)(0x45 + bytes / 4);
	packet.bytes[16] = (uint8_t)((packet.length - 14) >> 8);
	packet.bytes[17] = (uint8_t)(packet.length - 14);
	mark(&packet, 0);
	return packet;
}

static void
options_go_along_by_their_copy_flag(void **context)
{
	static const uint8_t options[] = {
		1,                                  // no operation: not copied
		7, 7, 4, 0, 0, 0, 0,                // record route: not copied
		131, 7, 8, 192, 0, 2, 77,           // loose source route, used up: copied
		130, 3, 5,                          // security, short: copied
		0, 99,                              // end; what follows is none
	};
	static const uint8_t copied[] = { 131, 7, 8, 192, 0, 2, 77, 130, 3, 5, 0, 0 };
	struct world_packet packet = with_options(options, sizeof(options), 1000);
	uint8_t data[9216];

	world_know(*context);
	world_mtu(WAN, 576);
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(put_together(data, 576, 0, false), 1008);
	assert_memory_equal(data, packet.bytes + 34 + sizeof(options), 1008);
	assert_int_equal(world_frame(0, NULL)[14], 0x4A);
	assert_memory_equal(world_frame(0, NULL) + 34, options, sizeof(options));
	for (uint32_t i = 1; i < world_sent(); i++) {
		assert_int_equal(world_frame(i, NULL)[14], 0x48);
		assert_memory_equal(world_frame(i, NULL) + 34, copied, sizeof(copied));
	}
}

static void
a_header_full_of_options_leaves_room_for_data(void **context)
{
	uint8_t options[40], data[9216];
	struct world_packet packet;

	memset(options, 1, sizeof(options));
	options[0] = 130;
	options[1] = sizeof(options);
	packet = with_options(options, sizeof(options), 92);
	world_know(*context);
	world_mtu(WAN, 68);
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(put_together(data, 68, 0, false), 100);
	assert_int_equal(world_sent(), 13);
}

static void
options_that_lie_end_the_copy(void **context)
{
	static const uint8_t lies[][4] = { { 130, 0, 1, 1 }, { 130, 5, 1, 1 }, { 1, 1, 1, 130 } };
	uint8_t data[9216];

	world_know(*context);
	world_mtu(WAN, 576);
	for (uint32_t i = 0; i < RTE_DIM(lies); i++) {
		struct world_packet packet = with_options(lies[i], 4, 1000);

		world_clear();
		world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
		assert_int_equal(put_together(data, 576, 0, false), 1008);
		assert_int_equal(world_frame(1, NULL)[14], 0x45);
	}
}

static void
a_fragment_that_ends_beyond_any_packet_is_dropped(void **context)
{
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, 1400);

	world_know(*context);
	world_mtu(WAN, 576);
	mark(&packet, 0x1FFF);
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_drops(*context, LAN, DROP_not_fragmented), 1);
}

static void
without_buffers_for_all_parts_none_is_sent(void **context)
{
	struct world_packet packet = world_udp("198.51.100.7", TO_WAN, 1400);

	world_know(*context);
	world_mtu(WAN, 576);
	world_buffers(1 + 2); // the packet's own, and of its three parts two
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(world_sent(), 0);
	assert_int_equal(world_packets(), 0);
	assert_int_equal(world_drops(*context, LAN, DROP_not_fragmented), 1);
	assert_int_equal(((struct slowpath *)*context)->counters->core[CORE_fragments_sent], 0);
	world_buffers(1 + 3);
	world_give(*context, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(world_sent(), 3);
}

// It is one packet of the few that may wait for a neighbor, however many its parts.
static void
it_waits_for_its_neighbor_whole(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet packet = world_udp("198.51.100.7", "192.0.2.77", 1400);
	uint8_t data[9216];

	world_mtu(WAN, 200);
	mark(&packet, 0);
	world_give(slow, LAN, PUNT_FRAGMENT, WAN, &packet);
	assert_int_equal(world_find("192.0.2.77")->held, 1);
	world_clear();
	world_reply(slow, "192.0.2.77", peer_mac);
	assert_int_equal(world_sent(), 8);
	assert_int_equal(put_together(data, 200, 0, false), 1408);
}

static void
the_mtu_may_fall_while_it_waits(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet may = world_udp("198.51.100.7", "192.0.2.77", 1400), whole = may;

	mark(&whole, 0x4000);
	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &whole);
	world_give(slow, LAN, PUNT_RESOLVE_CONNECTED, WAN, &may);
	world_mtu(WAN, 1000);
	world_clear();
	world_reply(slow, "192.0.2.77", peer_mac);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(world_drops(slow, LAN, DROP_too_big), 1);
}

static void
a_large_echo_is_answered_in_fragments(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet request = world_echo("192.0.2.9", "198.51.100.1", 2000);

	world_know(slow);
	world_give(slow, LAN, PUNT_LOCAL, 0, &request); // by way of another interface
	assert_int_equal(world_sent(), 2);
	assert_int_equal(world_port(0), WAN - 1);
	assert_int_equal(world_frame(0, NULL)[34], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(what_is_larger_than_the_mtu_is_cut_at_multiples_of_8),
		TEST(what_fits_stays_whole),
		TEST(a_fragment_is_cut_into_fragments),
		TEST(with_df_nothing_is_cut),
		TEST(ipv6_is_not_cut),
		TEST(options_go_along_by_their_copy_flag),
		TEST(a_header_full_of_options_leaves_room_for_data),
		TEST(options_that_lie_end_the_copy),
		TEST(a_fragment_that_ends_beyond_any_packet_is_dropped),
		TEST(without_buffers_for_all_parts_none_is_sent),
		TEST(it_waits_for_its_neighbor_whole),
		TEST(the_mtu_may_fall_while_it_waits),
		TEST(a_large_echo_is_answered_in_fragments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
