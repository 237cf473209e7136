// The route cache of the whole box, through signalbox.h: settings that are refused or taken while packets are forwarded,
// none of which is lost; what lookups and lists say of it.
// Owns: nothing. Threads: the test's own; workers and slow path are the box's. Next: box.h.
#include "box.h"

#include <stdlib.h>
#include <time.h>

static uint16_t in, out;
static uint64_t received_before[SBX_INTERFACES_MAX], sent_before; // counters go on over a restart

// From box_frame's source to its destination.
static struct sbx_query
query_of_frame(void)
{
	return (struct sbx_query){ .family = SBX_IPV4, .destination = box_address4(198, 51, 100, 9),
		.source = box_address4(192, 0, 2, 9), .has_source = 1 };
}

static void
forward_more(uint64_t packets)
{
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out,
		box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out) + packets);
}

static void
set_mode(enum sbx_cache_mode mode)
{
	struct sbx_cache_settings settings;

	assert_int_equal(sbx_cache_get(&settings), 0);
	settings.mode = mode;
	assert_int_equal(sbx_cache_set(&settings), 0);
}

// Under a flood of one flow, through the cache.
static int
start(void **unused)
{
	uint64_t before[SBX_INTERFACES_MAX];

	if (box_start(unused) != 0)
		return -1;
	for (uint16_t id = 0; id < SBX_INTERFACES_MAX; id++)
		before[id] = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", id);
	out = box_add("out", "net_null0");
	box_route_by(out);
	set_mode(SBX_CACHE_ON);
	// Then the box has said of its own address by `out` what it has to say: a check and an advertisement.
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, before[out] + 2);
	sent_before = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
	for (uint16_t id = 0; id < SBX_INTERFACES_MAX; id++)
		received_before[id] = box_counter(SBX_SCOPE_INTERFACE, "rx_packets", id);
	box_aim_at_next_capture();
	box_write_capture("in", 64);
	in = box_add("in", "net_pcap0,rx_pcap=%s/in,infinite_rx=1,tx_pcap=%s/back");
	forward_more(64);
	return 0;
}

// ------------------------------------------------------------------------------------- tests

static void
nothing_runs_yet(void **unused)
{
	struct sbx_cache_settings settings = {SBX_CACHE_ON, 1024, 1, 1, 1, 0};
	struct sbx_cache_state state;
	struct sbx_cache_entry entry;

	(void)unused;
	assert_int_equal(sbx_cache_set(&settings), -ENOTCONN);
	assert_int_equal(sbx_cache_get(&settings), -ENOTCONN);
	assert_int_equal(sbx_cache_flush(), -ENOTCONN);
	assert_int_equal(sbx_cache_describe(&state, 1), -ENOTCONN);
	assert_int_equal(sbx_cache_entries(0, &entry, 1), -ENOTCONN);
}

static void
bad_settings_are_refused(void **unused)
{
	static const struct sbx_cache_settings good = {SBX_CACHE_ON, 2048, 2, 60, 65536, 1000};
	static const struct {
		size_t field;
		uint32_t value;
	} bad[] = {
		{offsetof(struct sbx_cache_settings, mode), 3},
		{offsetof(struct sbx_cache_settings, entries), 512},
		{offsetof(struct sbx_cache_settings, entries), 3000},
		{offsetof(struct sbx_cache_settings, entries), 2097152},
		{offsetof(struct sbx_cache_settings, ways), 0},
		{offsetof(struct sbx_cache_settings, ways), 3},
		{offsetof(struct sbx_cache_settings, ways), 16},
		{offsetof(struct sbx_cache_settings, max_age_seconds), 0},
		{offsetof(struct sbx_cache_settings, max_age_seconds), 86401},
		{offsetof(struct sbx_cache_settings, insert_probability), 0},
		{offsetof(struct sbx_cache_settings, insert_probability), 65537},
		{offsetof(struct sbx_cache_settings, bypass_below_hits), 1001},
	};
	struct sbx_cache_settings settings;

	(void)unused;
	assert_int_equal(sbx_cache_set(&good), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		settings = good;
		memcpy((char *)&settings + bad[i].field, &bad[i].value, sizeof(bad[i].value));
		assert_int_equal(sbx_cache_set(&settings), -EINVAL);
	}
	assert_int_equal(sbx_cache_set(NULL), -EINVAL);
	assert_int_equal(sbx_cache_get(NULL), -EINVAL);
	assert_int_equal(sbx_cache_describe(NULL, 1), -EINVAL);
	assert_int_equal(sbx_cache_entries(0, NULL, 1), -EINVAL);
	assert_int_equal(sbx_cache_entries(SBX_WORKERS_MAX, NULL, 0), -ENOENT);
	assert_int_equal(sbx_cache_get(&settings), 0);
	assert_memory_equal(&settings, &good, sizeof(good));
}

