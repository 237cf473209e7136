// Which steps there are next, and which of them may go first. See model.h. Next: explore.c.
#include "model.h"

#include <stdio.h>
#include <string.h>

static const char *const names[LOCATIONS] = {
	"ANSWERED", "SLOT_A", "SLOT_B", "GENERATION_A", "GENERATION_B", "GENERATION", "FLUSHES", "TABLE_OF 0", "TABLE_OF 1",
	"TOKEN", "PASSED_BY 0", "PASSED_BY 1", "VERSION", "MAC_A", "MAC_B", "CHANGES",
};

uint8_t
model_location(const struct step *step, uint32_t worker)
{
	bool own = step->location == TABLE_OF || step->location == PASSED_BY;

	return (uint8_t)(step->location + (own ? worker : 0));
}

static bool
all_passed(const struct model *model, const struct world *world, uint8_t period)
{
	for (uint8_t worker = 0; worker < model->workers; worker++) {
		uint8_t location = (uint8_t)(PASSED_BY + worker);
		const struct message *last =
			&world->memory.messages[location][world->memory.count[location] - 1];

		if (last->value < period)
			return false;
	}
	return true;
}

void
model_begin(const struct model *model, struct world *world)
{
	memset(world, 0, sizeof(*world));
	for (uint8_t location = 0; location < LOCATIONS; location++)
		memory_init(&world->memory, location, 0);
	memory_init(&world->memory, GENERATION_A, 1);
	memory_init(&world->memory, GENERATION_B, 1);
	memory_init(&world->memory, VERSION, 2);
	memory_init(&world->memory, CHANGES, 1);
	for (uint32_t worker = 0; worker < model->workers; worker++)
		world->workers[worker].packets = (uint8_t)model->packets;
}

bool
model_done(const struct model *model, const struct world *world)
{
	bool done = world->writer_at == model->writer_steps;

	for (uint32_t worker = 0; worker < WORKERS; worker++)
		done &= world->workers[worker].packets == 0;
	return done;
}

uint32_t
model_choices(const struct model *model, const struct world *world, uint32_t thread)
{
	const struct worker_state *worker;
	const struct step *step;

	if (thread == 0) {
		step = &model->writer[world->writer_at];
		if (world->writer_at == model->writer_steps)
			return 0;
		return step->action != WAIT || all_passed(model, world, step->value);
	}
	worker = &world->workers[thread - 1];
	step = &model->worker[worker->at];
	if (worker->packets == 0)
		return 0;
	if (step->action == LOAD || step->action == ACQUIRE)
		return memory_choices(&world->memory, &worker->views, model_location(step, thread - 1));
	return step->action == PROBE || step->action == INSERT ? 2 : 1;
}

static const struct step *
next_step(const struct model *model, const struct world *world, uint32_t thread)
{
	return thread == 0 ? &model->writer[world->writer_at] :
		&model->worker[world->workers[thread - 1].at];
}

// Whether the writer has yet to do this, to this location.
static bool
still(const struct model *model, const struct world *world, enum action action, uint8_t location)
{
	for (uint32_t i = world->writer_at; i < model->writer_steps; i++) {
		const struct step *step = &model->writer[i];
		bool stores = step->action == PUBLISH && action == STORE;

		if ((step->action == action || stores) && (action != STORE || step->location == location))
			return true;
	}
	return false;
}

bool
model_is_free(const struct model *model, const struct world *world, uint32_t thread)
{
	const struct step *step = next_step(model, world, thread);

	if (model_choices(model, world, thread) == 0)
		return false;
	switch (step->action) {
	case STORE:
	case PUBLISH:
	case WAIT:
	case FREE:
	case BEGIN_FLUSH:
		return false;
	case LOAD:
	case ACQUIRE:
		return !still(model, world, STORE, model_location(step, thread - 1));
	case SEND: // by what was held it must not be late, see send_values
		return world->workers[thread - 1].regs[R_HELD] != HIT || !still(model, world, STORE, ANSWERED);
	case PROBE:
	case PROBE_AHEAD:
		return !still(model, world, FREE, 0);
	case INSERT:
		return !still(model, world, FREE, 0) && !still(model, world, BEGIN_FLUSH, 0);
	case QUIESCENT:
		return !still(model, world, WAIT, 0);
	default:
		return true;
	}
}

const char *
model_step(const struct model *model, struct world *world, uint32_t thread, uint32_t choice,
	struct findings *findings)
{
	const struct step *step = next_step(model, world, thread);

	if (thread > 0)
		return model_work(model, world, thread - 1, step, choice, findings);
	model_write(step, world);
	world->writer_at++;
	return NULL;
}

void
model_tell(const struct model *model, const struct world *world, uint32_t thread, char *text, size_t size)
{
	static const char *const actions[] = { "STORE", "PUBLISH", "FENCE_RELEASE", "BEGIN_FLUSH", "WAIT",
		"FREE", "LOAD", "ACQUIRE", "FENCE_ACQUIRE", "PROBE", "PROBE_AHEAD", "STAMP_ANEW", "ADD_TABLE",
		"IF_STILL", "INSERT", "IF_UNCHANGED",
		"IF_SAME", "COPY", "SEND", "SEND_COPY", "QUIESCENT", "END" };
	const struct step *step = next_step(model, world, thread);
	const char *name = actions[step->action];

	if (thread == 0)
		snprintf(text, size, "writer: %s %s %u", name, names[step->location], step->value);
	else if (step->action == LOAD || step->action == ACQUIRE)
		snprintf(text, size, "    worker %u: %s %s", thread - 1, name,
			names[model_location(step, thread - 1)]);
	else
		snprintf(text, size, "    worker %u: %s", thread - 1, name);
}
