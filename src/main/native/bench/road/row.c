// The rows and what their files share.
// Owns: the order in which they run. Threads: the measuring one.
// Must not: know any row's contest.
// Next: row_flood.c.
#include "row.h"

const struct row *const rows[] = {&row_flood, &row_burst, &row_rp_filter, &row_sustained, &row_setup_rate,
	&row_churn, &row_good_under_flood, &row_shared_nexthop, &row_off, NULL};

static const char *
absent_reason(const struct contest *contest, uint32_t side)
{
	const struct target *target = contest->side[side].target;

	if (contest_has(contest, side))
		return NULL;
	return target != NULL && target->absent != NULL ? target->absent : "it could not be measured";
}

struct report_line *
row_ratio(struct bench *bench, const struct contest *contest, const char *row, const char *measure,
	uint32_t a, uint32_t b, double at_least)
{
	struct report_line line = {
		.row = row,
		.measure = measure,
		.family = contest->family == SBX_IPV6 ? "ipv6" : "ipv4",
		.unit = "ratio",
		.goal = at_least,
		.goal_kind = at_least > 0 ? REPORT_AT_LEAST : REPORT_FREE,
		.rounds = contest->done,
	};
	struct report_line *added;

	line.absent = absent_reason(contest, a);
	if (line.absent == NULL)
		line.absent = absent_reason(contest, b);
	if (line.absent == NULL)
		line.value = contest_ratio(contest, a, b);
	added = report_add(&bench->report, &line);
	if (line.absent != NULL)
		return added;
	report_detail(added, "cyclesPerPacket", contest_cycles(contest, a));
	report_detail(added, "baselineCyclesPerPacket", contest_cycles(contest, b));
	report_detail(added, "noise", contest_noise(contest, a));
	report_detail(added, "baselineNoise", contest_noise(contest, b));
	report_detail(added, "leastDelivered", contest->least_delivered[a]);
	report_detail(added, "baselineLeastDelivered", contest->least_delivered[b]);
	report_detail(added, "leastCoreShare", contest->least_share);
	return added;
}
