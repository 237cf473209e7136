// Row rp-filter: what it costs to look up where a packet comes from, beside where it goes. The seed (2003): 50.4 k
// packets a second of 108.8 k, 0.46.
// Owns: its device and the interface's rp_filter while it is measured. Threads: the measuring one.
// Must not: leave rp_filter on; measure drops. Whatever comes in passes (leastDelivered is the share), since the one
// interface leads to all that is in the table, and by the default route to the rest.
// Next: report.h.
#include "row.h"

enum { FLOOD, ZIPF, RANDOM_SOURCES, ONE_FLOW, STREAMS };

// Of each family: random sources and destinations; both as the Internet's popular ones are met; the popular ones from
// random sources, whose second line is the only one to be waited for; one flow.
static const char device4[] = "pattern=juno/zipf@zipf/zipf@covered/single";
static const char device6[] =
	"pattern=ipv6-covered@covered/ipv6-zipf@zipf/ipv6-zipf@covered/ipv6-single";
static const char *const measures[STREAMS] = {"strict / off flood", "strict / off zipf",
	"strict / off random sources", "strict / off one flow"};
// IPv6 walks a trie twice, where IPv4 mostly reads two lines: no goal is known for it.
static const double goals4[STREAMS] = {0.72, 0.85};
static const double goals6[STREAMS];

struct setting {
	uint16_t interface;
	uint8_t rp_filter;
};

static int
enter(void *argument)
{
	const struct setting *setting = argument;

	return sbx_interface_set_rp_filter(setting->interface, setting->rp_filter);
}

static int
run_family(struct bench *bench, uint8_t family)
{
	struct target *ours = bench_ours(bench, family == SBX_IPV6 ? device6 : device4);
	struct setting on = {bench->interface, SBX_RP_STRICT}, off = {bench->interface, SBX_RP_OFF};
	struct contest contest = bench_contest(bench, family);
	uint32_t strict[STREAMS], without[STREAMS];
	int result;

	for (uint32_t i = 0; i < STREAMS; i++) {
		struct side side = {.target = ours, .stream = i, .enter = enter};

		side.argument = &on;
		strict[i] = contest_add(&contest, side);
		side.argument = &off;
		without[i] = contest_add(&contest, side);
	}
	result = contest_run(&contest);
	enter(&off);
	for (uint32_t i = 0; i < STREAMS && result == 0; i++) {
		struct report_line *line = row_ratio(bench, &contest, "rp-filter", measures[i], strict[i],
			without[i], family == SBX_IPV6 ? goals6[i] : goals4[i]);

		if (i == FLOOD)
			report_seed(line, 2003, 0.46);
	}
	return result;
}

static int
run(struct bench *bench)
{
	int result = run_family(bench, SBX_IPV4);

	return result == 0 ? run_family(bench, SBX_IPV6) : result;
}

const struct row row_rp_filter = {"rp-filter", "each packet's source looked up as well, strict", run};
