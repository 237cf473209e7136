// One worker's road under test.
// Owns: what road_fixture_make makes. Threads: the test's own. Must not: need EAL.
// Next: road_validate.c.
#include "road_fixture.h"

#include <arpa/inet.h>

#define ROOM 2048     // bytes of a fake packet behind its headroom
#define RING 64

static const uint8_t in_mac[6] = { 0x02, 0, 0, 0, 0, 0x01 };
static const uint8_t out_mac[6] = { 0x02, 0, 0, 0, 0, 0x02 };
static const uint8_t peer_mac[6] = { 0x02, 0, 0, 0, 0, 0x99 };

static void *
zeroed(size_t size)
{
	void *memory = aligned_alloc(RTE_CACHE_LINE_SIZE, RTE_ALIGN_CEIL(size, RTE_CACHE_LINE_SIZE));

	assert_non_null(memory);
	memset(memory, 0, size);
	return memory;
}

// ------------------------------------------------------------------------------------- device

static uint16_t
fake_receive(void *queue, struct rte_mbuf **packets, uint16_t max)
{
	struct fake_device *device = queue;
	uint16_t n = 0;

	while (n < max && device->given < device->gives)
		packets[n++] = device->give[device->given++];
	device->empty_polls += n == 0;
	if (device->stop != NULL && device->given == device->gives)
		atomic_store(device->stop, true);
	return n;
}

static uint16_t
fake_transmit(void *queue, struct rte_mbuf **packets, uint16_t count)
{
	struct fake_device *device = queue;
	uint16_t n = (uint16_t)RTE_MIN(count, device->room);

	device->calls++;
	device->room -= n;
	for (uint16_t i = 0; i < n; i++)
		device->took[device->taken++] = packets[i];
	return n;
}

static void *queues[2][1];
static void *no_callbacks[1];

static void
plug(uint16_t port, struct fake_device *device)
{
	struct rte_eth_fp_ops *ops = &rte_eth_fp_ops[port];

	device->room = FAKES_MAX;
	queues[port][0] = device;
	ops->rx_pkt_burst = fake_receive;
	ops->tx_pkt_burst = fake_transmit;
	ops->rxq.data = queues[port];
	ops->txq.data = queues[port];
	ops->rxq.clbk = no_callbacks;
	ops->txq.clbk = no_callbacks;
}

// ------------------------------------------------------------------------------------- tables

static struct rte_ring *
make_ring(void)
{
	struct rte_ring *ring = zeroed((size_t)rte_ring_get_memsize(RING));

	assert_int_equal(rte_ring_init(ring, "ring", RING, 0), 0);
	return ring;
}

static void
set_nexthop(struct tables *tables, uint32_t id, enum adjacency_action action, enum drop_reason reason)
{
	struct adjacency adjacency = {
		.action = (uint8_t)action,
		.reason = (uint8_t)reason,
		.port = OUT_PORT,
		.interface = OUT,
		.mtu = OUT_MTU,
	};

	memcpy(adjacency.l2, peer_mac, 6);
	memcpy(adjacency.l2 + 6, out_mac, 6);
	nexthop_publish(&tables->nexthops, id, &adjacency);
}

// Set n is interface n alone; all nexthops that have an interface have OUT.
static void
make_urpf(struct urpf_table *table)
{
	table->via = zeroed(NEXTHOPS * sizeof(*table->via));
	for (uint16_t interface = 1; interface < SBX_INTERFACES_MAX; interface++) {
		table->rows[interface].members[interface] = 1;
		table->rows[0].members[interface] = 1;
	}
	table->via[NH_UNICAST] = table->via[NH_RESOLVE] = table->via[NH_CONNECTED] = OUT;
	table->default_counts = true;
}

