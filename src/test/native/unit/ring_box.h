// The whole box in one process, with EAL, on ports whose wires are rings: what a test gives is received, what the
// box sends is taken. No hugepages, no device, no root.
// Owns: EAL of this process, the packets of the wires, the rings. Threads: of one port, one gives and one takes.
// Next: road_capacity.c, road_coherence.c.
#pragma once

#include <signalbox.h>

#include <rte_mbuf.h>
#include <rte_ring.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>

#include <cmocka.h>

#define RING_WORKERS 2
#define RING_PORTS 4
#define RING_SECONDS 60       // no test waits longer for anything

struct ring_port {
	uint16_t interface;
	uint8_t mac[6];
	struct rte_ring *in;                // to the box
	struct rte_ring *out[RING_WORKERS]; // from each of its workers
};

// cmocka's group fixture.
int ring_box_setup(void **state);
int ring_box_teardown(void **state);

// Name: "a" to "d". The box must run.
void ring_port_open(struct ring_port *port, const char *name);
void ring_port_open_in(struct ring_port *port, const char *name, uint16_t vrf);
// What is still on its wires is freed.
void ring_port_close(struct ring_port *port);

// A UDP packet for the port's MAC, TTL 64. NULL: too many are on their way.
struct rte_mbuf *ring_packet(const struct ring_port *port, uint8_t family, const struct sbx_address *source,
	const struct sbx_address *destination, const void *payload, uint16_t bytes);
// Where the payload of such a packet is. NULL: it is no such packet.
const void *ring_payload(const struct rte_mbuf *packet, uint16_t bytes);

// False: the wire is full, and the packet still the caller's.
bool ring_give(const struct ring_port *port, struct rte_mbuf *packet);
// The next that the box has sent, NULL = none now; but for what it says of its own addresses unasked.
struct rte_mbuf *ring_take(const struct ring_port *port);

// Of all cores.
uint64_t ring_counter(uint8_t scope, const char *name, uint16_t interface);

// Fails the test when `since` (0 at first) is too long ago; else lets others run for a moment.
void ring_wait(uint64_t *since);

static inline struct sbx_address
ring_address4(uint32_t address)
{
	return (struct sbx_address){ .bytes = { (uint8_t)(address >> 24), (uint8_t)(address >> 16),
		(uint8_t)(address >> 8), (uint8_t)address } };
}
