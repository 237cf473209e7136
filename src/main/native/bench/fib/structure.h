// A longest-prefix-match structure under measurement: ours and DPDK's, behind the same few
// functions.
// Owns: the functions' meaning. Threads: one writes, one may look up meanwhile.
// Must not: give one structure a help that another does not get.
// Next: ours.c, peers4.c, peers6.c; measure.c uses them.
#pragma once

#include <signalbox.h>

#include <stddef.h>

#define BULK 64                   // keys a call: the burst that workers take by default

// The keys of one run, in the form that the structure's own lookup takes.
struct keys {
	const uint32_t *ipv4;      // host order
	const struct sbx_address *ipv6;
	size_t count;              // a multiple of BULK
};

// What the reader of a structure under update tells it.
enum reader_state { READER_STARTS, READER_QUIET, READER_ENDS };

struct structure {
	const char *name;
	uint8_t family;
	uint32_t routes_max;       // what part of the table it is given, 0 = all
	void *(*create)(uint32_t routes); // NULL when it cannot be had
	int (*load)(void *self, const struct sbx_route *routes, uint32_t count); // NULL = one by one
	int (*change)(void *self, const struct sbx_route *route);
	uint64_t (*lookup)(void *self, const struct keys *keys); // sums the nexthops: none left out
	void (*reader)(void *self, enum reader_state state); // NULL = it asks nothing of its readers
	uint64_t (*bytes)(void *self); // NULL = what EAL's heap grew by
	void (*destroy)(void *self);
};

extern const struct structure ours4, ours6, peer_fib, peer_lpm, peer_fib6, peer_lpm6;

