// Header checks, martians and the incremental checksum, one by one.
// Owns: nothing. Threads: the test's own. Next: road_parse.c.
#include "road_fixture.h"

#include "bench/random.h"

static struct rte_ipv4_hdr
good4(void)
{
	struct rte_ipv4_hdr ip = {
		.version_ihl = 0x45,
		.total_length = RTE_BE16(40),
		.time_to_live = 64,
		.src_addr = RTE_BE32(0xC0000201),
		.dst_addr = RTE_BE32(0xC6336401),
	};

	ip.hdr_checksum = (rte_be16_t)~checksum4(&ip, 5);
	return ip;
}

static void
check4(const struct rte_ipv4_hdr *ip, uint32_t room, enum drop_reason expected)
{
	// Room for a header with options behind the 20 bytes.
	uint8_t bytes[60] = { 0 };

	memcpy(bytes, ip, sizeof(*ip));
	assert_int_equal(validate4((const struct rte_ipv4_hdr *)bytes, room), expected);
}

static void
ip4_good(void **unused)
{
	struct rte_ipv4_hdr ip = good4();

	(void)unused;
	check4(&ip, 40, NO_DROP);
	check4(&ip, 46, NO_DROP);
	assert_true(valid4_plain(&ip, 40));
}

static void
ip4_faults(void **unused)
{
	struct rte_ipv4_hdr good = good4(), ip = good;

	(void)unused;
	check4(&good, 19, DROP_ip4_short);
	check4(&good, 0, DROP_ip4_short);
	check4(&good, 39, DROP_ip4_short);
	ip.version_ihl = 0x55;
	check4(&ip, 40, DROP_ip4_version);
	ip.version_ihl = 0x43;
	check4(&ip, 40, DROP_ip4_header_length);
	ip.version_ihl = 0x4F;
	check4(&ip, 40, DROP_ip4_total_length);
	ip = good;
	ip.total_length = RTE_BE16(19);
	check4(&ip, 40, DROP_ip4_total_length);
	ip = good;
	ip.hdr_checksum ^= RTE_BE16(1);
	check4(&ip, 40, DROP_ip4_checksum);
	ip = good;
	ip.src_addr ^= RTE_BE32(0x01000000);
	check4(&ip, 40, DROP_ip4_checksum);
}

static void
ip4_options(void **unused)
{
	uint8_t bytes[24] = { 0 };
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)bytes;

	(void)unused;
	*ip = good4();
	ip->version_ihl = 0x46;
	ip->hdr_checksum = 0;
	bytes[20] = 1;
	ip->hdr_checksum = (rte_be16_t)~checksum4(bytes, 6);
	assert_int_equal(validate4(ip, 40), NO_DROP);
	assert_false(valid4_plain(ip, 40));
	bytes[20] = 7;
	assert_int_equal(validate4(ip, 40), DROP_ip4_checksum);
}

// The branch-light check says yes exactly where the numbered ones do, for headers without options.
static void
ip4_plain_agrees(void **unused)
{
	struct random numbers = { .state = 4 };
	uint32_t good = 0;

	(void)unused;
	for (uint32_t i = 0; i < 300000; i++) {
		uint64_t random = random_next(&numbers);
		struct rte_ipv4_hdr ip = good4();
		uint8_t *bytes = (uint8_t *)&ip;
		uint32_t room = 20 + (uint32_t)(random >> 40) % 30;

		if (random & 1)
			bytes[(random >> 8) % 20] ^= (uint8_t)(random >> 16);
		if (random & 2)
			ip.hdr_checksum = 0, ip.hdr_checksum = (rte_be16_t)~checksum4(&ip, 5);
		if ((ip.version_ihl & 0xF) > 5)
			continue;
		assert_int_equal(valid4_plain(&ip, room), validate4(&ip, room) == NO_DROP);
		good += valid4_plain(&ip, room);
	}
	assert_in_range(good, 1000, 299000);
}

static void
ip6_faults(void **unused)
{
	struct rte_ipv6_hdr good = { .vtc_flow = RTE_BE32(0x60000000), .payload_len = RTE_BE16(8),
		.proto = IPPROTO_UDP }, ip = good;

	(void)unused;
	assert_int_equal(validate6(&good, 48), NO_DROP);
	assert_int_equal(validate6(&good, 60), NO_DROP);
	assert_int_equal(validate6(&good, 47), DROP_ip6_short);
	assert_int_equal(validate6(&good, 39), DROP_ip6_short);
	ip.vtc_flow = RTE_BE32(0x40000000);
	assert_int_equal(validate6(&ip, 48), DROP_ip6_version);
	ip = good;
	ip.payload_len = 0;
	assert_int_equal(validate6(&ip, 40), NO_DROP);
	ip.proto = IPPROTO_HOPOPTS;
	assert_int_equal(validate6(&ip, 48), DROP_ip6_short);
}

static uint32_t
a4(const char *text)
{
	uint32_t address;

	memcpy(&address, fib_address(text).bytes, sizeof(address));
	return rte_be_to_cpu_32(address);
}

