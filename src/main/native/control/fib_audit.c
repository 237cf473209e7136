// See fib_audit.h.
#include "fib_audit.h"

#include "control/fib_check.h"
#include "control/fib_digest.h"
#include "control/fib_vrf.h"

#include <time.h>

static_assert(SBX_FIB_SLICES == FIB_SLICES, "the slices of the generations");
static_assert(SBX_FIB_PARTS == 2 * PREFIX_STORE_PARTS, "the root's and the store's");

static struct fib_trie *
trie_of(struct fib_vrf *vrf, uint8_t family)
{
	return family == SBX_IPV4 ? &vrf->trie4 : &vrf->trie6;
}

static struct fib_slices *
slices_of(struct fib_vrf *vrf, uint8_t family)
{
	return family == SBX_IPV4 ? &vrf->slices4 : &vrf->slices6;
}

// ------------------------------------------------------------------------------------- digests

// Returns the FIB's own generation.
static uint64_t
generations_of(struct fib_vrf *vrf, uint8_t family, uint32_t *out)
{
	uint64_t generation;

	fib_hold(vrf);
	for (uint32_t slice = 0; slice < FIB_SLICES; slice++)
		out[slice] = fib_generation(slices_of(vrf, family)->generations, slice);
	generation = atomic_load(vrf->generation);
	fib_let_go(vrf);
	return generation;
}

// Returns how many records were dropped: after the first pass that drops none, the digest is of all the others.
static uint32_t
digest_all(struct fib_vrf *vrf, struct fib_trie *trie, struct fib_digest *digest)
{
	uint32_t dropped = 0;

	memset(digest->slices, 0, FIB_SLICES * sizeof(*digest->slices));
	memset(digest->by_length, 0, sizeof(digest->by_length));
	for (uint32_t part = 0; part < PREFIX_STORE_PARTS; part++) {
		fib_hold(vrf);
		dropped += prefix_store_tidy(&trie->prefixes, part);
		fib_digest_part(trie, part, digest);
		fib_let_go(vrf);
	}
	return dropped;
}

// A record that was damaged may be counted and gone, or the reverse.
static void
count_again(struct fib_vrf *vrf, struct fib_trie *trie, uint64_t generation, const struct fib_digest *digest)
{
	fib_hold(vrf);
	if (generation == atomic_load(vrf->generation)
			&& memcmp(digest->by_length, trie->by_length, sizeof(trie->by_length)) != 0)
		fib_trie_count(trie, digest->by_length);
	fib_let_go(vrf);
}

int64_t
fib_digests(struct fib_vrf *vrf, uint8_t family, uint64_t *digests, uint32_t *generations)
{
	struct fib_trie *trie = trie_of(vrf, family);
	struct fib_digest digest = {.slices = digests};
	int64_t dropped = 0;
	uint64_t generation;
	uint32_t now;

	do {
		generation = generations_of(vrf, family, generations);
		now = digests == NULL ? 0 : digest_all(vrf, trie, &digest);
		dropped += now;
	} while (now > 0);
	if (digests != NULL)
		count_again(vrf, trie, generation, &digest);
	return dropped;
}

int64_t
fib_routes(struct fib_vrf *vrf, uint8_t family, uint32_t slice, struct sbx_route *out, uint32_t max)
{
	struct fib_slice_routes routes = {.out = out, .slice = slice, .max = max};

	for (uint32_t part = 0; part < PREFIX_STORE_PARTS; part++) {
		fib_hold(vrf);
		fib_slice_routes_part(trie_of(vrf, family), part, &routes);
		fib_let_go(vrf);
	}
	return routes.count;
}

// ------------------------------------------------------------------------------------- what readers see

#define NOT_IN_ORDER UINT32_MAX   // of `verified`: parts were left out, so that no group can be said to leak

static uint64_t
nanos(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// One hold of the lock. Returns where the root was left, or the part's end.
static uint32_t
look(struct fib_vrf *vrf, const struct fib_check *check, uint32_t part, uint32_t index)
{
	uint32_t *verified = &vrf->verified[check->family == SBX_IPV6], healed = check->out->healed;
	uint32_t end = (part + 1) * FIB_PART_SLOTS;

	if (index == part * FIB_PART_SLOTS && (part == 0 || part != *verified)) {
		fib_check_begin(check->trie);
		*verified = part == 0 ? 0 : NOT_IN_ORDER;
	}
	if (part < PREFIX_STORE_PARTS) {
		index = fib_check_root(check, index);
	} else {
		fib_check_prefixes(check, part - PREFIX_STORE_PARTS);
		index = end;
	}
	if (part == 0)
		fib_check_default(check);
	if (index == end && part == *verified && ++*verified == SBX_FIB_PARTS)
		fib_check_leaks(check);
	if (check->out->healed != healed)
		atomic_fetch_add_explicit(vrf->generation, 1, memory_order_release);
	check->out->generation = atomic_load(vrf->generation);
	return index;
}

void
fib_verify(struct fib_vrf *vrf, uint8_t family, uint32_t first, uint32_t count, struct sbx_fib_check *out)
{
	struct fib_check check = {.trie = trie_of(vrf, family), .slices = slices_of(vrf, family),
		.family = family, .out = out};

	memset(out, 0, sizeof(*out));
	for (uint32_t part = first; part < first + count; part++) {
		uint32_t end = (part + 1) * FIB_PART_SLOTS;

		for (uint32_t index = part * FIB_PART_SLOTS; index != end; ) {
			uint64_t begin, held;

			fib_hold(vrf);
			begin = nanos();
			index = look(vrf, &check, part, index);
			held = nanos() - begin;
			fib_let_go(vrf);
			if (held > out->longest_hold_nanos)
				out->longest_hold_nanos = held;
		}
	}
}

bool
fib_confirms(struct fib_vrf *vrf, uint8_t family, const struct sbx_address *address, uint32_t slot,
	bool (*is_live)(void *context), void *context)
{
	uint32_t found;
	bool agrees;

	fib_hold(vrf);
	found = family == SBX_IPV6 ? fib6_lookup(&vrf->readers6, address)
		: fib4_lookup(&vrf->readers4, rte_be_to_cpu_32(*(const rte_be32_t *)address->bytes));
	agrees = found == slot || !is_live(context);
	fib_let_go(vrf);
	return agrees;
}
