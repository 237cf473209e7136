// What readers see is damaged in every way that its memory allows, found and put right, while a reader asks: it
// gets the answer that the damage made, or the right one, never a third.
// Owns: the table, its naive twin, and the damage. Threads: main's writes, the reader its own.
// Next: control/fib_check.c, control/fib_rebuild.c.
#include "fib_fixture.h"

#include <bench/random.h>
#include <bench/table.h>
#include <control/fib_audit.h>
#include <control/fib_vrf.h>

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#define ROUTES 6000
#define NEXTHOPS 64
#define PROBES 4096
#define PLACES 64

// Slots of the root that damage was done to, or below.
struct places {
	uint32_t index[PLACES];
	uint32_t count;
};

struct probe {
	struct sbx_address address;
	uint32_t wrong, right;
};

struct world {
	struct fib_fixture *fib;
	struct fib_trie *trie;
	struct table table;
	struct model model;
	uint8_t family;
	uint8_t bits;
	struct random random;
	struct probe probes[PROBES];
	uint32_t probe_count;
	_Atomic bool stop;             // writer: rw, reader: ro
	_Atomic uint64_t rounds;       // reader: rw, writer: ro
	uint64_t mixed;                // reader's, until it has ended
};

static void
put(struct world *world, struct sbx_route route)
{
	fib_do(world->fib, route);
	model_apply(&world->model, &route);
}

static struct world *
world_make(uint8_t family)
{
	struct world *world = calloc(1, sizeof(*world));
	struct sbx_routes_result result;

	assert_non_null(world);
	*world = (struct world){.fib = fib_fixture_make(2 * ROUTES, 4 * ROUTES), .family = family,
		.bits = family == SBX_IPV6 ? 128 : 32, .random = {family}};
	world->trie = family == SBX_IPV4 ? &world->fib->vrf->trie4 : &world->fib->vrf->trie6;
	model_init(&world->model, 2 * ROUTES);
	assert_int_equal(table_make(&world->table, family, ROUTES, NEXTHOPS, NULL), 0);
	for (uint32_t i = 0; i < world->table.count; i++)
		model_apply(&world->model, &world->table.routes[i]);
	assert_int_equal(fib_apply(world->fib->vrf, world->table.routes, world->table.count, &result), 0);
	put(world, fib_put(family == SBX_IPV4 ? "96.0.0.0/10" : "2a00::/16", 33));
	for (uint32_t i = 0; i < PLACES && family == SBX_IPV4; i++) {
		struct sbx_route route = fib_put("97.0.0.16/28", 40 + i);

		route.address.bytes[1] = (uint8_t)i;
		put(world, route);
	}
	return world;
}

static void
put_default(struct world *world)
{
	put(world, fib_put(world->family == SBX_IPV4 ? "0.0.0.0/0" : "::/0", 50));
}

static void
world_free(struct world *world)
{
	table_free(&world->table);
	model_free(&world->model);
	fib_fixture_free(world->fib);
	free(world);
}

static struct sbx_fib_check
verify(struct world *world)
{
	struct sbx_fib_check out;

	fib_verify(world->fib->vrf, world->family, 0, SBX_FIB_PARTS, &out);
	return out;
}

static void
assert_clean(struct world *world)
{
	struct sbx_fib_check out = verify(world);

	assert_int_equal(out.wrong_slots, 0);
	assert_int_equal(out.shared_groups, 0);
	assert_int_equal(out.leaked_groups, 0);
	assert_int_equal(out.unhealed, 0);
	assert_true(out.slots > 0);
	assert_int_equal(out.groups, world->trie->groups_used);
	assert_int_equal(out.prefixes, model_routes(&world->model, world->family));
}

// First, last and a random address of every prefix.
static void
assert_answers(struct world *world)
{
	for (uint32_t i = 0; i < world->table.count; i++) {
		struct sbx_address addresses[3] = {world->table.routes[i].address,
			world->table.routes[i].address, world->table.routes[i].address};
		uint64_t inside = random_next(&world->random);

		table_fill_host(&addresses[1], world->table.routes[i].length, world->bits, UINT64_MAX,
			UINT64_MAX);
		table_fill_host(&addresses[2], world->table.routes[i].length, world->bits, inside, inside * 3);
		fib_agrees(world->fib, &world->model, world->family, addresses, 3);
	}
}

// ------------------------------------------------------------------------------------- reader

