// See martians.h.
#include "control/martians.h"

#include <errno.h>
#include <stdlib.h>

struct entry {
	struct sbx_martian martian;
	uint8_t slot;
};

struct martians {
	pthread_mutex_t lock;
	uint32_t count;
	struct entry entries[SBX_MARTIANS_MAX];
	uint64_t before[SBX_MARTIANS_MAX];   // by slot: counted for whoever had it before
	struct martian_list *list;           // that readers have
};

#define V4(a, b, c, d, bits, on) { .address = { { a, b, c, d } }, .family = SBX_IPV4, .length = bits, \
	.source = 1, .destination = 1, .enabled = on }
#define V6(bits, on, ...) { .address = { { __VA_ARGS__ } }, .family = SBX_IPV6, .length = bits, \
	.source = 1, .destination = 1, .enabled = on }

// RFC 6890 2.2, what is not to be forwarded there. Enabled is what no network uses.
static const struct sbx_martian at_start[] = {
	V4(0, 0, 0, 0, 8, 1),             // this network
	V4(169, 254, 0, 0, 16, 0),        // link-local
	V4(192, 0, 0, 0, 24, 0),          // IETF protocol assignments
	V4(192, 0, 2, 0, 24, 0),          // documentation
	V4(198, 51, 100, 0, 24, 0),
	V4(203, 0, 113, 0, 24, 0),
	V4(240, 0, 0, 0, 4, 0),           // reserved
	V6(128, 1, 0),                    // unspecified
	V6(96, 0, [10] = 0xFF, 0xFF),     // IPv4-mapped
	V6(32, 0, 0x20, 0x01, 0x0D, 0xB8), // documentation
};

// ------------------------------------------------------------------------------------- counts

static uint64_t
counted(const struct state *state, uint8_t slot)
{
	uint64_t sum = 0;

	for (uint32_t worker = 0; worker < state->workers; worker++)
		if (state->worker[worker] != NULL)
			sum += __atomic_load_n(&state->worker[worker]->martians[slot], __ATOMIC_RELAXED);
	return sum;
}

static bool
same_prefix(const struct sbx_martian *a, const struct sbx_martian *b)
{
	return a->family == b->family && a->length == b->length &&
		memcmp(&a->address, &b->address, sizeof(a->address)) == 0;
}

// A prefix that stays keeps its slot, so that its count goes on; the others get those that are left.
static void
give_slots(const struct state *state, struct entry *entries, uint32_t count)
{
	const struct martians *martians = state->martians;
	uint64_t taken = 0;

	static_assert(SBX_MARTIANS_MAX <= 64, "a bit a slot");
	for (uint32_t i = 0; i < count; i++) {
		entries[i].slot = MARTIAN_UNLISTED;
		for (uint32_t old = 0; old < martians->count; old++)
			if (same_prefix(&entries[i].martian, &martians->entries[old].martian))
				entries[i].slot = martians->entries[old].slot;
		if (entries[i].slot != MARTIAN_UNLISTED)
			taken |= UINT64_C(1) << entries[i].slot;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (entries[i].slot != MARTIAN_UNLISTED)
			continue;
		entries[i].slot = (uint8_t)__builtin_ctzll(~taken);
		taken |= UINT64_C(1) << entries[i].slot;
		state->martians->before[entries[i].slot] = counted(state, entries[i].slot);
	}
}

// ------------------------------------------------------------------------------------- the list

static void
make_one(struct martian *out, const struct entry *entry)
{
	struct sbx_address mask = { { 0 } };

	for (uint32_t bit = 0; bit < entry->martian.length; bit++)
		mask.bytes[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
	*out = (struct martian){
		.family = entry->martian.family,
		.source = entry->martian.source,
		.destination = entry->martian.destination,
		.slot = entry->slot,
	};
	memcpy(out->bits, &entry->martian.address, sizeof(out->bits));
	memcpy(out->mask, &mask, sizeof(out->mask));
}

static void
make_list(struct martian_list *list, const struct entry *entries, uint32_t count)
{
	list->count = 0;
	for (uint32_t i = 0; i < count; i++)
		if (entries[i].martian.enabled)
			make_one(&list->martians[list->count++], &entries[i]);
}

static int
set_locked(struct state *state, const struct sbx_martian *records, uint32_t count)
{
	struct martians *martians = state->martians;
	struct martian_list *list = malloc(sizeof(*list) + count * sizeof(list->martians[0]));
	struct martian_list *old = martians->list;
	struct entry entries[SBX_MARTIANS_MAX];

	if (list == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		entries[i].martian = records[i];
	give_slots(state, entries, count);
	make_list(list, entries, count);
	memcpy(martians->entries, entries, count * sizeof(entries[0]));
	martians->count = count;
	martians->list = list;
	martian_publish(&state->tables->martians, list);
	if (old != NULL) {
		rcu_synchronize(state->tables->rcu);
		free(old);
	}
	return 0;
}

int
martians_set(struct state *state, const struct sbx_martian *martians, uint32_t count)
{
	int rc;

	if (count > SBX_MARTIANS_MAX)
		return -ENOSPC;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t other = 0; other < i; other++)
			if (same_prefix(&martians[i], &martians[other]))
				return -EEXIST;
	pthread_mutex_lock(&state->martians->lock);
	rc = set_locked(state, martians, count);
	pthread_mutex_unlock(&state->martians->lock);
	return rc;
}

int64_t
martians_list(struct state *state, struct sbx_martian_state *out, uint32_t max)
{
	struct martians *martians = state->martians;
	uint32_t count;

	pthread_mutex_lock(&martians->lock);
	count = martians->count;
	for (uint32_t i = 0; i < count && i < max; i++) {
		const struct entry *entry = &martians->entries[i];

		out[i].martian = entry->martian;
		out[i].packets = counted(state, entry->slot) - martians->before[entry->slot];
	}
	pthread_mutex_unlock(&martians->lock);
	return count;
}

int
martians_create(struct state *state)
{
	int rc;

	state->martians = calloc(1, sizeof(*state->martians));
	if (state->martians == NULL)
		return -ENOMEM;
	pthread_mutex_init(&state->martians->lock, NULL);
	rc = martians_set(state, at_start, RTE_DIM(at_start));
	if (rc != 0)
		martians_free(state);
	return rc;
}

void
martians_free(struct state *state)
{
	if (state->martians == NULL)
		return;
	pthread_mutex_destroy(&state->martians->lock);
	free(state->martians->list);
	free(state->martians);
	state->martians = NULL;
}