static void
martians4(void **unused)
{
	struct road_fixture *fixture = road_fixture_make();
	const struct martian_policy *policy = &fixture->tables->martians;
	const struct {
		const char *source, *destination;
		enum drop_reason reason;
	} rows[] = {
		{ "192.0.2.1", "198.51.100.1", NO_DROP },
		{ "192.0.2.1", "1.0.0.0", NO_DROP },
		{ "192.0.2.1", "223.255.255.255", NO_DROP },
		{ "240.0.0.1", "126.255.255.255", NO_DROP },
		{ "192.0.2.1", "0.0.0.0", DROP_martian_destination },
		{ "192.0.2.1", "0.255.255.255", DROP_martian_destination },
		{ "192.0.2.1", "127.0.0.1", DROP_martian_destination },
		{ "192.0.2.1", "224.0.0.1", DROP_multicast },
		{ "192.0.2.1", "239.255.255.255", DROP_multicast },
		{ "0.0.0.0", "255.255.255.255", DROP_multicast },
		{ "0.0.0.0", "198.51.100.1", DROP_martian_source },
		{ "127.255.0.1", "198.51.100.1", DROP_martian_source },
		{ "224.0.0.1", "198.51.100.1", DROP_martian_source },
		{ "255.255.255.255", "198.51.100.1", DROP_martian_source },
	};
	uint32_t slot;

	(void)unused;
	for (size_t i = 0; i < RTE_DIM(rows); i++) {
		uint32_t source = a4(rows[i].source), destination = a4(rows[i].destination);

		assert_int_equal(martian4(policy, source, destination, &slot), rows[i].reason);
		if (rows[i].reason != NO_DROP)
			assert_true(martian4_suspect(policy, source) || martian4_suspect(policy, destination));
	}
	assert_false(martian4_suspect(policy, a4("192.0.2.1")));
	assert_false(martian4_suspect(policy, a4("240.0.0.1")));
	road_fixture_free(fixture);
}

static void
martians6(void **unused)
{
	struct road_fixture *fixture = road_fixture_make();
	const struct martian_policy *policy = &fixture->tables->martians;
	const struct {
		const char *source, *destination;
		enum drop_reason reason;
	} rows[] = {
		{ "2001:db8::1", "2001:db8::2", NO_DROP },
		{ "fd00::1", "::2", NO_DROP },
		{ "2001:db8::1", "::", DROP_martian_destination },
		{ "2001:db8::1", "::1", DROP_martian_destination },
		{ "::", "2001:db8::2", DROP_martian_source },
		{ "::1", "2001:db8::2", DROP_martian_source },
		{ "ff02::1", "2001:db8::2", DROP_martian_source },
	};
	uint32_t slot;

	(void)unused;
	for (size_t i = 0; i < RTE_DIM(rows); i++) {
		struct sbx_address source = fib_address(rows[i].source);
		struct sbx_address destination = fib_address(rows[i].destination);

		assert_int_equal(martian6(policy, source.bytes, destination.bytes, &slot), rows[i].reason);
		if (rows[i].reason != NO_DROP)
			assert_true(martian6_suspect(policy, source.bytes) ||
				martian6_suspect(policy, destination.bytes));
	}
	assert_true(ip6_link_local(fib_address("fe80::1").bytes));
	assert_true(ip6_link_local(fib_address("febf::1").bytes));
	assert_false(ip6_link_local(fib_address("fec0::1").bytes));
	road_fixture_free(fixture);
}

// Each TTL with every checksum it can come with.
static void
checksum_follows_ttl(void **unused)
{
	(void)unused;
	for (uint32_t ttl = 2; ttl <= 255; ttl++)
		for (uint32_t id = 0; id <= UINT16_MAX; id++) {
			struct rte_ipv4_hdr ip = good4();

			ip.time_to_live = (uint8_t)ttl;
			ip.packet_id = (rte_be16_t)id;
			ip.hdr_checksum = 0;
			ip.hdr_checksum = (rte_be16_t)~checksum4(&ip, 5);
			rewrite4(&ip);
			if (ip.time_to_live != ttl - 1 || checksum4(&ip, 5) != 0xFFFF)
				fail_msg("TTL %u, id %u: sum %x", ttl, id, checksum4(&ip, 5));
		}
}

// The fold against the schoolbook sum.
static void
checksum_adds_up(void **unused)
{
	struct random numbers = { .state = 6 };

	(void)unused;
	assert_int_equal(checksum_fold(0), 0);
	assert_int_equal(checksum_fold(UINT64_C(0x1FFFFFFFF)), 1);
	for (uint32_t i = 0; i < 100000; i++) {
		uint64_t sum = random_next(&numbers) >> 17;
		uint64_t expected = sum % 0xFFFF;

		assert_int_equal(checksum_fold(sum) % 0xFFFF, expected);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "P1 a good IPv4 header passes", ip4_good, NULL, NULL, NULL },
		{ "P1 IPv4 header faults have one reason each", ip4_faults, NULL, NULL, NULL },
		{ "IPv4 options are part of the checksum", ip4_options, NULL, NULL, NULL },
		{ "P1 the quick IPv4 check agrees with the numbered ones", ip4_plain_agrees, NULL, NULL, NULL },
		{ "P1 IPv6 header faults", ip6_faults, NULL, NULL, NULL },
		{ "IPv4 martians", martians4, NULL, NULL, NULL },
		{ "IPv6 martians", martians6, NULL, NULL, NULL },
		{ "P2 the checksum follows the TTL", checksum_follows_ttl, NULL, NULL, NULL },
		{ "checksum arithmetic", checksum_adds_up, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
