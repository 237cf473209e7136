// Golden twin of the road: packets that go as bursts fare as the same packets that go one by one, whatever the mix.
// Owns: the random mix. Threads: the test's own. Next: road_worker.c.
#include "road_fixture.h"

#include <bench/random.h>

#define ROUNDS 300
#define MOST 45           // packets a round: two full bursts and some; fewer than the slow path's ring takes of them
#define NH_BACK 20        // ready, by IN

static struct road_fixture *
make(void)
{
	struct road_fixture *fixture = road_fixture_make();
	struct adjacency back = fixture->tables->nexthops.entries[NH_UNICAST].adjacency;

	back.port = IN_PORT;
	back.interface = IN;
	back.l2[0] ^= 0x10;
	back.frame_max = 1;       // not its to say
	nexthop_publish(&fixture->tables->nexthops, NH_BACK, &back);
	fib_do(fixture->fib, fib_put("198.51.100.0/25", NH_UNICAST));
	fib_do(fixture->fib, fib_put("198.51.100.2/32", NH_UNICAST)); // another slot, the same nexthop
	fib_do(fixture->fib, fib_put("198.51.100.128/25", NH_BACK));
	fib_do(fixture->fib, fib_put("203.0.113.0/28", NH_RESOLVE));
	fib_do(fixture->fib, fib_put("203.0.113.16/28", NH_BLACKHOLE));
	fib_do(fixture->fib, fib_put("203.0.113.32/28", NH_LOCAL));
	fib_do(fixture->fib, fib_put("2001:db8:2::/48", NH_UNICAST));
	fib_do(fixture->fib, fib_put("2001:db8:3::2/128", NH_BACK));
	fib_do(fixture->fib, fib_put("2001:db8:3::/48", NH_BACK));
	fib_do(fixture->fib, fib_put("2001:db8:4::/48", NH_PROHIBIT));
	return fixture;
}

struct mix {
	struct random random;
	uint32_t keep;            // of 8: how often a packet goes where the one before it went
	uint32_t odd;             // of 64: how often it is at the end of its hops, or too long
	uint32_t choices;         // of the destinations below; the first are IPv4
	uint32_t destination;
};

#define CHOICES4 7
#define CHOICES 12

static struct rte_mbuf *
draw(struct road_fixture *fixture, struct mix *mix)
{
	static const char *const destinations[CHOICES] = { "198.51.100.1", "198.51.100.2", "198.51.100.200",
		"203.0.113.1", "203.0.113.17", "203.0.113.33", "192.0.2.77", "2001:db8:2::1", "2001:db8:3::1",
		"2001:db8:3::2", "2001:db8:4::1", "2001:db8:5::1" };
	uint16_t payload = (uint16_t)random_below(&mix->random, 60);
	uint8_t hops = (uint8_t)(2 + random_below(&mix->random, 254));

	if (random_below(&mix->random, 8) >= mix->keep)
		mix->destination = random_below(&mix->random, mix->choices);
	if (random_below(&mix->random, 64) < mix->odd)
		hops = (uint8_t)random_below(&mix->random, 3);
	if (random_below(&mix->random, 64) < mix->odd)
		payload = (uint16_t)(OUT_MTU - 41 + random_below(&mix->random, 24));
	if (strchr(destinations[mix->destination], ':') != NULL)
		return fake6(fixture, "2001:db8:1::9", destinations[mix->destination], hops, payload);
	return fake4(fixture, "192.0.2.1", destinations[mix->destination], hops, payload);
}

// What became of everything.
struct outcome {
	struct core_counters counters;
	uint64_t packets[NEXTHOPS], bytes[NEXTHOPS]; // of each nexthop
	uint32_t punted;
	struct {
		uint32_t sent[2];         // from each port
		bool freed;
		uint32_t length;
		uint8_t frame[OUT_MTU + 64];
	} packet[MOST];
};

static void
look(const struct road_fixture *fixture, struct outcome *outcome)
{
	for (uint32_t i = 0; i < fixture->made_count; i++) {
		const struct rte_mbuf *packet = fixture->made[i];

		outcome->packet[i].freed = was_freed(packet);
		outcome->packet[i].length = packet->pkt_len;
		memcpy(outcome->packet[i].frame, rte_pktmbuf_mtod(packet, void *), packet->pkt_len);
		for (uint16_t port = 0; port < 2; port++)
			for (uint32_t at = 0; at < fixture->device[port].taken; at++)
				outcome->packet[i].sent[port] += fixture->device[port].took[at] == packet;
	}
	for (uint32_t id = 0; id < NEXTHOPS; id++) {
		outcome->packets[id] = fixture->worker->nexthops[id].packets;
		outcome->bytes[id] = fixture->worker->nexthops[id].bytes;
	}
	outcome->punted = rte_ring_count(fixture->worker->punts);
	outcome->counters = *fixture->counters;
	outcome->counters.core[CORE_bursts] = 0;
}

static void
pass(struct mix mix, uint16_t count, bool together, struct outcome *outcome)
{
	struct road_fixture *fixture = make();
	struct rte_mbuf *packets[MOST];

	for (uint16_t i = 0; i < count; i++)
		packets[i] = draw(fixture, &mix);
	for (uint16_t i = 0; i < count && !together; i++)
		road_pass_one(fixture, packets[i]);
	if (together)
		road_pass(fixture, packets, count);
	memset(outcome, 0, sizeof(*outcome));
	look(fixture, outcome);
	road_fixture_free(fixture);
}

static void
bursts_fare_as_single_packets(void **state)
{
	static struct outcome single, burst;

	(void)state;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		struct mix mix = { .random = { round }, .keep = round % 9, .odd = round % 4,
			.choices = round % 2 == 0 ? CHOICES4 : CHOICES };
		uint16_t count = (uint16_t)(1 + round % MOST);

		pass(mix, count, false, &single);
		pass(mix, count, true, &burst);
		assert_memory_equal(&single, &burst, sizeof(single));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "bursts of any mix fare as their packets one by one", bursts_fare_as_single_packets, NULL, NULL,
			NULL },
	};

	return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
