// A FIB whose slots can be damaged, its naive twin, and a reader that asks meanwhile.
// Owns: the table and the damage. Threads: main's writes, the reader its own.
// Next: fib_check.c, fib_check_whole.c.
#pragma once

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

static inline void
put(struct world *world, struct sbx_route route)
{
	fib_do(world->fib, route);
	model_apply(&world->model, &route);
}

static inline struct world *
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

static inline void
put_default(struct world *world)
{
	put(world, fib_put(world->family == SBX_IPV4 ? "0.0.0.0/0" : "::/0", 50));
}

static inline void
world_free(struct world *world)
{
	table_free(&world->table);
	model_free(&world->model);
	fib_fixture_free(world->fib);
	free(world);
}

static inline struct sbx_fib_check
verify(struct world *world)
{
	struct sbx_fib_check out;

	fib_verify(world->fib->vrf, world->family, 0, SBX_FIB_PARTS, &out);
	return out;
}

static inline void
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
static inline void
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

static inline void *
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
static inline void
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
static inline struct sbx_fib_check
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

static inline struct sbx_fib_check
heal(struct world *world, uint32_t index)
{
	return heal_all(world, &(struct places){{index}, 1});
}

// ------------------------------------------------------------------------------------- places

// A slot of the root that names a group, or that has a prefix's answer; another one for each number.
static inline uint32_t
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

static inline struct fib_group *
group_at(struct world *world, uint32_t slot)
{
	return group_pool_at(&world->trie->groups, FIB_NEXTHOP(slot));
}

// The deepest group below a slot of the root that is met first.
static inline struct fib_group *
last_group(struct world *world, uint32_t slot)
{
	struct fib_group *group = group_at(world, slot);

	for (uint32_t run = 0; run < group_runs(group); run++)
		if (FIB_IS_GROUP(group->slots[run]))
			return last_group(world, group->slots[run]);
	return group;
}
