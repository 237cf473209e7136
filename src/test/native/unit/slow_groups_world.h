// A group of two or three nexthops in the world of the slow path's tests, and whose the flows are.
// Owns: nothing. Threads: the test's own. Next: slow_groups.c, slow_group_members.c.
#pragma once

#include "slow_world.h"

#include <control/nexthop_groups.h>
#include <control/urpf.h>

#include <time.h>

#define GROUP 20
#define A 10                      // 192.0.2.50 on WAN
#define B 11                      // 198.51.100.50 on LAN
#define C 12                      // 2001:db8:1::50 on WAN

static inline struct sbx_nexthop
unicast(uint32_t id, uint16_t interface, const char *address)
{
	return (struct sbx_nexthop){ .id = id, .interface = interface, .type = SBX_NEXTHOP_UNICAST,
		.family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4,
		.address = world_address(address) };
}

static inline struct sbx_nexthop
group_of(uint32_t id, uint32_t first, uint32_t members)
{
	return (struct sbx_nexthop){ .id = id, .type = SBX_NEXTHOP_GROUP, .first_member = first, .members = members };
}

static inline int
apply(const struct sbx_nexthop *nexthops, uint32_t count, const struct sbx_nexthop_member *members,
	uint32_t member_count, uint32_t *failed)
{
	const struct nexthop_batch batch = { nexthops, count, members, member_count };

	return nexthops_apply(world_state(), &batch, failed);
}

static inline void
set_members(const struct sbx_nexthop_member *members, uint32_t count)
{
	const struct sbx_nexthop group = group_of(GROUP, 0, count);
	uint32_t failed;

	assert_int_equal(apply(&group, 1, members, count, &failed), 0);
}

// A and B, equal, both known to the slow path.
static inline void
set_two(void)
{
	static const struct sbx_nexthop_member members[] = { { .id = A, .weight = 1 }, { .id = B, .weight = 1 } };

	world_nexthop(A, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	world_nexthop(B, SBX_NEXTHOP_UNICAST, LAN, "198.51.100.50");
	set_members(members, 2);
}

static inline uint32_t
member(uint32_t hash)
{
	return adjacency_member(world_adjacency(GROUP), hash);
}

// How many of the buckets a member has, as the workers see it.
static inline uint32_t
share(uint32_t id)
{
	uint32_t count = 0;

	assert_int_equal(world_adjacency(GROUP)->action, ADJACENCY_GROUP);
	for (uint32_t i = 0; i < 64; i++)
		count += member(i << 26) == id;
	return count;
}

static inline void
assert_listed(uint32_t id, uint16_t weight, bool usable, uint32_t buckets)
{
	struct sbx_nexthop_member_state states[8];
	int64_t count = nexthops_members(world_state(), GROUP, states, 8);

	for (int64_t i = 0; i < count; i++)
		if (states[i].id == id) {
			assert_int_equal(states[i].weight, weight);
			assert_int_equal(states[i].usable, usable);
			assert_int_equal(states[i].buckets, buckets);
			return;
		}
	fail_msg("nexthop %u is no member", id);
}
