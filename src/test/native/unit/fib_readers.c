// What a reader sees while a batch is written: one table or the other, never a mixture. Two tables
// take turns, one batch a turn, and a reader asks for one address that both answer differently.
// Owns: the tables of each case. Threads: the writer is main's, the reader its own.
// Next: control/fib_batch.c has the order that makes this hold.
#include "fib_fixture.h"

#include <pthread.h>
#include <unistd.h>

#define TURNS 4000
#define TURNS_WAITING 100         // each waits for the reader four times
#define PREFIXES_MAX 12

struct turn {
	struct fib_fixture *fib;
	uint8_t family;
	struct sbx_address address;
	uint32_t slots[2];            // the right answers
	_Atomic bool stop;
	_Atomic uint64_t seen[2];     // reader: rw, writer: ro
	uint64_t wrong;               // reader's, until it has ended
};

static void *
read_all(void *argument)
{
	struct turn *turn = argument;
	struct rte_rcu_qsbr *rcu = turn->fib->rcu;

	rte_rcu_qsbr_thread_register(rcu, 0);
	rte_rcu_qsbr_thread_online(rcu, 0);
	while (!atomic_load(&turn->stop)) {
		for (uint32_t i = 0; i < 64; i++) {
			uint32_t slot = fib_lookup(turn->fib, turn->family, &turn->address);

			turn->seen[0] += slot == turn->slots[0];
			turn->seen[1] += slot == turn->slots[1];
			turn->wrong += slot != turn->slots[0] && slot != turn->slots[1];
		}
		rte_rcu_qsbr_quiescent(rcu, 0);
	}
	rte_rcu_qsbr_thread_offline(rcu, 0);
	return NULL;
}

// The batch that makes `to` out of `from`: prefixes of NULL-ended lists, each with its place as its
// nexthop.
static uint32_t
batch_between(const char *const *from, const char *const *to, uint32_t nexthop,
	struct sbx_route *batch)
{
	uint32_t count = 0;

	for (uint32_t i = 0; from[i] != NULL; i++)
		batch[count++] = fib_delete(from[i]);
	for (uint32_t i = 0; to[i] != NULL; i++)
		batch[count++] = fib_put(to[i], nexthop + i);
	return count;
}

static void
apply(struct turn *turn, const struct sbx_route *batch, uint32_t count)
{
	struct sbx_routes_result result = {0};

	assert_int_equal(fib_apply(turn->fib->vrf, batch, count, &result), 0);
}

static bool
seen_both(struct turn *turn)
{
	return atomic_load(&turn->seen[0]) > 0 && atomic_load(&turn->seen[1]) > 0;
}

static void
take_turns(const char *address, const char *const first[], const char *const second[],
	uint32_t turns)
{
	struct turn turn = {.fib = fib_fixture_make(100, 60000), .address = fib_address(address),
		.family = strchr(address, ':') != NULL ? SBX_IPV6 : SBX_IPV4};
	struct sbx_route batches[2][2 * PREFIXES_MAX];
	uint32_t counts[2] = {batch_between(second, first, 100, batches[0]),
		batch_between(first, second, 200, batches[1])};
	pthread_t reader;

	for (uint32_t i = 0; i < 2; i++) {
		apply(&turn, batches[i], counts[i]);
		turn.slots[i] = fib_lookup(turn.fib, turn.family, &turn.address);
		assert_int_not_equal(turn.slots[i], 0);
	}
	assert_int_equal(pthread_create(&reader, NULL, read_all, &turn), 0);
	// On a busy machine the reader may come late.
	for (uint32_t i = 0; i < turns || !seen_both(&turn); i++)
		apply(&turn, batches[i % 2], counts[i % 2]);
	atomic_store(&turn.stop, true);
	pthread_join(reader, NULL);
	assert_int_equal(turn.wrong, 0);
	fib_fixture_free(turn.fib);
}

