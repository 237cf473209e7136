// The model of coherence: programs as the product's, in all interleavings, never go by what is old; and programs
// with one thing wrong in them are caught, each.
// Owns: the programs. Keep them as shared/cache.h, datapath/, control/fib_writer.c and shared/nexthop.h are.
// Next: ../model/model.h.
#include "../model/model.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof((array)[0]))
#define LATE "what was cached before a flush was used after its answer"
#define STALE "a packet sent after the answer went by the state before"

struct scene {
	const char *name;
	const struct step *writer;
	uint32_t writer_steps;
	const struct step *worker;
	uint32_t workers, packets;
	const char *violation;    // what it must be caught for; NULL = it is right
	uint32_t (*combine)(uint32_t stamp, uint32_t generation); // NULL = sum
};
#define WRITER(program) program, COUNT(program)

static uint32_t
sum(uint32_t stamp, uint32_t generation)
{
	return stamp + generation;
}

static uint32_t
difference(uint32_t stamp, uint32_t generation)
{
	return stamp ^ generation;
}

// ------------------------------------------------------------------------------------- routes

// A packet whose destination alone is looked up.
static const struct step road[] = {
	{ ACQUIRE, ANSWERED, R_ASKED },
	{ ACQUIRE, GENERATION_A, R_STAMP }, { ACQUIRE, FLUSHES, R_STAMP },
	{ PROBE, 0, 0 },
	{ LOAD, SLOT_A, R_VALUE_A }, { LOAD, SLOT_B, R_VALUE_B },
	{ INSERT, 0, 0 },
	{ SEND, 0, 0 }, { END, 0, 0 },
};
// One whose destination and source are, as one entry.
static const struct step pair_road[] = {
	{ ACQUIRE, ANSWERED, R_ASKED },
	{ ACQUIRE, GENERATION_A, R_STAMP }, { ACQUIRE, GENERATION_B, R_STAMP }, { ACQUIRE, FLUSHES, R_STAMP },
	{ PROBE, 0, 0 },
	{ LOAD, SLOT_A, R_VALUE_A }, { LOAD, SLOT_B, R_VALUE_B },
	{ INSERT, 0, 0 },
	{ SEND, 0, 0 }, { END, 0, 0 },
};
static const struct step replaced_twice[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, ANSWERED, 1 },
	{ STORE, SLOT_A, 2 }, { PUBLISH, GENERATION_A, 3 }, { PUBLISH, ANSWERED, 2 },
};
// A prefix that covers two slices; then one in the second of them.
#define COVERING { STORE, SLOT_A, 1 }, { STORE, SLOT_B, 1 }, \
	{ PUBLISH, GENERATION_A, 2 }, { PUBLISH, GENERATION_B, 2 }, { PUBLISH, ANSWERED, 1 }
static const struct step covering[] = { COVERING };
static const struct step covering_and_one_in_it[] = {
	COVERING,
	{ STORE, SLOT_B, 2 }, { PUBLISH, GENERATION_B, 3 }, { PUBLISH, ANSWERED, 2 },
};
static const struct step flushed[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, ANSWERED, 1 },
	{ BEGIN_FLUSH, 0, 0 }, { PUBLISH, FLUSHES, 1 }, { PUBLISH, ANSWERED, 2 },
};
static const struct step flushed_twice[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, ANSWERED, 1 },
	{ BEGIN_FLUSH, 0, 0 }, { PUBLISH, FLUSHES, 1 }, { PUBLISH, ANSWERED, 2 },
	{ BEGIN_FLUSH, 0, 0 }, { PUBLISH, FLUSHES, 2 }, { PUBLISH, ANSWERED, 3 },
};

