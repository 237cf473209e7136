// What the library says about itself: layouts without a gap, counters without a double.
// Owns: nothing. Threads: the test's own. Next: road_box.c.
#include <abi/layout.c>
#include <control/counters.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The fields of a struct follow each other without a hole and fill it: no field was forgotten.
static void
layout_is_complete(void **unused)
{
	size_t end = 0, size = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof(layout) / sizeof(layout[0]); i++) {
		if (strcmp(layout[i].field, "-") == 0) {
			assert_int_equal(end, size);
			end = 0;
			size = layout[i].size;
			continue;
		}
		if (layout[i].offset != end)
			fail_msg("hole before %s.%s", layout[i].type, layout[i].field);
		end = layout[i].offset + layout[i].size;
	}
	assert_int_equal(end, size);
}

static void
layout_as_text(void **unused)
{
	int size = sbx_abi_describe(NULL, 0);
	char *text = malloc((size_t)size), cut[32];

	(void)unused;
	assert_non_null(text);
	assert_int_equal(sbx_abi_describe(text, (size_t)size), size);
	assert_int_equal(strlen(text) + 1, size);
	assert_int_equal(strncmp(text, "sbx_address - 0 16\nsbx_address bytes 0 16\nsbx_options - 0 ", 58), 0);
	assert_int_equal(sbx_abi_describe(cut, sizeof(cut)), size);
	assert_int_equal(strlen(cut), sizeof(cut) - 1);
	assert_int_equal(strncmp(cut, text, sizeof(cut) - 1), 0);
	assert_int_equal(sbx_abi_describe(NULL, 1), -EINVAL);
	free(text);
}

static bool
is_name(const char *name)
{
	return name[0] != '\0' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name) &&
		strlen(name) < 39;
}

static void
counters_are_told_apart(void **unused)
{
	struct sbx_counter_description list[256];
	uint32_t next[3] = { 0 };
	int count = sbx_counters_list(NULL, 0);

	(void)unused;
	assert_in_range(count, 1, 255);
	assert_int_equal(sbx_counters_list(list, 256), count);
	for (int i = 0; i < count; i++) {
		assert_true(is_name(list[i].name));
		assert_int_equal(list[i].index, next[list[i].scope]++);
		assert_int_equal(list[i].help[strlen(list[i].help) - 1], '.');
		for (int j = 0; j < i; j++)
			assert_false(list[i].scope == list[j].scope &&
				strcmp(list[i].name, list[j].name) == 0);
	}
	assert_int_equal(next[SBX_SCOPE_CORE], CORE_COUNTERS);
	assert_int_equal(next[SBX_SCOPE_INTERFACE], INTERFACE_FIRST_DROP);
	assert_int_equal(next[SBX_SCOPE_DROP], DROP_REASONS);
}

// The segment is there before anything runs, and stays where it is, with its counts, over a restart with
// another number of workers.
static void
the_segment_stays(void **unused)
{
	const struct sbx_counters *segment = sbx_counters();
	struct core_counters *core;

	(void)unused;
	assert_non_null(segment);
	assert_int_equal(segment->version, 0);
	assert_int_equal(counters_open(2), 0);
	assert_int_equal(segment->version, SBX_ABI_VERSION);
	core = counters_core(1);
	core->core[CORE_loops] = 7;
	core->interface[255][INTERFACE_FIRST_DROP + DROP_REASONS - 1] = 9;
	assert_int_equal(counters_open(SBX_WORKERS_MAX), 0);
	assert_ptr_equal(sbx_counters(), segment);
	assert_int_equal(segment->cores, SBX_WORKERS_MAX + 1);
	counters_core(SBX_WORKERS_MAX)->interface[255][INTERFACE_COUNTERS - 1] = 1;
	core = (struct core_counters *)((char *)(uintptr_t)segment + segment->cores_offset +
		segment->core_stride);
	assert_int_equal(((uint64_t *)core)[CORE_loops], 7);
	assert_int_equal(((uint64_t *)core)[segment->worker_counters + 255 * segment->interface_counters +
		segment->first_drop + segment->drop_reasons - 1], 9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layout_is_complete),
		cmocka_unit_test(layout_as_text),
		cmocka_unit_test(counters_are_told_apart),
		cmocka_unit_test(the_segment_stays),
	};

	return cmocka_run_group_tests_name("abi_describe", tests, NULL, NULL);
}
