// Host routes that come and go inside a few prefixes, while a reader asks for their neighbors without pause: their
// answer never changes, so that any other one is wrong.
// Owns: a small structure of its own, of each kind in turn. Threads: the measuring one writes, a reader on another CPU.
// Must not: ask for an address whose answer does change.
// Next: main.c reports.
#pragma once

#include "structure.h"

struct flaps {
	const struct structure *structure;
	int reader_cpu;
	uint64_t lookups;              // to be made, a multiple of 1,024
	uint64_t wrong;                // of them, at least: a wrong answer that is a right one's number hides
	uint64_t changes;              // meanwhile
	double seconds;
};

// Fills `wrong`, `changes` and `seconds`. -ENOMEM when the structure cannot be had.
int flaps_measure(struct flaps *flaps);
