// Packets that come as fast as a worker takes them, all the time: a port that replays a capture for ever, and one
// that takes all of it. Adaptive finds enough of them to measure.
// Owns: the ports "e" and "n", the nexthop and the routes between them, the capture. Next: road_coherence.c.
#pragma once

#include <stdint.h>

#define STEADY_NEXTHOP 62     // and the next one, for IPv6

struct steady {
	uint16_t from, to;        // interfaces
};

// EAL and the box run.
void steady_begin(struct steady *steady);
void steady_end(const struct steady *steady);
