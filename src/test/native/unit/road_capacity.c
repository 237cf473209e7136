// 65,535 nexthops, each with a neighbor of its own, used on the road; and a worker without memory for them.
// Owns: checks of what control/nexthop_cache.c promises, in the box as it runs; madvise of this process, by which
// its memory is asked for. Next: slow_shortage.c has every failure of it by itself.
#include "ring_box.h"

#include "control/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define NEXTHOPS 65536        // ids from 1
#define SECOND_SHARE 40000    // an id whose memory is not there at the start

int __real_madvise(void *memory, size_t bytes, int advice);
int __wrap_madvise(void *memory, size_t bytes, int advice);

static _Atomic uint32_t grants = UINT32_MAX; // times that memory may still be asked for

int
__wrap_madvise(void *memory, size_t bytes, int advice)
{
	if (advice != MADV_POPULATE_WRITE || grants == UINT32_MAX)
		return __real_madvise(memory, bytes, advice);
	if (grants > 0) {
		grants--;
		return __real_madvise(memory, bytes, advice);
	}
	errno = ENOMEM;
	return -1;
}

static const struct sbx_options options = {
	.mbufs = 4096, .mbuf_data_bytes = 2048, .nexthops = NEXTHOPS, .neighbors = NEXTHOPS,
	.routes4 = NEXTHOPS, .routes6 = 100, .groups4 = 16, .groups6 = 64, .burst = 32,
	.idle_sleep_micros = 200, .hold_packets = 4, .neighbor_reachable_ms = 30000,
	.neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 100,
};
static struct ring_port in, out;

static int
start(void **state)
{
	(void)state;
	if (sbx_start(&options) != 0)
		return -1;
	ring_port_open(&in, "a");
	ring_port_open(&out, "b");
	return 0;
}

static int
stop(void **state)
{
	(void)state;
	grants = UINT32_MAX;
	ring_port_close(&in);
	ring_port_close(&out);
	return sbx_stop();
}

// ------------------------------------------------------------------------------------- nexthops

static struct sbx_nexthop
nexthop_of(uint32_t id)
{
	return (struct sbx_nexthop){ .id = id, .interface = out.interface, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = ring_address4(0x0A000000 | id) };
}

static struct sbx_route
route_of(uint32_t id)
{
	return (struct sbx_route){ .address = ring_address4(0x14000000 | id << 8), .length = 24,
		.family = SBX_IPV4, .nexthop = id, .op = SBX_ROUTE_PUT };
}

static void
set_neighbor(uint32_t id)
{
	const struct sbx_nexthop nexthop = nexthop_of(id);
	const uint8_t mac[6] = { 2, 0, 0, (uint8_t)(id >> 16), (uint8_t)(id >> 8), (uint8_t)id };

	assert_int_equal(sbx_neighbor_set(out.interface, SBX_IPV4, &nexthop.address, mac), 0);
}

