// See ring_box.h.
#include "ring_box.h"

#include "shared/punt.h"

#include <rte_eth_ring.h>
#include <rte_ether.h>
#include <rte_ip.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#define WIRE 512              // packets on one wire
#define PACKETS 8191          // on all of them
#define JUMBOS 63              // of these, with room for
#define JUMBO_BYTES 9216
#define HEADERS4 (sizeof(struct rte_ether_hdr) + sizeof(struct rte_ipv4_hdr) + 8)
#define HEADERS6 (sizeof(struct rte_ether_hdr) + sizeof(struct rte_ipv6_hdr) + 8)

static struct rte_mempool *pool, *jumbos;
static struct sbx_counter_description descriptions[256];
static int64_t description_count;

// ------------------------------------------------------------------------------------- EAL

int
ring_box_setup(void **state)
{
	static char *arguments[] = { "ring_box", "--no-pci", "--no-telemetry", "--no-huge", "--no-shconf",
		"-m", "256", "--lcores", "0@0,1@0,2@1", NULL };
	char error[512] = "";

	(void)state;
	if (sbx_eal_start(9, arguments, error, sizeof(error)) != 0) {
		fprintf(stderr, "%s\n", error);
		return -1;
	}
	description_count = sbx_counters_list(descriptions, RTE_DIM(descriptions));
	pool = rte_pktmbuf_pool_create("wires", PACKETS, 0,
		RTE_ALIGN(sizeof(struct punt), RTE_MBUF_PRIV_ALIGN), RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	jumbos = rte_pktmbuf_pool_create("jumbos", JUMBOS, 0,
		RTE_ALIGN(sizeof(struct punt), RTE_MBUF_PRIV_ALIGN), RTE_PKTMBUF_HEADROOM + JUMBO_BYTES, SOCKET_ID_ANY);
	return pool != NULL && jumbos != NULL && description_count <= (int64_t)RTE_DIM(descriptions) ? 0 : -1;
}

// Every packet must have come back.
int
ring_box_teardown(void **state)
{
	int rc = rte_mempool_full(pool) && rte_mempool_full(jumbos) ? 0 : -1;

	(void)state;
	if (rc != 0)
		fprintf(stderr, "%u packets are lost\n",
			rte_mempool_in_use_count(pool) + rte_mempool_in_use_count(jumbos));
	return sbx_eal_stop() == 0 ? rc : -1;
}

void
ring_wait(uint64_t *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (*since == 0)
		*since = (uint64_t)now.tv_sec;
	if ((uint64_t)now.tv_sec - *since > RING_SECONDS)
		fail_msg("nothing came within %d s", RING_SECONDS);
	nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
}

uint64_t
ring_counter(uint8_t scope, const char *name, uint16_t interface)
{
	const struct sbx_counters *counters = sbx_counters();
	uint64_t sum = 0;
	int64_t i = 0;

	while (i < description_count && (descriptions[i].scope != scope || strcmp(descriptions[i].name, name) != 0))
		i++;
	if (i == description_count)
		fail_msg("no counter %s", name);
	for (uint32_t core = 0; core < counters->cores; core++) {
		const uint64_t *block = (const uint64_t *)((const char *)counters + counters->cores_offset +
			core * counters->core_stride);
		uint32_t at = descriptions[i].index;

		if (scope != SBX_SCOPE_CORE)
			at += counters->worker_counters + interface * counters->interface_counters;
		if (scope == SBX_SCOPE_DROP)
			at += counters->first_drop;
		sum += __atomic_load_n(&block[at], __ATOMIC_ACQUIRE);
	}
	return sum;
}

// ------------------------------------------------------------------------------------- ports

static struct rte_ring *
wire(const char *port, const char *end)
{
	char name[RTE_RING_NAMESIZE];
	struct rte_ring *ring;

	snprintf(name, sizeof(name), "wire_%s_%s", port, end);
	ring = rte_ring_lookup(name);
	if (ring == NULL)
		ring = rte_ring_create(name, WIRE, SOCKET_ID_ANY, 0);
	assert_non_null(ring);
	return ring;
}

void
ring_port_open(struct ring_port *port, const char *name)
{
	ring_port_open_in(port, name, 0);
}

void
ring_port_open_in(struct ring_port *port, const char *name, uint16_t vrf)
{
	struct sbx_interface_config config = { .mtu = 1500, .vrf = vrf, .admin_up = 1 };
	struct sbx_interface_state state;
	char error[512] = "";

	port->in = wire(name, "in");
	for (uint32_t worker = 0; worker < RING_WORKERS; worker++)
		port->out[worker] = wire(name, (const char *[]){ "out0", "out1" }[worker]);
	assert_true(rte_eth_from_rings(name, &port->in, 1, port->out, RING_WORKERS, 0) >= 0);
	snprintf(config.name, sizeof(config.name), "%s", name);
	snprintf(config.device, sizeof(config.device), "net_ring_%s", name);
	if (sbx_interface_add(&config, &port->interface, error, sizeof(error)) != 0)
		fail_msg("%s: %s", config.device, error);
	assert_int_equal(sbx_interface_describe(port->interface, &state), 0);
	memcpy(port->mac, state.mac, sizeof(port->mac));
}

void
ring_port_close(struct ring_port *port)
{
	void *packet;

	assert_int_equal(sbx_interface_remove(port->interface), 0);
	while (rte_ring_dequeue(port->in, &packet) == 0)
		rte_pktmbuf_free(packet);
	while ((packet = ring_take(port)) != NULL)
		rte_pktmbuf_free(packet);
}

bool
ring_give(const struct ring_port *port, struct rte_mbuf *packet)
{
	return rte_ring_enqueue(port->in, packet) == 0;
}

// What the box says of its own addresses unasked: an ARP announcement, a check by ND, an advertisement to all nodes.
static bool
is_own_news(const struct rte_mbuf *packet)
{
	static const uint8_t nobody[16];
	const uint8_t *frame = rte_pktmbuf_mtod(packet, const uint8_t *);

	if ((frame[0] & 1) == 0)
		return false;
	if (frame[12] == 0x08 && frame[13] == 0x06)
		return memcmp(frame + 28, frame + 38, 4) == 0;
	return frame[12] == 0x86 && frame[20] == 58 &&
		(frame[54] == 136 || (frame[54] == 135 && memcmp(frame + 22, nobody, 16) == 0));
}

struct rte_mbuf *
ring_take(const struct ring_port *port)
{
	void *packet;

	for (uint32_t worker = 0; worker < RING_WORKERS; worker++)
		while (rte_ring_dequeue(port->out[worker], &packet) == 0) {
			if (!is_own_news(packet))
				return packet;
			rte_pktmbuf_free(packet);
		}
	return NULL;
}

// ------------------------------------------------------------------------------------- packets

static void
write_header4(struct rte_ipv4_hdr *ip, const struct sbx_address *source, const struct sbx_address *destination,
	uint16_t length)
{
	*ip = (struct rte_ipv4_hdr){ .version_ihl = 0x45, .total_length = rte_cpu_to_be_16(length),
		.time_to_live = 64, .next_proto_id = IPPROTO_UDP };
	memcpy(&ip->src_addr, source->bytes, 4);
	memcpy(&ip->dst_addr, destination->bytes, 4);
	ip->hdr_checksum = rte_ipv4_cksum(ip);
}

static void
write_header6(struct rte_ipv6_hdr *ip, const struct sbx_address *source, const struct sbx_address *destination,
	uint16_t payload)
{
	*ip = (struct rte_ipv6_hdr){ .vtc_flow = RTE_BE32(6u << 28), .payload_len = rte_cpu_to_be_16(payload),
		.proto = IPPROTO_UDP, .hop_limits = 64 };
	memcpy(&ip->src_addr, source->bytes, 16);
	memcpy(&ip->dst_addr, destination->bytes, 16);
}

struct rte_mbuf *
ring_packet(const struct ring_port *port, uint8_t family, const struct sbx_address *source,
	const struct sbx_address *destination, const void *payload, uint16_t bytes)
{
	uint16_t headers = family == SBX_IPV4 ? HEADERS4 : HEADERS6, type;
	struct rte_mbuf *packet = rte_pktmbuf_alloc(bytes <= 1500 ? pool : jumbos);
	uint8_t *frame;

	if (packet == NULL)
		return NULL;
	frame = (uint8_t *)rte_pktmbuf_append(packet, (uint16_t)(headers + bytes));
	memset(frame, 0, headers);
	type = family == SBX_IPV4 ? RTE_BE16(RTE_ETHER_TYPE_IPV4) : RTE_BE16(RTE_ETHER_TYPE_IPV6);
	memcpy(frame, port->mac, sizeof(port->mac));
	memcpy(frame + 6, (const uint8_t[]){ 2, 0, 0, 0, 0, 0x99 }, 6);
	memcpy(frame + 12, &type, sizeof(type));
	if (family == SBX_IPV4)
		write_header4((void *)(frame + RTE_ETHER_HDR_LEN), source, destination,
			(uint16_t)(headers + bytes - RTE_ETHER_HDR_LEN));
	else
		write_header6((void *)(frame + RTE_ETHER_HDR_LEN), source, destination, (uint16_t)(8 + bytes));
	memcpy(frame + headers, payload, bytes);
	return packet;
}

const void *
ring_payload(const struct rte_mbuf *packet, uint16_t bytes)
{
	const uint8_t *frame = rte_pktmbuf_mtod(packet, const uint8_t *);
	uint16_t headers = frame[12] == 0x08 ? HEADERS4 : HEADERS6;

	if (frame[RTE_ETHER_HDR_LEN + (headers == HEADERS4 ? 9 : 6)] != IPPROTO_UDP)
		return NULL;
	return rte_pktmbuf_pkt_len(packet) >= (uint32_t)headers + bytes ? frame + headers : NULL;
}
