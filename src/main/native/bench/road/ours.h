// Our own data plane in this process, as the control plane would start it: through signalbox.h only.
// Owns: EAL, one interface on net_gen, nexthops behind it, the full table.
// Threads: the measuring one. Must not: reach into the data plane where the operator cannot.
// Next: bench.h makes it a target.
#pragma once

#include <bench/table.h>

struct ours_options {
	const char *cores;             // EAL's -l: the first is not measured, the others are workers
	const char *net_gen;           // the driver's file
	const char *device;            // "net_gen0,..."
	uint32_t nexthops;
	uint32_t burst;
};

// Starts EAL and the data plane. -errno, with the reason on stderr. Once a process.
int ours_start(const struct ours_options *options, uint16_t *interface);
// Nexthops 1..nexthops for each family, with their neighbors; then the routes, in one batch a family.
int ours_fill(uint16_t interface, const struct ours_options *options, const struct table *table4,
	const struct table *table6);
void ours_stop(void);

// Nexthop id of route->nexthop `number` in a family's table.
uint32_t ours_nexthop(const struct ours_options *options, uint8_t family, uint32_t number);
