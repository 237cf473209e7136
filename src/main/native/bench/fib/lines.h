// The report's lines of one family's measurement: the words and goals of the bench's `fib` row.
// Owns: the goals. Threads: one. Must not: measure. Next: bench/report.h.
#pragma once

#include "flaps.h"
#include "measure.h"

#include "bench/report.h"

void lines_of(struct measurement *measurement, struct report *report);
// One line: ours, which comes first, with the others as details. Those that could not be had have no seconds.
void line_of_flaps(const struct flaps *flaps, uint32_t count, struct report *report);
