// The route cache that Linux had: a model of 2.6.14's (2005, net/ipv4/route.c and net/core/dst.c), small but with all
// that made it slow under new flows: one hash of all flows, with chains, and a garbage collector. Written anew from
// its rules; nothing is copied.
//   lookup    a walk along the chain of the flow's bucket; a hit is held by a reference count (ip_route_input)
//   insert    in front of the chain, under its lock; of a chain longer than 8 the entry goes that was used the
//             longest ago (rt_intern_hash)
//   collect   at each new entry beyond as many as there are buckets: at most twice a second, but always when the
//             table is full, 16 a bucket; halves its patience until it has freed enough (rt_garbage_collect)
//   freed     entries count until the readers of RCU are through with them (rt_free, dst_destroy)
// Left out: the timer that looks at a part of the table once a minute, redirects, ARP, inet_peer.
// Owns: all entries, as the slab did. Threads: one. Must not: be better or worse than that kernel on purpose.
// Next: peers/old_router.c forwards by it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct old_cache;
struct old_route;

struct old_cache_counts {              // rtstat's names
	uint64_t in_hit;
	uint64_t in_slow_tot;
	uint64_t gc_total;
	uint64_t gc_ignored;
	uint64_t gc_goal_miss;
	uint64_t gc_dst_overflow;
	uint64_t in_hlist_search;      // entries looked at, beyond the first
};

// Of 1 << buckets_log buckets. NULL: no memory.
struct old_cache *old_cache_create(uint32_t buckets_log);
void old_cache_free(struct old_cache *cache);

// `now` is in milliseconds (jiffies at HZ=1000); between two calls with different ones RCU's readers are through.
// Both give a route that is held, to be released when the packet has been sent.
// NULL: none there.
struct old_route *old_cache_lookup(struct old_cache *cache, uint32_t destination, uint32_t source, uint32_t now);
// NULL: "dst cache overflow", the packet is to be dropped.
struct old_route *old_cache_insert(struct old_cache *cache, uint32_t destination, uint32_t source, uint32_t nexthop,
	uint32_t now);
uint32_t old_route_nexthop(const struct old_route *route);
void old_route_release(struct old_route *route);

uint32_t old_cache_entries(const struct old_cache *cache);
struct old_cache_counts old_cache_counts(const struct old_cache *cache);
