// Scenes that several of the slow path's tests begin with. See slow_world.h.
#include "slow_world.h"

struct neighbor *
world_find(const char *address)
{
	struct sbx_address wanted = world_address(address);
	uint8_t family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;

	return neighbors_find(world_state(), WAN, family, &wanted);
}

const struct adjacency *
world_adjacency(uint32_t id)
{
	return &world_state()->tables->nexthops.entries[id].adjacency;
}

void
world_reply(struct slowpath *slow, const char *address, const uint8_t mac[6])
{
	struct world_packet reply = world_arp(2, mac, address, "192.0.2.1");

	world_give(slow, WAN, PUNT_ARP, 0, &reply);
}

void
world_forward(struct slowpath *slow, const char *destination, uint32_t nexthop)
{
	struct world_packet packet = world_udp("198.51.100.7", destination, 10);

	world_give(slow, LAN, nexthop == REMOTE ? PUNT_RESOLVE : PUNT_RESOLVE_CONNECTED, nexthop,
		&packet);
}

void
world_learn(struct slowpath *slow, const char *address)
{
	world_forward(slow, address, WAN);
	world_reply(slow, address, peer_mac);
	world_clear();
	assert_int_equal(world_find(address)->phase, NEIGHBOR_REACHABLE);
}

void
world_know(struct slowpath *slow)
{
	static const struct { uint16_t interface; const char *address; } known[] = {
		{ LAN, "198.51.100.7" }, { LAN, "2001:db8:2::7" }, { WAN, "192.0.2.9" },
		{ WAN, "2001:db8:1::9" }, { WAN, "192.0.2.254" }, { WAN, "fe80::9" },
	};

	for (uint32_t i = 0; i < RTE_DIM(known); i++) {
		struct sbx_address address = world_address(known[i].address);
		uint8_t family = strchr(known[i].address, ':') != NULL ? SBX_IPV6 : SBX_IPV4;

		assert_int_equal(neighbors_set(world_state(), known[i].interface, family, &address,
			peer_mac), 0);
	}
	world_wait(slow, 16);
}

const uint8_t *
world_answer(uint32_t *length)
{
	const uint8_t *frame;
	uint32_t bytes;

	if (world_sent() == 0)
		return NULL;
	assert_int_equal(world_sent(), 1);
	frame = world_frame(0, &bytes);
	assert_true(world_checksums_hold(frame, bytes));
	assert_memory_equal(frame, peer_mac, 6);
	if (length != NULL)
		*length = bytes - 14;
	return frame + 14;
}

const uint8_t *
world_error(struct slowpath *slow, uint16_t interface, enum drop_reason reason,
	const struct world_packet *packet, uint32_t *length)
{
	world_wait(slow, 8); // for its ration
	world_clear();
	world_give(slow, interface, PUNT_ERROR, reason, packet);
	return world_answer(length);
}