static const struct step raised_first[] = {
	{ PUBLISH, GENERATION_A, 2 }, { STORE, SLOT_A, 1 }, { PUBLISH, ANSWERED, 1 },
};
static const struct step raised_relaxed[] = {
	{ STORE, SLOT_A, 1 }, { STORE, GENERATION_A, 2 }, { PUBLISH, ANSWERED, 1 },
};
static const struct step answered_before_it_is_raised[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, ANSWERED, 1 }, { PUBLISH, GENERATION_A, 2 },
};
static const struct step one_slice_raised[] = {
	{ STORE, SLOT_A, 1 }, { STORE, SLOT_B, 1 }, { PUBLISH, GENERATION_B, 2 }, { PUBLISH, ANSWERED, 1 },
};
static const struct step generation_after_the_lookup[] = {
	{ ACQUIRE, ANSWERED, R_ASKED },
	{ ACQUIRE, GENERATION_A, R_STAMP },
	{ PROBE, 0, 0 },
	{ LOAD, SLOT_A, R_VALUE_A }, { LOAD, SLOT_B, R_VALUE_B },
	{ STAMP_ANEW, 0, 0 }, { ACQUIRE, GENERATION_A, R_STAMP },
	{ INSERT, 0, 0 },
	{ SEND, 0, 0 }, { END, 0, 0 },
};
static const struct step generation_read_relaxed[] = {
	{ ACQUIRE, ANSWERED, R_ASKED },
	{ LOAD, GENERATION_A, R_STAMP },
	{ PROBE, 0, 0 },
	{ LOAD, SLOT_A, R_VALUE_A }, { LOAD, SLOT_B, R_VALUE_B },
	{ INSERT, 0, 0 },
	{ SEND, 0, 0 }, { END, 0, 0 },
};
static const struct step flush_not_in_the_stamp[] = {
	{ ACQUIRE, ANSWERED, R_ASKED },
	{ ACQUIRE, GENERATION_A, R_STAMP },
	{ PROBE, 0, 0 },
	{ LOAD, SLOT_A, R_VALUE_A }, { LOAD, SLOT_B, R_VALUE_B },
	{ INSERT, 0, 0 },
	{ SEND, 0, 0 }, { END, 0, 0 },
};

// ------------------------------------------------------------------------------------- tables

#define ONE_TURN(...) { \
	{ ACQUIRE, ANSWERED, R_ASKED }, __VA_ARGS__ \
	{ ACQUIRE, GENERATION_A, R_STAMP }, \
	{ PROBE, 0, 0 }, \
	{ LOAD, SLOT_A, R_VALUE_A }, \
	{ INSERT, 0, 0 }, \
	{ SEND, 0, 0 },
#define END_OF_TURN { ACQUIRE, TOKEN, R_TOKEN }, { QUIESCENT, PASSED_BY, 0 }

static const struct step turns[] = ONE_TURN({ ACQUIRE, TABLE_OF, R_TABLE },)
	END_OF_TURN, { END, 0, 0 },
};
static const struct step table_held_over_the_turn[] = ONE_TURN({ ACQUIRE, TABLE_OF, R_TABLE }, END_OF_TURN,)
	{ END, 0, 0 },
};
#define BOTH_TABLES { PUBLISH, TABLE_OF, 1 }, { PUBLISH, TABLE_OF + 1, 1 }

static const struct step resized[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, ANSWERED, 1 },
	BOTH_TABLES, { PUBLISH, TOKEN, 1 }, { WAIT, 0, 1 }, { FREE, 0, 0 },
};
static const struct step no_grace_period[] = { BOTH_TABLES, { FREE, 0, 0 } };
static const struct step grace_period_too_early[] = {
	{ PUBLISH, TOKEN, 1 }, BOTH_TABLES, { WAIT, 0, 1 }, { FREE, 0, 0 },
};

// ------------------------------------------------------------------------------------- held over a turn

// As the road does it: what was probed waits while the next burst is parsed, perhaps over the turn's end.
#define MOMENT(reg) { ACQUIRE, GENERATION, reg }, { ACQUIRE, FLUSHES, reg }, { ADD_TABLE, 0, reg }
#define NO_FLUSHES(reg) { ACQUIRE, GENERATION, reg }, { ADD_TABLE, 0, reg }
#define NO_TABLE(reg) { ACQUIRE, GENERATION, reg }, { ACQUIRE, FLUSHES, reg }
#define HELD_OVER_A_TURN(moment) { \
	{ ACQUIRE, ANSWERED, R_ASKED }, { ACQUIRE, TABLE_OF, R_TABLE }, \
	moment(R_MOMENT), \
	{ ACQUIRE, GENERATION_A, R_STAMP }, { ACQUIRE, FLUSHES, R_STAMP }, \
	{ PROBE_AHEAD, 0, 0 }, \
	END_OF_TURN, { ACQUIRE, TABLE_OF, R_TABLE }, \
	moment(R_NOW), { IF_STILL, 0, 0 }, \
	{ LOAD, SLOT_A, R_VALUE_A }, { INSERT, 0, 0 }, { SEND, 0, 0 }, \
	{ END, 0, 0 }, \
}
static const struct step held_road[] = HELD_OVER_A_TURN(MOMENT);
static const struct step moment_without_flushes[] = HELD_OVER_A_TURN(NO_FLUSHES);
static const struct step moment_without_tables[] = HELD_OVER_A_TURN(NO_TABLE);

