// VRFs that come and go while others are asked and packets go on, and what an empty one takes.
// Owns: nothing. Threads: the test's own gives and takes packets; one more asks. Next: coherence_model.c.
#include "vrfs_ports.h"

// A VRF that comes back under its number has nothing of before: no route, and nothing that was kept of one.
static void
nothing_is_left_of_one_that_went(void **state)
{
	struct sbx_cache_settings settings;
	struct box *box = *state;
	uint64_t since = 0, hits;

	assert_int_equal(sbx_cache_get(&settings), 0);
	settings.mode = SBX_CACHE_ON;
	assert_int_equal(sbx_cache_set(&settings), 0);
	for (uint32_t i = 0; i < 8; i++)
		assert_goes(box, &box->c, OTHER, &box->d, BY_D);
	hits = ring_counter(SBX_SCOPE_CORE, "cache_hits", 0);
	while (ring_counter(SBX_SCOPE_CORE, "cache_hits", 0) < hits)
		ring_wait(&since);
	assert_true(hits > 0);
	ring_port_close(&box->c);
	ring_port_close(&box->d);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(sbx_vrf_remove(RED), 0);
		assert_int_equal(sbx_vrf_add(RED), 0);
	}
	ring_port_open_in(&box->c, "c", RED);
	ring_port_open_in(&box->d, "d", RED);
	assert_dropped(&box->c, PEER, OTHER, "no_route");
	assert_goes(box, &box->a, OTHER, &box->b, BY_B);
}

static void *
ask(void *stop)
{
	const struct sbx_query query = { .vrf = 7, .family = SBX_IPV4, .destination = ring_address4(OTHER) };
	struct sbx_cache_entry entries[16];
	struct sbx_verdict verdict;

	while (!atomic_load((_Atomic bool *)stop)) {
		int rc = sbx_lookup(&query, &verdict);

		if (rc != 0 && rc != -ENOENT)
			return stop;
		if (sbx_cache_entries(0, entries, RTE_DIM(entries)) < 0)
			return stop;
	}
	return NULL;
}

static void
one_comes_and_goes_while_others_are_used(void **state)
{
	const struct box *box = *state;
	_Atomic bool stop_asking = false;
	pthread_t asker;
	void *failed;

	assert_int_equal(pthread_create(&asker, NULL, ask, &stop_asking), 0);
	for (uint32_t i = 0; i < 100; i++) {
		assert_int_equal(sbx_vrf_add(7), 0);
		route(7, OTHER & ~0xFFu, 24, BY_B);
		route(7, OTHER, 32, BY_D);
		assert_goes(box, &box->a, OTHER, &box->b, BY_B);
		assert_goes(box, &box->c, OTHER, &box->d, BY_D);
		assert_int_equal(sbx_vrf_remove(7), 0);
	}
	atomic_store(&stop_asking, true);
	assert_int_equal(pthread_join(asker, &failed), 0);
	assert_null(failed);
}

static long
resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long size, resident;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
	fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void
an_empty_one_takes_little_memory(void **state)
{
	const uint16_t first = 8, count = 40;
	struct sbx_verdict verdict;
	long before = resident_kib(), each;

	(void)state;
	for (uint16_t vrf = first; vrf < first + count; vrf++)
		assert_int_equal(sbx_vrf_add(vrf), 0);
	for (uint16_t vrf = first; vrf < first + count; vrf++) {
		const struct sbx_query query = { .vrf = vrf, .family = SBX_IPV4, .destination = ring_address4(OTHER) };

		assert_int_equal(sbx_lookup(&query, &verdict), 0);
	}
	each = (resident_kib() - before) / count;
	print_message("an empty VRF takes %ld KiB\n", each);
	assert_true(each < 256);
	for (uint16_t vrf = first; vrf < first + count; vrf++)
		assert_int_equal(sbx_vrf_remove(vrf), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
		TEST(nothing_is_left_of_one_that_went),
		TEST(one_comes_and_goes_while_others_are_used),
		TEST(an_empty_one_takes_little_memory),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
