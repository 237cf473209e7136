// The route cache that Linux had in 2005: buckets, chains, and the garbage collector.
// Owns: the entries; free ones are a list, freed ones wait for RCU in another.
// Threads: one. Must not: grow beyond ip_rt_max_size.
// Next: peers/old_router.c.
#include "old_route_cache.h"

#include <control/pages.h>

#include <rte_jhash.h>
#include <rte_spinlock.h>

#include <assert.h>
#include <stdlib.h>

#define HZ 1000
#define ELASTICITY 8                   // ip_rt_gc_elasticity
#define MIN_INTERVAL (HZ / 2)          // ip_rt_gc_min_interval
#define TIMEOUT (300 * HZ)             // ip_rt_gc_timeout
#define PER_BUCKET_MAX 16              // ip_rt_max_size / buckets
#define LOCKS 4096                     // RT_HASH_LOCK_SZ of a large machine
#define RANDOM 0x5EED                  // rt_hash_rnd

// As large as struct rtable on 64 bits, with what is touched on the same lines: the link and the use in the first,
// the key in the fourth.
struct old_route {
	struct old_route *next;
	int32_t references;
	uint32_t use;
	uint32_t last_use;
	uint8_t dst[176];
	uint32_t destination;
	uint32_t source;
	uint32_t nexthop;
	uint8_t rest[108];
};
static_assert(sizeof(struct old_route) == 320, "five lines");

struct old_cache {
	struct old_route **bucket;
	uint32_t buckets;
	uint32_t elastic;              // ELASTICITY << rt_hash_log
	uint32_t entries;              // ipv4_dst_ops.entries
	struct old_route *unused;
	struct old_route *freed;       // wait for the end of a grace period
	uint32_t freed_at;
	struct old_cache_counts counts;
	rte_spinlock_t lock[LOCKS];
	// Of the collector: static variables of rt_garbage_collect.
	uint32_t expire;
	uint32_t last_collect;
	uint32_t rover;
	int32_t equilibrium;
	struct pages memory;
};

struct old_cache *
old_cache_create(uint32_t buckets_log)
{
	struct old_cache *cache = calloc(1, sizeof(*cache));
	uint32_t most = (PER_BUCKET_MAX + 1) << buckets_log; // some wait for RCU when the table is full
	struct old_route *routes;

	if (cache == NULL)
		return NULL;
	cache->buckets = UINT32_C(1) << buckets_log;
	cache->elastic = ELASTICITY << buckets_log;
	cache->expire = TIMEOUT;
	cache->last_collect = -MIN_INTERVAL;
	cache->bucket = calloc(cache->buckets, sizeof(*cache->bucket));
	if (cache->bucket == NULL || pages_map(most * sizeof(*routes), &cache->memory) != 0) {
		old_cache_free(cache);
		return NULL;
	}
	routes = cache->memory.memory;
	for (uint32_t i = 0; i < most; i++) {
		routes[i].next = cache->unused;
		cache->unused = &routes[i];
	}
	return cache;
}

void
old_cache_free(struct old_cache *cache)
{
	if (cache->memory.memory != NULL)
		pages_unmap(&cache->memory);
	free(cache->bucket);
	free(cache);
}

static uint32_t
bucket_of(const struct old_cache *cache, uint32_t destination, uint32_t source)
{
	return rte_jhash_2words(destination, source, RANDOM) & (cache->buckets - 1);
}

static rte_spinlock_t *
lock_of(struct old_cache *cache, uint32_t bucket)
{
	return &cache->lock[bucket % LOCKS];
}

static void
hold(struct old_route *route, uint32_t now)
{
	__atomic_fetch_add(&route->references, 1, __ATOMIC_RELAXED);
	route->use++;
	route->last_use = now;
}

void
old_route_release(struct old_route *route)
{
	__atomic_fetch_sub(&route->references, 1, __ATOMIC_RELEASE);
}

static void
pass_grace_period(struct old_cache *cache, uint32_t now)
{
	if (cache->freed == NULL || cache->freed_at == now)
		return;
	while (cache->freed != NULL) {
		struct old_route *route = cache->freed;

		cache->freed = route->next;
		route->next = cache->unused;
		cache->unused = route;
		cache->entries--;
	}
}

static void
free_later(struct old_cache *cache, struct old_route *route, uint32_t now)
{
	route->next = cache->freed;
	cache->freed = route;
	cache->freed_at = now;
}

struct old_route *
old_cache_lookup(struct old_cache *cache, uint32_t destination, uint32_t source, uint32_t now)
{
	struct old_route *route = cache->bucket[bucket_of(cache, destination, source)];

	for (; route != NULL; route = route->next) {
		if (route->destination == destination && route->source == source) {
			hold(route, now);
			cache->counts.in_hit++;
			return route;
		}
		cache->counts.in_hlist_search++;
	}
	return NULL;
}

// Whether the collector may take it: unused for as long as it is patient at this place of the chain. Entries of
// forwarded packets are not "valuable", none are of the kind that is cleaned fast.
static bool
may_expire(const struct old_route *route, uint32_t patience, uint32_t now)
{
	return route->references == 0 && now - route->last_use > patience;
}

