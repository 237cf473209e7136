// See fib_digest.h.
#include "fib_digest.h"

static uint64_t
rotate(uint64_t value, uint32_t bits)
{
	return value << bits | value >> (64 - bits);
}

static uint64_t
word_at(const uint8_t *bytes, uint32_t count)
{
	uint64_t word = 0;

	for (uint32_t i = 0; i < count; i++)
		word |= (uint64_t)bytes[i] << (56 - 8 * i);
	return word;
}

uint32_t
fib_digest_slice(uint32_t key_words, const uint8_t *address)
{
	uint32_t first = (uint32_t)(word_at(address, 4) >> 32);

	return key_words == 1 ? fib4_slice(first) : fib6_slice(first);
}

uint64_t
fib_digest_mix(uint32_t key_words, const uint8_t *address, uint32_t slot)
{
	uint64_t high = word_at(address, key_words == 1 ? 4 : 8);
	uint64_t low = key_words == 1 ? 0 : word_at(address + 8, 8);
	uint64_t mixed = high * 0x9E3779B97F4A7C15u ^ rotate(low, 32) * 0xC2B2AE3D27D4EB4Fu
		^ ((uint64_t)FIB_LENGTH(slot) << 32 | FIB_NEXTHOP(slot));

	mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u;
	return mixed ^ mixed >> 32;
}

static void
add(void *context, const uint8_t *address, uint32_t slot)
{
	struct fib_digest *digest = context;

	digest->slices[fib_digest_slice(digest->key_words, address)] +=
		fib_digest_mix(digest->key_words, address, slot);
	digest->by_length[FIB_LENGTH(slot)]++;
}

void
fib_digest_part(const struct fib_trie *trie, uint32_t part, struct fib_digest *digest)
{
	digest->key_words = trie->prefixes.key_words;
	prefix_store_part(&trie->prefixes, part, add, digest);
}

static void
list(void *context, const uint8_t *address, uint32_t slot)
{
	struct fib_slice_routes *routes = context;
	struct sbx_route *route;

	if (fib_digest_slice(routes->key_words, address) != routes->slice)
		return;
	if (routes->count++ >= routes->max)
		return;
	route = &routes->out[routes->count - 1];
	*route = (struct sbx_route){
		.nexthop = FIB_NEXTHOP(slot),
		.family = routes->key_words == 1 ? SBX_IPV4 : SBX_IPV6,
		.length = (uint8_t)FIB_LENGTH(slot),
		.op = SBX_ROUTE_PUT,
	};
	memcpy(route->address.bytes, address, routes->key_words * 4);
}

void
fib_slice_routes_part(const struct fib_trie *trie, uint32_t part, struct fib_slice_routes *routes)
{
	routes->key_words = trie->prefixes.key_words;
	prefix_store_part(&trie->prefixes, part, list, routes);
}
