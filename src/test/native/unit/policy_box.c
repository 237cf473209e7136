// The whole box and the settings of its slow path and policies: what is refused, what is told, what counts at once.
// Owns: nothing. Threads: the test's own gives and takes packets. Next: mtu_box.c.
#include "ring_box.h"

#include <errno.h>
#include <string.h>

static const struct sbx_options options = {
	.mbufs = 4096, .mbuf_data_bytes = 2048, .nexthops = 64, .neighbors = 64, .routes4 = 1000, .routes6 = 1000,
	.groups4 = 100, .groups6 = 1000, .burst = 64, .idle_sleep_micros = 50, .hold_packets = 4,
	.neighbor_reachable_ms = 30000, .neighbor_retransmit_ms = 100, .icmp_errors_per_second = 1000,
};

static struct ring_port port;

static int
start(void **state)
{
	(void)state;
	assert_int_equal(sbx_start(&options), 0);
	ring_port_open(&port, "a");
	return 0;
}

static int
stop(void **state)
{
	(void)state;
	ring_port_close(&port);
	assert_int_equal(sbx_stop(), 0);
	return 0;
}

static const struct sbx_router_advertisement usual = {
	.send = 1, .lifetime_seconds = 1800, .min_interval_seconds = 200, .max_interval_seconds = 600,
	.prefix_count = 1,
	.prefixes = { { { { 0x20, 0x01, 0x0D, 0xB8 } }, 64, 1, 1, 0, 100, 50 } },
};

static void
nothing_is_set_while_nothing_runs(void **state)
{
	struct sbx_router_advertisement advertisement = { 0 };
	struct sbx_icmp_settings icmp = { 1, 1 };

	(void)state;
	assert_int_equal(sbx_icmp_set(&icmp), -ENOTCONN);
	assert_int_equal(sbx_icmp_get(&icmp), -ENOTCONN);
	assert_int_equal(sbx_martians_set(NULL, 0), -ENOTCONN);
	assert_int_equal(sbx_martians_list(NULL, 0), -ENOTCONN);
	assert_int_equal(sbx_interface_addresses(1, NULL, 0), -ENOTCONN);
	assert_int_equal(sbx_interface_set_duplicate_detection(1, 1), -ENOTCONN);
	assert_int_equal(sbx_interface_set_router_advertisement(1, &usual), -ENOTCONN);
	assert_int_equal(sbx_interface_get_router_advertisement(1, &advertisement), -ENOTCONN);
}

static void
icmp_has_its_rations(void **state)
{
	struct sbx_icmp_settings settings;

	(void)state;
	assert_int_equal(sbx_icmp_get(&settings), 0);
	assert_int_equal(settings.errors_per_second, 1000);
	assert_int_equal(settings.errors_per_prefix, 250);
	settings = (struct sbx_icmp_settings){ 50, 7 };
	assert_int_equal(sbx_icmp_set(&settings), 0);
	memset(&settings, 0, sizeof(settings));
	assert_int_equal(sbx_icmp_get(&settings), 0);
	assert_int_equal(settings.errors_per_second, 50);
	assert_int_equal(settings.errors_per_prefix, 7);
	settings.errors_per_prefix = 1000001;
	assert_int_equal(sbx_icmp_set(&settings), -EINVAL);
	assert_int_equal(sbx_icmp_set(NULL), -EINVAL);
	assert_int_equal(sbx_icmp_get(NULL), -EINVAL);
}

// The check of the link-local address takes neighbor_retransmit_ms.
static void
an_address_is_used_when_it_has_been_checked(void **state)
{
	struct sbx_interface_address_state own;
	uint64_t since = 0;

	(void)state;
	assert_int_equal(sbx_interface_addresses(port.interface, &own, 1), 1);
	assert_int_equal(own.family, SBX_IPV6);
	assert_int_equal(own.length, 64);
	while (own.status != SBX_ADDRESS_USED) {
		assert_int_equal(own.status, SBX_ADDRESS_TENTATIVE);
		ring_wait(&since);
		assert_int_equal(sbx_interface_addresses(port.interface, &own, 1), 1);
	}
	assert_int_equal(sbx_interface_addresses(200, &own, 1), -ENOENT);
	assert_int_equal(sbx_interface_addresses(port.interface, NULL, 1), -EINVAL);
	assert_int_equal(sbx_interface_set_duplicate_detection(port.interface, 17), -EINVAL);
	assert_int_equal(sbx_interface_set_duplicate_detection(200, 1), -ENOENT);
	assert_int_equal(sbx_interface_set_duplicate_detection(port.interface, 0), 0);
}