// Of one chain. What stands further behind is given half the time of what is before it.
static uint32_t
expire_chain(struct old_cache *cache, uint32_t bucket, uint32_t now)
{
	struct old_route **link = &cache->bucket[bucket], *route;
	uint32_t patience = cache->expire, count = 0;

	rte_spinlock_lock(lock_of(cache, bucket));
	while ((route = *link) != NULL) {
		if (may_expire(route, patience, now)) {
			*link = route->next;
			free_later(cache, route, now);
			count++;
		} else {
			patience >>= 1;
			link = &route->next;
		}
	}
	rte_spinlock_unlock(lock_of(cache, bucket));
	return count;
}

// How many entries shall go. Beyond `elastic` it is half of the excess; below, the table may grow by half of what has
// come since the last time, which is then its equilibrium.
static int32_t
goal_of(struct old_cache *cache)
{
	int32_t entries = (int32_t)cache->entries, buckets = (int32_t)cache->buckets;
	int32_t goal = entries - (int32_t)cache->elastic;

	if (goal > 0) {
		goal = RTE_MAX(goal / 2, buckets);
		cache->equilibrium = entries - goal;
		return goal;
	}
	cache->equilibrium = RTE_MAX(cache->equilibrium, buckets);
	goal = entries - cache->equilibrium;
	if (goal > 0) {
		cache->equilibrium += RTE_MIN(goal / 2, buckets);
		goal = entries - cache->equilibrium;
	}
	return goal;
}

// Enough is freed: more patience next time.
static void
calm(struct old_cache *cache)
{
	cache->expire += MIN_INTERVAL;
	if (cache->expire > TIMEOUT || cache->entries < cache->buckets)
		cache->expire = TIMEOUT;
}

// False: the table is full, and nothing could be done about it.
static bool
collect(struct old_cache *cache, uint32_t now)
{
	uint32_t most = PER_BUCKET_MAX * cache->buckets;
	int32_t goal;

	cache->counts.gc_total++;
	if (now - cache->last_collect < MIN_INTERVAL && cache->entries < most) {
		cache->counts.gc_ignored++;
		return true;
	}
	goal = goal_of(cache);
	if (now - cache->last_collect >= MIN_INTERVAL)
		cache->last_collect = now;
	if (goal <= 0) {
		cache->equilibrium += goal;
		calm(cache);
		return true;
	}
	for (uint32_t i = 0; i < cache->buckets && goal > 0; i++) {
		cache->rover = (cache->rover + 1) % cache->buckets;
		goal -= (int32_t)expire_chain(cache, cache->rover, now);
	}
	if (goal <= 0) {
		calm(cache);
		return true;
	}
	// In an interrupt, as here, it tries once.
	cache->counts.gc_goal_miss++;
	cache->expire >>= 1;
	if (cache->entries < most)
		return true;
	cache->counts.gc_dst_overflow++;
	return false;
}

static struct old_route *
allocate(struct old_cache *cache, uint32_t now)
{
	struct old_route *route;

	if (cache->entries > cache->buckets && !collect(cache, now))
		return NULL;
	route = cache->unused;
	if (route == NULL)
		return NULL;
	cache->unused = route->next;
	cache->entries++;
	memset(route, 0, sizeof(*route));
	return route;
}

// Takes an entry out of a chain that has become too long: of those that no packet holds, the one that was used the
// longest ago, and of equal ones the last (rt_score).
static void
shorten(struct old_cache *cache, uint32_t bucket, uint32_t now)
{
	struct old_route **link = &cache->bucket[bucket], **least = NULL, *route;
	uint32_t length = 0, oldest = 0;

	for (; (route = *link) != NULL; link = &route->next, length++) {
		if (route->references == 0 && now - route->last_use >= oldest) {
			least = link;
			oldest = now - route->last_use;
		}
	}
	if (least != NULL && length > ELASTICITY) {
		route = *least;
		*least = route->next;
		free_later(cache, route, now);
	}
}

struct old_route *
old_cache_insert(struct old_cache *cache, uint32_t destination, uint32_t source, uint32_t nexthop, uint32_t now)
{
	uint32_t bucket = bucket_of(cache, destination, source);
	struct old_route *route;

	cache->counts.in_slow_tot++;
	pass_grace_period(cache, now);
	route = allocate(cache, now);
	if (route == NULL)
		return NULL;
	route->destination = destination;
	route->source = source;
	route->nexthop = nexthop;
	hold(route, now);
	rte_spinlock_lock(lock_of(cache, bucket));
	shorten(cache, bucket, now);
	route->next = cache->bucket[bucket];
	cache->bucket[bucket] = route;
	rte_spinlock_unlock(lock_of(cache, bucket));
	return route;
}

uint32_t
old_route_nexthop(const struct old_route *route)
{
	return route->nexthop;
}

uint32_t
old_cache_entries(const struct old_cache *cache)
{
	return cache->entries;
}

struct old_cache_counts
old_cache_counts(const struct old_cache *cache)
{
	return cache->counts;
}