static const struct step resized_only[] = {
	BOTH_TABLES, { PUBLISH, TOKEN, 1 }, { WAIT, 0, 1 }, { FREE, 0, 0 },
};
static const struct step replaced_and_resized[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, GENERATION, 1 }, { PUBLISH, ANSWERED, 1 },
	BOTH_TABLES, { PUBLISH, TOKEN, 1 }, { WAIT, 0, 1 }, { FREE, 0, 0 },
};
static const struct step replaced_and_flushed[] = {
	{ STORE, SLOT_A, 1 }, { PUBLISH, GENERATION_A, 2 }, { PUBLISH, GENERATION, 1 }, { PUBLISH, ANSWERED, 1 },
	{ BEGIN_FLUSH, 0, 0 }, { PUBLISH, FLUSHES, 1 }, { PUBLISH, TOKEN, 1 }, { WAIT, 0, 1 },
	{ PUBLISH, ANSWERED, 2 },
};
static const struct step flush_without_a_grace_period[] = {
	{ BEGIN_FLUSH, 0, 0 }, { PUBLISH, FLUSHES, 1 }, { PUBLISH, ANSWERED, 1 },
};

// ------------------------------------------------------------------------------------- nexthops

#define COPY_NEXTHOP(...) { \
	{ ACQUIRE, ANSWERED, R_ASKED }, \
	{ ACQUIRE, CHANGES, R_CHANGES }, { IF_UNCHANGED, 0, 0 }, \
	{ ACQUIRE, VERSION, R_VERSION }, { IF_SAME, 0, 0 }, \
	{ ACQUIRE, VERSION, R_VERSION }, \
	{ LOAD, MAC_A, R_VALUE_A }, { LOAD, MAC_B, R_VALUE_B }, __VA_ARGS__ \
	{ LOAD, VERSION, R_AGAIN }, { COPY, 0, 0 }, \
	{ SEND_COPY, 0, 0 }, { END, 0, 0 }, \
}
static const struct step nexthop_road[] = COPY_NEXTHOP({ FENCE_ACQUIRE, 0, 0 },);
static const struct step no_acquire_fence[] = COPY_NEXTHOP();

#define BOTH_MACS(change) { STORE, MAC_A, change }, { STORE, MAC_B, change }
#define MOVE_NEXTHOP(change) { STORE, VERSION, 2 * (change) + 1 }, { FENCE_RELEASE, 0, 0 }, \
	BOTH_MACS(change), { PUBLISH, VERSION, 2 * (change) + 2 }, \
	{ PUBLISH, CHANGES, (change) + 1 }, { PUBLISH, ANSWERED, change }

static const struct step moved[] = { MOVE_NEXTHOP(1) };
static const struct step moved_twice[] = { MOVE_NEXTHOP(1), MOVE_NEXTHOP(2) };
static const struct step changes_first[] = {
	{ PUBLISH, CHANGES, 2 }, { STORE, VERSION, 3 }, { FENCE_RELEASE, 0, 0 }, BOTH_MACS(1),
	{ PUBLISH, VERSION, 4 }, { PUBLISH, ANSWERED, 1 },
};
static const struct step never_odd[] = {
	BOTH_MACS(1), { PUBLISH, VERSION, 4 }, { PUBLISH, CHANGES, 2 }, { PUBLISH, ANSWERED, 1 },
};
static const struct step no_release_fence[] = {
	{ STORE, VERSION, 3 }, BOTH_MACS(1), { PUBLISH, VERSION, 4 }, { PUBLISH, CHANGES, 2 },
	{ PUBLISH, ANSWERED, 1 },
};

// ------------------------------------------------------------------------------------- all

