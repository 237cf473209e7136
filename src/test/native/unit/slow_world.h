// A box for the slow path's tests: three interfaces, a FIB, packets in, bytes out, time by hand. No
// EAL.
// Owns: a struct state made by hand, a packet pool of malloc (so that the sanitizers see every
// byte), what was sent. Interface 1 "wan": 192.0.2.1/24, 2001:db8:1::1/64; 2 "lan":
// 198.51.100.1/24, 2001:db8:2::1/64; 3 "p2p": 203.0.113.10/31. Nexthop ids 1 to 3 are CONNECTED to
// them, 4 is LOCAL; the FIB has their routes.
// Must not: compute a checksum by the code under test.
// Next: slow_world.c.
#pragma once

#include "control/fib_writer.h"
#include "control/nexthops.h"
#include "slowpath/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>

#define WORLD_NEIGHBORS 64
#define WORLD_NEXTHOPS 64
#define WORLD_WORKERS_MAX 3
#define WORLD_HOLD 3
#define WORLD_REACHABLE 30000
#define WORLD_RETRANSMIT 1000

enum { WAN = 1, LAN = 2, P2P = 3, REMOTE = 10 }; // REMOTE: a nexthop id that tests set

extern const uint8_t wan_mac[6], lan_mac[6], p2p_mac[6], peer_mac[6], other_mac[6];

// cmocka's fixture: *context is the struct slowpath.
int world_setup(void **context);
struct world_size {
	uint32_t nexthops, neighbors, workers;
};
int world_setup_sized(void **context, const struct world_size *size);
int world_teardown(void **context);

struct state *world_state(void);
struct sbx_address world_address(const char *text);
void world_route(const char *prefix, uint8_t length, uint32_t nexthop);
// As sbx_nexthops_apply, without members.
int world_apply(const struct sbx_nexthop *nexthops, uint32_t count, uint32_t *failed);
void world_nexthop(uint32_t id, uint8_t type, uint16_t interface, const char *address);

// Time goes on by steps of 4 ms, the slow path's tick in each.
void world_wait(struct slowpath *slow, uint64_t ms);
// Workers and readers pass a quiescent state.
void world_quiesce(void);
// A worker's packets went through a nexthop id.
void world_use(uint32_t nexthop, uint64_t packets);

// What was sent: bytes of the frame, and its port (interface - 1). Frames stay until world_clear.
uint32_t world_sent(void);
const uint8_t *world_frame(uint32_t i, uint32_t *length);
uint16_t world_port(uint32_t i);
void world_clear(void);
// Packets that exist: held, or leaked.
uint32_t world_packets(void);
// So many may exist; more cannot be had.
void world_buffers(uint32_t most);
void world_mtu(uint16_t interface, uint16_t mtu);
uint64_t world_drops(const struct slowpath *slow, uint16_t interface, enum drop_reason reason);

// A frame as a worker punts it. `nexthop` and `drop` as the reason needs them.
void world_punt(struct slowpath *slow, uint16_t interface, uint8_t reason, uint32_t detail,
	const void *frame, uint32_t length);

// ------------------------------------------------------------------------------------- frames

struct world_packet {
	uint8_t bytes[9216];
	uint32_t length;
};

// IP packets from peer_mac to the interface's MAC; checksums right. Change and world_seal to spoil.
struct world_packet world_udp(const char *source, const char *destination, uint32_t payload);
struct world_packet world_echo(const char *source, const char *destination, uint32_t payload);
struct world_packet world_icmp(const char *source, const char *destination, uint8_t type,
	uint8_t code, const void *rest, uint32_t bytes);
struct world_packet world_arp(uint16_t operation, const uint8_t sender_mac[6], const char *sender,
	const char *target);
// A solicitation (135) or advertisement (136); mac NULL = no option.
struct world_packet world_nd(uint8_t type, const char *source, const char *destination,
	const char *target, uint32_t flags, const uint8_t *mac);
// Puts the IPv4 header's and ICMP's or ICMPv6's checksums right again.
void world_seal(struct world_packet *packet);

static inline void
world_give(struct slowpath *slow, uint16_t interface, uint8_t reason, uint32_t detail,
	const struct world_packet *packet)
{
	world_punt(slow, interface, reason, detail, packet->bytes, packet->length);
}

// ------------------------------------------------------------------------------------- scenes

// Wan's neighbor at this address, or NULL.
struct neighbor *world_find(const char *address);
const struct adjacency *world_adjacency(uint32_t id);
// A packet from lan that a worker could not send: by REMOTE, or to the destination on wan.
void world_forward(struct slowpath *slow, const char *destination, uint32_t nexthop);
// An ARP reply to wan's address.
void world_reply(struct slowpath *slow, const char *address, const uint8_t mac[6]);
// Both: it is REACHABLE at peer_mac, and nothing is left of how.
void world_learn(struct slowpath *slow, const char *address);
// The senders that the ICMP tests use are known, so that what is sent is the answer itself.
void world_know(struct slowpath *slow);
// The one packet that was sent, whole and right, to peer_mac: its IP header. NULL: none was sent.
const uint8_t *world_answer(uint32_t *length);
// The answer to a packet that a worker dropped.
const uint8_t *world_error(struct slowpath *slow, uint16_t interface, enum drop_reason reason,
	const struct world_packet *packet, uint32_t *length);

uint16_t world_sum(const void *data, uint32_t length, uint32_t start);
bool world_checksums_hold(const uint8_t *frame, uint32_t length);
void world_assert_address(const void *bytes, const char *text);
