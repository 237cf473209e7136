// The martian policy as the packet road sees it: a list of prefixes, and which first bytes they have.
// Owns: struct martian_policy. Writer: control/martians.c; readers: workers, lookups.
// Must not: cost more than a load for each address of an ordinary packet.
// Next: datapath/martian.h has the rule.
#pragma once

#include <signalbox.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define MARTIAN_UNLISTED SBX_MARTIANS_MAX // instead of a slot: compiled in, or no martian

// One that is enabled.
struct martian {
	uint8_t family;
	bool source;
	bool destination;
	uint8_t slot;             // of its counter in each worker
	uint64_t bits[2];         // in the order of memory; IPv4 in the first four bytes
	uint64_t mask[2];
};

// Immutable once published; freed after a grace period.
struct martian_list {
	uint32_t count;
	struct martian martians[];
};

struct martian_policy {
	// By first byte of an address: whether it may be a martian, or is no ordinary one (group, scope). Single stores;
	// control: rw, workers: ro.
	uint8_t suspects4[256];
	uint8_t suspects6[256];
	_Atomic(const struct martian_list *) list; // control: rw, workers: ro; NULL = empty
};

static inline void
martian_suspect(struct martian_policy *policy, const struct martian_list *list, uint32_t byte)
{
	bool four = byte == 127 || (byte & 0xF0) == 0xE0 || byte == 255; // loopback, multicast, broadcast
	bool six = byte == 0 || byte >= 0xFE;                            // ::1, link-local, multicast

	for (uint32_t i = 0; i < list->count; i++) {
		const struct martian *martian = &list->martians[i];
		uint8_t bits, mask;

		memcpy(&bits, martian->bits, 1);
		memcpy(&mask, martian->mask, 1);
		if (((byte ^ bits) & mask) == 0 && martian->family == SBX_IPV4)
			four = true;
		else if (((byte ^ bits) & mask) == 0)
			six = true;
	}
	policy->suspects4[byte] = four;
	policy->suspects6[byte] = six;
}

// Readers go by it from now on; the one before is still being read for a grace period.
static inline void
martian_publish(struct martian_policy *policy, const struct martian_list *list)
{
	atomic_store_explicit(&policy->list, list, memory_order_release);
	for (uint32_t byte = 0; byte < 256; byte++)
		martian_suspect(policy, list, byte);
}
