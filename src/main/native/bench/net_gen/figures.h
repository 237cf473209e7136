// What net_gen counts, laid out so that another process can map it: every program that is measured on
// net_gen, ours or a peer, is measured by the same counters.
// Owns: the layout. Writer: the core that polls the queue; readers: whoever mapped the file, at any time.
// Must not: hold a pointer, or be trusted: the control words are what another process wrote.
// Next: net_gen.h; bench-road's window.c reads it.
#pragma once

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#define FIGURES_MAGIC 0x6E65745F67656E31ull
#define FIGURES_QUEUES 16
#define FIGURES_BURST_MAX 512
// Latency buckets: 32 a power of two, so that a bucket is at most 3 % wide. In TSC cycles.
#define FIGURES_BUCKETS (32 * 40)

struct figures_queue {
	_Atomic uint64_t rx_packets;
	_Atomic uint64_t tx_packets;
	_Atomic uint64_t tx_bytes;
	_Atomic uint64_t rx_missed;    // due, but the descriptor ring was full (with rate=)
	_Atomic uint64_t rx_no_buffer;
	_Atomic uint64_t rx_polls;
	_Atomic uint64_t rx_thread;    // thread id of the core that polls
	_Atomic uint64_t reserved;
	// The good flows and what verify= saw: another line, so that it costs nothing unless asked for.
	_Atomic uint64_t good_sent;
	_Atomic uint64_t good_missed;
	_Atomic uint64_t good_back;
	_Atomic uint64_t right;
	_Atomic uint64_t bad_l2;
	_Atomic uint64_t bad_hop_limit;
	_Atomic uint64_t bad_checksum;
	_Atomic uint64_t bad_other;    // not a packet of ours: ARP, ICMP, changed length
};
static_assert(sizeof(struct figures_queue) == 128, "two lines a queue");

// What the measuring program may change while the device is polled. The arguments give the first values.
struct figures_control {
	_Atomic uint64_t stream;       // which of the patterns, 0 = the first
	_Atomic uint64_t rate;         // packets a second of the whole port; 0 = as fast as it is polled
	_Atomic uint64_t good;         // every good-th packet is of a good flow; 0 = none
	_Atomic uint64_t burst;        // most packets a poll; 0 = nothing comes
	uint64_t reserved[4];
};

struct figures {
	uint64_t magic;                // written last
	uint64_t tsc_hz;
	uint64_t reserved[6];
	struct figures_control control;
	struct figures_queue queue[FIGURES_QUEUES];
	_Atomic uint64_t latency[FIGURES_QUEUES][FIGURES_BUCKETS];
};

// One writer a counter: a plain add, that a reader may see at any time.
static inline void
figures_add(_Atomic uint64_t *counter, uint64_t n)
{
	atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
		memory_order_relaxed);
}

static inline uint32_t
figures_bucket(uint64_t cycles)
{
	uint32_t log = cycles < 32 ? 5 : 63 - (uint32_t)__builtin_clzll(cycles);
	uint64_t bucket = (uint64_t)(log - 5) * 32 + (cycles >> (log - 5));

	return bucket < FIGURES_BUCKETS ? (uint32_t)bucket : FIGURES_BUCKETS - 1;
}

// The least number of cycles that falls into a bucket.
static inline uint64_t
figures_bucket_cycles(uint32_t bucket)
{
	uint32_t shift = bucket < 64 ? 0 : bucket / 32 - 1;

	return (uint64_t)(bucket - shift * 32) << shift;
}
