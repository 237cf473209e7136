// The memory that the model's threads share, as weak as C11 lets it be short of values out of thin air: a store
// becomes visible to each thread at its own time, a relaxed load may give any older value that the thread has not
// yet been told to be old, and only release and acquire tell.
// Owns: the rules. Each location keeps all values it ever had; a thread's view says which of them are too old for
// it, and a message carries its writer's view to whoever acquires it. One writer a location.
// Next: model.h.
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCATIONS 16
#define MESSAGES 6        // values that a location may have, the first included

struct view {
	uint8_t at[LOCATIONS];    // index of the oldest message that may still be read
};

struct message {
	uint8_t value;
	struct view view;         // what is told with it
};

struct memory {
	uint8_t count[LOCATIONS];
	struct message messages[LOCATIONS][MESSAGES];
};

// Of one thread. `loaded` is what an acquire fence would add, `fenced` what its relaxed stores tell.
struct views {
	struct view now, loaded, fenced;
};

static inline void
view_join(struct view *view, const struct view *other)
{
	for (uint32_t i = 0; i < LOCATIONS; i++)
		if (view->at[i] < other->at[i])
			view->at[i] = other->at[i];
}

static inline void
memory_init(struct memory *memory, uint8_t location, uint8_t value)
{
	memory->count[location] = 1;
	memory->messages[location][0].value = value;
}

// How many values a load may give: the oldest is number 0.
static inline uint32_t
memory_choices(const struct memory *memory, const struct views *views, uint8_t location)
{
	return memory->count[location] - views->now.at[location];
}

static inline uint8_t
memory_load(const struct memory *memory, struct views *views, uint8_t location, uint32_t choice, bool acquire)
{
	uint8_t at = (uint8_t)(views->now.at[location] + choice);
	const struct message *message = &memory->messages[location][at];

	views->now.at[location] = at;
	view_join(&views->loaded, &views->now);
	view_join(&views->loaded, &message->view);
	if (acquire)
		view_join(&views->now, &message->view);
	return message->value;
}

static inline void
memory_store(struct memory *memory, struct views *views, uint8_t location, uint8_t value, bool release)
{
	uint8_t at = memory->count[location]++;
	struct message *message = &memory->messages[location][at];

	assert(at < MESSAGES);
	views->now.at[location] = views->loaded.at[location] = at;
	message->value = value;
	message->view = release ? views->now : views->fenced;
	message->view.at[location] = at;
}

static inline void
memory_fence_release(struct views *views)
{
	views->fenced = views->now;
}

static inline void
memory_fence_acquire(struct views *views)
{
	view_join(&views->now, &views->loaded);
}
