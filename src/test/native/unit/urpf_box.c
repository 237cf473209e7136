// rp_filter through the whole box: what lookups say of it, and what it does to traffic.
// Owns: nothing beyond box.h. Threads: the test's own. Next: road_urpf.c has the rule itself.
#include "box.h"

static void
lookups_say_what_rp_filter_does(void **unused)
{
	struct sbx_query query = { .family = SBX_IPV4, .destination = box_address4(198, 51, 100, 7),
		.source = box_address4(192, 0, 2, 9), .has_source = 1 };
	uint16_t out = box_add("out", "net_null0"), in = box_add("in", "net_null1");
	struct sbx_verdict verdict;

	(void)unused;
	box_route_by(out);
	box_connect(6, in, box_address4(192, 0, 2, 0));
	query.interface = out;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
	assert_int_equal(verdict.source_checked, 0);
	assert_int_equal(sbx_interface_set_rp_filter(in, SBX_RP_STRICT), 0);
	assert_int_equal(sbx_interface_set_rp_filter(out, SBX_RP_STRICT), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	assert_string_equal(box_reason(verdict.drop_reason), "urpf_interface");
	assert_int_equal(verdict.rp_filter, SBX_RP_STRICT);
	assert_int_equal(verdict.source_checked, 1);
	assert_int_equal(verdict.source_matched, 1);
	assert_int_equal(verdict.source_length, 24);
	assert_int_equal(verdict.source_nexthop, 6);
	assert_int_equal(verdict.source_interface, in);
	assert_int_equal(verdict.nexthop, BOX_NEXTHOP);
	query.interface = in;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
	assert_int_equal(verdict.source_checked, 1);
	query.interface = 0;
	query.source = box_address4(203, 0, 113, 1);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.source_checked, 0);
	assert_int_equal(verdict.rp_filter, SBX_RP_OFF);
	query.interface = in;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.source_matched, 0);
	assert_string_equal(box_reason(verdict.drop_reason), "urpf_no_route");
	query.has_source = 0;
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
}

static void
the_default_route_may_not_count(void **unused)
{
	const struct sbx_route all = { .family = SBX_IPV4, .nexthop = BOX_NEXTHOP,
		.op = SBX_ROUTE_PUT };
	struct sbx_query query = { .family = SBX_IPV4, .destination = box_address4(198, 51, 100, 7),
		.source = box_address4(192, 0, 2, 9), .has_source = 1 };
	struct sbx_routes_result result;
	struct sbx_verdict verdict;

	(void)unused;
	query.interface = box_add("out", "net_null0");
	box_route_by(query.interface);
	assert_int_equal(sbx_routes_apply(0, &all, 1, &result), 0);
	assert_int_equal(sbx_interface_set_rp_filter(query.interface, SBX_RP_LOOSE), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
	assert_int_equal(verdict.source_length, 0);
	assert_int_equal(verdict.source_matched, 1);
	assert_int_equal(sbx_rp_filter_set_default_route(2), -EINVAL);
	assert_int_equal(sbx_rp_filter_set_default_route(0), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	assert_string_equal(box_reason(verdict.drop_reason), "urpf_default");
	assert_int_equal(sbx_rp_filter_set_default_route(1), 0);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_FORWARD);
}

static void
each_interface_has_its_own_rp_filter(void **unused)
{
	struct sbx_interface_config config = { .name = "strict", .device = "net_null0", .mtu = 1500,
		.admin_up = 1, .rp_filter = SBX_RP_STRICT };
	uint16_t strict, loose = box_add("loose", "net_null1");
	struct sbx_interface_state state;
	char error[256];

	(void)unused;
	config.rp_filter = 3;
	assert_int_equal(sbx_interface_add(&config, &strict, error, sizeof(error)), -EINVAL);
	assert_non_null(strstr(error, "rp_filter is 3"));
	config.rp_filter = SBX_RP_STRICT;
	assert_int_equal(sbx_interface_add(&config, &strict, error, sizeof(error)), 0);
	assert_int_equal(sbx_interface_set_rp_filter(loose, SBX_RP_LOOSE), 0);
	assert_int_equal(sbx_interface_set_rp_filter(loose, 3), -EINVAL);
	assert_int_equal(sbx_interface_set_rp_filter(0, SBX_RP_LOOSE), -ENOENT);
	assert_int_equal(sbx_interface_set_rp_filter(200, SBX_RP_LOOSE), -ENOENT);
	assert_int_equal(sbx_interface_describe(strict, &state), 0);
	assert_int_equal(state.rp_filter, SBX_RP_STRICT);
	assert_int_equal(sbx_interface_describe(loose, &state), 0);
	assert_int_equal(state.rp_filter, SBX_RP_LOOSE);
	assert_int_equal(sbx_interface_set_rp_filter(strict, SBX_RP_OFF), 0);
	assert_int_equal(sbx_interface_describe(strict, &state), 0);
	assert_int_equal(state.rp_filter, SBX_RP_OFF);
}

// From now on every packet of `in` drops for this reason; what came before has left meanwhile.
static void
all_drop(const char *reason, uint16_t in, uint16_t out)
{
	uint64_t dropped = box_counter(SBX_SCOPE_DROP, reason, in), sent;

	box_wait_for(SBX_SCOPE_DROP, reason, in, dropped + 200);
	sent = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out);
	box_wait_for(SBX_SCOPE_DROP, reason, in, dropped + 400);
	assert_int_equal(box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out), sent);
}

