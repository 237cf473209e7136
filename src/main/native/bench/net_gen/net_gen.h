// net_gen: a DPDK virtual device that makes traffic (RX) and takes it back (TX) inside the process.
// Owns: what a device was asked for, its streams and its queues. Any DPDK program may load it (-d), so
// that peers and we run on the very same source and sink.
// Threads: control makes and starts it; each queue belongs to the core that polls it.
// Must not: send anywhere; its random destinations never leave the process.
// Next: driver.c, then burst.c.
#pragma once

#include "figures.h"

#include <bench/patterns.h>
#include <shared/dpdk_compat.h>

#include <rte_ether.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>

#include <stdalign.h>

#define GEN_PARTS_MAX 4
#define GEN_MIXES_MAX 16
#define GEN_GOOD_FLOWS 64
#define GEN_GOOD_MAGIC 0x676F6F64666C6F77ull
#define GEN_GOOD_OFFSET 44             // of magic and arrival time in a good packet, bytes
#define GEN_HOP_LIMIT 64
#define GEN_TEMPLATE_SIZE 64

enum gen_family { GEN_IPV4, GEN_IPV6, GEN_BOTH, GEN_ANY };

// One pattern of a mix and its share.
struct gen_part {
	enum pattern pattern;
	uint32_t share;
	uint32_t flows;                // PKTGEN's flows, ZIPF's destinations; 0 = the device's
	uint32_t flow_length;          // PKTGEN; 0 = the device's
};

struct gen_mix {
	struct gen_part parts[GEN_PARTS_MAX];
	uint32_t count;
	enum gen_family family;        // GEN_ANY = the device's
	enum pattern source;           // pattern of the sources; PATTERN_SINGLE = one fixed address
};

struct gen_arguments {
	struct gen_mix mixes[GEN_MIXES_MAX]; // one is sent at a time: figures_control.stream says which
	uint32_t mixes_count;
	enum gen_family family;
	bool verify;
	bool mac_set;
	uint32_t size;                 // bytes of a frame, without its check sequence
	uint32_t burst;                // as in figures_control
	uint32_t hop_limit;
	uint32_t good;                 // as in figures_control
	uint32_t ring;                 // descriptors: packets that may wait (with rate)
	uint64_t rate;                 // as in figures_control
	uint64_t keys;                 // packets until a stream repeats, a power of two; 0 = by its family
	uint32_t flows, flow_length, destinations, first, last;
	uint64_t seed;
	struct rte_ether_addr mac;     // the port's, and where its packets are addressed to
	struct rte_ether_addr peer;    // where they come from
	struct rte_ether_addr next;    // verify: destination MAC that comes back
	char table[256];               // prefix list
	char figures[256];             // file to map the figures from
};

struct gen_key4 {
	uint32_t source, destination;  // network byte order: 8 bytes as they are in the packet
};
struct gen_key6 {
	struct sbx_address source, destination;
};

// Addresses of the packets to come, made before the start; shared by devices that ask for the same.
struct gen_stream {
	enum gen_family family;        // never GEN_ANY
	uint64_t mask;                 // keys - 1
	struct gen_key4 *keys4;
	struct gen_key6 *keys6;
	struct gen_key4 good4[GEN_GOOD_FLOWS];
	struct gen_key6 good6[GEN_GOOD_FLOWS];
};

struct CACHE_ALIGNED gen_rx_queue {
	struct gen_device *device;
	struct figures_queue *figures;
	struct rte_mempool *pool;
	uint64_t rearm;                // an mbuf's data_off, refcnt, nb_segs, port
	uint64_t flags;                // ol_flags of a packet
	uint64_t at;                   // next key
	uint64_t start;                // TSC of the first poll, 0 before
	uint64_t rate;                 // of the port, as it was at `start`
	uint64_t taken;                // packets that were due and taken or missed since
	double due_per_tick;
	double ticks_per_packet;
	uint64_t good;                 // as it was when until_good was set
	uint64_t until_good;           // packets until the next good one
	uint32_t good_flow;
};

struct CACHE_ALIGNED gen_tx_queue {
	struct gen_device *device;
	struct figures_queue *figures;
	_Atomic uint64_t *latency;
};

struct gen_device {
	struct gen_arguments arguments;
	struct gen_stream *streams[GEN_MIXES_MAX];
	struct figures *figures;
	uint32_t sum4;                 // one's complement sum of the IPv4 header without its addresses
	uint16_t port;
	uint16_t rx_queues;
	alignas(64) uint8_t template4[GEN_TEMPLATE_SIZE];
	uint8_t template6[GEN_TEMPLATE_SIZE];
	struct gen_rx_queue rx[FIGURES_QUEUES];
	struct gen_tx_queue tx[FIGURES_QUEUES];
};

// arguments.c: -EINVAL with the reason in the log.
int gen_arguments_parse(struct gen_arguments *arguments, const char *text);

// stream.c: takes the stream of one mix, making it when no other device has it. -errno.
int gen_stream_get(const struct gen_arguments *arguments, uint32_t mix, struct gen_stream **stream);

// packet.c
void gen_templates_make(struct gen_device *device);

// burst.c: what ethdev calls.
uint16_t gen_rx(void *queue, struct rte_mbuf **packets, uint16_t count);
uint16_t gen_tx(void *queue, struct rte_mbuf **packets, uint16_t count);
uint16_t gen_tx_looking(void *queue, struct rte_mbuf **packets, uint16_t count);

extern int gen_log_type;
#define GEN_LOG(level, ...) rte_log(RTE_LOG_##level, gen_log_type, "net_gen: " __VA_ARGS__)
