// See slow_world.h.
#include "slow_world.h"

#include "control/nexthop_cache.h"
#include "control/ports.h"

#include <rte_mempool.h>

#include <arpa/inet.h>
#include <stdlib.h>

#define SENT_MAX 4096
#define BUFFER_BYTES (RTE_PKTMBUF_HEADROOM + 9216)

const uint8_t wan_mac[6] = { 2, 0, 0, 0, 0, 1 }, lan_mac[6] = { 2, 0, 0, 0, 0, 2 };
const uint8_t p2p_mac[6] = { 2, 0, 0, 0, 0, 3 };
const uint8_t peer_mac[6] = { 2, 0, 0, 0, 9, 1 }, other_mac[6] = { 2, 0, 0, 0, 9, 2 };

static struct state *world;
static struct worker workers[WORLD_WORKERS_MAX];
static _Atomic uint64_t generation;
static struct { struct rte_mbuf *packet; uint16_t port; } sent[SENT_MAX];
static uint32_t sent_count, live, live_max;

// ------------------------------------------------------------------------------------- packet pool

static int
pool_alloc(struct rte_mempool *pool)
{
	(void)pool;
	return 0;
}

static int
pool_enqueue(struct rte_mempool *pool, void *const *packets, unsigned int n)
{
	(void)pool;
	for (unsigned int i = 0; i < n; i++)
		free(packets[i]);
	live -= n;
	return 0;
}

static int
pool_dequeue(struct rte_mempool *pool, void **packets, unsigned int n)
{
	if (live + n > live_max)
		return -ENOBUFS;
	for (unsigned int i = 0; i < n; i++) {
		struct rte_mbuf *packet = aligned_alloc(64, sizeof(*packet) + 64 + BUFFER_BYTES);

		memset(packet, 0, sizeof(*packet));
		packet->pool = pool;
		packet->priv_size = RTE_ALIGN(sizeof(struct punt), RTE_MBUF_PRIV_ALIGN);
		packet->buf_addr = (uint8_t *)(packet + 1) + 64;
		packet->buf_len = BUFFER_BYTES;
		packet->nb_segs = 1;
		rte_mbuf_refcnt_set(packet, 1);
		packets[i] = packet;
	}
	live += n;
	return 0;
}

static unsigned int
pool_count(const struct rte_mempool *pool)
{
	(void)pool;
	return 1;
}

static const struct rte_mempool_ops pool_ops = {
	.name = "world",
	.alloc = pool_alloc,
	.enqueue = pool_enqueue,
	.dequeue = pool_dequeue,
	.get_count = pool_count,
};

RTE_MEMPOOL_REGISTER_OPS(pool_ops)

static struct rte_mempool *
make_pool(void)
{
	struct rte_mempool *pool = aligned_alloc(64, RTE_ALIGN(sizeof(*pool) + 256, 64));

	memset(pool, 0, sizeof(*pool) + 256);
	for (uint32_t i = 0; i < rte_mempool_ops_table.num_ops; i++)
		if (strcmp(rte_mempool_ops_table.ops[i].name, "world") == 0)
			pool->ops_index = (int32_t)i;
	return pool;
}

// ------------------------------------------------------------------------------------- ports

int
port_send(struct state *state, uint16_t port, struct rte_mbuf *packet)
{
	(void)state;
	assert_true(sent_count < SENT_MAX);
	sent[sent_count].packet = packet;
	sent[sent_count++].port = port;
	return 0;
}

uint32_t
world_sent(void)
{
	return sent_count;
}

const uint8_t *
world_frame(uint32_t i, uint32_t *length)
{
	assert_true(i < sent_count);
	if (length != NULL)
		*length = rte_pktmbuf_pkt_len(sent[i].packet);
	assert_int_equal(rte_pktmbuf_pkt_len(sent[i].packet), rte_pktmbuf_data_len(sent[i].packet));
	return rte_pktmbuf_mtod(sent[i].packet, const uint8_t *);
}

uint16_t
world_port(uint32_t i)
{
	assert_true(i < sent_count);
	return sent[i].port;
}

void
world_clear(void)
{
	while (sent_count > 0)
		rte_pktmbuf_free(sent[--sent_count].packet);
}

