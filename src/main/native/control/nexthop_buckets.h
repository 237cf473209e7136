// Who has which of a group's buckets: shares by weight, and as few moves as they need.
// Owns: the rule. Threads: any. Must not: know a nexthop.
// A share is what Webster's method (Sainte-Lague) gives: the only kind of rounding by which a member that goes never
// takes a bucket from one that stays, and one that comes gives none to another.
// Next: control/nexthop_groups.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define BUCKET_FREE UINT8_MAX     // owner of a bucket that is no member's

struct bucket_share {
	uint16_t weight;          // 1..255
	bool in;                  // takes part: else its share is 0
	uint32_t due;             // buckets that it is to have
	uint32_t has;             // buckets that it has
};

// The power of two of buckets for these weights: so many that rounding changes no share by more than 1/64, as long as
// NEXTHOP_BUCKETS_MAX are enough for that.
#define NEXTHOP_BUCKETS_MAX 32768
uint8_t buckets_bits(const struct bucket_share *shares, uint32_t members);

// Owners, members' indexes by bucket, such that each member has what is due to it; `due` and `has` are written. Of the
// buckets that change their owner those that come home (`home`: an owner by bucket, or NULL) go first. At least one
// member is in.
void buckets_spread(uint8_t *owners, const uint8_t *home, uint32_t buckets, struct bucket_share *shares,
	uint32_t members);
