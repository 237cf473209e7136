// What a step does. See model.h. Next: schedule.c.
#include "model.h"

#include <string.h>

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

void
model_write(const struct step *step, struct world *world)
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

// As a probe, but what it found is used only later: it must be right then.
static const char *
probe_ahead(struct world *world, struct worker_state *worker)
{
	uint8_t *regs = worker->regs;
	const struct entry *entry = &worker->tables[regs[R_TABLE]];

	if (world->freed >> regs[R_TABLE] & 1)
		return "a worker read a table that was freed";
	worker->at++;
	regs[R_PROBED] = regs[R_TABLE];
	regs[R_HELD] = entry->filled && entry->stamp == regs[R_STAMP] ? HIT : MISSED;
	if (regs[R_HELD] == HIT) {
		memcpy(&regs[R_VALUE_A], entry->value, 2);
		regs[R_FLUSHES] = entry->flushes;
	}
	return NULL;
}

static void
if_still(const struct model *model, struct worker_state *worker, struct findings *findings)
{
	uint8_t *regs = worker->regs;

	if (regs[R_MOMENT] != regs[R_NOW])
		regs[R_HELD] = OUTDATED;
	worker->at = regs[R_HELD] == HIT ? place_of(model, SEND) : worker->at + 1;
	findings->hits += regs[R_HELD] == HIT;
}

static const char *
insert(struct world *world, struct worker_state *worker)
{
	const uint8_t *regs = worker->regs;

	if (regs[R_HELD] == OUTDATED) {
		worker->at++;
		return NULL;
	}
	if (regs[R_HELD] == MISSED && regs[R_PROBED] != regs[R_TABLE])
		return "a worker wrote to another table than it had probed";
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
	uint8_t value = memory_load(&world->memory, &worker->views, model_location(step, number), choice,
		step->action == ACQUIRE);

	if (step->value == R_STAMP)
		value = (uint8_t)model->combine(worker->regs[R_STAMP], value);
	if (step->value == R_MOMENT || step->value == R_NOW)
		value += worker->regs[step->value];
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

// What was answered is known the moment it is: nobody may use then what was cached before a flush, whenever its
// packet came.
static const char *
send_values(const struct model *model, struct world *world, struct worker_state *worker)
{
	const struct memory *memory = &world->memory;
	uint8_t answered = memory->messages[ANSWERED][memory->count[ANSWERED] - 1].value;

	worker->at++;
	if (worker->regs[R_HELD] == HIT && worker->regs[R_FLUSHES] < flushes_by(model, answered))
		return "what was cached before a flush was used after its answer";
	return check_values(model, worker->regs, &worker->regs[R_VALUE_A], SLOT_A);
}

static const char *
send_copy(const struct model *model, struct worker_state *worker)
{
	worker->at++;
	if (worker->copy[2] != worker->copy[3])
		return "a packet went by half a change of its nexthop";
	return check_values(model, worker->regs, &worker->copy[2], MAC_A);
}

const char *
model_work(const struct model *model, struct world *world, uint32_t number, const struct step *step,
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
	case PROBE_AHEAD:
		return probe_ahead(world, worker);
	case IF_STILL:
		if_still(model, worker, findings);
		return NULL;
	case SEND:
		return send_values(model, world, worker);
	case SEND_COPY:
		return send_copy(model, worker);
	case FENCE_ACQUIRE:
		memory_fence_acquire(&worker->views);
		break;
	case STAMP_ANEW:
		worker->regs[R_STAMP] = 0;
		break;
	case ADD_TABLE:
		worker->regs[step->value] += worker->regs[R_TABLE];
		break;
	case QUIESCENT:
		memory_store(&world->memory, &worker->views, model_location(step, number), worker->regs[R_TOKEN],
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
