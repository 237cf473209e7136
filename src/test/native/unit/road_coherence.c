// P5, P6, P7 under load: after the API's answer the next packet follows the new state, and no packet that was sent
// after an answer ever goes by what was before it.
// Owns: the log of what every flow must do after each change. Threads: the test's makes changes and looks at the
// very next packet of each flow; one floods the same flows; one takes all that is sent and holds it against the
// log. Next: coherence_twin.h.
#include "coherence_twin.h"
#include "steady_load.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHANGES 800
#define STORM 12              // changes in a row, before the next packets are looked at
#define STORM_EVERY 6         // of so many
#define LOAD_BATCH 192        // packets of the flood on their way on a port: no wire may be full
#define ENTRANCES 2           // ports that receive

static const struct sbx_options options = {
	.mbufs = 4096, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64,
	.routes4 = 100, .routes6 = 100, .groups4 = 64, .groups6 = 256, .burst = 32,
	.idle_sleep_micros = 50, .hold_packets = 4, .neighbor_reachable_ms = 30000,
	.neighbor_retransmit_ms = 1000, .icmp_errors_per_second = 0,
};

enum kind { PROBE, LOAD, MARKER, LOAD_MARKER };

// What a packet of ours says of itself.
struct note {
	uint32_t kind;
	uint32_t at;              // flow; port of a marker
	uint32_t number;          // change that was answered before it was sent; of a marker, its own
};

static struct twin twin;
static struct steady steady;
static struct twin_outcome outcomes[CHANGES + 1][TWIN_FLOWS]; // after each change. Written before `issued` says so
static _Atomic uint32_t issued, answered;
static _Atomic uint64_t seen[TWIN_FLOWS];      // the last probe: its number << 32 | what became of it
static _Atomic uint32_t markers[2][ENTRANCES]; // that came back: of ours, of the flood's
static _Atomic uint64_t passes;                // over all wires
static _Atomic uint64_t judged;                // packets of the flood
static _Atomic bool stop, failed;
static char failure[200];                      // written once, before `failed`
static pthread_t flooder, taker;

static void
nap(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 20000 }, NULL);
}

// ------------------------------------------------------------------------------------- the one that takes

static void
fail_by(const char *what, const struct note *note, uint32_t became)
{
	if (atomic_load(&failed))
		return;
	snprintf(failure, sizeof(failure), "%s: flow %u after change %u (of %u): %#x, expected %#x", what, note->at,
		note->number, atomic_load(&issued), became, outcomes[note->number][note->at].onward);
	atomic_store(&failed, true);
}

// It may go by any state from the one answered before it was sent to the newest that is on its way; by one for its
// source and by another for its destination, since they are looked up one after the other.
static void
judge(const struct note *note, uint32_t became)
{
	uint32_t newest = atomic_load(&issued);
	bool passes = false, explained = false;

	for (uint32_t change = note->number; change <= newest; change++) {
		const struct twin_outcome *outcome = &outcomes[change][note->at];

		passes |= outcome->passes;
		explained |= twin_explains(&twin, outcome->onward, became);
	}
	if (!passes || !explained)
		fail_by("it went by a state that was no more", note, became);
}

static void
judge_probe(const struct note *note, uint32_t became)
{
	uint64_t last = atomic_load(&seen[note->at]);

	judge(note, became);
	if (last >> 32 == note->number)
		fail_by("it came twice", note, became);
	if (last >> 32 < note->number) // else it was held
		atomic_store(&seen[note->at], (uint64_t)note->number << 32 | became);
}

static void
take(uint32_t port, const struct rte_mbuf *packet)
{
	const void *payload = ring_payload(packet, sizeof(struct note));
	uint32_t became = twin_outcome_seen(port, packet);
	struct note note;

	if (payload == NULL) // the box's own: it asks for neighbors
		return;
	memcpy(&note, payload, sizeof(note));
	switch ((enum kind)note.kind) {
	case PROBE:
		judge_probe(&note, became);
		break;
	case LOAD:
		judge(&note, became);
		atomic_fetch_add(&judged, 1);
		break;
	case MARKER:
	case LOAD_MARKER:
		if (became != TWIN_CALM)
			fail_by("a marker strayed", &(struct note){ 0 }, became);
		atomic_store(&markers[note.kind == LOAD_MARKER][note.at], note.number);
		break;
	}
}

