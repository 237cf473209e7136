// What happens when a worker can have no memory for its copy of a nexthop: nothing does, and it is said.
// Owns: checks of control/nexthop_cache.c and of all that calls it; madvise of this process, by which memory is
// asked for.
#include "slow_world.h"

#include "control/nexthop_cache.h"

#include <sys/mman.h>
#include <unistd.h>

#define WORKERS 3
#define FIRST_SHARE 5u                       // an id whose memory is there from the start
#define SECOND_SHARE (NEXTHOP_SHARE + 5u)    // one whose memory is not
#define THIRD_SHARE (2 * NEXTHOP_SHARE + 5u)

int __real_madvise(void *memory, size_t bytes, int advice);
int __wrap_madvise(void *memory, size_t bytes, int advice);

static uint32_t asked;     // times that memory was asked for
static uint32_t refused;   // which of them fails, counted from 1; 0 = none
static int with_errno;

int
__wrap_madvise(void *memory, size_t bytes, int advice)
{
	if (advice != MADV_POPULATE_WRITE)
		return __real_madvise(memory, bytes, advice);
	if (++asked != refused)
		return __real_madvise(memory, bytes, advice);
	__real_madvise(memory, bytes / 2, advice); // as far as it went
	errno = with_errno;
	return -1;
}

static void
refuse(uint32_t which, int error)
{
	asked = 0;
	refused = which;
	with_errno = error;
}

// The neighbors' share is there, and the first one's.
static int
setup(void **context)
{
	static const struct world_size size = { 3 * NEXTHOP_SHARE, 64, WORKERS };
	int rc;

	refuse(0, 0);
	rc = world_setup_sized(context, &size);
	world_nexthop(FIRST_SHARE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.99");
	world_nexthop(FIRST_SHARE, SBX_NEXTHOP_NONE, 0, NULL);
	asked = 0;
	return rc;
}

// Every neighbor's own id is in a share that nobody has memory for.
static int
setup_neighbors_apart(void **context)
{
	static const struct world_size size = { NEXTHOP_SHARE, 64, WORKERS };

	refuse(0, 0);
	return world_setup_sized(context, &size);
}

static bool
is_resident(uint32_t worker, uint32_t id)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *memory = world_state()->nexthop_caches[worker].memory;
	unsigned char resident[2] = { 0 };

	memory += id / NEXTHOP_SHARE * PAGES_LARGE;
	assert_int_equal(mincore(memory, page, &resident[0]), 0);
	assert_int_equal(mincore(memory + PAGES_LARGE - page, page, &resident[1]), 0);
	assert_int_equal(resident[0] & 1, resident[1] & 1);
	return resident[0] & 1;
}

static void
assert_share(uint32_t id, bool there)
{
	assert_int_equal(nexthop_caches_have(world_state(), id), there);
	for (uint32_t worker = 0; worker < WORKERS; worker++)
		assert_int_equal(is_resident(worker, id), there);
}

static struct sbx_nexthop
unicast(uint32_t id, const char *address)
{
	return (struct sbx_nexthop){ .id = id, .interface = WAN, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = world_address(address) };
}

static uint32_t
neighbors_free_count(void)
{
	return world_state()->neighbors->queues[QUEUE_FREE].count;
}

// ------------------------------------------------------------------------------------- creation

static void
a_creation_fails_whole_whichever_worker_lacks_memory(void **context)
{
	const struct sbx_nexthop batch[] = { unicast(FIRST_SHARE, "192.0.2.50"),
		unicast(SECOND_SHARE, "192.0.2.51"), unicast(SECOND_SHARE + 1, "192.0.2.52") };
	struct sbx_nexthop_state state;

	(void)context;
	for (uint32_t worker = 1; worker <= WORKERS; worker++) {
		uint32_t failed = 99, neighbors = neighbors_free_count();

		refuse(worker, ENOMEM);
		assert_int_equal(world_apply(batch, 3, &failed), -ENOMEM);
		assert_int_equal(failed, 1);
		assert_int_equal(asked, worker);
		assert_share(SECOND_SHARE, false);
		assert_int_equal(neighbors_free_count(), neighbors);
		for (uint32_t i = 0; i < 3; i++) {
			assert_int_equal(nexthops_describe(world_state(), &batch[i].id, 1, &state),
				-ENOENT);
			assert_int_equal(world_adjacency(batch[i].id)->reason, DROP_no_route);
		}
	}
}

static void
it_succeeds_when_memory_is_back(void **context)
{
	const struct sbx_nexthop nexthop = unicast(SECOND_SHARE, "192.0.2.51");
	struct sbx_nexthop_state state;
	uint32_t failed;

	(void)context;
	refuse(2, ENOMEM);
	assert_int_equal(world_apply(&nexthop, 1, &failed), -ENOMEM);
	refuse(0, 0);
	assert_int_equal(world_apply(&nexthop, 1, &failed), 0);
	assert_share(SECOND_SHARE, true);
	assert_share(THIRD_SHARE, false);
	world_use(SECOND_SHARE, 3);
	assert_int_equal(nexthops_describe(world_state(), &nexthop.id, 1, &state), 0);
	assert_int_equal(state.packets, 3);
	assert_int_equal(asked, WORKERS);
	assert_int_equal(world_apply(&nexthop, 1, &failed), 0);
	assert_int_equal(asked, WORKERS); // taken once
}

