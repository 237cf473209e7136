// IPv6 extension headers of a packet for the box: what may not be ignored (RFC 8200 4, RFC 4443 3.4).
// Owns: the rules for options and routing headers. Threads: slow path.
// Must not: look at packets that are forwarded: their headers are not for us (RFC 8200 4).
// Next: slowpath/icmp6.c tells the problem.
#pragma once

#include "slowpath/view.h"

enum options6_verdict {
	OPTIONS6_GOOD,
	OPTIONS6_SILENT,          // drop it and tell nobody
	OPTIONS6_TELL,            // parameter problem, but not about a multicast destination
	OPTIONS6_TELL_ALL,        // also about that (RFC 4443 2.4 (e.3))
};

struct options6_problem {
	uint8_t code;             // of the parameter problem
	uint16_t pointer;         // offset of the octet that is wrong
};

// A view that is not cut. *problem is written for the verdicts that tell.
enum options6_verdict options6_check(const struct view *view, struct options6_problem *problem);
