// A router with the route cache that Linux had in 2005, on net_gen: all else is as quick as it gets, so that what is
// measured is that cache. Routes come from our own FIB, which is quicker than the kernel's was.
// Owns: a program of one core. Threads: one.
// Must not: check or rewrite more than a router has to.
// Next: bench/road/old_route_cache.h; bench/road/target.c runs and stops it.
#include <bench/road/old_route_cache.h>
#include <bench/table.h>
#include <control/fib_writer.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_ip.h>
#include <rte_mbuf.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKETS 16383
#define BURST 64
#define NEXTHOPS 200
#define BUCKETS_LOG 15                 // as many buckets as our cache has entries by default

static void
fail(const char *what, int result)
{
	fprintf(stderr, "bench-old-router: %s: %s\n", what, strerror(-result));
	exit(1);
}

// The full table and a default route, as our own data plane has them.
static const struct fib4 *
make_fib(const char *file)
{
	static _Atomic uint64_t generation;
	const struct sbx_route everything = {.nexthop = 1, .family = SBX_IPV4, .op = SBX_ROUTE_PUT};
	struct rte_rcu_qsbr *rcu = aligned_alloc(RTE_CACHE_LINE_SIZE, rte_rcu_qsbr_get_memsize(1));
	const struct fib_limits limits = {1100000, 1, 8192, 1};
	struct sbx_routes_result outcome;
	struct fib_vrf *vrf;
	struct table table;
	int result = table_make(&table, SBX_IPV4, 0, NEXTHOPS, file);

	if (result == 0)
		result = rcu == NULL || rte_rcu_qsbr_init(rcu, 1) != 0 ? -ENOMEM : 0;
	if (result == 0)
		result = fib_create(&limits, rcu, &generation, &vrf);
	if (result == 0)
		result = fib_apply(vrf, &everything, 1, &outcome);
	if (result == 0)
		result = fib_apply(vrf, table.routes, table.count, &outcome);
	if (result != 0)
		fail(file, result);
	table_free(&table);
	return fib_readers4(vrf);
}

static void
start_port(void)
{
	struct rte_eth_conf conf = {0};
	struct rte_mempool *pool = rte_pktmbuf_pool_create("old", PACKETS, 256, 0,
		RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	int result;

	if (pool == NULL)
		fail("no memory for packets", -rte_errno);
	result = rte_eth_dev_configure(0, 1, 1, &conf);
	if (result == 0)
		result = rte_eth_rx_queue_setup(0, 0, 1024, 0, NULL, pool);
	if (result == 0)
		result = rte_eth_tx_queue_setup(0, 0, 1024, 0, NULL);
	if (result == 0)
		result = rte_eth_dev_start(0);
	if (result != 0)
		fail("port 0 does not start", result);
}

static struct old_route *
route(struct old_cache *cache, const struct fib4 *fib, const struct rte_ipv4_hdr *ip, uint32_t now)
{
	uint32_t destination = rte_be_to_cpu_32(ip->dst_addr), slot;
	struct old_route *found = old_cache_lookup(cache, ip->dst_addr, ip->src_addr, now);

	if (found != NULL)
		return found;
	fib4_lookup_bulk(fib, &destination, &slot, 1);
	return old_cache_insert(cache, ip->dst_addr, ip->src_addr, FIB_NEXTHOP(slot), now);
}

static void
rewrite(struct rte_mbuf *packet, uint32_t nexthop)
{
	static const uint8_t own[6] = {0x02, 0, 0, 0x67};
	uint8_t *frame = rte_pktmbuf_mtod(packet, uint8_t *);
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(frame + RTE_ETHER_HDR_LEN);

	memcpy(frame, (const uint8_t[6]){0x02, 0, 0, 1, (uint8_t)(nexthop >> 8), (uint8_t)nexthop}, 6);
	memcpy(frame + 6, own, sizeof(own));
	ip->time_to_live--;
	ip->hdr_checksum = (uint16_t)(ip->hdr_checksum + 1 + (ip->hdr_checksum == 0xFFFF));
}

// Milliseconds that this program has run. A stop between two windows is none of its time: its table would age.
static uint32_t
jiffies(void)
{
	static uint64_t last, run;
	uint64_t now = rte_rdtsc(), most = rte_get_tsc_hz() / 1000;

	run += RTE_MIN(now - last, most);
	last = now;
	return (uint32_t)(run / most);
}

static void
forward(struct old_cache *cache, const struct fib4 *fib)
{
	struct rte_mbuf *packets[BURST], *out[BURST];
	struct old_route *held[BURST];
	uint32_t now = jiffies();
	uint16_t count = rte_eth_rx_burst(0, 0, packets, BURST), kept = 0, sent;

	for (uint16_t i = 0; i < count; i++) {
		const struct rte_ipv4_hdr *ip = rte_pktmbuf_mtod_offset(packets[i], struct rte_ipv4_hdr *,
			RTE_ETHER_HDR_LEN);
		struct old_route *found = route(cache, fib, ip, now);

		if (found == NULL) {
			rte_pktmbuf_free(packets[i]);
			continue;
		}
		rewrite(packets[i], old_route_nexthop(found));
		held[kept] = found;
		out[kept++] = packets[i];
	}
	sent = rte_eth_tx_burst(0, 0, out, kept);
	rte_pktmbuf_free_bulk(out + sent, kept - sent);
	for (uint16_t i = 0; i < kept; i++)
		old_route_release(held[i]);
}

int
main(int argc, char **argv)
{
	int words = rte_eal_init(argc, argv);
	struct old_cache *cache;
	const struct fib4 *fib;

	if (words < 0)
		fail("EAL does not start", -rte_errno);
	if (words + 2 != argc)
		fail("give the table's file behind --", -EINVAL);
	fib = make_fib(argv[words + 1]);
	cache = old_cache_create(BUCKETS_LOG);
	if (cache == NULL)
		fail("no memory for the cache", -ENOMEM);
	start_port();
	for (;;)
		forward(cache, fib);
}
