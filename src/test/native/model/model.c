// See model.h. Next: explore.c.
#include "model.h"

#include <stdio.h>
#include <string.h>

static const char *const names[LOCATIONS] = {
	"ANSWERED", "SLOT_A", "SLOT_B", "GENERATION_A", "GENERATION_B", "FLUSHES", "TABLE_OF 0", "TABLE_OF 1",
	"TOKEN", "PASSED_BY 0", "PASSED_BY 1", "VERSION", "MAC_A", "MAC_B", "CHANGES",
};

static uint8_t
location_of(const struct step *step, uint32_t worker)
{
	bool own = step->location == TABLE_OF || step->location == PASSED_BY;

	return (uint8_t)(step->location + (own ? worker : 0));
}

// The latest change up to answer `asked` that wrote there, as the writer's program says.
static uint8_t
least_value(const struct model *model, uint8_t location, uint8_t asked)
{
	uint8_t least = 0, value = 0;

	for (uint32_t i = 0; i < model->writer_steps; i++) {
		const struct step *step = &model->writer[i];

		if (step->action > PUBLISH)
			continue;
		if (step->location == location)
			value = step->value;
		if (step->location == ANSWERED && step->value <= asked)
			least = value;
	}
	return least;
}

// Flushes that were answered by answer `asked`.
static uint8_t
flushes_by(const struct model *model, uint8_t asked)
{
	uint8_t begun = 0, done = 0;

	for (uint32_t i = 0; i < model->writer_steps; i++) {
		const struct step *step = &model->writer[i];

		begun += step->action == BEGIN_FLUSH;
		if (step->action <= PUBLISH && step->location == ANSWERED && step->value <= asked)
			done = begun;
	}
	return done;
}

// ------------------------------------------------------------------------------------- writer

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

static void
write_step(const struct step *step, struct world *world)
{
	switch (step->action) {
	case STORE:
	case PUBLISH:
		memory_store(&world->memory, &world->writer, step->location, step->value,
			step->action == PUBLISH);
		break;
	case FENCE_RELEASE:
		memory_fence_release(&world->writer);
		break;
	case BEGIN_FLUSH:
		world->flushes_begun++;
		break;
	case WAIT: // what it waits for is there: it has read it, acquire
		for (uint8_t worker = 0; worker < WORKERS; worker++) {
			uint8_t location = (uint8_t)(PASSED_BY + worker);
			uint32_t last = memory_choices(&world->memory, &world->writer, location) - 1;

			memory_load(&world->memory, &world->writer, location, last, true);
		}
		break;
	default: // FREE
		world->freed |= (uint8_t)(1 << step->value);
		break;
	}
}

// ------------------------------------------------------------------------------------- worker

static const char *
check_values(const struct model *model, const uint8_t *regs, const uint8_t value[2], uint8_t first)
{
	for (uint8_t i = 0; i < 2; i++)
		if (value[i] < least_value(model, (uint8_t)(first + i), regs[R_ASKED]))
			return "a packet sent after the answer went by the state before";
	return NULL;
}

static uint8_t
place_of(const struct model *model, enum action action)
{
	uint8_t at = 0;

	while (model->worker[at].action != action)
		at++;
	return at;
}

static const char *
probe(const struct model *model, struct world *world, struct worker_state *worker, struct findings *findings)
{
	uint8_t *regs = worker->regs;
	const struct entry *entry = &worker->tables[regs[R_TABLE]];

	if (world->freed >> regs[R_TABLE] & 1)
		return "a worker read a table that was freed";
	worker->at++;
	if (!entry->filled || entry->stamp != regs[R_STAMP])
		return NULL;
	if (entry->flushes < flushes_by(model, regs[R_ASKED]))
		return "a packet sent after a flush was answered went by what was cached before";
	memcpy(&regs[R_VALUE_A], entry->value, 2);
	worker->at = place_of(model, SEND);
	findings->hits++;
	return NULL;
}

static const char *
insert(struct world *world, struct worker_state *worker)
{
	const uint8_t *regs = worker->regs;

	if (world->freed >> regs[R_TABLE] & 1)
		return "a worker wrote to a table that was freed";
	worker->tables[regs[R_TABLE]] = (struct entry){ .filled = 1, .stamp = regs[R_STAMP],
		.value = { regs[R_VALUE_A], regs[R_VALUE_B] }, .flushes = world->flushes_begun };
	worker->at++;
	return NULL;
}