// What came in has gone out, all but what an interface still gives while it is being removed, however often the tables
// were replaced meanwhile.
static void
no_packet_is_lost_by_a_change(void **unused)
{
	uint64_t down = box_counter(SBX_SCOPE_DROP, "interface_down", in), received;
	struct sbx_cache_settings settings;

	(void)unused;
	assert_int_equal(sbx_cache_get(&settings), 0);
	for (uint32_t i = 0; i < 40; i++) {
		settings.mode = i % 3;
		settings.entries = 1024u << i % 6;
		settings.ways = 1u << i % 4;
		settings.insert_probability = 1 + i * 1000;
		assert_int_equal(sbx_cache_set(&settings), 0);
		if (i % 5 == 0)
			assert_int_equal(sbx_cache_flush(), 0);
		forward_more(64);
	}
	assert_int_equal(sbx_interface_remove(in), 0);
	received = box_counter(SBX_SCOPE_INTERFACE, "rx_packets", in) - received_before[in] -
		(box_counter(SBX_SCOPE_DROP, "interface_down", in) - down);
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent_before + received);
	assert_int_equal(box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out), sent_before + received);
}

static uint64_t
cached(const struct sbx_query *about)
{
	struct sbx_verdict verdict;

	assert_int_equal(sbx_lookup(about, &verdict), 0);
	return verdict.cached;
}

// The worker that polls the port keeps the destination; a flush lets go of it, and it comes again.
static void
wait_until_cached(const struct sbx_query *about)
{
	for (uint32_t i = 0; i < BOX_WAIT_SECONDS * 1000; i++) {
		if (cached(about) != 0)
			return;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	fail_msg("never cached");
}

static void
a_lookup_says_who_has_it(void **unused)
{
	struct sbx_query query = query_of_frame(), other = query, pair = query;
	const struct sbx_route back = { .family = SBX_IPV4, .nexthop = BOX_NEXTHOP, .op = SBX_ROUTE_PUT };
	struct sbx_routes_result result;

	(void)unused;
	wait_until_cached(&query);
	other.destination.bytes[3]++;
	assert_int_equal(cached(&other), 0);
	set_mode(SBX_CACHE_OFF);
	assert_int_equal(cached(&query), 0);
	set_mode(SBX_CACHE_ON);
	pair.interface = in;
	assert_int_equal(sbx_interface_set_rp_filter(in, SBX_RP_LOOSE), 0);
	assert_int_equal(sbx_routes_apply(0, &back, 1, &result), 0); // the source is routed, too
	wait_until_cached(&pair);
	assert_int_equal(sbx_interface_remove(in), 0);
	assert_int_equal(sbx_cache_flush(), 0);
	assert_int_equal(cached(&query), 0);
}

static void
entries_and_states_are_listed(void **unused)
{
	const struct sbx_query query = query_of_frame();
	struct sbx_cache_state states[64];
	struct sbx_cache_entry entries[4];
	int64_t found = 0, count;

	(void)unused;
	wait_until_cached(&query);
	count = sbx_cache_describe(states, 64);
	assert_true(count >= 4 && count % 4 == 0);
	for (int64_t i = 0; i < count; i++) {
		int64_t filled = sbx_cache_entries((uint32_t)i / 4, entries, 4);

		assert_int_equal(states[i].in_use, 1);
		assert_int_equal(states[i].reason, SBX_CACHE_MODE);
		assert_true(states[i].bytes >= 1024 * 16);
		if (filled == 0 || i % 4 != 0)
			continue;
		found++;
		assert_int_equal(filled, 1);
		assert_int_equal(states[i].used, 1);
		assert_memory_equal(&entries[0].destination, &query.destination, 16);
		assert_int_equal(entries[0].nexthop, BOX_NEXTHOP);
		assert_int_equal(entries[0].length, 24);
		assert_int_equal(entries[0].live, 1);
	}
	assert_int_equal(found, 1);
}

static void
hits_and_misses_are_counted(void **unused)
{
	uint64_t hits = box_counter(SBX_SCOPE_CORE, "cache_hits", 0);
	uint64_t misses = box_counter(SBX_SCOPE_CORE, "cache_misses", 0);

	(void)unused;
	box_wait_for(SBX_SCOPE_CORE, "cache_hits", 0, hits + 1000);
	assert_int_equal(sbx_cache_flush(), 0);
	box_wait_for(SBX_SCOPE_CORE, "cache_misses", 0, misses + 1);
	set_mode(SBX_CACHE_OFF);
	forward_more(200); // what was probed before has left
	hits = box_counter(SBX_SCOPE_CORE, "cache_hits", 0);
	misses = box_counter(SBX_SCOPE_CORE, "cache_misses", 0);
	forward_more(1000);
	assert_int_equal(box_counter(SBX_SCOPE_CORE, "cache_hits", 0), hits);
	assert_int_equal(box_counter(SBX_SCOPE_CORE, "cache_misses", 0), misses);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, start, box_stop)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_runs_yet),
		TEST(bad_settings_are_refused),
		TEST(no_packet_is_lost_by_a_change),
		TEST(a_lookup_says_who_has_it),
		TEST(entries_and_states_are_listed),
		TEST(hits_and_misses_are_counted),
	};

	return cmocka_run_group_tests_name("the route cache in its box", tests, box_start_eal, box_stop_eal);
}
