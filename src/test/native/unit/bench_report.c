// The bench's report: what holds, its JSON and its plots.
// Owns: checks of bench/report.c and bench/report_plot.c; needs no EAL.
// Must not: depend on the machine.
// Next: bench/road/row.h makes lines.
#include <bench/report.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct report report;
static char folder[] = "/tmp/bench_report_XXXXXX";

static const struct report_line at_least = {.row = "flood", .measure = "flood / one flow", .family = "ipv4",
	.unit = "ratio", .value = 0.7, .goal = 0.65, .goal_kind = REPORT_AT_LEAST, .rounds = 9};

static struct report_line
with(double value, enum report_goal kind)
{
	struct report_line line = at_least;

	line.value = value;
	line.goal_kind = kind;
	return line;
}

static const char *
read_file(const char *name)
{
	static char text[16384];
	char path[256];
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	in = fopen(path, "r");
	assert_non_null(in);
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	fclose(in);
	return text;
}

static int
start_empty(void **state)
{
	(void)state;
	report = (struct report){0};
	return 0;
}

static void
the_median_is_the_middle_one_or_between_two(void **state)
{
	double odd[] = {9, 1, 5}, even[] = {4, 1, 9, 2};

	(void)state;
	assert_true(report_median(odd, 3) == 5);
	assert_true(report_median(even, 4) == 3);
	assert_true(report_median(odd, 0) == 0);
}

static void
noise_is_how_far_half_of_the_values_are_from_the_middle(void **state)
{
	const double values[] = {10, 11, 8, 10, 30}, none[] = {7, 7, 7};

	(void)state;
	assert_true(report_noise(values, 5) == 0.1);
	assert_true(report_noise(none, 3) == 0);
	assert_true(values[4] == 30);
}

static void
a_line_holds_on_its_side_of_the_goal(void **state)
{
	struct report_line line = with(0.65, REPORT_AT_LEAST);

	(void)state;
	assert_true(report_holds(&line));
	line = with(0.6499999, REPORT_AT_LEAST);
	assert_false(report_holds(&line));
	line = with(0.65, REPORT_AT_MOST);
	assert_true(report_holds(&line));
	line = with(0.6500001, REPORT_AT_MOST);
	assert_false(report_holds(&line));
	line = with(0, REPORT_FREE);
	assert_true(report_holds(&line));
}

static void
a_report_holds_unless_a_line_with_a_value_does_not(void **state)
{
	struct report_line absent = with(0, REPORT_AT_LEAST), bad = with(0.1, REPORT_AT_LEAST);

	(void)state;
	absent.absent = "the program is not installed";
	report_add(&report, &at_least);
	report_add(&report, &absent);
	assert_false(report_holds(&report.line[1]));
	assert_int_equal(report_exit(&report), 0);
	report_add(&report, &bad);
	assert_int_equal(report_exit(&report), 3);
}

static void
json_has_a_line_an_element(void **state)
{
	struct report_line absent = with(0, REPORT_AT_MOST);
	struct report_line *added = report_add(&report, &at_least);
	char file[64];
	const char *text;

	(void)state;
	report_detail(added, "cyclesPerPacket", 50.5);
	report_detail(added, "noise", 0.0 / 0.0);
	absent.absent = "a \"reason\"";
	report_add(&report, &absent);
	snprintf(file, sizeof(file), "%s/report.json", folder);
	assert_int_equal(report_write_json(&report, file), 0);
	text = read_file("report.json");
	assert_non_null(strstr(text, "\"machine\": {\"cpu\": "));
	assert_non_null(strstr(text, "\n    {\"row\": \"flood\", \"measure\": \"flood / one flow\", \"family\": \"ipv4\", "
		"\"value\": 0.7, \"unit\": \"ratio\", \"atLeast\": 0.65, \"holds\": true, \"rounds\": 9, "
		"\"detail\": {\"cyclesPerPacket\": 50.5, \"noise\": null}},\n"));
	assert_non_null(strstr(text, "\"value\": null, \"unit\": \"ratio\", \"atMost\": 0.65, \"holds\": false, "
		"\"absent\": \"a \\\"reason\\\"\", \"rounds\": 9, \"detail\": {}}\n  ]\n}\n"));
	unlink(file);
	assert_int_equal(report_write_json(&report, "/nonexistent/file"), -2);
}

static void
each_row_has_its_plot(void **state)
{
	struct report_line other = with(0.1, REPORT_AT_LEAST);
	const char *text;

	(void)state;
	other.row = "churn";
	report_seed(report_add(&report, &at_least), 2003, 0.31);
	report_add(&report, &other);
	assert_int_equal(report_write_plots(&report, folder), 0);
	text = read_file("flood.svg");
	assert_non_null(strstr(text, "flood / one flow, ipv4"));
	assert_null(strstr(text, "c0392b"));
	assert_non_null(strstr(text, ">2003: 0.31</text>"));
	assert_non_null(strstr(text, "</svg>"));
	assert_non_null(strstr(read_file("churn.svg"), "c0392b"));
}

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) == NULL ? -1 : 0;
}

static int
remove_folder(void **state)
{
	char file[64];

	(void)state;
	snprintf(file, sizeof(file), "%s/flood.svg", folder);
	unlink(file);
	snprintf(file, sizeof(file), "%s/churn.svg", folder);
	unlink(file);
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_median_is_the_middle_one_or_between_two),
		cmocka_unit_test(noise_is_how_far_half_of_the_values_are_from_the_middle),
		cmocka_unit_test(a_line_holds_on_its_side_of_the_goal),
		cmocka_unit_test_setup(a_report_holds_unless_a_line_with_a_value_does_not, start_empty),
		cmocka_unit_test_setup(json_has_a_line_an_element, start_empty),
		cmocka_unit_test_setup(each_row_has_its_plot, start_empty),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