static struct tables *
make_tables(struct fib_fixture *fib)
{
	static const struct martian_list at_start = { 2, { { SBX_IPV4, true, true, 0, { 0, 0 }, { 0xFF, 0 } },
		{ SBX_IPV6, true, true, 1, { 0, 0 }, { UINT64_MAX, UINT64_MAX } } } };
	struct tables *tables = zeroed(sizeof(*tables));

	tables->rcu = fib->rcu;
	tables->vrfs[0].fib4 = fib_readers4(fib->vrf);
	tables->vrfs[0].fib6 = fib_readers6(fib->vrf);
	martian_publish(&tables->martians, &at_start);
	tables->interfaces[IN] = (struct interface){ .port = IN_PORT, .mtu = 1500, .up = true };
	tables->interfaces[OUT] = (struct interface){ .port = OUT_PORT, .mtu = OUT_MTU, .up = true };
	memcpy(tables->interfaces[IN].mac, in_mac, 6);
	memcpy(tables->interfaces[OUT].mac, out_mac, 6);
	tables->interfaces[IN].link_local[0] = rte_cpu_to_be_64(0x000000fffe000001);
	tables->nexthops.size = NEXTHOPS;
	tables->nexthops.neighbors_first = NH_NEIGHBORS;
	tables->nexthops.entries = zeroed(NEXTHOPS * sizeof(struct nexthop));
	nexthop_table_clear(&tables->nexthops);
	tables->neighbors.mask = 15;
	tables->neighbors.slots = zeroed(16 * sizeof(struct neighbor_slot));
	set_nexthop(tables, NH_UNICAST, ADJACENCY_FORWARD, 0);
	set_nexthop(tables, NH_RESOLVE, ADJACENCY_RESOLVE, 0);
	set_nexthop(tables, NH_CONNECTED, ADJACENCY_CONNECTED, 0);
	set_nexthop(tables, NH_LOCAL, ADJACENCY_LOCAL, 0);
	set_nexthop(tables, NH_BLACKHOLE, ADJACENCY_DROP, DROP_blackhole);
	set_nexthop(tables, NH_UNREACHABLE, ADJACENCY_DROP, DROP_unreachable);
	set_nexthop(tables, NH_PROHIBIT, ADJACENCY_DROP, DROP_prohibit);
	make_urpf(&tables->urpf);
	tables->cache.mode = ROAD_CACHE_MODE;
	tables->cache.max_age = 300;
	tables->cache.insert_probability = CACHE_ALWAYS;
	return tables;
}

static struct worker *
make_worker(struct road_fixture *fixture)
{
	struct worker *worker = zeroed(sizeof(*worker));

	worker->tables = fixture->tables;
	worker->counters = fixture->counters;
	worker->punts = make_ring();
	worker->nexthops = zeroed(NEXTHOPS * sizeof(*worker->nexthops));
	worker->burst = BURST_MAX;
	worker->cache.random = 1;
	worker->cache.tables = fixture->cache.tables;
	atomic_store(&worker->plan, fixture->plan);
	return worker;
}

struct road_fixture *
road_fixture_make(void)
{
	struct road_fixture *fixture = zeroed(sizeof(*fixture));

	fixture->fib = fib_fixture_make(64, 2000);
	fixture->tables = make_tables(fixture->fib);
	fixture->counters = zeroed(sizeof(*fixture->counters));
	fixture->outbox = make_ring();
	fixture->plan = zeroed(sizeof(*fixture->plan));
	fixture->plan->queues = 1;
	fixture->plan->queue[0] = (struct worker_queue){ .port = IN_PORT, .interface = IN };
	fixture->plan->port[OUT_PORT] = (struct worker_port){
		.outbox = fixture->outbox, .interface = OUT, .up = true };
	plug(IN_PORT, &fixture->device[IN_PORT]);
	plug(OUT_PORT, &fixture->device[OUT_PORT]);
	assert_int_equal(cache_memory_make(CACHE_ENTRIES, CACHE_WAYS, 1, &fixture->cache), 0);
	fixture->worker = make_worker(fixture);
	fixture->road = zeroed(sizeof(*fixture->road));
	fixture->road->worker = fixture->worker;
	fixture->road->tables = fixture->tables;
	fixture->road->plan = fixture->plan;
	fixture->road->counters = fixture->counters;
	return fixture;
}

