// Our own data plane in this process.
// Owns: what the operator would have set up: an interface with an address, nexthops with resolved
// neighbors on its network, a full table and a default route.
// Threads: the measuring one. Must not: leave a neighbor to be resolved; nobody answers.
// Next: bench.c.
#include "ours.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MBUFS 32767
#define NEIGHBORS 65536
#define ROUTES4 1100000
#define ROUTES6 300000
#define GROUPS SBX_GROUPS_MAX           // a generated table is more scattered than the real one

static int
fail(int result, const char *what, const char *reason)
{
	fprintf(stderr, "bench-road: %s: %s\n", what, reason != NULL ? reason : strerror(-result));
	return result;
}

// Nexthop n is 198.18.0.1 + n, or 2001:db8:1::n.
static struct sbx_address
address_of(uint8_t family, uint32_t number)
{
	struct sbx_address address = {{0}};

	if (family == SBX_IPV4) {
		uint32_t value = 0xC6120001 + number;

		for (int byte = 0; byte < 4; byte++)
			address.bytes[byte] = (uint8_t)(value >> (24 - 8 * byte));
		return address;
	}
	memcpy(address.bytes, (const uint8_t[]){0x20, 0x01, 0x0d, 0xb8, 0, 1}, 6);
	address.bytes[13] = (uint8_t)(number >> 16);
	address.bytes[14] = (uint8_t)(number >> 8);
	address.bytes[15] = (uint8_t)number;
	return address;
}

static int
start_eal(const struct ours_options *options)
{
	// EAL keeps the words, so they live as long as the process.
	static char *arguments[16];
	char error[512] = "";
	int count = 0, result;

	arguments[count++] = "bench-road";
	arguments[count++] = "--lcores";
	arguments[count++] = strdup(options->cores);
	arguments[count++] = "--no-pci";
	// Two ways to leave no file behind: EAL has each with one kind of pages only.
	arguments[count++] = options->no_huge ? "--no-shconf" : "--in-memory";
	arguments[count++] = "--no-telemetry";
	arguments[count++] = "-d";
	arguments[count++] = strdup(options->net_gen);
	if (options->no_huge) {
		arguments[count++] = "--no-huge";
		arguments[count++] = "-m";
		arguments[count++] = "512";
	}
	result = sbx_eal_start(count, arguments, error, sizeof(error));
	return result == 0 ? 0 : fail(result, "EAL", error);
}

int
ours_start(const struct ours_options *options)
{
	const struct sbx_options settings = {
		.mbufs = MBUFS,
		.mbuf_data_bytes = 2048,
		.nexthops = 2 * options->nexthops + 1,
		.neighbors = NEIGHBORS,
		.routes4 = ROUTES4,
		.routes6 = ROUTES6,
		.groups4 = GROUPS,
		.groups6 = GROUPS,
		.burst = options->burst,
		.idle_sleep_micros = 200,
		.hold_packets = 1,
		.neighbor_reachable_ms = 3600000,
		.neighbor_retransmit_ms = 1000,
		.icmp_errors_per_second = 10,
	};
	int result = start_eal(options);

	if (result != 0)
		return result;
	result = sbx_start(&settings);
	return result == 0 ? 0 : fail(result, "the data plane does not start", NULL);
}

uint32_t
ours_nexthop(uint32_t nexthops, uint8_t family, uint32_t number)
{
	return family == SBX_IPV4 ? number : nexthops + number;
}

static int
add_routes(uint32_t nexthops, const struct table *table, uint8_t family)
{
	struct sbx_route *routes = malloc((table->count + 1) * sizeof(*routes));
	struct sbx_routes_result outcome;
	int result;

	if (routes == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < table->count; i++) {
		routes[i] = table->routes[i];
		routes[i].nexthop = ours_nexthop(nexthops, family, routes[i].nexthop);
	}
	routes[table->count] = (struct sbx_route){
		.nexthop = ours_nexthop(nexthops, family, 1),
		.family = family,
		.op = SBX_ROUTE_PUT,
	};
	result = sbx_routes_apply(0, routes, table->count + 1, &outcome);
	free(routes);
	return result == 0 ? 0 : fail(result, "routes", NULL);
}

int
ours_route(uint32_t nexthops, const struct table *table4, const struct table *table6)
{
	int result = add_routes(nexthops, table4, SBX_IPV4);

	return result == 0 ? add_routes(nexthops, table6, SBX_IPV6) : result;
}

static int
add_interface(const char *device, uint16_t *interface)
{
	const struct sbx_interface_address addresses[] = {
		{.address = address_of(SBX_IPV4, 0), .family = SBX_IPV4, .length = 15},
		{.address = address_of(SBX_IPV6, 0xFFFFFF), .family = SBX_IPV6, .length = 64},
	};
	struct sbx_interface_config config = {.name = "gen0", .mtu = 1500, .admin_up = 1};
	char error[512] = "";
	int result;

	if (snprintf(config.device, sizeof(config.device), "%s", device) >= (int)sizeof(config.device))
		return fail(-ENAMETOOLONG, device, NULL);
	result = sbx_interface_add(&config, interface, error, sizeof(error));
	if (result != 0)
		return fail(result, device, error);
	result = sbx_interface_set_addresses(*interface, addresses, 2);
	return result == 0 ? 0 : fail(result, "addresses", NULL);
}

static int
add_nexthops(uint16_t interface, uint32_t nexthops, uint8_t family)
{
	for (uint32_t i = 1; i <= nexthops; i++) {
		const struct sbx_nexthop nexthop = {
			.id = ours_nexthop(nexthops, family, i),
			.interface = interface,
			.type = SBX_NEXTHOP_UNICAST,
			.family = family,
			.address = address_of(family, i),
		};
		const uint8_t mac[6] = {0x02, 0, 0, 1, (uint8_t)(i >> 8), (uint8_t)i};
		uint32_t failed;
		int result = sbx_neighbor_set(interface, family, &nexthop.address, mac);

		if (result == 0)
			result = sbx_nexthops_apply(&nexthop, 1, NULL, 0, &failed);
		if (result != 0)
			return fail(result, "nexthop", NULL);
	}
	return 0;
}

int
ours_plug(const char *device, uint32_t nexthops, uint16_t *interface)
{
	int result = add_interface(device, interface);

	if (result == 0)
		result = add_nexthops(*interface, nexthops, SBX_IPV4);
	return result == 0 ? add_nexthops(*interface, nexthops, SBX_IPV6) : result;
}

int
ours_unplug(uint16_t interface)
{
	int result = sbx_interface_remove(interface);

	return result == 0 ? 0 : fail(result, "the interface stays", NULL);
}

void
ours_stop(void)
{
	sbx_stop();
	sbx_eal_stop();
}
