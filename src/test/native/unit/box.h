// The whole box in one process, with EAL: what its tests share. Its ports are capture files.
// Owns: EAL of this process, the folder of the captures. Threads: the test's own; workers and slow
// path are the box's. Must not: need hugepages, a network device or root.
// Next: road_box.c, urpf_box.c.
#pragma once

#include <control/interfaces.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define BOX_WAIT_SECONDS 20
#define BOX_NEXTHOP 5         // that box_route_by sets
#define BOX_MBUFS 8192
#define BOX_FRAME 46          // bytes

extern const struct sbx_options box_options;
// IPv4 UDP from 192.0.2.9 to 198.51.100.9, TTL 64, right checksum, to the MAC of a capture port.
extern uint8_t box_frame[BOX_FRAME];

// cmocka's fixtures: EAL for the group, the data plane for each test.
int box_start_eal(void **unused);
int box_stop_eal(void **unused);
int box_start(void **unused);
int box_stop(void **unused);

// An interface on a device, in whose words %s is the captures' folder.
uint16_t box_add(const char *name, const char *device);
// box_frame goes to the MAC of the capture port that is opened next.
void box_aim_at_next_capture(void);
void box_write_capture(const char *name, uint32_t packets);
// Frames of a capture that are as long as box_frame, and the last of them.
uint32_t box_read_capture(const char *name, uint8_t last[BOX_FRAME]);

struct sbx_address box_address4(uint8_t a, uint8_t b, uint8_t c, uint8_t d);
// 198.51.100.0/24 by way of a neighbor on `out` whose MAC is told.
void box_route_by(uint16_t out);
// A prefix of /24 that is reached by an interface.
void box_connect(uint32_t nexthop, uint16_t interface, struct sbx_address prefix);

uint64_t box_counter(uint8_t scope, const char *name, uint16_t interface);
void box_wait_for(uint8_t scope, const char *name, uint16_t interface, uint64_t least);
const char *box_reason(uint8_t reason);