void
road_fixture_free(struct road_fixture *fixture)
{
	for (uint32_t i = 0; i < fixture->made_count; i++)
		free(fixture->made[i]);
	cache_memory_free(&fixture->cache);
	free(fixture->road);
	free(fixture->worker->punts);
	free(fixture->worker->nexthops);
	free(fixture->worker);
	free(fixture->plan);
	free(fixture->outbox);
	free(fixture->counters);
	free(fixture->tables->nexthops.entries);
	free(fixture->tables->neighbors.slots);
	free((void *)fixture->tables->urpf.via);
	free(fixture->tables);
	fib_fixture_free(fixture->fib);
	free(fixture);
}

// ------------------------------------------------------------------------------------- packets

// The second reference keeps it: what the road frees comes back to one.
static struct rte_mbuf *
fake(struct road_fixture *fixture, uint16_t length)
{
	size_t head = sizeof(struct rte_mbuf) + RTE_ALIGN(sizeof(struct punt), RTE_MBUF_PRIV_ALIGN);
	struct rte_mbuf *packet = zeroed(head + RTE_PKTMBUF_HEADROOM + ROOM);

	assert_true(fixture->made_count < FAKES_MAX && length <= ROOM);
	fixture->made[fixture->made_count++] = packet;
	packet->buf_addr = (char *)packet + head;
	packet->buf_len = RTE_PKTMBUF_HEADROOM + ROOM;
	packet->data_off = RTE_PKTMBUF_HEADROOM;
	packet->nb_segs = 1;
	rte_mbuf_refcnt_set(packet, 2);
	packet->data_len = length;
	packet->pkt_len = length;
	return packet;
}

struct rte_mbuf *
fake_frame(struct road_fixture *fixture, uint16_t ether_type, uint16_t length)
{
	struct rte_mbuf *packet = fake(fixture, length);
	struct rte_ether_hdr *ethernet = rte_pktmbuf_mtod(packet, void *);

	memcpy(&ethernet->dst_addr, in_mac, 6);
	memcpy(&ethernet->src_addr, peer_mac, 6);
	ethernet->ether_type = rte_cpu_to_be_16(ether_type);
	return packet;
}

struct rte_ipv4_hdr *
ip4_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, struct rte_ipv4_hdr *, RTE_ETHER_HDR_LEN);
}

struct rte_ipv6_hdr *
ip6_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, struct rte_ipv6_hdr *, RTE_ETHER_HDR_LEN);
}

void
sum4(struct rte_mbuf *packet)
{
	struct rte_ipv4_hdr *ip = ip4_of(packet);
	const uint8_t *bytes = (const uint8_t *)ip;
	uint32_t sum = 0;

	ip->hdr_checksum = 0;
	for (uint32_t i = 0; i < (ip->version_ihl & 0xFu) * 4; i += 2)
		sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
	while (sum >> 16)
		sum = (sum >> 16) + (sum & 0xFFFF);
	ip->hdr_checksum = rte_cpu_to_be_16((uint16_t)~sum);
}

struct rte_mbuf *
fake4(struct road_fixture *fixture, const char *source, const char *destination, uint8_t ttl,
	uint16_t payload)
{
	uint16_t total = (uint16_t)(sizeof(struct rte_ipv4_hdr) + payload);
	struct rte_mbuf *packet = fake_frame(fixture, RTE_ETHER_TYPE_IPV4,
		(uint16_t)(RTE_ETHER_HDR_LEN + total));
	struct rte_ipv4_hdr *ip = ip4_of(packet);

	ip->version_ihl = 0x45;
	ip->total_length = rte_cpu_to_be_16(total);
	ip->time_to_live = ttl;
	ip->next_proto_id = IPPROTO_UDP;
	assert_int_equal(inet_pton(AF_INET, source, &ip->src_addr), 1);
	assert_int_equal(inet_pton(AF_INET, destination, &ip->dst_addr), 1);
	sum4(packet);
	return packet;
}

