// The bench's table and traffic patterns: the same on every run, and distributed as they say.
// Owns: checks of bench/table.c and bench/patterns.c; needs no EAL.
// Must not: need the real table; where it is absent the generated one stands in.
// Next: unit/net_gen.c.
#include <bench/patterns.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define ROUTES 20000
#define KEYS 200000

static struct table
make(uint8_t family)
{
	struct table table;

	assert_int_equal(table_make(&table, family, ROUTES, 200, NULL), 0);
	return table;
}

static void
generates_distinct_canonical_sorted_prefixes(void **state)
{
	(void)state;
	for (uint8_t family = SBX_IPV4; family <= SBX_IPV6; family += 2) {
		struct table table = make(family);
		uint8_t bits = family == SBX_IPV6 ? 128 : 32;

		assert_int_equal(table.count, ROUTES);
		for (uint32_t i = 0; i < table.count; i++) {
			struct sbx_address canonical = table.routes[i].address;
			int order = i == 0 ? 1 : memcmp(&canonical, &table.routes[i - 1].address, 16);

			table_fill_host(&canonical, table.routes[i].length, bits, 0, 0);
			assert_memory_equal(&canonical, &table.routes[i].address, 16);
			assert_true(order > 0 ||
				(order == 0 && table.routes[i].length > table.routes[i - 1].length));
			assert_in_range(table.routes[i].nexthop, 1, 200);
		}
		table_free(&table);
	}
}

static void
generates_the_real_length_mix(void **state)
{
	struct table table = make(SBX_IPV4);
	uint32_t twenty_fours = 0, longer = 0;

	(void)state;
	for (uint32_t i = 0; i < table.count; i++) {
		twenty_fours += table.routes[i].length == 24;
		longer += table.routes[i].length > 24;
	}
	assert_in_range(twenty_fours, ROUTES * 55 / 100, ROUTES * 65 / 100);
	assert_in_range(longer, 1, ROUTES / 100);
	table_free(&table);
}

static void
is_the_same_on_every_run(void **state)
{
	struct table first = make(SBX_IPV4), second = make(SBX_IPV4);

	(void)state;
	assert_memory_equal(first.routes, second.routes, first.count * sizeof(*first.routes));
	table_free(&first);
	table_free(&second);
}

static void
reads_what_it_wrote_and_grows_it(void **state)
{
	char file[] = "/tmp/bench_table_XXXXXX";
	struct table written = make(SBX_IPV6), other = make(SBX_IPV4), read, grown;

	(void)state;
	close(mkstemp(file));
	assert_int_equal(table_write(&other, &written, file), 0);
	assert_int_equal(table_make(&read, SBX_IPV6, 0, 200, file), 0);
	assert_int_equal(read.count, written.count);
	for (uint32_t i = 0; i < read.count; i++)
		assert_memory_equal(&read.routes[i].address, &written.routes[i].address, 16);
	assert_int_equal(table_make(&grown, SBX_IPV6, ROUTES + 1000, 200, file), 0);
	assert_int_equal(grown.count, ROUTES + 1000);
	assert_int_equal(grown.real, ROUTES);
	unlink(file);
	table_free(&other);
	table_free(&written);
	table_free(&read);
	table_free(&grown);
}

static void
refuses_a_line_that_is_no_prefix(void **state)
{
	char file[] = "/tmp/bench_table_XXXXXX";
	int fd = mkstemp(file);
	struct table table;

	(void)state;
	assert_int_equal(write(fd, "192.0.2.0/24\n192.0.2.0/33\n", 26), 26);
	close(fd);
	assert_int_equal(table_make(&table, SBX_IPV4, 0, 1, file), -EINVAL);
	unlink(file);
	assert_int_equal(table_make(&table, SBX_IPV4, 0, 1, file), -ENOENT);
}

static uint32_t *
keys_of(const struct pattern_spec *spec)
{
	uint32_t *keys = malloc(KEYS * sizeof(*keys));

	assert_non_null(keys);
	assert_int_equal(pattern_fill4(spec, keys, KEYS), 0);
	return keys;
}

static int
by_value(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

// How many different keys there are, and how often the most frequent one comes.
static uint32_t
distinct(uint32_t *keys, uint32_t *most)
{
	uint32_t different = 0, run = 0;

	qsort(keys, KEYS, sizeof(*keys), by_value);
	*most = 0;
	for (uint32_t i = 0; i < KEYS; i++) {
		run = i > 0 && keys[i] == keys[i - 1] ? run + 1 : 1;
		different += run == 1;
		*most = run > *most ? run : *most;
	}
	return different;
}

static void
uniform_is_spread_and_unicast(void **state)
{
	struct pattern_spec spec = {.pattern = PATTERN_UNIFORM, .family = SBX_IPV4, .unicast = true};
	uint32_t *keys = keys_of(&spec), high = 0, most;

	(void)state;
	for (uint32_t i = 0; i < KEYS; i++) {
		uint32_t first = keys[i] >> 24;

		assert_true(first != 0 && first != 10 && first != 127 && first < 224);
		high += first >= 112;
	}
	assert_in_range(high, KEYS * 48 / 100, KEYS * 52 / 100);
	assert_true(distinct(keys, &most) > KEYS * 99 / 100);
	free(keys);
}

static void
covered_is_in_the_table(void **state)
{
	struct table table = make(SBX_IPV4);
	struct pattern_spec spec = {.pattern = PATTERN_COVERED, .family = SBX_IPV4, .table = &table};
	uint32_t *keys = keys_of(&spec);

	(void)state;
	for (uint32_t i = 0; i < 200; i++) {
		bool covered = false;

		for (uint32_t r = 0; r < table.count && !covered; r++)
			covered = ((table_address4(&table.routes[r].address) ^ keys[i]) >>
				(32 - table.routes[r].length)) == 0;
		assert_true(covered);
	}
	free(keys);
	table_free(&table);
}

static void
zipf_gives_the_first_its_share(void **state)
{
	struct pattern_spec spec = {.pattern = PATTERN_ZIPF, .family = SBX_IPV4, .destinations = 1000};
	uint32_t *keys = keys_of(&spec), most;

	(void)state;
	// 1 / H(1000) = 0.1336
	assert_in_range(distinct(keys, &most), 990, 1000);
	assert_in_range(most, KEYS * 127 / 1000, KEYS * 140 / 1000);
	free(keys);
}

static void
pktgen_keeps_a_flow_for_its_length(void **state)
{
	struct pattern_spec spec = {.pattern = PATTERN_PKTGEN, .family = SBX_IPV4, .flows = 16,
		.flow_length = 8, .first = 0x0A000000, .last = 0x0AFFFFFF};
	uint32_t *keys = keys_of(&spec), most;

	(void)state;
	for (uint32_t i = 0; i < KEYS; i++)
		assert_int_equal(keys[i] >> 24, 10);
	assert_in_range(distinct(keys, &most), KEYS / 8 - 200, KEYS / 8 + 200);
	assert_in_range(most, 8, 24);
	free(keys);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generates_distinct_canonical_sorted_prefixes),
		cmocka_unit_test(generates_the_real_length_mix),
		cmocka_unit_test(is_the_same_on_every_run),
		cmocka_unit_test(reads_what_it_wrote_and_grows_it),
		cmocka_unit_test(refuses_a_line_that_is_no_prefix),
		cmocka_unit_test(uniform_is_spread_and_unicast),
		cmocka_unit_test(covered_is_in_the_table),
		cmocka_unit_test(zipf_gives_the_first_its_share),
		cmocka_unit_test(pktgen_keeps_a_flow_for_its_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
