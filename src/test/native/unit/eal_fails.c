// EAL that does not start: the reason is told, and the process is told to be of no more use.
// Owns: EAL of this process, for good. Threads: the test's own.
#include <signalbox.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void
bad_calls_change_nothing(void **unused)
{
	char *arguments[] = { "eal_fails", NULL };
	char error[64] = "untouched";

	(void)unused;
	assert_int_equal(sbx_eal_start(0, arguments, error, sizeof(error)), -EINVAL);
	assert_int_equal(sbx_eal_start(1, NULL, error, sizeof(error)), -EINVAL);
	assert_int_equal(sbx_eal_start(1, arguments, NULL, sizeof(error)), -EINVAL);
	assert_string_equal(error, "untouched");
	assert_int_equal(sbx_eal_state(), SBX_EAL_NEW);
	assert_int_equal(sbx_eal_stop(), -ENOTCONN);
}

static void
a_failed_start_says_why(void **unused)
{
	static char *bad[] = { "eal_fails", "--no-pci", "--no-huge", "--no-shconf", "--no-telemetry", "-m",
		"64", "-d", "/nowhere/driver.so", NULL };
	static char *good[] = { "eal_fails", "--no-pci", "--no-huge", "--no-shconf", "--no-telemetry", "-m",
		"64", "--lcores", "0", NULL };
	const struct sbx_options options = { .mbufs = 1024, .mbuf_data_bytes = 2048, .nexthops = 2,
		.neighbors = 1, .routes4 = 1, .routes6 = 1, .groups4 = 1, .groups6 = 1, .burst = 4,
		.hold_packets = 1 };
	char error[256] = "", cut[8] = "";

	(void)unused;
	assert_true(sbx_eal_start(9, bad, error, sizeof(error)) < 0);
	assert_non_null(strstr(error, "/nowhere/driver.so"));
	assert_null(strchr(error, '\n'));
	assert_int_equal(sbx_eal_state(), SBX_EAL_FAILED);
	assert_int_equal(sbx_eal_start(9, good, cut, sizeof(cut)), -ESHUTDOWN);
	assert_int_equal(strlen(cut), sizeof(cut) - 1);
	assert_int_equal(sbx_start(&options), -ENOTCONN);
	assert_int_equal(sbx_eal_stop(), -ENOTCONN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_calls_change_nothing),
		cmocka_unit_test(a_failed_start_says_why),
	};

	return cmocka_run_group_tests_name("eal_fails", tests, NULL, NULL);
}
