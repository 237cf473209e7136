// A whole box with four ports in two VRFs, whose wires are rings; packets given and taken.
// Owns: the box. Threads: the test's own. Next: vrfs_box.c, vrfs_change_box.c.
#pragma once

#include "ring_box.h"

#include <rte_ether.h>
#include <rte_ip.h>

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED 1                     // the VRF of c and d
#define LOCAL 1
#define BY_A 10                   // nexthops by id; each to a neighbor with a MAC that ends so
#define BY_B 11
#define BY_C 12
#define BY_D 13
#define OWN 0xC0000201            // 192.0.2.1, of a and, in the other VRF, of c
#define PEER 0xC0000209           // 192.0.2.9, behind a and behind c
#define OTHER 0xC6336401          // 198.51.100.1, routed in both
#define LEAKED 0xCB007101         // 203.0.113.1, routed in VRF 1 to b

static const struct sbx_options options = {
	.mbufs = 8192, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64, .routes4 = 1000, .routes6 = 1000,
	.groups4 = 100, .groups6 = 1000, .burst = 64, .idle_sleep_micros = 50, .hold_packets = 4,
	.neighbor_reachable_ms = 30000, .neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 1000,
};

struct box {
	struct ring_port a, b, c, d;
};

static inline void
nexthop(uint32_t id, const struct ring_port *port, uint32_t address)
{
	const struct sbx_nexthop record = { .id = id, .interface = port->interface, .type = SBX_NEXTHOP_UNICAST,
		.family = SBX_IPV4, .address = ring_address4(address) };
	const uint8_t mac[6] = { 2, 0, 0, 0, 1, (uint8_t)id };
	uint32_t failed;

	assert_int_equal(sbx_neighbor_set(port->interface, SBX_IPV4, &record.address, mac), 0);
	assert_int_equal(sbx_nexthops_apply(&record, 1, NULL, 0, &failed), 0);
}

static inline void
route(uint16_t vrf, uint32_t address, uint8_t length, uint32_t to)
{
	const struct sbx_route record = { .address = ring_address4(address), .nexthop = to, .family = SBX_IPV4,
		.length = length, .op = to != 0 ? SBX_ROUTE_PUT : SBX_ROUTE_DELETE };
	struct sbx_routes_result result;

	assert_int_equal(sbx_routes_apply(vrf, &record, 1, &result), 0);
}

static inline void
own(const struct ring_port *port, uint16_t vrf)
{
	const struct sbx_interface_address address = { .address = ring_address4(OWN), .family = SBX_IPV4,
		.length = 24 };

	assert_int_equal(sbx_interface_set_addresses(port->interface, &address, 1), 0);
	route(vrf, OWN, 32, LOCAL);
}

static inline int
start(void **state)
{
	const struct sbx_nexthop local = { .id = LOCAL, .type = SBX_NEXTHOP_LOCAL };
	struct box *box = calloc(1, sizeof(*box));
	uint32_t failed;

	assert_int_equal(sbx_start(&options), 0);
	assert_int_equal(sbx_vrf_add(RED), 0);
	ring_port_open(&box->a, "a");
	ring_port_open(&box->b, "b");
	ring_port_open_in(&box->c, "c", RED);
	ring_port_open_in(&box->d, "d", RED);
	assert_int_equal(sbx_nexthops_apply(&local, 1, NULL, 0, &failed), 0);
	own(&box->a, 0);
	own(&box->c, RED);
	nexthop(BY_A, &box->a, PEER);
	nexthop(BY_B, &box->b, 0xC0000309);
	nexthop(BY_C, &box->c, PEER);
	nexthop(BY_D, &box->d, 0xC0000309);
	route(0, PEER, 32, BY_A);
	route(RED, PEER, 32, BY_C);
	route(0, OTHER & ~0xFFu, 24, BY_B);
	route(RED, OTHER & ~0xFFu, 24, BY_D);
	route(RED, LEAKED & ~0xFFu, 24, BY_B);
	*state = box;
	return 0;
}

static inline int
stop(void **state)
{
	struct box *box = *state;

	ring_port_close(&box->a);
	ring_port_close(&box->b);
	ring_port_close(&box->c);
	ring_port_close(&box->d);
	assert_int_equal(sbx_vrf_remove(RED), 0);
	assert_int_equal(sbx_stop(), 0);
	free(box);
	return 0;
}

// ------------------------------------------------------------------------------------- packets

static inline struct rte_ipv4_hdr *
ip_of(struct rte_mbuf *packet)
{
	return rte_pktmbuf_mtod_offset(packet, struct rte_ipv4_hdr *, RTE_ETHER_HDR_LEN);
}

static inline void
give(const struct ring_port *port, uint32_t source, uint32_t destination, uint8_t ttl)
{
	struct sbx_address from = ring_address4(source), to = ring_address4(destination);
	struct rte_mbuf *packet = ring_packet(port, SBX_IPV4, &from, &to, "payload", 8);

	assert_non_null(packet);
	ip_of(packet)->time_to_live = ttl;
	ip_of(packet)->hdr_checksum = 0;
	ip_of(packet)->hdr_checksum = rte_ipv4_cksum(ip_of(packet));
	assert_true(ring_give(port, packet));
}

// The next packet that leaves by the port, to this neighbor's MAC; nothing may have left by another port.
static inline struct rte_mbuf *
take_from(const struct box *box, const struct ring_port *port, uint8_t to)
{
	const struct ring_port *ports[] = { &box->a, &box->b, &box->c, &box->d };
	struct rte_mbuf *packet;
	uint64_t since = 0;

	while ((packet = ring_take(port)) == NULL)
		ring_wait(&since);
	for (uint32_t i = 0; i < RTE_DIM(ports); i++)
		assert_null(ring_take(ports[i]));
	assert_int_equal(*rte_pktmbuf_mtod_offset(packet, uint8_t *, 5), to);
	return packet;
}

static inline void
assert_goes(const struct box *box, const struct ring_port *in, uint32_t destination, const struct ring_port *out,
	uint8_t to)
{
	give(in, PEER, destination, 64);
	rte_pktmbuf_free(take_from(box, out, to));
}

static inline void
assert_dropped(const struct ring_port *in, uint32_t source, uint32_t destination, const char *reason)
{
	uint64_t before = ring_counter(SBX_SCOPE_DROP, reason, in->interface), since = 0;

	give(in, source, destination, 64);
	while (ring_counter(SBX_SCOPE_DROP, reason, in->interface) == before)
		ring_wait(&since);
}