static void *
take_all(void *unused)
{
	struct rte_mbuf *packet;

	while (!atomic_load(&stop)) {
		bool nothing = true;

		for (uint32_t port = 0; port < TWIN_PORTS; port++)
			while ((packet = ring_take(&twin.ports[port])) != NULL) {
				take(port, packet);
				rte_pktmbuf_free(packet);
				nothing = false;
			}
		atomic_fetch_add(&passes, 1);
		if (nothing)
			nap();
	}
	return unused;
}

// ------------------------------------------------------------------------------------- the one that floods

static struct rte_mbuf *
packet_of(const struct note *note)
{
	if (note->kind == MARKER || note->kind == LOAD_MARKER)
		return twin_marker(&twin, note->at, note, sizeof(*note));
	return twin_packet(&twin, note->at, note, sizeof(*note));
}

// Not before there is room for it.
static void
give(uint32_t port, const struct note *note)
{
	struct rte_mbuf *packet = NULL;

	while (!atomic_load(&stop)) {
		if (packet == NULL)
			packet = packet_of(note);
		if (packet != NULL && ring_give(&twin.ports[port], packet))
			return;
		nap();
	}
	rte_pktmbuf_free(packet);
}

static void
flood_port(struct random *random, uint32_t port)
{
	struct note marker = { LOAD_MARKER, port, atomic_load(&markers[1][port]) + 1 };

	for (uint32_t i = 0; i < LOAD_BATCH; i++) {
		uint32_t flow = random_below(random, TWIN_FLOWS / ENTRANCES) * ENTRANCES + port;
		struct note note = { LOAD, flow, atomic_load(&answered) };

		give(port, &note);
	}
	give(port, &marker);
	while (atomic_load(&markers[1][port]) != marker.number && !atomic_load(&stop))
		nap();
}

static void *
flood(void *unused)
{
	struct random random = { 7 };

	while (!atomic_load(&stop))
		for (uint32_t port = 0; port < ENTRANCES; port++)
			flood_port(&random, port);
	return unused;
}

// ------------------------------------------------------------------------------------- the one that changes

// When the second marker is back, all that was given before the first one has been sent, or never will be.
static void
fence(void)
{
	static uint32_t number;
	uint64_t since = 0, pass;

	for (uint32_t round = 0; round < 2; round++) {
		number++;
		for (uint32_t port = 0; port < ENTRANCES; port++)
			give(port, &(struct note){ MARKER, port, number });
		for (uint32_t port = 0; port < ENTRANCES; port++)
			while (atomic_load(&markers[0][port]) != number)
				ring_wait(&since);
	}
	pass = atomic_load(&passes);
	while (atomic_load(&passes) < pass + 2)
		ring_wait(&since);
}

static void
make_change(uint32_t number)
{
	twin_choose(&twin);
	for (uint32_t flow = 0; flow < TWIN_FLOWS; flow++)
		outcomes[number][flow] = twin_outcome(&twin, flow);
	atomic_store(&issued, number);
	twin_make(&twin);
	atomic_store(&answered, number);
}

static uint32_t
expected_of(uint32_t number, uint32_t flow)
{
	const struct twin_outcome *outcome = &outcomes[number][flow];

	return outcome->passes ? outcome->onward : TWIN_NONE;
}

static void
assert_next_packets_follow(uint32_t number)
{
	for (uint32_t i = 0; i < TWIN_FLOWS; i++) {
		uint32_t flow = (i + number) % TWIN_FLOWS;

		give(twin.flows[flow].in, &(struct note){ PROBE, flow, number });
	}
	fence();
	for (uint32_t flow = 0; flow < TWIN_FLOWS; flow++) {
		uint64_t probe = atomic_load(&seen[flow]);
		uint32_t became = probe >> 32 == number ? (uint32_t)probe : TWIN_NONE;
		uint32_t expected = expected_of(number, flow);

		if (became != (expected < TWIN_HELD ? expected : TWIN_NONE))
			fail_msg("after change %u, %s, flow %u became %#x and not %#x", number, twin.change.name,
				flow, became, expected);
	}
	if (atomic_load(&failed))
		fail_msg("%s", failure);
}

