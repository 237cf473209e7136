// Our own data plane in this process, as the control plane would start it: through signalbox.h only.
// Owns: EAL, the full table, one interface on net_gen at a time, nexthops behind it.
// Threads: the measuring one. Must not: reach into the data plane where the operator cannot.
// Next: bench.h makes it a target.
#pragma once

#include <bench/table.h>

struct ours_options {
	const char *cores;             // EAL's --lcores: the first is not measured, the others are workers
	const char *net_gen;           // the driver's file
	uint32_t nexthops;
	uint32_t burst;
	bool no_huge;                  // 4 KiB pages: for a trial, not for figures
};

// All of them: -errno, with the reason on stderr.

// Starts EAL and the data plane. Once a process.
int ours_start(const struct ours_options *options);
// The routes and a default route, one batch a family.
int ours_route(uint32_t nexthops, const struct table *table4, const struct table *table6);
// An interface on `device` ("net_gen0,..."), and behind it nexthops 1..nexthops of each family with their neighbors.
int ours_plug(const char *device, uint32_t nexthops, uint16_t *interface);
int ours_unplug(uint16_t interface);
void ours_stop(void);

// Nexthop id of route->nexthop `number` in a family's table, of `nexthops` in each.
uint32_t ours_nexthop(uint32_t nexthops, uint8_t family, uint32_t number);
