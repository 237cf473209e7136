// How packets leave: batches, full devices, outboxes, ports that are down.
// Owns: nothing. Threads: the test's own. Next: road_worker.c.
#include "road_fixture.h"

static int
make(void **state)
{
	struct road_fixture *fixture = road_fixture_make();

	fib_do(fixture->fib, fib_put("198.51.100.0/24", NH_UNICAST));
	*state = fixture;
	return 0;
}

static int
unmake(void **state)
{
	road_fixture_free(*state);
	return 0;
}

static void
fill(struct road_fixture *fixture, struct rte_mbuf **packets, uint16_t count)
{
	for (uint16_t i = 0; i < count; i++)
		packets[i] = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, i);
}

static void
what_was_received_leaves_in_one_call_in_order(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[BURST_MAX];

	fill(fixture, packets, BURST_MAX);
	road_pass(fixture, packets, BURST_MAX);
	assert_int_equal(fixture->device[OUT_PORT].calls, 1);
	assert_memory_equal(fixture->device[OUT_PORT].took, packets, sizeof(packets));
}

static void
what_a_full_device_leaves_is_dropped(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[BURST_MAX];

	fill(fixture, packets, 10);
	fixture->device[OUT_PORT].room = 4;
	road_pass(fixture, packets, 10);
	assert_int_equal(drops(fixture, OUT, DROP_tx_full), 6);
	assert_int_equal(all_drops(fixture), 6);
	for (uint16_t i = 0; i < 10; i++)
		assert_int_equal(was_freed(packets[i]), i >= 4);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_packets], 4);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_bytes], 4 * 34 + 0 + 1 + 2 + 3);
}

static void
without_a_queue_the_owner_sends(void **state)
{
	struct road_fixture *fixture = *state;
	struct worker_port *to = &fixture->plan->port[OUT_PORT];
	struct rte_mbuf *packets[BURST_MAX];

	to->tx_queue = NO_TX_QUEUE;
	fill(fixture, packets, 5);
	road_pass(fixture, packets, 5);
	assert_int_equal(fixture->device[OUT_PORT].calls, 0);
	assert_int_equal(rte_ring_count(fixture->outbox), 5);
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_packets], 0);

	to->tx_queue = 0;
	fixture->plan->outboxes = 1;
	fixture->plan->outbox_port[0] = OUT_PORT;
	assert_int_equal(send_outboxes(fixture->road), 5);
	assert_memory_equal(fixture->device[OUT_PORT].took, packets, 5 * sizeof(packets[0]));
	assert_int_equal(fixture->counters->interface[OUT][INTERFACE_tx_packets], 5);
	assert_int_equal(send_outboxes(fixture->road), 0);
}

static void
a_full_outbox_drops(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[BURST_MAX];

	fixture->plan->port[OUT_PORT].tx_queue = NO_TX_QUEUE;
	fill(fixture, packets, BURST_MAX);
	road_pass(fixture, packets, BURST_MAX); // the ring has room for one less than its size
	assert_int_equal(rte_ring_count(fixture->outbox), BURST_MAX - 1);
	assert_int_equal(drops(fixture, OUT, DROP_tx_full), 1);
	assert_true(was_freed(packets[BURST_MAX - 1]));
}

static void
a_port_that_is_down_or_gone_drops(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packet = fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 8);

	fixture->plan->port[OUT_PORT].up = false;
	assert_dropped(fixture, packet, DROP_interface_down);
	assert_int_equal(rte_ring_enqueue(fixture->outbox, fake4(fixture, "192.0.2.1", "198.51.100.1", 64,
		8)), 0);
	fixture->plan->outboxes = 1;
	fixture->plan->outbox_port[0] = OUT_PORT;
	assert_int_equal(send_outboxes(fixture->road), 1);
	free_dropped(fixture->road);
	assert_int_equal(drops(fixture, OUT, DROP_interface_down), 1);
	memset(&fixture->plan->port[OUT_PORT], 0, sizeof(fixture->plan->port[OUT_PORT]));
	assert_dropped(fixture, fake4(fixture, "192.0.2.1", "198.51.100.1", 64, 8), DROP_interface_down);
	assert_int_equal(fixture->device[OUT_PORT].calls, 0);
}

// More drops in one burst than the list of the dropped holds: a whole burst, and what the device leaves.
static void
drops_are_freed_in_time(void **state)
{
	struct road_fixture *fixture = *state;
	struct rte_mbuf *packets[BURST_MAX];

	fill(fixture, packets, BURST_MAX);
	for (uint16_t i = 0; i < BURST_MAX / 2; i++)
		ip4_of(packets[i])->hdr_checksum ^= 1;
	fixture->device[OUT_PORT].room = 0;
	road_pass(fixture, packets, BURST_MAX);
	fill(fixture, packets, BURST_MAX);
	road_pass(fixture, packets, BURST_MAX);
	assert_int_equal(all_drops(fixture), 2 * BURST_MAX);
	for (uint32_t i = 0; i < fixture->made_count; i++)
		assert_true(was_freed(fixture->made[i]));
}

#define TEST(what, function) { what, function, make, unmake, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("what was received leaves in one call, in order",
			what_was_received_leaves_in_one_call_in_order),
		TEST("what a full device leaves is dropped", what_a_full_device_leaves_is_dropped),
		TEST("without a transmit queue the port's owner sends", without_a_queue_the_owner_sends),
		TEST("a full outbox drops", a_full_outbox_drops),
		TEST("a port that is down or gone drops", a_port_that_is_down_or_gone_drops),
		TEST("drops are freed in time", drops_are_freed_in_time),
	};

	return cmocka_run_group_tests_name("send", tests, NULL, NULL);
}
