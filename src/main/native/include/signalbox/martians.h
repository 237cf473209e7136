// Martians: addresses that no packet to be forwarded may have (RFC 1812 5.3.7, RFC 6890).
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

#define SBX_MARTIANS_MAX 64

// Loopback addresses (127.0.0.0/8, ::1) and group sources are always martians, and no part of the list.
struct sbx_martian {
	struct sbx_address address;    // canonical: host bits zero
	uint8_t family;
	uint8_t length;
	uint8_t source;                // 0 or 1: packets from there drop with reason martian_source
	uint8_t destination;           // 0 or 1: packets to there drop with reason martian_destination
	uint8_t enabled;               // 0 or 1: 0 is listed and does nothing
	uint8_t reserved[3];
};
// Replaces the list; an address is judged by the first of it that is enabled and matches. At the start it has what
// RFC 6890 says is not to be forwarded, of which 0.0.0.0/8 and ::/128 are enabled. All packets whose source or
// destination shares its first byte with an enabled one (all bytes, of lengths below 8) take a longer way through the
// worker. On return the next packet is judged so. -EINVAL, -EEXIST: twice the same prefix. -ENOSPC: more than
// SBX_MARTIANS_MAX. -ENOMEM. Waits for a grace period.
SBX_API int sbx_martians_set(const struct sbx_martian *martians, uint32_t count);

struct sbx_martian_state {
	struct sbx_martian martian;
	uint64_t packets;              // that it dropped, since the prefix came into the list
};
// Fills at most `max`, in the order in which they were set; returns how many there are.
SBX_API int64_t sbx_martians_list(struct sbx_martian_state *out, uint32_t max);