static void
load(const struct model *model, struct world *world, struct worker_state *worker, uint32_t number,
	const struct step *step, uint32_t choice)
{
	uint8_t value = memory_load(&world->memory, &worker->views, location_of(step, number), choice,
		step->action == ACQUIRE);

	if (step->value == R_STAMP)
		value = (uint8_t)model->combine(worker->regs[R_STAMP], value);
	worker->regs[step->value] = value;
	worker->at++;
}

static void
compare(const struct model *model, struct worker_state *worker, enum action action, struct findings *findings)
{
	const uint8_t *regs = worker->regs;
	uint8_t *copy = worker->copy;
	bool right = action == IF_UNCHANGED ? copy[0] == regs[R_CHANGES] : copy[1] == regs[R_VERSION];

	worker->at++;
	if (!right)
		return;
	copy[0] = regs[R_CHANGES];
	worker->at = place_of(model, SEND_COPY);
	findings->hits++;
}

static void
copy(const struct model *model, struct worker_state *worker)
{
	const uint8_t *regs = worker->regs;
	uint8_t version = regs[R_VERSION];

	if (version != regs[R_AGAIN] || (version & 1)) {
		worker->at = (uint8_t)(place_of(model, IF_SAME) + 1);
		return;
	}
	memcpy(worker->copy, (uint8_t[]){ regs[R_CHANGES], version, regs[R_VALUE_A], regs[R_VALUE_B] }, 4);
	worker->at++;
}

static const char *
send_copy(const struct model *model, struct worker_state *worker)
{
	worker->at++;
	if (worker->copy[2] != worker->copy[3])
		return "a packet went by half a change of its nexthop";
	return check_values(model, worker->regs, &worker->copy[2], MAC_A);
}

static const char *
work_step(const struct model *model, struct world *world, uint32_t number, const struct step *step,
	uint32_t choice, struct findings *findings)
{
	struct worker_state *worker = &world->workers[number];

	switch (step->action) {
	case LOAD:
	case ACQUIRE:
		load(model, world, worker, number, step, choice);
		return NULL;
	case PROBE:
	case INSERT:
		if (choice == 1)
			break; // goes past the cache, as in another mode, or is declined
		return step->action == PROBE ? probe(model, world, worker, findings) :
			insert(world, worker);
	case IF_UNCHANGED:
	case IF_SAME:
		compare(model, worker, step->action, findings);
		return NULL;
	case COPY:
		copy(model, worker);
		return NULL;
	case SEND:
		worker->at++;
		return check_values(model, worker->regs, &worker->regs[R_VALUE_A], SLOT_A);
	case SEND_COPY:
		return send_copy(model, worker);
	case FENCE_ACQUIRE:
		memory_fence_acquire(&worker->views);
		break;
	case STAMP_ANEW:
		worker->regs[R_STAMP] = 0;
		break;
	case QUIESCENT:
		memory_store(&world->memory, &worker->views, location_of(step, number), worker->regs[R_TOKEN],
			true);
		break;
	default: // END
		memset(worker->regs, 0, sizeof(worker->regs));
		worker->packets--;
		worker->at = 0;
		return NULL;
	}
	worker->at++;
	return NULL;
}

// ------------------------------------------------------------------------------------- both

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
		return memory_choices(&world->memory, &worker->views, location_of(step, thread - 1));
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
		return !still(model, world, STORE, location_of(step, thread - 1));
	case PROBE:
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
		return work_step(model, world, thread - 1, step, choice, findings);
	write_step(step, world);
	world->writer_at++;
	return NULL;
}

void
model_tell(const struct model *model, const struct world *world, uint32_t thread, char *text, size_t size)
{
	static const char *const actions[] = { "STORE", "PUBLISH", "FENCE_RELEASE", "BEGIN_FLUSH", "WAIT",
		"FREE", "LOAD", "ACQUIRE", "FENCE_ACQUIRE", "PROBE", "STAMP_ANEW", "INSERT", "IF_UNCHANGED",
		"IF_SAME", "COPY", "SEND", "SEND_COPY", "QUIESCENT", "END" };
	const struct step *step = next_step(model, world, thread);
	const char *name = actions[step->action];

	if (thread == 0)
		snprintf(text, size, "writer: %s %s %u", name, names[step->location], step->value);
	else if (step->action == LOAD || step->action == ACQUIRE)
		snprintf(text, size, "    worker %u: %s %s", thread - 1, name,
			names[location_of(step, thread - 1)]);
	else
		snprintf(text, size, "    worker %u: %s", thread - 1, name);
}