uint32_t
world_packets(void)
{
	return live;
}

void
world_buffers(uint32_t most)
{
	live_max = most;
}

void
world_mtu(uint16_t interface, uint16_t mtu)
{
	world->interfaces[interface].mtu = world->tables->interfaces[interface].mtu = mtu;
	nexthops_interface_changed(world, interface);
}

uint64_t
world_drops(const struct slowpath *slow, uint16_t interface, enum drop_reason reason)
{
	return slow->counters->interface[interface][INTERFACE_FIRST_DROP + reason];
}

// ------------------------------------------------------------------------------------- state

struct state *
world_state(void)
{
	return world;
}

struct sbx_address
world_address(const char *text)
{
	struct sbx_address address = { 0 };
	int family = strchr(text, ':') != NULL ? AF_INET6 : AF_INET;

	assert_int_equal(inet_pton(family, text, &address), 1);
	return address;
}

static uint8_t
family_of(const char *text)
{
	return strchr(text, ':') != NULL ? SBX_IPV6 : SBX_IPV4;
}

void
world_route(const char *prefix, uint8_t length, uint32_t nexthop)
{
	struct sbx_route route = { world_address(prefix), nexthop, family_of(prefix), length,
		nexthop != 0 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE, 0 };
	struct sbx_routes_result result;

	// The FIB may wait for readers: the one here, a worker's, is not in its loop.
	rte_rcu_qsbr_thread_offline(world->tables->rcu, 0);
	assert_int_equal(fib_apply(world->fibs[0], &route, 1, &result), 0);
	rte_rcu_qsbr_thread_online(world->tables->rcu, 0);
}

int
world_apply(const struct sbx_nexthop *nexthops, uint32_t count, uint32_t *failed)
{
	const struct nexthop_batch batch = { .nexthops = nexthops, .count = count };

	return nexthops_apply(world, &batch, failed);
}

void
world_nexthop(uint32_t id, uint8_t type, uint16_t interface, const char *address)
{
	struct sbx_nexthop nexthop = { .id = id, .type = type, .interface = interface };
	uint32_t failed;

	if (address != NULL) {
		nexthop.address = world_address(address);
		nexthop.family = family_of(address);
	}
	assert_int_equal(world_apply(&nexthop, 1, &failed), 0);
}

static void
add_address(uint16_t id, const char *address, uint8_t length)
{
	struct interface_record *record = &world->interfaces[id];
	struct sbx_interface_address *own = &record->addresses[record->address_count++];

	own->address = world_address(address);
	own->family = family_of(address);
	own->length = length;
	world_route(address, own->family == SBX_IPV6 ? 128 : 32, 4);
}

static void
add_interface(uint16_t id, const uint8_t mac[6])
{
	struct interface *shown = &world->tables->interfaces[id];
	struct interface_record *record = &world->interfaces[id];

	record->used = record->admin_up = true;
	record->mtu = shown->mtu = 1500;
	record->link_local = world_address("fe80::ff:fe00:0");
	record->link_local.bytes[15] = mac[5];
	shown->port = id - 1;
	shown->up = true;
	shown->link = true;
	memcpy(shown->mac, mac, 6);
	world_nexthop(id, SBX_NEXTHOP_CONNECTED, id, NULL);
}

static void
make_tables(void)
{
	struct fib_limits limits = { 1000, 1000, 100, 1000 };
	size_t bytes = rte_rcu_qsbr_get_memsize(4);

	world->tables = aligned_alloc(64, sizeof(*world->tables));
	memset(world->tables, 0, sizeof(*world->tables));
	world->tables->rcu = aligned_alloc(64, RTE_ALIGN(bytes, 64));
	assert_int_equal(rte_rcu_qsbr_init(world->tables->rcu, 4), 0);
	world->tables->pool = make_pool();
	assert_int_equal(fib_create(&limits, world->tables->rcu, &generation, &world->fibs[0]), 0);
	world->tables->vrfs[0].fib4 = fib_readers4(world->fibs[0]);
	world->tables->vrfs[0].fib6 = fib_readers6(world->fibs[0]);
	world->interfaces = calloc(SBX_INTERFACES_MAX, sizeof(*world->interfaces));
}