static void
all_pass(uint16_t in, uint16_t out)
{
	static const char *const reasons[] = { "urpf_no_route", "urpf_interface",
		"urpf_blackhole" };
	uint64_t sent = box_counter(SBX_SCOPE_INTERFACE, "tx_packets", out), dropped[3];

	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 200);
	for (int i = 0; i < 3; i++)
		dropped[i] = box_counter(SBX_SCOPE_DROP, reasons[i], in);
	box_wait_for(SBX_SCOPE_INTERFACE, "tx_packets", out, sent + 400);
	for (int i = 0; i < 3; i++)
		assert_int_equal(box_counter(SBX_SCOPE_DROP, reasons[i], in), dropped[i]);
}

static void
rp_filter_is_switched_under_traffic(void **unused)
{
	const struct sbx_nexthop blackhole = { .id = 6, .type = SBX_NEXTHOP_BLACKHOLE };
	uint16_t in, out;
	uint32_t failed;

	(void)unused;
	box_aim_at_next_capture();
	box_write_capture("flood", 64);
	out = box_add("out", "net_null0");
	box_route_by(out);
	in = box_add("in", "net_pcap0,rx_pcap=%s/flood,infinite_rx=1,tx_pcap=%s/back");
	all_pass(in, out);
	assert_int_equal(sbx_interface_set_rp_filter(in, SBX_RP_STRICT), 0);
	all_drop("urpf_no_route", in, out);
	box_connect(6, in, box_address4(192, 0, 2, 0));
	all_pass(in, out);
	box_connect(6, out, box_address4(192, 0, 2, 0));
	all_drop("urpf_interface", in, out);
	assert_int_equal(sbx_interface_set_rp_filter(in, SBX_RP_LOOSE), 0);
	all_pass(in, out);
	assert_int_equal(sbx_nexthops_apply(&blackhole, 1, NULL, 0, &failed), 0);
	all_drop("urpf_blackhole", in, out);
	assert_int_equal(sbx_interface_set_rp_filter(in, SBX_RP_OFF), 0);
	all_pass(in, out);
}

#define TEST(what, function) { what, function, box_start, box_stop, NULL }

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("lookups say what rp_filter does", lookups_say_what_rp_filter_does),
		TEST("P6 the default route counts unless told", the_default_route_may_not_count),
		TEST("P5 each interface has its own mode", each_interface_has_its_own_rp_filter),
		TEST("rp_filter is switched under traffic", rp_filter_is_switched_under_traffic),
	};

	return cmocka_run_group_tests_name("urpf_box", tests, box_start_eal, box_stop_eal);
}
