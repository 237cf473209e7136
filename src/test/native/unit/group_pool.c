// Memory of the FIB's groups: what readers may still hold stays as it was, the rest is used again.
// Owns: one pool and its QSBR variable. Threads: the test's own; readers are numbers without a
// thread.
// Next: control/group_pool.c.
#include <control/group_pool.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define GROUPS 64
#define READER 0

struct fixture {
	struct rte_rcu_qsbr *rcu;
	struct group_pool pool;
};

static int
set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	fixture->rcu = aligned_alloc(RTE_CACHE_LINE_SIZE, rte_rcu_qsbr_get_memsize(1));
	assert_int_equal(rte_rcu_qsbr_init(fixture->rcu, 1), 0);
	assert_int_equal(group_pool_init(&fixture->pool, GROUPS, fixture->rcu), 0);
	rte_rcu_qsbr_thread_register(fixture->rcu, READER);
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *fixture = *state;

	group_pool_free(&fixture->pool);
	free(fixture->rcu);
	free(fixture);
	return 0;
}

// A group of `runs` runs, told from others by `first`.
static uint32_t
make(struct fixture *fixture, uint32_t runs, uint32_t first)
{
	uint32_t slots[FIB_GROUP_SLOTS];

	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
		slots[i] = first + (i < runs ? i : runs - 1);
	return group_pool_make(&fixture->pool, slots);
}

static void
a_group_gives_back_its_slots(void **state)
{
	struct fixture *fixture = *state;

	for (uint32_t runs = 1; runs <= FIB_GROUP_SLOTS; runs++) {
		uint32_t group = make(fixture, runs, 1000), slots[FIB_GROUP_SLOTS];

		group_expand(group_pool_at(&fixture->pool, group), slots);
		assert_int_equal(group_runs(group_pool_at(&fixture->pool, group)), runs);
		for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++) {
			assert_int_equal(slots[i], 1000 + (i < runs ? i : runs - 1));
			assert_int_equal(slots[i],
				fib_group_slot(fixture->pool.base, FIB_GROUP_NAME(group), i));
		}
		group_pool_retire(&fixture->pool, group);
	}
}

static void
a_retired_group_stays_as_it_was_while_a_reader_may_hold_it(void **state)
{
	struct fixture *fixture = *state;
	uint32_t held = make(fixture, 7, 500), made[GROUPS - 1];

	rte_rcu_qsbr_thread_online(fixture->rcu, READER);
	group_pool_retire(&fixture->pool, held);
	for (uint32_t i = 0; i < GROUPS - 1; i++) {
		made[i] = make(fixture, 7, i);
		assert_int_not_equal(made[i], held);
	}
	for (uint32_t i = 0; i < FIB_GROUP_SLOTS; i++)
		assert_int_equal(fib_group_slot(fixture->pool.base, FIB_GROUP_NAME(held), i),
			500 + (i < 7 ? i : 6));
	rte_rcu_qsbr_quiescent(fixture->rcu, READER);
	assert_int_equal(make(fixture, 7, 1), held);
}

static void
churn_takes_no_more_memory(void **state)
{
	struct fixture *fixture = *state;
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < 100000; i++) {
		group_pool_retire(&fixture->pool, make(fixture, 1 + i % FIB_GROUP_SLOTS, i));
		if (i == 1000)
			bytes = group_pool_bytes(&fixture->pool);
	}
	assert_int_equal(group_pool_bytes(&fixture->pool), bytes);
}

static void *
report_quiescent_later(void *argument)
{
	struct fixture *fixture = argument;

	usleep(20000);
	rte_rcu_qsbr_quiescent(fixture->rcu, READER);
	return NULL;
}

// All blocks retired and held by a reader: the next one waits for the reader, and only then is
// made.
static void
an_exhausted_pool_waits_for_the_reader(void **state)
{
	struct fixture *fixture = *state;
	uint32_t blocks = fixture->pool.blocks_max;
	pthread_t reader;

	rte_rcu_qsbr_thread_online(fixture->rcu, READER);
	for (uint32_t i = 0; i < blocks; i++)
		group_pool_retire(&fixture->pool, make(fixture, 256, i));
	assert_int_equal(fixture->pool.head, 0);
	assert_int_equal(pthread_create(&reader, NULL, report_quiescent_later, fixture), 0);
	make(fixture, 256, 1);
	assert_true(fixture->pool.head > 0);
	pthread_join(reader, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_group_gives_back_its_slots, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_retired_group_stays_as_it_was_while_a_reader_may_hold_it, set_up, tear_down),
		cmocka_unit_test_setup_teardown(churn_takes_no_more_memory, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_exhausted_pool_waits_for_the_reader, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("the groups' memory", tests, NULL, NULL);
}
