// Hostile input: every cut of every kind of packet, lengths that lie, spoiled bytes. Nothing may be
// read past its end (the sanitizers watch), nothing kept, and only whole packets answered.
// Owns: checks of all that slowpath/ parses.
// Next: slow_nexthops.c.
#include "slow_world.h"

#define KINDS 8

static struct world_packet
make(uint32_t kind)
{
	switch (kind) {
	case 0:
		return world_arp(1, peer_mac, "192.0.2.9", "192.0.2.1");
	case 1:
		return world_nd(135, "2001:db8:1::9", "ff02::1:ff00:1", "2001:db8:1::1", 0,
			peer_mac);
	case 2:
		return world_nd(136, "2001:db8:1::9", "2001:db8:1::1", "2001:db8:1::9", 0x60000000,
			peer_mac);
	case 3:
		return world_echo("192.0.2.9", "192.0.2.1", 16);
	case 4:
		return world_echo("2001:db8:1::9", "2001:db8:1::1", 16);
	case 5:
		return world_udp("198.51.100.7", "192.0.2.9", 16);
	case 6:
		return world_udp("2001:db8:2::7", "2001:db8:1::9", 16);
	default:
		return world_udp("192.0.2.9", "192.0.2.1", 16);
	}
}

static uint8_t
reason_of(uint32_t kind)
{
	static const uint8_t reasons[KINDS] = { PUNT_ARP, PUNT_MULTICAST, PUNT_LOCAL, PUNT_LOCAL,
		PUNT_LOCAL,
		PUNT_RESOLVE_CONNECTED, PUNT_RESOLVE_CONNECTED, PUNT_LOCAL };

	return reasons[kind];
}

// A packet in a buffer that ends where the packet ends, so that one byte too far is seen.
static void
punt_exactly(struct slowpath *slow, uint8_t reason, const uint8_t *bytes, uint32_t length)
{
	struct rte_mbuf *packet = rte_pktmbuf_alloc(world_state()->tables->pool);

	packet->data_off = (uint16_t)(packet->buf_len - length);
	packet->data_len = (uint16_t)length;
	packet->pkt_len = length;
	memcpy(rte_pktmbuf_mtod(packet, void *), bytes, length);
	*punt_of(packet) = (struct punt){ .interface = WAN, .nexthop = WAN, .reason = reason,
		.drop = DROP_no_route };
	slowpath_take(slow, packet);
}

static void
every_cut_of_every_packet_is_survived_and_not_answered(void **context)
{
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		struct world_packet packet = make(kind);
		uint32_t whole = kind == 0 ? 42 : packet.length;

		for (uint32_t length = 0; length < whole; length++) {
			punt_exactly(*context, reason_of(kind), packet.bytes, length);
			punt_exactly(*context, PUNT_ERROR, packet.bytes, length);
			assert_int_equal(world_sent(), 0);
		}
		assert_int_equal(world_packets(), 0);
		punt_exactly(*context, reason_of(kind), packet.bytes, packet.length);
		assert_int_not_equal(world_sent() + (kind == 2), 0);
		world_clear();
	}
}

// The IP length is cut, the frame is not: as a trailer that Ethernet put there.
static void
every_cut_of_the_stated_length_is_survived(void **context)
{
	for (uint32_t kind = 1; kind < KINDS; kind++) {
		struct world_packet packet = make(kind);
		bool six = packet.bytes[12] == 0x86;
		uint32_t at = six ? 18 : 16, stated = (uint32_t)packet.bytes[at] << 8 |
			packet.bytes[at + 1];

		for (uint32_t length = 0; length < stated; length++) {
			packet.bytes[at] = (uint8_t)(length >> 8);
			packet.bytes[at + 1] = (uint8_t)length;
			if (six || length > 20)
				world_seal(&packet);
			punt_exactly(*context, reason_of(kind), packet.bytes, packet.length);
			punt_exactly(*context, PUNT_ERROR, packet.bytes, packet.length);
			world_clear();
		}
	}
}

static void
lengths_that_say_more_than_there_is_are_dropped(void **context)
{
	for (uint32_t kind = 3; kind < 5; kind++) {
		struct world_packet packet = make(kind);

		packet.bytes[packet.bytes[12] == 0x86 ? 19 : 17]++;
		world_seal(&packet);
		punt_exactly(*context, PUNT_LOCAL, packet.bytes, packet.length);
		assert_int_equal(world_drops(*context, WAN, DROP_local_bad), kind - 2);
	}
	assert_int_equal(world_sent(), 0);
}

// Each single byte set to each of some values, checksums put right again so that the parser behind
// them is reached.
static void
spoiled_bytes_are_survived(void **context)
{
	static const uint8_t values[] = { 0x00, 0x01, 0x02, 0x3A, 0x2C, 0x3C, 0x7F, 0x80, 0xFE,
		0xFF };

	for (uint32_t kind = 0; kind < KINDS; kind++) {
		for (uint32_t at = 0; at < make(kind).length; at++) {
			for (uint32_t i = 0; i < RTE_DIM(values); i++) {
				struct world_packet packet = make(kind);

				packet.bytes[at] = values[i];
				if (kind != 0 && at > 14 && at != 16 && at != 17 && at != 18 &&
					at != 19)
					world_seal(&packet);
				punt_exactly(*context, reason_of(kind), packet.bytes,
					packet.length);
				punt_exactly(*context, PUNT_ERROR, packet.bytes, packet.length);
				world_clear();
			}
		}
		world_wait(*context, 100);
		world_clear();
	}
}

static void
chains_of_extension_headers_end(void **context)
{
	static const uint8_t kinds[] = { 0, 43, 44, 51, 60 };

	for (uint32_t i = 0; i < RTE_DIM(kinds); i++) {
		for (uint32_t size = 0; size < 4; size++) {
			struct world_packet packet = world_udp("2001:db8:1::9", "2001:db8:1::1",
				500);

			packet.bytes[20] = kinds[i];
			for (uint32_t at = 54; at < packet.length; at += 8) {
				packet.bytes[at] = kinds[i];
				packet.bytes[at + 1] = (uint8_t)size;
				packet.bytes[at + 2] = packet.bytes[at + 3] = 0;
			}
			punt_exactly(*context, PUNT_LOCAL, packet.bytes, packet.length);
		}
	}
	assert_int_equal(world_drops(*context, WAN, DROP_local_bad) +
		world_drops(*context, WAN, DROP_local_no_service), 20);
}

static void
random_bytes_are_survived(void **context)
{
	uint64_t seed = 1;

	for (uint32_t round = 0; round < 20000; round++) {
		struct world_packet packet = make(round % KINDS);
		uint32_t spoils = 1 + round % 5;

		for (uint32_t i = 0; i < spoils; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			packet.bytes[(seed >> 33) % packet.length] = (uint8_t)(seed >> 24);
		}
		punt_exactly(*context, (uint8_t)((seed >> 40) % (PUNT_ERROR + 1)), packet.bytes,
			packet.length);
		world_clear();
	}
	assert_true(world_packets() <= WORLD_NEIGHBORS * WORLD_HOLD);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
		TEST(every_cut_of_every_packet_is_survived_and_not_answered),
		TEST(every_cut_of_the_stated_length_is_survived),
		TEST(lengths_that_say_more_than_there_is_are_dropped),
		TEST(spoiled_bytes_are_survived),
		TEST(chains_of_extension_headers_end),
		TEST(random_bytes_are_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