struct rte_mbuf *
fake6(struct road_fixture *fixture, const char *source, const char *destination, uint8_t hops,
	uint16_t payload)
{
	struct rte_mbuf *packet = fake_frame(fixture, RTE_ETHER_TYPE_IPV6,
		(uint16_t)(RTE_ETHER_HDR_LEN + sizeof(struct rte_ipv6_hdr) + payload));
	struct rte_ipv6_hdr *ip = ip6_of(packet);

	ip->vtc_flow = RTE_BE32(6u << 28);
	ip->payload_len = rte_cpu_to_be_16(payload);
	ip->proto = IPPROTO_UDP;
	ip->hop_limits = hops;
	assert_int_equal(inet_pton(AF_INET6, source, &ip->src_addr), 1);
	assert_int_equal(inet_pton(AF_INET6, destination, &ip->dst_addr), 1);
	return packet;
}

// ------------------------------------------------------------------------------------- the way

static void
pass(struct road *road, struct rte_mbuf **packets, uint16_t count)
{
	struct burst *burst = &road->bursts[0];

	*burst = (struct burst){ .interface = IN };
	cache_turn(road);
	parse(road, burst, packets, count);
	sources(road, burst);
	cache_ask(road, burst);
	cache_probe(road, burst);
	route(road, burst);
	urpf(road, burst);
	forward(road, burst);
}

void
road_pass(struct road_fixture *fixture, struct rte_mbuf **packets, uint16_t count)
{
	struct road *road = fixture->road;
	struct fake_device *device = &fixture->device[IN_PORT];
	uint16_t received;

	for (uint16_t i = 0; i < count; i++)
		device->give[device->gives++] = packets[i];
	road->sending = IN;
	for (uint16_t left = count; left > 0; left -= received) {
		received = receive(road, &fixture->plan->queue[0]);
		assert_int_equal(received, RTE_MIN(left, BURST_MAX));
		parse_ahead(road->received, received);
		for (uint16_t at = 0; at < received; at += BURST_SIZE)
			pass(road, &road->received[at], (uint16_t)RTE_MIN(received - at, BURST_SIZE));
		send_flush(road);
	}
	free_dropped(road);
}

void
road_pass_one(struct road_fixture *fixture, struct rte_mbuf *packet)
{
	road_pass(fixture, &packet, 1);
}

bool
was_freed(const struct rte_mbuf *packet)
{
	return rte_mbuf_refcnt_read(packet) == 1;
}

struct punt
take_punt(struct road_fixture *fixture, const struct rte_mbuf *packet)
{
	struct rte_mbuf *punted = NULL;

	assert_int_equal(rte_ring_count(fixture->worker->punts), 1);
	assert_int_equal(rte_ring_dequeue(fixture->worker->punts, (void **)&punted), 0);
	assert_ptr_equal(punted, packet);
	assert_false(was_freed(packet));
	return *punt_of(punted);
}

uint64_t
drops(const struct road_fixture *fixture, uint16_t interface, enum drop_reason reason)
{
	return fixture->counters->interface[interface][INTERFACE_FIRST_DROP + reason];
}

uint64_t
all_drops(const struct road_fixture *fixture)
{
	uint64_t sum = 0;

	for (uint16_t interface = 0; interface < SBX_INTERFACES_MAX; interface++)
		for (uint32_t reason = 0; reason < DROP_REASONS; reason++)
			sum += drops(fixture, interface, reason);
	return sum;
}

void
assert_dropped(struct road_fixture *fixture, struct rte_mbuf *packet, enum drop_reason reason)
{
	uint64_t before = drops(fixture, IN, reason), before_all = all_drops(fixture);
	uint32_t sent = fixture->device[OUT_PORT].taken;

	road_pass_one(fixture, packet);
	assert_int_equal(drops(fixture, IN, reason), before + 1);
	assert_int_equal(all_drops(fixture), before_all + 1);
	assert_true(was_freed(packet));
	assert_int_equal(fixture->device[OUT_PORT].taken, sent);
	assert_int_equal(rte_ring_count(fixture->worker->punts), 0);
}