static void
set_all(void)
{
	struct sbx_nexthop *nexthops = calloc(NEXTHOPS, sizeof(*nexthops));
	struct sbx_route *routes = calloc(NEXTHOPS, sizeof(*routes));
	struct sbx_routes_result result;
	uint32_t failed = UINT32_MAX;

	for (uint32_t id = 1; id < NEXTHOPS; id++) {
		nexthops[id] = nexthop_of(id);
		routes[id] = route_of(id);
	}
	assert_int_equal(sbx_nexthops_apply(nexthops + 1, NEXTHOPS - 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_routes_apply(0, routes + 1, NEXTHOPS - 1, &result), 0);
	for (uint32_t id = 1; id < NEXTHOPS; id++)
		set_neighbor(id);
	free(nexthops);
	free(routes);
}

// ------------------------------------------------------------------------------------- packets

static uint32_t
packets_of(uint32_t id)
{
	return 1 + id % 3;
}

// Different for neighbors in the table.
static uint16_t
payload_of(uint32_t id)
{
	return (uint16_t)(sizeof(id) + id % 97);
}

static struct rte_mbuf *
packet_by(uint32_t id)
{
	const struct sbx_address source = ring_address4(0xC0000209);
	const struct sbx_address destination = ring_address4(0x14000007 | id << 8);
	uint8_t payload[128] = { 0 };

	memcpy(payload, &id, sizeof(id));
	return ring_packet(&in, SBX_IPV4, &source, &destination, payload, payload_of(id));
}

// Counts what came; each must have left by the nexthop that its destination is routed to.
static uint64_t
take_all(uint32_t *came)
{
	struct rte_mbuf *packet;
	uint64_t taken = 0;

	while ((packet = ring_take(&out)) != NULL) {
		const uint8_t *mac = rte_pktmbuf_mtod(packet, const uint8_t *);
		const void *payload = ring_payload(packet, sizeof(uint32_t));
		uint32_t id;

		if (payload == NULL) { // not ours: the box tells the link its addresses
			rte_pktmbuf_free(packet);
			continue;
		}
		memcpy(&id, payload, sizeof(id));
		assert_int_equal((uint32_t)mac[3] << 16 | (uint32_t)mac[4] << 8 | mac[5], id);
		came[id]++;
		taken++;
		rte_pktmbuf_free(packet);
	}
	return taken;
}

static void
give(uint32_t id, uint64_t *on_their_way, uint32_t *came)
{
	struct rte_mbuf *packet;
	uint64_t since = 0;

	while ((packet = packet_by(id)) == NULL || *on_their_way > 256 || !ring_give(&in, packet)) {
		rte_pktmbuf_free(packet);
		*on_their_way -= take_all(came);
		ring_wait(&since);
	}
	++*on_their_way;
}

static void
assert_counts(const uint32_t *came)
{
	struct sbx_nexthop_state *states = calloc(NEXTHOPS, sizeof(*states));
	uint32_t *ids = calloc(NEXTHOPS, sizeof(*ids));

	for (uint32_t id = 1; id < NEXTHOPS; id++)
		ids[id] = id;
	assert_int_equal(sbx_nexthops_describe(ids + 1, NEXTHOPS - 1, states + 1), 0);
	for (uint32_t id = 1; id < NEXTHOPS; id++) {
		uint64_t headers = 14 + 20 + 8;

		assert_int_equal(came[id], packets_of(id));
		assert_int_equal(states[id].packets, packets_of(id));
		assert_int_equal(states[id].bytes, packets_of(id) * (headers + payload_of(id)));
	}
	free(states);
	free(ids);
}

static void
all_nexthops_are_used_and_counted(void **state)
{
	uint32_t *came = calloc(NEXTHOPS, sizeof(*came));
	uint64_t on_their_way = 0, since = 0;

	(void)state;
	set_all();
	for (uint32_t round = 0; round < 3; round++)
		for (uint32_t id = 1; id < NEXTHOPS; id++)
			if (round < packets_of(id))
				give(id, &on_their_way, came);
	while ((on_their_way -= take_all(came)) > 0)
		ring_wait(&since);
	assert_counts(came);
	free(came);
}

// ------------------------------------------------------------------------------------- no memory

static void
assert_forwards(uint32_t id)
{
	uint32_t *came = calloc(NEXTHOPS, sizeof(*came));
	uint64_t on_its_way = 0, since = 0;

	give(id, &on_its_way, came);
	while (take_all(came) == 0)
		ring_wait(&since);
	assert_int_equal(came[id], 1);
	free(came);
}

static void
a_worker_without_memory_refuses_nexthops_and_routes_whole(void **state)
{
	const struct sbx_nexthop nexthops[] = { nexthop_of(1), nexthop_of(SECOND_SHARE) };
	const struct sbx_route routes[] = { route_of(1), route_of(SECOND_SHARE) };
	struct sbx_routes_result result = { 0 };
	struct sbx_fib_state fib;
	uint32_t failed = 99;

	(void)state;
	assert_int_equal(sbx_nexthops_apply(nexthops, 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_routes_apply(0, routes, 1, &result), 0);
	set_neighbor(1);
	for (grants = 0; grants < RING_WORKERS;) {
		uint32_t before = grants;

		assert_int_equal(sbx_nexthops_apply(nexthops, 2, NULL, 0, &failed), -ENOMEM);
		assert_int_equal(failed, 1);
		grants = before;
		assert_int_equal(sbx_routes_apply(0, routes, 2, &result), -ENOMEM);
		assert_int_equal(result.failed, 1);
		assert_int_equal(sbx_fib_describe(0, SBX_IPV4, &fib), 0);
		assert_int_equal(fib.routes, 1);
		assert_forwards(1);
		grants = before + 1;
	}
	grants = UINT32_MAX;
	assert_int_equal(sbx_nexthops_apply(nexthops, 2, NULL, 0, &failed), 0);
	assert_int_equal(sbx_routes_apply(0, routes, 2, &result), 0);
	set_neighbor(SECOND_SHARE);
	assert_forwards(SECOND_SHARE);
}

// Its packets are dropped by a copy of an entry that nobody wrote.
static void
a_route_to_an_id_that_nobody_set_drops_with_no_route(void **state)
{
	const struct sbx_route route = route_of(SECOND_SHARE);
	struct sbx_routes_result result;
	uint64_t since = 0, before = ring_counter(SBX_SCOPE_DROP, "no_route", in.interface);

	(void)state;
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
	assert_true(ring_give(&in, packet_by(SECOND_SHARE)));
	while (ring_counter(SBX_SCOPE_DROP, "no_route", in.interface) == before)
		ring_wait(&since);
}

static void *
delete_first(void *rc)
{
	const struct sbx_nexthop nexthop = { .id = 1 };
	uint32_t failed;

	atomic_store((_Atomic int *)rc, sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed));
	return NULL;
}

// What a worker has routed to it must have left before the id becomes another's.
static void
a_deleted_id_rests_until_no_reader_uses_it(void **state)
{
	const struct sbx_nexthop nexthop = nexthop_of(1);
	struct state *box = state_hold();
	_Atomic int rc = 1;
	bool waits = true;
	uint32_t failed;
	pthread_t caller;

	(void)state;
	assert_int_equal(sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed), 0);
	rte_rcu_qsbr_thread_online(box->tables->rcu, state_lookup_reader(box));
	assert_int_equal(pthread_create(&caller, NULL, delete_first, (void *)&rc), 0);
	for (uint32_t i = 0; i < 100; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
		waits &= atomic_load(&rc) == 1;
	}
	rte_rcu_qsbr_thread_offline(box->tables->rcu, state_lookup_reader(box));
	pthread_join(caller, NULL);
	state_release(box);
	assert_true(waits);
	assert_int_equal(rc, 0);
}

static void
no_start_without_memory_and_then_one(void **state)
{
	(void)state;
	for (uint32_t worker = 0; worker < RING_WORKERS; worker++) {
		grants = worker;
		assert_int_equal(sbx_start(&options), -ENOMEM);
	}
	grants = UINT32_MAX;
	assert_int_equal(sbx_start(&options), 0);
	assert_int_equal(sbx_stop(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_start_without_memory_and_then_one),
		TEST(a_worker_without_memory_refuses_nexthops_and_routes_whole),
		TEST(a_route_to_an_id_that_nobody_set_drops_with_no_route),
		TEST(all_nexthops_are_used_and_counted),
		TEST(a_deleted_id_rests_until_no_reader_uses_it),
	};

	return cmocka_run_group_tests_name("road_capacity", tests, ring_box_setup, ring_box_teardown);
}