static const struct scene scenes[] = {
	{ "P7 a route is replaced, twice", WRITER(replaced_twice), road, 2, 2, NULL, NULL },
	{ "P7 the same, more packets", WRITER(replaced_twice), road, 1, 5, NULL, NULL },
	{ "a prefix over two slices, entries of two lookups", WRITER(covering), pair_road, 2, 2, NULL, NULL },
	{ "then one in the second, more packets", WRITER(covering_and_one_in_it), pair_road, 1, 5, NULL, NULL },
	{ "flushed", WRITER(flushed), road, 2, 2, NULL, NULL },
	{ "flushed twice, entries of two lookups", WRITER(flushed_twice), pair_road, 1, 5, NULL, NULL },
	{ "resized", WRITER(resized), turns, 2, 2, NULL, NULL },
	{ "resized, more packets", WRITER(resized), turns, 1, 4, NULL, NULL },
	{ "held over a turn, resized", WRITER(resized_only), held_road, 2, 2, NULL, NULL },
	{ "held over a turn, a route replaced and resized", WRITER(replaced_and_resized), held_road, 1, 4, NULL, NULL },
	{ "held over a turn, a route replaced and flushed", WRITER(replaced_and_flushed), held_road, 1, 4, NULL, NULL },
	{ "P7 a nexthop's MAC is changed", WRITER(moved), nexthop_road, 2, 2, NULL, NULL },
	{ "P7 a nexthop's MAC is changed, twice", WRITER(moved_twice), nexthop_road, 1, 4, NULL, NULL },

	{ "wrong: raised before the slot is written", WRITER(raised_first), road, 2, 2, STALE, NULL },
	{ "wrong: raised by a relaxed store", WRITER(raised_relaxed), road, 2, 2, STALE, NULL },
	{ "wrong: answered before it is raised", WRITER(answered_before_it_is_raised), road, 2, 2, STALE, NULL },
	{ "wrong: one slice of two is raised", WRITER(one_slice_raised), road, 2, 2, STALE, NULL },
	{ "wrong: a generation read after the lookup", WRITER(replaced_twice), generation_after_the_lookup, 2, 2,
		STALE, NULL },
	{ "wrong: a generation read relaxed", WRITER(replaced_twice), generation_read_relaxed, 2, 2, STALE, NULL },
	{ "wrong: the stamp is a difference", WRITER(covering), pair_road, 2, 2, STALE, difference },
	{ "wrong: the stamp lacks the source's slice", WRITER(covering_and_one_in_it), road, 2, 2, STALE, NULL },
	{ "wrong: the stamp lacks the flushes", WRITER(flushed), flush_not_in_the_stamp, 2, 2,
		"a packet sent after a flush was answered went by what was cached before", NULL },
	{ "wrong: freed without a grace period", WRITER(no_grace_period), turns, 2, 2,
		"a worker read a table that was freed", NULL },
	{ "wrong: the grace period begins too early", WRITER(grace_period_too_early), turns, 2, 2,
		"a worker read a table that was freed", NULL },
	{ "wrong: a table is held over the turn's end", WRITER(resized), table_held_over_the_turn, 2, 2,
		"a worker read a table that was freed", NULL },
	{ "wrong: held over a turn, a moment without tables", WRITER(resized_only), moment_without_tables, 2, 2,
		"a worker wrote to another table than it had probed", NULL },
	{ "wrong: held over a turn, a moment without flushes", WRITER(replaced_and_flushed), moment_without_flushes,
		1, 2, LATE, NULL },
	{ "wrong: held over a turn, a flush that does not wait", WRITER(flush_without_a_grace_period), held_road,
		2, 2, LATE, NULL },
	{ "wrong: changes are counted before the nexthop", WRITER(changes_first), nexthop_road, 2, 2, STALE, NULL },
	{ "wrong: a version that is never odd", WRITER(never_odd), nexthop_road, 2, 2,
		"a packet went by half a change of its nexthop", NULL },
	{ "wrong: no release fence before a nexthop", WRITER(no_release_fence), nexthop_road, 2, 2,
		"a packet went by half a change of its nexthop", NULL },
	{ "wrong: no acquire fence behind a nexthop", WRITER(moved), no_acquire_fence, 2, 2,
		"a packet went by half a change of its nexthop", NULL },
};

static void
holds_or_is_caught(void **state)
{
	const struct scene *scene = *state;
	struct findings findings;
	const struct model model = {
		.writer = scene->writer,
		.writer_steps = scene->writer_steps,
		.worker = scene->worker,
		.workers = scene->workers,
		.packets = scene->packets,
		.combine = scene->combine != NULL ? scene->combine : sum,
	};

	model_explore(&model, &findings);
	print_message("%lu states\n", findings.states);
	if (scene->violation != NULL) {
		assert_non_null(findings.violation);
		assert_string_equal(findings.violation, scene->violation);
		return;
	}
	if (findings.violation != NULL)
		fail_msg("%s:\n%s", findings.violation, findings.trace);
	assert_true(findings.hits > 0 && findings.ends > 0);
}

int
main(void)
{
	struct CMUnitTest tests[COUNT(scenes)];

	for (uint32_t i = 0; i < COUNT(scenes); i++)
		tests[i] = (struct CMUnitTest){ scenes[i].name, holds_or_is_caught, NULL, NULL,
			(void *)(uintptr_t)&scenes[i] };
	return cmocka_run_group_tests_name("coherence_model", tests, NULL, NULL);
}