static void
assert_lookup_agrees(uint32_t number, uint32_t at)
{
	const struct twin_flow *flow = &twin.flows[at];
	const struct sbx_query query = { .source = flow->source, .destination = flow->destination,
		.interface = twin.ports[flow->in].interface, .family = flow->family, .has_source = 1 };
	uint32_t expected = expected_of(number, at), mac;
	struct sbx_verdict verdict;

	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	mac = (uint32_t)verdict.mac[3] << 16 | (uint32_t)verdict.mac[4] << 8 | verdict.mac[5];
	if (expected == TWIN_NONE)
		assert_int_equal(verdict.outcome, SBX_DROP);
	else if (expected >= TWIN_HELD)
		assert_int_equal(verdict.outcome, SBX_RESOLVE);
	else {
		assert_int_equal(verdict.outcome, SBX_FORWARD);
		assert_int_equal(mac, expected / TWIN_PORTS);
		assert_int_equal(verdict.interface, twin.ports[expected % TWIN_PORTS].interface);
	}
}

// Adaptive has gone by the cache and past it.
static void
wait_for_a_sample(void)
{
	struct sbx_cache_state states[RING_WORKERS * 4];
	uint64_t since = 0, samples = 0;

	while (samples == 0) {
		assert_int_equal(sbx_cache_describe(states, RTE_DIM(states)), RTE_DIM(states));
		for (uint32_t i = 0; i < RTE_DIM(states); i++)
			samples += states[i].samples;
		ring_wait(&since);
	}
}

static void
follows(void **state)
{
	uint64_t hits = ring_counter(SBX_SCOPE_CORE, "cache_hits", 0);
	uint32_t mode = *(const uint32_t *)*state, number = 0;

	while (number < CHANGES) {
		uint32_t last = twin_below(&twin, STORM_EVERY) == 0 ? number + STORM : number + 1;

		while (number < last && number < CHANGES)
			make_change(++number);
		assert_next_packets_follow(number);
		for (uint32_t i = 0; i < 4; i++)
			assert_lookup_agrees(number, (number * 4 + i) % TWIN_FLOWS);
	}
	assert_true(atomic_load(&judged) > 0);
	for (uint32_t port = 0; port < TWIN_PORTS; port++)
		assert_int_equal(ring_counter(SBX_SCOPE_DROP, "tx_full", twin.ports[port].interface), 0);
	if (mode == SBX_CACHE_ADAPTIVE)
		wait_for_a_sample();
	hits = ring_counter(SBX_SCOPE_CORE, "cache_hits", 0) - hits;
	assert_int_equal(hits > 0, mode != SBX_CACHE_OFF);
	print_message("%u changes, %lu packets of the flood judged, %lu cached\n", CHANGES, atomic_load(&judged),
		hits);
}

// ------------------------------------------------------------------------------------- begin, end

static int
begin(void **state)
{
	const char *seed = getenv("SEED");

	if (sbx_start(&options) != 0)
		return -1;
	twin_begin(&twin, *(const uint32_t *)*state, seed != NULL ? strtoull(seed, NULL, 0) : 1);
	steady_begin(&steady);
	for (uint32_t flow = 0; flow < TWIN_FLOWS; flow++) {
		outcomes[0][flow] = twin_outcome(&twin, flow);
		atomic_store(&seen[flow], 0);
	}
	atomic_store(&issued, 0);
	atomic_store(&answered, 0);
	atomic_store(&judged, 0);
	atomic_store(&stop, false);
	atomic_store(&failed, false);
	return pthread_create(&taker, NULL, take_all, NULL) != 0 || pthread_create(&flooder, NULL, flood, NULL) != 0;
}

static int
end(void **state)
{
	(void)state;
	atomic_store(&stop, true);
	pthread_join(flooder, NULL);
	pthread_join(taker, NULL);
	steady_end(&steady);
	twin_end(&twin);
	return sbx_stop();
}

int
main(void)
{
	static uint32_t modes[] = { SBX_CACHE_OFF, SBX_CACHE_ON, SBX_CACHE_ADAPTIVE, TWIN_ALL_MODES };
	const struct CMUnitTest tests[] = {
		{ "P5 P6 P7 the next packet follows, cache off", follows, begin, end, &modes[0] },
		{ "P5 P6 P7 the next packet follows, cache on", follows, begin, end, &modes[1] },
		{ "P5 P6 P7 the next packet follows, cache adaptive", follows, begin, end, &modes[2] },
		{ "P5 P6 P7 the next packet follows, cache switched all the time", follows, begin, end, &modes[3] },
	};

	return cmocka_run_group_tests_name("road_coherence", tests, ring_box_setup, ring_box_teardown);
}