static void
what_exists_can_be_changed_and_deleted_without_memory(void **context)
{
	const struct sbx_nexthop records[] = {
		{ .id = FIRST_SHARE, .type = SBX_NEXTHOP_BLACKHOLE },
		{ .id = FIRST_SHARE },
		{ .id = THIRD_SHARE }, // never was
	};
	uint32_t failed;

	(void)context;
	world_nexthop(FIRST_SHARE, SBX_NEXTHOP_UNICAST, WAN, "192.0.2.50");
	refuse(1, ENOMEM);
	assert_int_equal(world_apply(records, 3, &failed), 0);
	assert_int_equal(asked, 0);
	assert_int_equal(world_adjacency(FIRST_SHARE)->reason, DROP_no_route);
	assert_share(THIRD_SHARE, false);
}

static void
a_system_that_cannot_promise_memory_is_made_to_give_it(void **context)
{
	const struct sbx_nexthop nexthop = unicast(SECOND_SHARE, "192.0.2.51");
	uint32_t failed;

	(void)context;
	refuse(1, EINVAL); // Linux before 5.14
	assert_int_equal(world_apply(&nexthop, 1, &failed), 0);
	assert_share(SECOND_SHARE, true);
}

static void
no_start_without_the_first_share(void **context)
{
	(void)context;
	for (uint32_t worker = 1; worker <= WORKERS; worker++) {
		nexthop_caches_free(world_state());
		refuse(worker, ENOMEM);
		assert_int_equal(nexthop_caches_create(world_state()), -ENOMEM);
		assert_share(0, false);
	}
	nexthop_caches_free(world_state());
	refuse(0, 0);
	assert_int_equal(nexthop_caches_create(world_state()), 0);
	assert_share(0, true);
}

// ------------------------------------------------------------------------------------- neighbors

static void
a_neighbor_that_traffic_asks_for_is_over_the_limit(void **context)
{
	struct slowpath *slow = *context;
	struct world_packet request = world_arp(1, peer_mac, "192.0.2.9", "192.0.2.1");
	struct world_packet solicitation = world_nd(135, "2001:db8:1::9", "ff02::1:ff00:1",
		"2001:db8:1::1", 0, peer_mac);

	refuse(1, ENOMEM);
	world_forward(slow, "192.0.2.50", WAN);
	assert_int_equal(world_drops(slow, LAN, DROP_neighbor_limit), 1);
	assert_int_equal(asked, 1);
	refuse(1, ENOMEM);
	world_give(slow, WAN, PUNT_ARP, 0, &request); // it is answered, but not remembered
	refuse(1, ENOMEM);
	world_give(slow, WAN, PUNT_MULTICAST, 0, &solicitation);
	assert_int_equal(world_sent(), 2);
	assert_int_equal(asked, 1);
	assert_int_equal(neighbors_free_count(), 64);
	assert_share(NEXTHOP_SHARE, false);
	world_clear();
	assert_int_equal(world_packets(), 0);
	refuse(0, 0);
	world_forward(slow, "192.0.2.50", WAN);
	assert_int_equal(world_find("192.0.2.50")->phase, NEIGHBOR_INCOMPLETE);
	assert_share(NEXTHOP_SHARE, true);
}

static void
a_nexthop_and_a_static_neighbor_say_that_the_neighbor_has_no_memory(void **context)
{
	const struct sbx_nexthop batch[] = { { .id = 10, .type = SBX_NEXTHOP_BLACKHOLE },
		unicast(11, "192.0.2.50") };
	uint32_t failed = 99;

	(void)context;
	refuse(3, ENOMEM);
	assert_int_equal(world_apply(batch, 2, &failed), -ENOMEM);
	assert_int_equal(failed, 1);
	assert_int_equal(world_adjacency(10)->reason, DROP_no_route);
	refuse(2, ENOMEM);
	assert_int_equal(neighbors_set(world_state(), WAN, SBX_IPV4, &batch[1].address, peer_mac), -ENOMEM);
	assert_null(world_find("192.0.2.50"));
	assert_int_equal(neighbors_free_count(), 64);
	assert_share(NEXTHOP_SHARE, false);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, world_teardown)
#define APART(name) cmocka_unit_test_setup_teardown(name, setup_neighbors_apart, world_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_creation_fails_whole_whichever_worker_lacks_memory),
		TEST(it_succeeds_when_memory_is_back),
		TEST(what_exists_can_be_changed_and_deleted_without_memory),
		TEST(a_system_that_cannot_promise_memory_is_made_to_give_it),
		TEST(no_start_without_the_first_share),
		APART(a_neighbor_that_traffic_asks_for_is_over_the_limit),
		APART(a_nexthop_and_a_static_neighbor_say_that_the_neighbor_has_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
