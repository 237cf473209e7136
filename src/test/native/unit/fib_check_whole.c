// What a check of the whole table finds beyond single slots: groups that leaked or are shared, want of room, parts,
// and changes that come meanwhile.
// Owns: nothing. Threads: as in fib_check_world.h. Next: control/fib_rebuild.c.
#include "fib_check_world.h"

static void
leaks(uint8_t family)
{
	struct world *world = world_make(family);
	uint32_t slots[FIB_GROUP_SLOTS] = {0}, used = world->trie->groups_used;
	struct sbx_fib_check out;
	uint32_t index;

	// Nobody names it; it was made before the audit began.
	verify(world);
	group_pool_make(&world->trie->groups, slots);
	world->trie->groups_used++;
	out = verify(world);
	assert_int_equal(out.leaked_groups, 1);
	assert_int_equal(out.wrong_slots, 0);
	assert_int_equal(world->trie->groups_used, used);

	// A group without need.
	index = root_index(world, false, 9);
	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
		slots[i] = world->trie->root[index];
	world->trie->root[index] = FIB_GROUP_NAME(group_pool_make(&world->trie->groups, slots));
	world->trie->groups_used++;
	out = heal(world, index);
	assert_int_equal(out.wrong_slots, 1);
	assert_int_equal(out.leaked_groups, 1);
	assert_int_equal(world->trie->groups_used, used);

	// One group, with the same prefixes at both places: right for readers, until it changes.
	put(world, fib_put(family == SBX_IPV4 ? "98.0.1.16/28" : "3f00:100:1::/48", 9));
	put(world, fib_put(family == SBX_IPV4 ? "98.0.2.16/28" : "3f00:200:1::/48", 9));
	index = family == SBX_IPV4 ? 98u << 16 | 1 : 0x3F0001;
	used = world->trie->groups_used;
	world->trie->root[index + 1] = world->trie->root[index];
	out = heal(world, index);
	assert_int_equal(out.shared_groups, 1);
	assert_int_equal(out.wrong_slots, 1);
	assert_true(out.leaked_groups > 0);
	assert_int_equal(world->trie->groups_used, used);
	world_free(world);
}

static void
groups_that_leaked_or_are_shared_are_found(void **state)
{
	(void)state;
	leaks(SBX_IPV4);
	leaks(SBX_IPV6);
}

static void
without_room_it_says_so_and_heals_when_there_is_some(void **state)
{
	struct world *world = world_make(SBX_IPV4);
	uint32_t index = root_index(world, true, 4);
	struct sbx_fib_check out;

	(void)state;
	world->trie->groups_max = world->trie->groups_used;
	world->trie->root[index] = 0;
	out = verify(world);
	assert_int_equal(out.healed, 0);
	assert_int_equal(out.unhealed, out.wrong_slots);
	assert_int_equal(out.leaked_groups, 1);
	out = heal(world, index);
	assert_int_equal(out.healed, 1);
	world_free(world);
}

static void
a_part_alone_is_healed_and_no_group_is_said_to_leak(void **state)
{
	struct world *world = world_make(SBX_IPV4);
	uint32_t index = root_index(world, true, 4);
	struct sbx_fib_check out;

	(void)state;
	world->trie->root[index] = 24u << 24 | 999;
	fib_verify(world->fib->vrf, SBX_IPV4, index / 4096, 1, &out);
	assert_int_equal(out.healed, 1);
	assert_int_equal(out.leaked_groups, 0);
	assert_int_equal(out.slots, 4096);
	out = verify(world);
	assert_int_equal(out.wrong_slots, 0);
	assert_int_equal(out.leaked_groups, 1);
	assert_clean(world);
	world_free(world);
}

// ------------------------------------------------------------------------------------- changes meanwhile

static void *
verify_again_and_again(void *argument)
{
	struct world *world = argument;

	while (!atomic_load(&world->stop)) {
		struct sbx_fib_check out = verify(world);

		world->mixed += out.wrong_slots + out.leaked_groups + out.shared_groups;
		atomic_fetch_add(&world->rounds, 1);
	}
	return NULL;
}

static void
changes(uint8_t family)
{
	struct world *world = world_make(family);
	pthread_t auditor;

	assert_int_equal(pthread_create(&auditor, NULL, verify_again_and_again, world), 0);
	for (uint32_t i = 0; i < 20000 || atomic_load(&world->rounds) < 3; i++) {
		struct sbx_route route = world->table.routes[random_next(&world->random) % world->table.count];

		route.op = random_next(&world->random) % 3 == 0 ? SBX_ROUTE_DELETE : SBX_ROUTE_PUT;
		route.nexthop = 1 + (uint32_t)(random_next(&world->random) % NEXTHOPS);
		put(world, route);
	}
	atomic_store(&world->stop, true);
	pthread_join(auditor, NULL);
	assert_int_equal(world->mixed, 0);
	assert_clean(world);
	assert_answers(world);
	world_free(world);
}

static void
changes_meanwhile_are_no_alarm(void **state)
{
	(void)state;
	changes(SBX_IPV4);
	changes(SBX_IPV6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_that_leaked_or_are_shared_are_found),
		cmocka_unit_test(without_room_it_says_so_and_heals_when_there_is_some),
		cmocka_unit_test(a_part_alone_is_healed_and_no_group_is_said_to_leak),
		cmocka_unit_test(changes_meanwhile_are_no_alarm),
	};

	return cmocka_run_group_tests_name("the FIB's check", tests, NULL, NULL);
}