static void
a_nest_of_ipv4_prefixes_comes_and_goes_at_once(void **state)
{
	static const char *const cover[] = {"10.0.0.0/8", NULL};
	static const char *const nest[] = {"10.0.0.0/20", "10.0.0.0/21", "10.0.0.0/22", "10.0.0.0/23",
		"10.0.0.0/24", "10.0.0.0/25", "10.0.0.0/26", "10.0.0.0/30", "10.0.0.1/32", NULL};

	(void)state;
	take_turns("10.0.0.1", cover, nest, TURNS);
}

static void
a_nest_of_ipv6_prefixes_comes_and_goes_at_once(void **state)
{
	static const char *const cover[] = {"2001:d00::/24", NULL};
	static const char *const nest[] = {"2001:db8::/32", "2001:db8::/40", "2001:db8::/44",
		"2001:db8::/48", "2001:db8::/52", "2001:db8::/56", "2001:db8::/64",
		"2001:db8::1/128", NULL};

	(void)state;
	take_turns("2001:db8::1", cover, nest, TURNS);
}

static void
a_prefix_is_split_in_two_at_once(void **state)
{
	static const char *const whole[] = {"10.0.0.0/8", "10.1.0.0/24", NULL};
	static const char *const halves[] = {"10.0.0.0/9", "10.1.0.0/25", "10.1.0.128/25", NULL};

	(void)state;
	take_turns("10.1.0.200", whole, halves, TURNS);
}

static void
the_default_route_gives_way_to_others_at_once(void **state)
{
	static const char *const whole4[] = {"0.0.0.0/0", NULL};
	static const char *const parts4[] = {"192.0.0.0/16", "192.0.2.0/24", NULL};
	static const char *const whole6[] = {"::/0", NULL};
	static const char *const parts6[] = {"2001:db8::/32", "2001:db8:1::/48", NULL};

	(void)state;
	take_turns("192.0.2.1", whole4, parts4, TURNS_WAITING);
	take_turns("2001:db8:1::1", whole6, parts6, TURNS_WAITING);
}

static void *
put_default(void *argument)
{
	fib_do(argument, fib_put("0.0.0.0/0", 9));
	return NULL;
}

// A reader that has read a slot and not yet the default must not meet a default of another table.
static void
the_default_route_changes_when_no_reader_is_half_way(void **state)
{
	struct fib_fixture *fib = fib_fixture_make(100, 100);
	uint64_t waits = __atomic_load_n(&fib->rcu->token, __ATOMIC_SEQ_CST), now;
	pthread_t writer;

	(void)state;
	rte_rcu_qsbr_thread_register(fib->rcu, 0);
	rte_rcu_qsbr_thread_online(fib->rcu, 0);
	assert_int_equal(pthread_create(&writer, NULL, put_default, fib), 0);
	usleep(50000);
	assert_int_equal(fib_nexthop(fib, "192.0.2.1"), 0);
	// Lets the wait before the change pass, and not the one after it.
	while (now = __atomic_load_n(&fib->rcu->token, __ATOMIC_SEQ_CST),
			fib_nexthop(fib, "192.0.2.1") == 0) {
		if (now != waits)
			rte_rcu_qsbr_quiescent(fib->rcu, 0);
		waits = now;
	}
	usleep(50000);
	assert_int_equal(atomic_load(&fib->generation), 0);
	rte_rcu_qsbr_thread_offline(fib->rcu, 0);
	pthread_join(writer, NULL);
	assert_int_equal(atomic_load(&fib->generation), 1);
	fib_fixture_free(fib);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_nest_of_ipv4_prefixes_comes_and_goes_at_once),
		cmocka_unit_test(a_nest_of_ipv6_prefixes_comes_and_goes_at_once),
		cmocka_unit_test(a_prefix_is_split_in_two_at_once),
		cmocka_unit_test(the_default_route_gives_way_to_others_at_once),
		cmocka_unit_test(the_default_route_changes_when_no_reader_is_half_way),
	};

	return cmocka_run_group_tests_name("the FIB's readers", tests, NULL, NULL);
}