static void
refused(struct sbx_router_advertisement advertisement)
{
	assert_int_equal(sbx_interface_set_router_advertisement(port.interface, &advertisement), -EINVAL);
}

#define REFUSED(change) do { \
	struct sbx_router_advertisement changed = usual; \
	changed.change; \
	refused(changed); \
} while (0)

static void
advertisements_are_checked(void **state)
{
	struct sbx_router_advertisement read;

	(void)state;
	REFUSED(send = 2);
	REFUSED(send = 0);                       // and the rest not zero
	REFUSED(managed = 2);
	REFUSED(other = 2);
	REFUSED(lifetime_seconds = 599);         // below the longest interval
	REFUSED(lifetime_seconds = 9001);
	REFUSED(max_interval_seconds = 3);
	REFUSED(max_interval_seconds = 1801);
	REFUSED(min_interval_seconds = 2);
	REFUSED(min_interval_seconds = 451);     // above three quarters of it
	REFUSED(mtu = 1279);
	REFUSED(mtu = 1501);                     // above the interface's
	REFUSED(reachable_ms = 3600001);
	REFUSED(prefix_count = SBX_ADVERTISED_PREFIXES_MAX + 1);
	REFUSED(prefixes[0].length = 129);
	REFUSED(prefixes[0].length = 0);
	REFUSED(prefixes[0].length = 63);        // autonomous takes a /64
	REFUSED(prefixes[0].length = 16);        // and host bits
	REFUSED(prefixes[0].on_link = 2);
	REFUSED(prefixes[0].autonomous = 2);
	REFUSED(prefixes[0].reserved = 1);
	REFUSED(prefixes[0].preferred_seconds = 101);
	REFUSED(prefixes[0].address.bytes[0] = 0xFF);
	REFUSED(prefixes[0].address = ((struct sbx_address){ { 0xFE, 0x80 } }));
	assert_int_equal(sbx_interface_get_router_advertisement(port.interface, &read), 0);
	assert_int_equal(read.send, 0);
	assert_int_equal(sbx_interface_set_router_advertisement(port.interface, &usual), 0);
	assert_int_equal(sbx_interface_get_router_advertisement(port.interface, &read), 0);
	assert_memory_equal(&read, &usual, sizeof(read));
	assert_int_equal(sbx_interface_set_router_advertisement(200, &usual), -ENOENT);
	assert_int_equal(sbx_interface_get_router_advertisement(200, &read), -ENOENT);
	assert_int_equal(sbx_interface_set_router_advertisement(port.interface, NULL), -EINVAL);
	assert_int_equal(sbx_interface_get_router_advertisement(port.interface, NULL), -EINVAL);
}

static void
an_advertisement_leaves_by_the_port(void **state)
{
	struct rte_mbuf *packet;
	uint64_t since = 0;

	(void)state;
	assert_int_equal(sbx_interface_set_router_advertisement(port.interface, &usual), 0);
	while ((packet = ring_take(&port)) == NULL)
		ring_wait(&since);
	assert_memory_equal(rte_pktmbuf_mtod(packet, const uint8_t *), "\x33\x33\0\0\0\x01", 6);
	assert_int_equal(rte_pktmbuf_mtod(packet, const uint8_t *)[54], 134);
	rte_pktmbuf_free(packet);
	assert_int_equal(ring_counter(SBX_SCOPE_INTERFACE, "router_advertisements_sent", port.interface), 1);
}

static void
give(uint32_t source)
{
	struct sbx_address from = ring_address4(source), to = ring_address4(0x08080808);
	struct rte_mbuf *packet = ring_packet(&port, SBX_IPV4, &from, &to, "x", 1);

	assert_non_null(packet);
	assert_true(ring_give(&port, packet));
}

static void
wait_drops(const char *reason, uint64_t count)
{
	uint64_t since = 0;

	while (ring_counter(SBX_SCOPE_DROP, reason, port.interface) < count)
		ring_wait(&since);
}

static struct sbx_martian_state
martian_at(int64_t i)
{
	struct sbx_martian_state states[SBX_MARTIANS_MAX];

	assert_true(sbx_martians_list(states, SBX_MARTIANS_MAX) > i);
	return states[i];
}

