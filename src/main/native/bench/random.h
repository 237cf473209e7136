// Random numbers for the bench: the same on every run for the same seed.
// Owns: a 64-bit generator (splitmix64) small enough to be inlined. Any thread, one generator each.
// Must not: be used for anything that an adversary may guess.
// Next: patterns.c, table.c.
#pragma once

#include <stdint.h>

struct random {
	uint64_t state;
};

static inline uint64_t
random_next(struct random *random)
{
	uint64_t z = random->state += 0x9E3779B97F4A7C15ull;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
	return z ^ (z >> 31);
}

// Below `bound`, 1..2^32. The bias is under bound / 2^32.
static inline uint32_t
random_below(struct random *random, uint64_t bound)
{
	return (uint32_t)(((random_next(random) >> 32) * bound) >> 32);
}

// In [0, 1).
static inline double
random_unit(struct random *random)
{
	return (double)(random_next(random) >> 11) * 0x1p-53;
}
