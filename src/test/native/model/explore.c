// Depth first through all interleavings of a model. A state that was there before is told by 128 bits of hash; where
// a thread's next step is free, the others wait: any order gives the same.
// Owns: the search. Must not: know what a step means. See model.h.
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 400
#define TEXT 80

struct mark {
	uint64_t high, low;      // both 0 = empty
};

struct taken {
	uint8_t thread, choice;
};

struct search {
	const struct model *model;
	struct findings *findings;
	struct mark *seen;
	uint64_t room;           // a power of two
	struct taken path[DEPTH_MAX];
};

static uint64_t
mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9E3779B97F4A7C15;
	return hash ^ hash >> 29;
}

// A world has no padding: it is of bytes.
static struct mark
mark_of(const struct world *world)
{
	struct mark mark = { 1, 2 };
	const uint8_t *bytes = (const uint8_t *)world;
	size_t at = 0;

	for (uint64_t word = 0; at < sizeof(*world); at += sizeof(word), word = 0) {
		size_t left = sizeof(*world) - at;

		memcpy(&word, bytes + at, left < sizeof(word) ? left : sizeof(word));
		mark.high = mix(mark.high, word);
		mark.low = mix(mark.low, word ^ 0xC2B2AE3D27D4EB4F);
	}
	return mark;
}

static struct mark *
place(struct search *search, struct mark mark)
{
	uint64_t at = mark.low & (search->room - 1);

	while ((search->seen[at].high | search->seen[at].low) != 0 &&
		memcmp(&search->seen[at], &mark, sizeof(mark)) != 0)
		at = (at + 1) & (search->room - 1);
	return &search->seen[at];
}

static void
grow(struct search *search)
{
	struct mark *old = search->seen;
	uint64_t room = search->room;

	search->room = room * 4;
	search->seen = calloc(search->room, sizeof(*search->seen));
	for (uint64_t i = 0; i < room; i++)
		if ((old[i].high | old[i].low) != 0)
			*place(search, old[i]) = old[i];
	free(old);
}

// False when it was there before.
static bool
remember(struct search *search, const struct world *world)
{
	struct mark mark = mark_of(world);
	struct mark *at = place(search, mark);

	if ((at->high | at->low) != 0)
		return false;
	*at = mark;
	if (++search->findings->states * 2 > search->room)
		grow(search);
	return true;
}

static void
tell(struct search *search, uint32_t depth)
{
	struct findings *findings = search->findings, unused;
	struct world world;
	size_t used = 0;

	model_begin(search->model, &world);
	for (uint32_t i = 0; i <= depth && used + TEXT < sizeof(findings->trace); i++) {
		const struct taken *taken = &search->path[i];
		char text[TEXT];

		model_tell(search->model, &world, taken->thread, text, sizeof(text));
		used += (size_t)snprintf(findings->trace + used, TEXT, "%s (%u)\n", text, taken->choice);
		model_step(search->model, &world, taken->thread, taken->choice, &unused);
	}
}

static void visit(struct search *search, const struct world *world, uint32_t depth);

static void
take(struct search *search, const struct world *world, uint32_t depth, uint32_t thread)
{
	struct findings *findings = search->findings;
	uint32_t choices = model_choices(search->model, world, thread);

	for (uint32_t choice = 0; choice < choices && findings->violation == NULL; choice++) {
		struct world next = *world;

		search->path[depth] = (struct taken){ (uint8_t)thread, (uint8_t)choice };
		findings->violation = model_step(search->model, &next, thread, choice, findings);
		if (findings->violation != NULL)
			tell(search, depth);
		else
			visit(search, &next, depth + 1);
	}
}

static void
visit(struct search *search, const struct world *world, uint32_t depth)
{
	if (depth == DEPTH_MAX)
		search->findings->violation = "the model is deeper than it may be";
	if (search->findings->violation != NULL || !remember(search, world))
		return;
	search->findings->ends += model_done(search->model, world);
	for (uint32_t thread = 0; thread <= search->model->workers; thread++)
		if (model_is_free(search->model, world, thread)) {
			take(search, world, depth, thread);
			return;
		}
	for (uint32_t thread = 0; thread <= search->model->workers; thread++)
		take(search, world, depth, thread);
}

void
model_explore(const struct model *model, struct findings *findings)
{
	struct search search = { .model = model, .findings = findings, .room = 1 << 16 };
	struct world world;

	memset(findings, 0, sizeof(*findings));
	search.seen = calloc(search.room, sizeof(*search.seen));
	model_begin(model, &world);
	visit(&search, &world, 0);
	free(search.seen);
}
