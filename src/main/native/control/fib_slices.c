// Raises slices' generations. A slice goes up once a batch, however many of its prefixes changed: 2^32
// batches in one slice wrap its generation, 12 hours at 100,000 a second.
// Owns: which slices a prefix has addresses in. Thread: the FIB's writer. Must not: miss one.
// Next: shared/fib.h has how an address finds its slice.
#include "fib_slices.h"

#include <rte_byteorder.h>

#include <string.h>

// A prefix's slices: `first` with each of the numbers below `count` in its low bits.
struct span {
	uint32_t first, count;
};

void
fib_slices_init(struct fib_slices *slices, uint32_t first)
{
	for (uint32_t i = 0; i < FIB_SLICES; i++)
		atomic_init(&slices->generations[i], first);
}

static struct span
span4(uint32_t address, uint32_t length)
{
	return (struct span) {fib4_slice(address), length >= 12 ? 1 : FIB_SLICES >> length};
}

// The slice's bits are those from 16 on, each turned over or not by one before them.
static struct span
span6(uint32_t first, uint32_t length)
{
	if (length < 16)
		return (struct span) {0, FIB_SLICES};
	return (struct span) {fib6_slice(first), length >= 28 ? 1 : 1u << (28 - length)};
}

static struct span
span_of(const struct sbx_route *route)
{
	uint32_t first;

	memcpy(&first, route->address.bytes, sizeof(first));
	first = rte_be_to_cpu_32(first);
	return route->family == SBX_IPV4 ? span4(first, route->length) : span6(first, route->length);
}

static void
raise_one(_Atomic uint32_t *generation)
{
	atomic_store_explicit(generation,
		atomic_load_explicit(generation, memory_order_relaxed) + 1, memory_order_release);
}

static void
mark(uint64_t *changed, struct span span)
{
	for (uint32_t i = 0; i < span.count; i++)
		changed[(span.first ^ i) / 64] |= UINT64_C(1) << (span.first ^ i) % 64;
}

void
fib_slices_raise_prefix(struct fib_slices *slices, uint8_t family, const struct sbx_address *address,
	uint8_t length)
{
	struct span span = span_of(&(struct sbx_route){.address = *address, .family = family, .length = length});

	for (uint32_t i = 0; i < span.count; i++)
		raise_one(&slices->generations[span.first ^ i]);
}

void
fib_slices_raise(struct fib_slices *slices, const struct sbx_route *routes,
	const struct fib_change *changes, uint32_t count)
{
	uint64_t changed[FIB_SLICES / 64] = {0};

	for (uint32_t i = 0; i < count; i++)
		if (changes[i].kind != FIB_SAME)
			mark(changed, span_of(&routes[changes[i].route]));
	for (uint32_t word = 0; word < FIB_SLICES / 64; word++)
		for (uint64_t left = changed[word]; left != 0; left &= left - 1)
			raise_one(&slices->generations[word * 64
				+ (uint32_t)__builtin_ctzll(left)]);
}
