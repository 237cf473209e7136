// What readers see is damaged in every way that its memory allows, found and put right, while a reader asks: it
// gets the answer that the damage made, or the right one, never a third.
// Owns: the table, its naive twin, and the damage. Threads: main's writes, the reader its own.
// Next: control/fib_check.c, control/fib_rebuild.c.
#include "fib_check_world.h"

// ------------------------------------------------------------------------------------- damage

static void
nothing_is_wrong(uint8_t family)
{
	struct world *world = world_make(family);

	assert_clean(world);
	put_default(world);
	assert_clean(world);
	assert_answers(world);
	world_free(world);
}

static void
nothing_is_wrong_of_a_table_that_is_right(void **state)
{
	(void)state;
	nothing_is_wrong(SBX_IPV4);
	nothing_is_wrong(SBX_IPV6);
}

static void
root_bits(uint8_t family)
{
	struct world *world = world_make(family);
	const _Atomic uint32_t *generations = family == SBX_IPV4
		? world->fib->vrf->readers4.generations : world->fib->vrf->readers6.generations;
	uint64_t generation;
	struct places places = {.count = 32};

	put_default(world);
	generation = atomic_load(&world->fib->generation);
	for (uint32_t bit = 0; bit < 32; bit++) {
		places.index[bit] = root_index(world, false, 10 * bit);
		world->trie->root[places.index[bit]] ^= 1u << bit;
	}
	assert_int_equal(heal_all(world, &places).wrong_slots, 32);
	assert_true(atomic_load(&world->fib->generation) > generation);
	for (uint32_t bit = 0; bit < 32; bit++) // 1 at first, then the table's batch and the default route's
		assert_true(fib_generation(generations, family == SBX_IPV4 ? places.index[bit] >> 12
			: fib6_slice(places.index[bit] << 8)) > 3);
	world_free(world);
}

static void
each_bit_of_a_slot_of_the_root_is_put_right(void **state)
{
	(void)state;
	root_bits(SBX_IPV4);
	root_bits(SBX_IPV6);
}

// A slot that says nothing, or what its cover says, or names what another one has.
static void
root_slots(uint8_t family)
{
	struct world *world = world_make(family);
	struct sbx_fib_check out;
	uint32_t index;

	index = root_index(world, false, 50);
	world->trie->root[index] = 0;
	assert_int_equal(heal(world, index).wrong_slots, 1);

	index = root_index(world, true, 5);
	world->trie->root[index] = 0;
	out = heal(world, index);
	assert_int_equal(out.wrong_slots, 1);
	assert_true(out.leaked_groups > 0);

	index = root_index(world, true, 6);
	world->trie->root[index] = fib_trie_cover(world->trie, (uint8_t[]){(uint8_t)(index >> 16),
		(uint8_t)(index >> 8), (uint8_t)index}, 0, 24);
	assert_int_equal(heal(world, index).wrong_slots, 1);

	index = root_index(world, true, 7);
	world->trie->root[index] = world->trie->root[root_index(world, true, 8)];
	assert_int_equal(heal(world, index).wrong_slots, 1);

	index = root_index(world, false, 70);
	world->trie->root[index] = world->trie->root[root_index(world, true, 8)];
	assert_int_equal(heal(world, index).wrong_slots, 1);
	assert_answers(world);
	world_free(world);
}

static void
slots_of_the_root_that_were_overwritten_are_put_right(void **state)
{
	(void)state;
	root_slots(SBX_IPV4);
	root_slots(SBX_IPV6);
}

static void
group_bits(uint8_t family)
{
	struct world *world = world_make(family);
	struct places slots = {.count = 32}, starts = {.count = 64}, before = {.count = 32};

	for (uint32_t bit = 0; bit < 32; bit++) {
		struct fib_group *group;

		slots.index[bit] = root_index(world, true, bit);
		group = last_group(world, world->trie->root[slots.index[bit]]);
		group->slots[bit % group_runs(group)] ^= 1u << bit;
	}
	assert_int_equal(heal_all(world, &slots).wrong_slots, 32);
	for (uint32_t i = 0; i < 64; i++) {
		starts.index[i] = root_index(world, true, i);
		last_group(world, world->trie->root[starts.index[i]])->starts[i % 3] ^= UINT64_C(1) << i;
	}
	assert_int_equal(heal_all(world, &starts).wrong_slots, 64);
	for (uint32_t bit = 0; bit < 32; bit++) {
		before.index[bit] = root_index(world, true, bit);
		last_group(world, world->trie->root[before.index[bit]])->before[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	assert_int_equal(heal_all(world, &before).wrong_slots, 32);
	assert_answers(world);
	world_free(world);
}

static void
each_bit_of_a_group_is_put_right(void **state)
{
	(void)state;
	group_bits(SBX_IPV4);
	group_bits(SBX_IPV6);
}

// As if a prefix had never been written: what its slots say is right but for it.
static void
forgotten_prefixes(uint8_t family)
{
	struct world *world = world_make(family);
	struct places places = {.count = 20};

	for (uint32_t i = 0; i < places.count; i++) {
		const struct sbx_route *route = &world->table.routes[i * 290 % world->table.count];

		places.index[i] = (uint32_t)route->address.bytes[0] << 16
			| (uint32_t)route->address.bytes[1] << 8 | route->address.bytes[2];
		fib_trie_remove(world->trie, route->address.bytes, route->length);
		assert_int_equal(prefix_store_reserve(&world->trie->prefixes, 1), 0);
		prefix_store_put(&world->trie->prefixes, route->address.bytes,
			(uint32_t)route->length << 24 | route->nexthop);
		world->trie->by_length[route->length]++;
	}
	assert_true(heal_all(world, &places).wrong_slots >= places.count / 2);
	assert_answers(world);
	world_free(world);
}

static void
a_prefix_that_no_slot_knows_is_written(void **state)
{
	(void)state;
	forgotten_prefixes(SBX_IPV4);
	forgotten_prefixes(SBX_IPV6);
}

static void
default_slots(uint8_t family)
{
	struct world *world = world_make(family);

	*world->trie->default_slot = 77;
	assert_int_equal(heal(world, 0).wrong_slots, 1);
	put_default(world);
	*world->trie->default_slot ^= 4;
	assert_int_equal(heal(world, 0).wrong_slots, 1);
	*world->trie->default_slot = 0;
	assert_int_equal(heal(world, 0).wrong_slots, 1);
	world_free(world);
}

static void
the_default_slot_is_put_right(void **state)
{
	(void)state;
	default_slots(SBX_IPV4);
	default_slots(SBX_IPV6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_wrong_of_a_table_that_is_right),
		cmocka_unit_test(each_bit_of_a_slot_of_the_root_is_put_right),
		cmocka_unit_test(slots_of_the_root_that_were_overwritten_are_put_right),
		cmocka_unit_test(each_bit_of_a_group_is_put_right),
		cmocka_unit_test(a_prefix_that_no_slot_knows_is_written),
		cmocka_unit_test(the_default_slot_is_put_right),
	};

	return cmocka_run_group_tests_name("the FIB's check", tests, NULL, NULL);
}
