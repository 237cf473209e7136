// A model of how workers and control agree on what is old: slice generations, the flush count, the change of a
// table, the versions of nexthops. All interleavings of one writer and two workers are tried, on weak memory.
// Owns: what a step of either does, and what must never happen. What they do is the caller's: two programs.
// Must not: know the product's code; unit/coherence_model.c has the programs that mirror it.
// Next: memory.h; explore.c tries all interleavings.
#pragma once

#include "memory.h"

#include <assert.h>
#include <stddef.h>

#define WORKERS 2         // at most
#define TABLES 2

enum location {
	ANSWERED,                 // changes that the API has answered: a packet sent later tells its worker
	SLOT_A, SLOT_B,           // of two addresses: the number of the change that wrote it
	GENERATION_A, GENERATION_B, // of their slices
	GENERATION,               // of the FIB, raised after those of the slices
	FLUSHES,
	TABLE_OF,                 // which table a worker uses; one for each worker
	TOKEN = TABLE_OF + WORKERS, // grace periods begun
	PASSED_BY,                // grace period that a worker passed last; one for each worker
	VERSION = PASSED_BY + WORKERS, // of a nexthop's adjacency: odd while it is being written
	MAC_A, MAC_B,             // its two halves: the number of the change that wrote it
	CHANGES,                  // of the table of nexthops
};
static_assert(CHANGES + 1 == LOCATIONS, "every location is in a view");

// What a program's step does. The writer has those up to FREE, workers the others.
enum action {
	STORE,                    // relaxed
	PUBLISH,                  // release
	FENCE_RELEASE,
	BEGIN_FLUSH,              // for the check alone: what was cached before is gone when it is answered
	WAIT,                     // until each worker has passed grace period `value`
	FREE,                     // table `value`

	LOAD,                     // relaxed, into a register
	ACQUIRE,                  // the same, acquire
	FENCE_ACQUIRE,
	PROBE,                    // of the table: if its entry has the stamp, take its values and go on at SEND
	PROBE_AHEAD,              // the same, but the values wait for IF_STILL
	STAMP_ANEW,               // forget the stamp
	ADD_TABLE,                // the table's number is a part of the moment, R_MOMENT or R_NOW
	IF_STILL,                 // if that is the same, go on at SEND by what was probed, or behind; else keep nothing
	INSERT,                   // values and stamp into the table
	IF_UNCHANGED,             // if the copy of the nexthop is as of CHANGES, go on at SEND_COPY
	IF_SAME,                  // if it has this VERSION, it is as of CHANGES, too: go on at SEND_COPY
	COPY,                     // a new copy; if it may be half a one, go on behind IF_SAME
	SEND,                     // by the values: they must be as new as the packet asks for
	SEND_COPY,                // by the copy of the nexthop: it must be whole as well
	QUIESCENT,                // tells the TOKEN that was loaded
	END,                      // of one packet's road
};

enum reg { R_ASKED, R_TABLE, R_STAMP, R_VALUE_A, R_VALUE_B, R_CHANGES, R_VERSION, R_AGAIN, R_TOKEN,
	R_MOMENT, R_NOW, R_PROBED, R_HELD, R_FLUSHES, REGS };

// What R_HELD says of a probe ahead.
enum held { NOT_PROBED, HIT, MISSED, OUTDATED };

struct step {
	enum action action;
	uint8_t location;         // of this worker where there is one for each
	uint8_t value;            // of the writer's step; a worker's: enum reg. R_STAMP, R_MOMENT, R_NOW add up
};

struct model {
	const struct step *writer;
	const struct step *worker;
	uint32_t writer_steps;
	uint32_t workers;
	uint32_t packets;         // that each forwards
	uint32_t (*combine)(uint32_t stamp, uint32_t generation);
};

struct findings {
	uint64_t states;
	uint64_t hits;            // packets that went by a cached answer or copy
	uint64_t ends;            // states in which all was done
	const char *violation;    // the first one found, NULL = none
	char trace[4096];         // how it came to it
};

// Tries all interleavings, at most to the first violation.
void model_explore(const struct model *model, struct findings *findings);

// ------------------------------------------------------------------------------------- within the model

struct entry {
	uint8_t filled, stamp, value[2];
	uint8_t flushes;          // begun when it was filled
};

struct worker_state {
	struct views views;
	uint8_t at;               // step
	uint8_t packets;          // left
	uint8_t regs[REGS];
	struct entry tables[TABLES]; // one entry each: others do not matter to it
	uint8_t copy[4];          // of the nexthop: CHANGES, VERSION, MACs
};

struct world {
	struct memory memory;
	struct views writer;
	uint8_t writer_at;
	uint8_t flushes_begun;
	uint8_t freed;            // tables, a bit each
	struct worker_state workers[WORKERS];
};

// What a step of the writer, or of a worker, does. NULL or what must not happen.
void model_write(const struct step *step, struct world *world);
const char *model_work(const struct model *model, struct world *world, uint32_t worker, const struct step *step,
	uint32_t choice, struct findings *findings);
uint8_t model_location(const struct step *step, uint32_t worker);

// A thread is the writer (0) or a worker (1..). How many ways its next step has; 0 = it is done, or waits.
uint32_t model_choices(const struct model *model, const struct world *world, uint32_t thread);
// Takes one of them. NULL or what must not happen.
const char *model_step(const struct model *model, struct world *world, uint32_t thread, uint32_t choice,
	struct findings *findings);
// Nothing that another thread may still do depends on when this one takes its next step, or the other way round.
bool model_is_free(const struct model *model, const struct world *world, uint32_t thread);
// What a thread's next step is, in words.
void model_tell(const struct model *model, const struct world *world, uint32_t thread, char *text, size_t size);
void model_begin(const struct model *model, struct world *world);
bool model_done(const struct model *model, const struct world *world);
