// ICMP: how many errors are sent.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

// How many errors are sent (RFC 1812 4.3.2.8, RFC 4443 2.4 (f)): both rations must have one left.
struct sbx_icmp_settings {
	uint32_t errors_per_second;    // about packets that came in by one interface; 0 = none
	uint32_t errors_per_prefix;    // of these a second, to the sources in one /24 or /64; 0 = none
};
// At the start: icmp_errors_per_second, and a quarter of it. -EINVAL: a ration above 1,000,000.
SBX_API int sbx_icmp_set(const struct sbx_icmp_settings *settings);
SBX_API int sbx_icmp_get(struct sbx_icmp_settings *out);
