// See nexthop_buckets.h.
#include "control/nexthop_buckets.h"

#include <stddef.h>

#define BUCKETS_LEAST_BITS 3
#define BUCKETS_MOST_BITS 15
#define BUCKETS_A_MEMBER 32       // of the member with the least weight: half a bucket is then 1/64 of its share

uint8_t
buckets_bits(const struct bucket_share *shares, uint32_t members)
{
	uint32_t sum = 0, least = UINT16_MAX;
	uint8_t bits = BUCKETS_LEAST_BITS;

	for (uint32_t i = 0; i < members; i++) {
		sum += shares[i].weight;
		least = shares[i].weight < least ? shares[i].weight : least;
	}
	while (bits < BUCKETS_MOST_BITS && (least << bits) / BUCKETS_A_MEMBER < sum)
		bits++;
	return bits;
}

// ------------------------------------------------------------------------------------- what is due

// Whether `a`, which has `a_has` already, comes before `b`, which has `b_has`, for the next bucket; equal ones by index.
static bool
comes_before(const struct bucket_share *shares, uint32_t a, uint32_t a_has, uint32_t b, uint32_t b_has)
{
	uint64_t for_a = (uint64_t)shares[a].weight * (2 * b_has + 1);
	uint64_t for_b = (uint64_t)shares[b].weight * (2 * a_has + 1);

	return for_a != for_b ? for_a > for_b : a < b;
}

// The member that is next to get a bucket.
static uint32_t
next_of(const struct bucket_share *shares, uint32_t members)
{
	uint32_t best = members;

	for (uint32_t i = 0; i < members; i++)
		if (shares[i].in && (best == members ||
			comes_before(shares, i, shares[i].due, best, shares[best].due)))
			best = i;
	return best;
}

// The member that got its last bucket last; `members`: none has any.
static uint32_t
last_of(const struct bucket_share *shares, uint32_t members)
{
	uint32_t worst = members;

	for (uint32_t i = 0; i < members; i++)
		if (shares[i].due != 0 && (worst == members ||
			comes_before(shares, worst, shares[worst].due - 1, i, shares[i].due - 1)))
			worst = i;
	return worst;
}

// The quotas, rounded down, are nearly it: each member may lack one, and very few have one too many.
static void
set_due(struct bucket_share *shares, uint32_t members, uint32_t buckets)
{
	uint32_t sum = 0, given = 0, next, last;

	for (uint32_t i = 0; i < members; i++)
		sum += shares[i].in ? shares[i].weight : 0;
	for (uint32_t i = 0; i < members; i++) {
		shares[i].due = shares[i].in ? buckets * shares[i].weight / sum : 0;
		given += shares[i].due;
	}
	for (; given < buckets; given++)
		shares[next_of(shares, members)].due++;
	while (next = next_of(shares, members), last = last_of(shares, members),
		next != last && comes_before(shares, next, shares[next].due, last, shares[last].due - 1)) {
		shares[next].due++;
		shares[last].due--;
	}
}

// ------------------------------------------------------------------------------------- who moves

// Buckets that have to move.
static uint32_t
count(const uint8_t *owners, uint32_t buckets, struct bucket_share *shares, uint32_t members)
{
	uint32_t lacking = 0;

	for (uint32_t i = 0; i < members; i++)
		shares[i].has = 0;
	for (uint32_t bucket = 0; bucket < buckets; bucket++)
		if (owners[bucket] != BUCKET_FREE)
			shares[owners[bucket]].has++;
	for (uint32_t i = 0; i < members; i++)
		lacking += shares[i].due > shares[i].has ? shares[i].due - shares[i].has : 0;
	return lacking;
}

static bool
may_leave(const struct bucket_share *shares, uint8_t owner)
{
	return owner == BUCKET_FREE || shares[owner].has > shares[owner].due;
}

static void
move(uint8_t *owner, struct bucket_share *shares, uint8_t to)
{
	if (*owner != BUCKET_FREE)
		shares[*owner].has--;
	shares[to].has++;
	*owner = to;
}

// Returns how many are left to move.
static uint32_t
bring_home(uint8_t *owners, const uint8_t *home, uint32_t buckets, struct bucket_share *shares, uint32_t left)
{
	for (uint32_t bucket = 0; bucket < buckets && left > 0; bucket++) {
		uint8_t to = home[bucket];

		if (to == BUCKET_FREE || shares[to].has >= shares[to].due || !may_leave(shares, owners[bucket]))
			continue;
		move(&owners[bucket], shares, to);
		left--;
	}
	return left;
}

// To whoever lacks some. `lent`: only buckets that are not at home.
static uint32_t
give(uint8_t *owners, const uint8_t *home, uint32_t buckets, struct bucket_share *shares, uint32_t left, bool lent)
{
	uint8_t to = 0;

	for (uint32_t bucket = 0; bucket < buckets && left > 0; bucket++) {
		if (!may_leave(shares, owners[bucket]) || (lent && home[bucket] == owners[bucket]))
			continue;
		while (shares[to].has >= shares[to].due)
			to++;
		move(&owners[bucket], shares, to);
		left--;
	}
	return left;
}

void
buckets_spread(uint8_t *owners, const uint8_t *home, uint32_t buckets, struct bucket_share *shares,
	uint32_t members)
{
	uint32_t left;

	set_due(shares, members, buckets);
	left = count(owners, buckets, shares, members);
	if (left > 0 && home != NULL) {
		left = bring_home(owners, home, buckets, shares, left);
		left = give(owners, home, buckets, shares, left, true);
	}
	give(owners, home, buckets, shares, left, false);
}