static void *
read_all(void *argument)
{
	struct world *world = argument;
	struct rte_rcu_qsbr *rcu = world->fib->rcu;

	rte_rcu_qsbr_thread_register(rcu, 0);
	rte_rcu_qsbr_thread_online(rcu, 0);
	while (!atomic_load(&world->stop)) {
		for (uint32_t i = 0; i < world->probe_count; i++) {
			const struct probe *probe = &world->probes[i];
			uint32_t slot = fib_lookup(world->fib, world->family, &probe->address);

			world->mixed += slot != probe->wrong && slot != probe->right;
		}
		atomic_fetch_add(&world->rounds, 1);
		rte_rcu_qsbr_quiescent(rcu, 0);
	}
	rte_rcu_qsbr_thread_offline(rcu, 0);
	rte_rcu_qsbr_thread_unregister(rcu, 0);
	return NULL;
}

// Addresses below a slot of the root: those of the prefixes there, and others.
static void
choose_probes(struct world *world, uint32_t index)
{
	uint32_t most = world->probe_count + 32;

	for (uint32_t i = 0; i < world->table.count && world->probe_count < most; i++) {
		const uint8_t *bytes = world->table.routes[i].address.bytes;

		if (((uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2]) == index)
			world->probes[world->probe_count++].address = world->table.routes[i].address;
	}
	for (uint32_t i = 0; i < 16; i++) {
		struct sbx_address address = {{(uint8_t)(index >> 16), (uint8_t)(index >> 8), (uint8_t)index,
			(uint8_t)(16 * i)}};

		world->probes[world->probe_count++].address = address;
	}
}

// Verifies with the reader at work, which has seen it before and after; all must be right then.
static struct sbx_fib_check
heal_all(struct world *world, const struct places *places)
{
	struct sbx_fib_check out;
	pthread_t reader;
	uint64_t rounds;

	world->probe_count = 0;
	for (uint32_t i = 0; i < places->count; i++)
		choose_probes(world, places->index[i]);
	for (uint32_t i = 0; i < world->probe_count; i++) {
		struct probe *probe = &world->probes[i];

		probe->wrong = fib_lookup(world->fib, world->family, &probe->address);
		probe->right = model_lookup(&world->model, world->family, &probe->address);
	}
	world->mixed = 0;
	atomic_store(&world->stop, false);
	rounds = atomic_load(&world->rounds);
	assert_int_equal(pthread_create(&reader, NULL, read_all, world), 0);
	while (atomic_load(&world->rounds) == rounds)
		sched_yield();
	out = verify(world);
	rounds = atomic_load(&world->rounds);
	while (atomic_load(&world->rounds) == rounds)
		sched_yield();
	atomic_store(&world->stop, true);
	pthread_join(reader, NULL);
	assert_int_equal(world->mixed, 0);
	assert_int_equal(out.healed, out.wrong_slots);
	assert_int_equal(out.unhealed, 0);
	for (uint32_t i = 0; i < world->probe_count; i++)
		assert_int_equal(fib_lookup(world->fib, world->family, &world->probes[i].address),
			world->probes[i].right);
	assert_clean(world);
	return out;
}

static struct sbx_fib_check
heal(struct world *world, uint32_t index)
{
	return heal_all(world, &(struct places){{index}, 1});
}

// ------------------------------------------------------------------------------------- places

// A slot of the root that names a group, or that has a prefix's answer; another one for each number.
static uint32_t
root_index(struct world *world, bool group, uint32_t number)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i <= number; i++) {
		do {
			at = (at + 1) % FIB_ROOT_SLOTS;
		} while (world->trie->root[at] == 0 || FIB_IS_GROUP(world->trie->root[at]) != group);
	}
	return at;
}

static struct fib_group *
group_at(struct world *world, uint32_t slot)
{
	return group_pool_at(&world->trie->groups, FIB_NEXTHOP(slot));
}

// The deepest group below a slot of the root that is met first.
static struct fib_group *
last_group(struct world *world, uint32_t slot)
{
	struct fib_group *group = group_at(world, slot);

	for (uint32_t run = 0; run < group_runs(group); run++)
		if (FIB_IS_GROUP(group->slots[run]))
			return last_group(world, group->slots[run]);
	return group;
}

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
		cmocka_unit_test(nothing_is_wrong_of_a_table_that_is_right),
		cmocka_unit_test(each_bit_of_a_slot_of_the_root_is_put_right),
		cmocka_unit_test(slots_of_the_root_that_were_overwritten_are_put_right),
		cmocka_unit_test(each_bit_of_a_group_is_put_right),
		cmocka_unit_test(a_prefix_that_no_slot_knows_is_written),
		cmocka_unit_test(the_default_slot_is_put_right),
		cmocka_unit_test(groups_that_leaked_or_are_shared_are_found),
		cmocka_unit_test(without_room_it_says_so_and_heals_when_there_is_some),
		cmocka_unit_test(a_part_alone_is_healed_and_no_group_is_said_to_leak),
		cmocka_unit_test(changes_meanwhile_are_no_alarm),
	};

	return cmocka_run_group_tests_name("the FIB's check", tests, NULL, NULL);
}
