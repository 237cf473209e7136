// The report's lines of one family's measurement: the words and goals of the bench's `fib` row.
// Owns: the goals. Threads: one. Must not: measure. Next: bench/report.h.
#pragma once

#include "measure.h"

#include "bench/report.h"

void lines_of(struct measurement *measurement, struct report *report);
