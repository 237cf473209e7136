// Contests: rounds of windows, and what they say.
// Owns: the order of the windows. Odd rounds go backwards, so that no side always follows the same one.
// Threads: the measuring one. Must not: drop rounds that it does not like; only those that were cut short.
// Next: row_flood.c.
#include "contest.h"

#include <rte_cycles.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t
contest_add(struct contest *contest, struct side side)
{
	contest->side[contest->sides] = side;
	contest->least_delivered[contest->sides] = 1;
	return contest->sides++;
}

bool
contest_has(const struct contest *contest, uint32_t side)
{
	return contest->done > 0 && contest->side[side].target != NULL &&
		contest->side[side].target->absent == NULL;
}

static int
measure(struct contest *contest, uint32_t number)
{
	struct side *side = &contest->side[number];
	struct window window = {0};
	int result = 0;

	if (side->target == NULL || side->target->absent != NULL)
		return 0;
	if (side->enter != NULL)
		result = side->enter(side->argument);
	if (result == 0)
		result = side->target->measure(side->target, side->stream, side->burst, contest->seconds,
			&window);
	if (side->leave != NULL)
		side->leave(side->argument);
	if (result != 0)
		return result;
	contest->cycles[number][contest->done] = window.cycles;
	contest->least_delivered[number] = fmin(contest->least_delivered[number], window.delivered);
	contest->least_share = fmin(contest->least_share, window.share);
	return 0;
}

int
contest_run(struct contest *contest)
{
	int failed = 0;

	contest->least_share = 1;
	for (uint32_t round = 0; round < contest->rounds && round < CONTEST_ROUNDS; round++) {
		int result = 0;

		for (uint32_t i = 0; i < contest->sides && result == 0; i++)
			result = measure(contest, round % 2 == 0 ? i : contest->sides - 1 - i);
		if (result == 0)
			contest->done++;
		else
			failed = result;
	}
	return contest->done > 0 ? 0 : failed;
}

double
contest_cycles(const struct contest *contest, uint32_t side)
{
	double values[CONTEST_ROUNDS];

	memcpy(values, contest->cycles[side], sizeof(values));
	return report_median(values, contest->done);
}

double
contest_rate(const struct contest *contest, uint32_t side)
{
	return (double)rte_get_tsc_hz() / contest_cycles(contest, side);
}

double
contest_ratio(const struct contest *contest, uint32_t a, uint32_t b)
{
	double values[CONTEST_ROUNDS];

	for (uint32_t round = 0; round < contest->done; round++)
		values[round] = contest->cycles[b][round] / contest->cycles[a][round];
	return report_median(values, contest->done);
}

double
contest_noise(const struct contest *contest, uint32_t side)
{
	return report_noise(contest->cycles[side], contest->done);
}