static void
make_workers(uint32_t count)
{
	assert_true(count <= WORLD_WORKERS_MAX);
	memset(workers, 0, sizeof(workers));
	for (uint32_t number = 0; number < count; number++)
		world->worker[number] = &workers[number];
	world->workers = count;
	assert_int_equal(nexthop_caches_create(world), 0);
}

int
world_setup_sized(void **context, const struct world_size *size)
{
	world = calloc(1, sizeof(*world));
	live_max = UINT32_MAX;
	world->options = (struct sbx_options){ .mbufs = 1024, .nexthops = size->nexthops,
		.neighbors = size->neighbors, .hold_packets = WORLD_HOLD,
		.neighbor_reachable_ms = WORLD_REACHABLE,
		.neighbor_retransmit_ms = WORLD_RETRANSMIT,
		.icmp_errors_per_second = 1000 };
	world->icmp = (struct sbx_icmp_settings){ 1000, 1000 };
	make_tables();
	rte_rcu_qsbr_thread_register(world->tables->rcu, 0);
	assert_int_equal(nexthops_create(world), 0);
	assert_int_equal(neighbors_create(world), 0);
	make_workers(size->workers);
	assert_int_equal(slowpath_create(world), 0);
	world->slowpath->counters = aligned_alloc(64, sizeof(struct core_counters));
	memset(world->slowpath->counters, 0, sizeof(struct core_counters));
	world->neighbors->now = 1000000;
	world->neighbors->tick = world->neighbors->now / NEIGHBOR_TICK_MS;
	add_interface(WAN, wan_mac);
	add_interface(LAN, lan_mac);
	add_interface(P2P, p2p_mac);
	world_nexthop(4, SBX_NEXTHOP_LOCAL, 0, NULL);
	add_address(WAN, "192.0.2.1", 24);
	add_address(WAN, "2001:db8:1::1", 64);
	add_address(LAN, "198.51.100.1", 24);
	add_address(LAN, "2001:db8:2::1", 64);
	add_address(P2P, "203.0.113.10", 31);
	world_route("192.0.2.0", 24, WAN);
	world_route("2001:db8:1::", 64, WAN);
	world_route("198.51.100.0", 24, LAN);
	world_route("2001:db8:2::", 64, LAN);
	world_route("203.0.113.10", 31, P2P);
	*context = world->slowpath;
	return 0;
}

int
world_setup(void **context)
{
	static const struct world_size size = { WORLD_NEXTHOPS, WORLD_NEIGHBORS, 1 };

	return world_setup_sized(context, &size);
}

int
world_teardown(void **context)
{
	(void)context;
	world_clear();
	free(world->slowpath->counters);
	slowpath_free(world);
	neighbors_free(world);
	nexthops_free(world);
	fib_free(world->fibs[0]);
	nexthop_caches_free(world);
	free(world->tables->pool);
	free(world->tables->rcu);
	free(world->tables);
	free(world->interfaces);
	free(world);
	assert_int_equal(live, 0);
	return 0;
}

void
world_quiesce(void)
{
	rte_rcu_qsbr_quiescent(world->tables->rcu, 0);
}

void
world_wait(struct slowpath *slow, uint64_t ms)
{
	for (uint64_t end = world->neighbors->now + ms; world->neighbors->now < end;) {
		world->neighbors->now = RTE_MIN(world->neighbors->now + 4, end);
		world_quiesce();
		slowpath_tick(slow);
	}
}

void
world_use(uint32_t nexthop, uint64_t packets)
{
	workers[0].nexthops[nexthop].packets += packets;
	workers[0].nexthops[nexthop].bytes += packets * 100;
}

void
world_punt(struct slowpath *slow, uint16_t interface, uint8_t reason, uint32_t detail,
	const void *frame, uint32_t length)
{
	struct rte_mbuf *packet = rte_pktmbuf_alloc(world->tables->pool);
	struct punt *punt = punt_of(packet);

	memcpy(rte_pktmbuf_append(packet, (uint16_t)length), frame, length);
	*punt = (struct punt){ .interface = interface, .reason = reason };
	if (reason == PUNT_ERROR)
		punt->drop = (uint8_t)detail;
	else
		punt->nexthop = detail;
	slowpath_take(slow, packet);
}
