// See steady_load.h.
#include "steady_load.h"

#include "ring_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FLOWS 64              // of each family
#define CAPTURE "/tmp/sbx-steady-XXXXXX"

// The driver numbers the MACs of the ports that it makes.
static struct ring_port
next_capture_port(void)
{
	static uint8_t made;

	return (struct ring_port){ .mac = { 0x02, 0x70, 0x63, 0x61, 0x70, made++ } };
}

static void
put32(FILE *file, uint32_t value)
{
	assert_int_equal(fwrite(&value, sizeof(value), 1, file), 1);
}

static void
put_packet(FILE *file, const struct ring_port *port, uint8_t family, uint8_t flow)
{
	const struct sbx_address source = family == SBX_IPV4 ? ring_address4(0xC0000209) :
		(struct sbx_address){ .bytes = { 0x20, 0x01, 0x0D, 0xB8, [15] = 9 } };
	const struct sbx_address destination = family == SBX_IPV4 ? ring_address4(0xC6128000 | flow) :
		(struct sbx_address){ .bytes = { 0x20, 0x01, 0x00, 0x02, [15] = flow } };
	struct rte_mbuf *packet = ring_packet(port, family, &source, &destination, "steady", 6);
	uint32_t length;

	assert_non_null(packet);
	length = rte_pktmbuf_pkt_len(packet);
	for (uint32_t i = 0; i < 4; i++) // no time; both lengths
		put32(file, i < 2 ? 0 : length);
	assert_int_equal(fwrite(rte_pktmbuf_mtod(packet, void *), length, 1, file), 1);
	rte_pktmbuf_free(packet);
}

static void
write_capture(char *path)
{
	const struct ring_port port = next_capture_port();
	static const uint32_t header[] = { 0xA1B2C3D4, 2 | 4u << 16, 0, 0, 65535, 1 };
	int descriptor = mkstemp(path);
	FILE *file;

	assert_true(descriptor >= 0);
	file = fdopen(descriptor, "wb");
	for (uint32_t i = 0; i < RTE_DIM(header); i++)
		put32(file, header[i]);
	for (uint32_t flow = 1; flow <= 2 * FLOWS; flow++)
		put_packet(file, &port, flow % 2 ? SBX_IPV4 : SBX_IPV6, (uint8_t)flow);
	assert_int_equal(fclose(file), 0);
}

static uint16_t
add(const char *name, const char *device)
{
	struct sbx_interface_config config = { .mtu = 1500, .admin_up = 1 };
	char error[512] = "";
	uint16_t id = 0;

	snprintf(config.name, sizeof(config.name), "%s", name);
	snprintf(config.device, sizeof(config.device), "%s", device);
	if (sbx_interface_add(&config, &id, error, sizeof(error)) != 0)
		fail_msg("%s: %s", device, error);
	return id;
}

static void
route(const struct steady *steady, uint8_t family)
{
	const uint8_t mac[6] = { 2, 0, 0, 0, 0, 0x77 };
	const struct sbx_nexthop nexthop = { .id = STEADY_NEXTHOP + (family == SBX_IPV6), .interface = steady->to,
		.type = SBX_NEXTHOP_UNICAST, .family = family, .address = family == SBX_IPV4 ?
		ring_address4(0xAC1F0001) : (struct sbx_address){ .bytes = { 0xFD, 0x31, [15] = 1 } } };
	const struct sbx_route route = { .family = family, .nexthop = nexthop.id, .op = SBX_ROUTE_PUT,
		.length = family == SBX_IPV4 ? 24 : 48, .address = family == SBX_IPV4 ?
		ring_address4(0xC6128000) : (struct sbx_address){ .bytes = { 0x20, 0x01, 0x00, 0x02 } } };
	struct sbx_routes_result result;
	uint32_t failed;

	assert_int_equal(sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed), 0);
	assert_int_equal(sbx_neighbor_set(steady->to, family, &nexthop.address, mac), 0);
	assert_int_equal(sbx_routes_apply(0, &route, 1, &result), 0);
}

void
steady_begin(struct steady *steady)
{
	char path[] = CAPTURE, device[sizeof(path) + 64];

	steady->to = add("n", "net_null0,no-rx=1");
	route(steady, SBX_IPV4);
	route(steady, SBX_IPV6);
	write_capture(path);
	snprintf(device, sizeof(device), "net_pcap0,rx_pcap=%s,infinite_rx=1", path);
	steady->from = add("e", device);
	unlink(path);
}

// It must have been what it is meant to be.
void
steady_end(const struct steady *steady)
{
	assert_int_equal(ring_counter(SBX_SCOPE_DROP, "eth_not_for_us", steady->from), 0);
	assert_true(ring_counter(SBX_SCOPE_INTERFACE, "tx_packets", steady->to) > 0);
	assert_int_equal(sbx_interface_remove(steady->from), 0);
	assert_int_equal(sbx_interface_remove(steady->to), 0);
}