static void
the_list_of_the_start_is_shown(void **state)
{
	struct sbx_martian_state states[2];
	int64_t count = sbx_martians_list(states, 2);

	(void)state;
	assert_int_equal(count, 10);
	assert_int_equal(states[0].martian.enabled, 1); // 0.0.0.0/8
	assert_int_equal(states[0].martian.length, 8);
	assert_int_equal(states[1].martian.enabled, 0);
	assert_int_equal(sbx_martians_list(NULL, 1), -EINVAL);
	give(0x00010203);
	wait_drops("martian_source", 1);
	assert_int_equal(martian_at(0).packets, 1);
}

// Counts go on for a prefix that stays, wherever it is then, and begin at 0 for one that is new.
static void
a_list_is_set_and_counts(void **state)
{
	struct sbx_martian list[] = {
		{ .address = ring_address4(0x0A000000), .family = SBX_IPV4, .length = 8, .source = 1, .enabled = 1 },
		{ .address = ring_address4(0xC0000200), .family = SBX_IPV4, .length = 24, .source = 1, .enabled = 1 },
	};
	const struct sbx_martian turned[] = { list[1], list[0] };
	const struct sbx_query query = { .source = ring_address4(0x0A000001), .has_source = 1, .family = SBX_IPV4,
		.destination = ring_address4(0x08080808) };
	struct sbx_query anonymous = query;
	struct sbx_verdict verdict;

	(void)state;
	assert_int_equal(sbx_martians_set(list, 2), 0);
	give(0x0A000001);
	give(0x0A000002);
	give(0xC0000201);
	wait_drops("martian_source", 3);
	assert_int_equal(martian_at(0).packets, 2);
	assert_int_equal(martian_at(1).packets, 1);
	assert_int_equal(sbx_lookup(&query, &verdict), 0);
	assert_int_equal(verdict.outcome, SBX_DROP);
	anonymous.has_source = 0;
	anonymous.destination = query.source;
	assert_int_equal(sbx_lookup(&anonymous, &verdict), 0);
	assert_int_equal(verdict.matched, 0); // judged by its routes
	assert_int_equal(sbx_martians_set(turned, 2), 0);
	assert_int_equal(martian_at(0).packets, 1);
	assert_int_equal(martian_at(1).packets, 2);
	list[1].enabled = 0;
	assert_int_equal(sbx_martians_set(list + 1, 1), 0);
	give(0xC0000201);
	give(0x0A000001);
	wait_drops("no_route", 2);
	assert_int_equal(martian_at(0).packets, 1);
	assert_int_equal(sbx_martians_set(list, 1), 0);
	assert_int_equal(martian_at(0).packets, 0);
	assert_int_equal(sbx_martians_set(NULL, 0), 0);
	assert_int_equal(sbx_martians_list(NULL, 0), 0);
}

static void
a_bad_list_changes_nothing(void **state)
{
	const struct sbx_martian good = { .address = ring_address4(0x0A000000), .family = SBX_IPV4, .length = 8,
		.source = 1, .enabled = 1 };
	struct sbx_martian list[SBX_MARTIANS_MAX + 1] = { good, good };

	(void)state;
	assert_int_equal(sbx_martians_set(list, 2), -EEXIST);
	assert_int_equal(sbx_martians_set(NULL, 1), -EINVAL);
	assert_int_equal(sbx_martians_set(list, SBX_MARTIANS_MAX + 1), -ENOSPC);
	for (uint32_t i = 0; i < 7; i++) {
		list[0] = good;
		list[0].length = i == 0 ? 33 : 8;
		list[0].family = i == 2 ? 5 : SBX_IPV4;
		list[0].source = i == 3 ? 2 : 1;
		list[0].enabled = i == 4 ? 2 : 1;
		list[0].reserved[1] = i == 5;
		list[0].destination = i == 1 ? 2 : 0;
		list[0].address.bytes[1] = i == 6; // a host bit
		assert_int_equal(sbx_martians_set(list, 1), -EINVAL);
	}
	assert_int_equal(sbx_martians_list(NULL, 0), 10);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_set_while_nothing_runs),
		TEST(icmp_has_its_rations),
		TEST(an_address_is_used_when_it_has_been_checked),
		TEST(advertisements_are_checked),
		TEST(an_advertisement_leaves_by_the_port),
		TEST(the_list_of_the_start_is_shown),
		TEST(a_list_is_set_and_counts),
		TEST(a_bad_list_changes_nothing),
	};

	return cmocka_run_group_tests(tests, ring_box_setup, ring_box_teardown);
}
