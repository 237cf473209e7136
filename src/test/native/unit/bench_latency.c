// Latency out of net_gen's figures: sums over queues, differences, percentiles.
// Owns: checks of bench/road/latency.c; needs no EAL.
// Must not: measure.
// Next: bench/road/row_good_under_flood.c.
#include <bench/road/latency.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static struct figures *
make(void)
{
	struct figures *figures = calloc(1, sizeof(*figures));

	assert_non_null(figures);
	for (int queue = 0; queue < 2; queue++)
		figures->queue[queue].rx_polls = 1;
	return figures;
}

static void
add(struct figures *figures, int queue, uint64_t cycles, uint64_t packets)
{
	figures_add(&figures->latency[queue][figures_bucket(cycles)], packets);
}

static void
percentiles_are_those_of_all_queues(void **state)
{
	struct figures *figures = make();
	struct latency latency;

	(void)state;
	add(figures, 0, 16, 50);
	add(figures, 1, 20, 49);
	add(figures, 1, 1 << 20, 1);
	latency = latency_read(figures);
	assert_int_equal(latency_percentile(&latency, 0.5), 16);
	assert_int_equal(latency_percentile(&latency, 0.51), 20);
	assert_int_equal(latency_percentile(&latency, 0.99), 20);
	assert_int_equal(latency_percentile(&latency, 1), 1 << 20);
	free(figures);
}

static void
nothing_has_no_percentile(void **state)
{
	struct latency latency = {0};

	(void)state;
	assert_int_equal(latency_percentile(&latency, 0.99), 0);
}

static void
what_came_between_two_readings_counts_alone(void **state)
{
	struct figures *figures = make();
	struct latency from, to, between, pooled = {0};

	(void)state;
	add(figures, 0, 1000, 100);
	figures->queue[0].good_sent = 100;
	from = latency_read(figures);
	add(figures, 0, 30, 10);
	figures->queue[0].good_sent = 112;
	figures->queue[1].good_back = 10;
	figures->queue[1].good_missed = 3;
	to = latency_read(figures);
	between = latency_between(&from, &to);
	assert_int_equal(between.sent, 12);
	assert_int_equal(between.back, 10);
	assert_int_equal(between.missed, 3);
	assert_int_equal(latency_percentile(&between, 1), 30);
	latency_pool(&pooled, &from, &to);
	latency_pool(&pooled, &from, &to);
	assert_int_equal(pooled.bucket[figures_bucket(30)], 20);
	assert_int_equal(pooled.bucket[figures_bucket(1000)], 0);
	free(figures);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentiles_are_those_of_all_queues),
		cmocka_unit_test(nothing_has_no_percentile),
		cmocka_unit_test(what_came_between_two_readings_counts_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
