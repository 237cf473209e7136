// See adaptive.h. A sample fills the cache, as long as hits rise, then takes windows in the order with, without, without,
// with: what drifts meets both. The median of the pairs' ratios decides, and what is decided needs to be beaten clearly.
// Owns: all figures of it, here. Thread: the worker, some 20,000 times a second at most.
#include "datapath/adaptive_counts.h"

#define UNIT_PACKETS 1536         // at least: what some 32 turns bring when there is much to do; 50 to 100 us
#define WARM_WINDOWS 12           // at most
#define WARM_RISE 20              // per mille of hits, from one window to the next, that are worth another
#define EARLY_PAIRS 3             // if all say the same, by EARLY_MARGIN, no more are taken
#define EARLY_MARGIN 50           // per mille
#define HYSTERESIS 20             // per mille, by which the other way must be faster
#define SHARE 8                   // a kind is sampled if it has 1/8 of the packets
#define SPOILT_MOST 16            // of a sample, then it is given up
#define FIRST_WAIT 10             // of a second, 1/10, until a sample is repeated; twice as long each time ...
#define WAIT_DOUBLINGS 4          // ... that it finds nothing new, so often
#define UNUSUAL_WINDOWS 4         // in a row, then all is sampled at once
#define UNUSUAL 5                 // by more than 1/5

// ------------------------------------------------------------------------------------- decisions

static struct cache_finding *
finding_of(struct road *road, enum cache_kind kind)
{
	return &road->worker->cache.finding[kind];
}

// True when that is a switch.
static bool
use(struct road *road, enum cache_kind kind, bool in_use)
{
	uint32_t before = road->adapted;

	road->adapted = (before & ~(1u << kind)) | (uint32_t)in_use << kind;
	atomic_store_explicit(&finding_of(road, kind)->in_use, in_use, memory_order_relaxed);
	return road->adapted != before;
}

static uint64_t
first_wait(const struct road *road)
{
	return road->worker->cache.tsc_hz / FIRST_WAIT;
}

// Until the kind is sampled again: soon after a change, later each time when there is none.
static void
wait_on(struct adaptive *adaptive, const struct road *road, struct adaptive_kind *kind, bool changed)
{
	uint64_t most = first_wait(road) << WAIT_DOUBLINGS;

	kind->wait = changed ? first_wait(road) : RTE_MIN(2 * kind->wait, most);
	kind->due = adaptive->now + kind->wait;
	adaptive->usual = 0;
	adaptive->unusual = 0;
}

static void
decide(struct adaptive *adaptive, struct road *road, enum cache_kind number, bool in_use,
	enum sbx_cache_reason reason)
{
	struct adaptive_kind *kind = &adaptive->kinds[number];
	bool changed = kind->in_use != in_use || kind->reason == SBX_CACHE_UNMEASURED;

	kind->in_use = in_use;
	kind->reason = (uint8_t)reason;
	use(road, number, in_use);
	atomic_store_explicit(&finding_of(road, number)->reason, reason, memory_order_relaxed);
	wait_on(adaptive, road, kind, changed);
}

// ------------------------------------------------------------------------------------- a sample

static void
end_sample(struct adaptive *adaptive, struct road *road, bool in_use, enum sbx_cache_reason reason)
{
	struct adaptive_sample *sample = &adaptive->sample;
	struct cache_finding *finding = finding_of(road, sample->kind);

	atomic_store_explicit(&finding->hits_per_mille, sample->hits, memory_order_relaxed);
	atomic_store_explicit(&finding->samples,
		atomic_load_explicit(&finding->samples, memory_order_relaxed) + 1, memory_order_relaxed);
	decide(adaptive, road, sample->kind, in_use, reason);
	adaptive->phase = ADAPTIVE_CRUISE;
	adaptive->sampled = adaptive->now;
}

// It told nothing: all is as it was.
static void
give_up(struct adaptive *adaptive, struct road *road)
{
	struct adaptive_kind *kind = &adaptive->kinds[adaptive->sample.kind];

	adaptive->phase = ADAPTIVE_CRUISE;
	adaptive->sampled = adaptive->now;
	decide(adaptive, road, adaptive->sample.kind, kind->in_use, kind->reason);
}

static void
begin_sample(struct adaptive *adaptive, struct road *road, enum cache_kind kind)
{
	adaptive->sample = (struct adaptive_sample){ .kind = kind };
	adaptive->phase = ADAPTIVE_WARM;
	use(road, kind, true);
	atomic_store_explicit(&finding_of(road, kind)->reason, SBX_CACHE_SAMPLING, memory_order_relaxed);
}

// The next window: with the cache in every second pair first.
static void
next_window(struct adaptive *adaptive, struct road *road)
{
	struct adaptive_sample *sample = &adaptive->sample;
	bool with = (sample->pairs % 2 == 0) != sample->second;

	adaptive->phase = use(road, sample->kind, with) ? ADAPTIVE_SETTLE : ADAPTIVE_MEASURE;
}

static uint32_t
bypass_below(const struct road *road)
{
	return atomic_load_explicit(&road->tables->cache.bypass_below_hits, memory_order_relaxed);
}

static void
warm(struct adaptive *adaptive, struct road *road, const struct adaptive_counts *window)
{
	struct adaptive_sample *sample = &adaptive->sample;
	uint32_t hits = hits_of(window, sample->kind), before = sample->hits;
	bool rises = hits > before + WARM_RISE;

	sample->hits = hits;
	sample->windows++;
	if (sample->windows > 1 && hits < bypass_below(road) && !rises)
		end_sample(adaptive, road, false, SBX_CACHE_FEW_HITS);
	else if (sample->windows > 1 && (!rises || sample->windows == WARM_WINDOWS))
		next_window(adaptive, road);
}

static uint32_t
ratio(const struct adaptive_sample *sample, uint32_t pair)
{
	return (uint32_t)((uint64_t)sample->cycles[1][pair] * 1000 / RTE_MAX(sample->cycles[0][pair], 1u));
}

// A few pairs are enough if they all say clearly the same.
static bool
is_clear(const struct adaptive_sample *sample)
{
	uint32_t faster = 0, slower = 0;

	for (uint32_t pair = 0; pair < sample->pairs; pair++) {
		faster += ratio(sample, pair) < 1000 - EARLY_MARGIN;
		slower += ratio(sample, pair) > 1000 + EARLY_MARGIN;
	}
	return sample->pairs == EARLY_PAIRS && (faster == EARLY_PAIRS || slower == EARLY_PAIRS);
}

static void
conclude(struct adaptive *adaptive, struct road *road)
{
	struct adaptive_sample *sample = &adaptive->sample;
	struct cache_finding *finding = finding_of(road, sample->kind);
	uint32_t ratios[ADAPTIVE_PAIRS], middle;
	bool in_use = adaptive->kinds[sample->kind].in_use;

	for (uint32_t pair = 0; pair < sample->pairs; pair++)
		ratios[pair] = ratio(sample, pair);
	middle = median(ratios, sample->pairs);
	in_use = in_use ? middle <= 1000 + HYSTERESIS : middle < 1000 - HYSTERESIS;
	atomic_store_explicit(&finding->cycles_without, median(sample->cycles[0], sample->pairs),
		memory_order_relaxed);
	atomic_store_explicit(&finding->cycles_with, median(sample->cycles[1], sample->pairs),
		memory_order_relaxed);
	end_sample(adaptive, road, in_use, in_use ? SBX_CACHE_FASTER : SBX_CACHE_SLOWER);
}

static void
measured(struct adaptive *adaptive, struct road *road, const struct adaptive_counts *window)
{
	struct adaptive_sample *sample = &adaptive->sample;
	bool with = road->adapted >> sample->kind & 1;

	if (with)
		sample->hits = hits_of(window, sample->kind);
	if (!sample->second) {
		sample->first = *window;
		sample->first_cycles = median(adaptive->cycles, ADAPTIVE_UNITS);
	} else if (alike(&sample->first, window)) {
		sample->cycles[with][sample->pairs] = median(adaptive->cycles, ADAPTIVE_UNITS);
		sample->cycles[!with][sample->pairs] = sample->first_cycles;
		sample->pairs++;
	} else if (++sample->spoilt > SPOILT_MOST) {
		give_up(adaptive, road);
		return;
	}
	sample->second = !sample->second;
	if (sample->pairs == ADAPTIVE_PAIRS || (!sample->second && is_clear(sample)))
		conclude(adaptive, road);
	else
		next_window(adaptive, road);
}

// ------------------------------------------------------------------------------------- between samples

static void
sample_all_now(struct adaptive *adaptive, const struct road *road)
{
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		adaptive->kinds[kind].due = adaptive->now;
		adaptive->kinds[kind].wait = first_wait(road);
	}
	adaptive->usual = 0;
	adaptive->unusual = 0;
}

// Whether a packet takes another time than it did, and not for a moment only. Not too soon after a sample that found
// nothing: it may be the machine.
static bool
has_shifted(struct adaptive *adaptive)
{
	uint64_t cycles = median(adaptive->cycles, ADAPTIVE_UNITS), wait = 0;

	if (adaptive->usual == 0)
		adaptive->usual = cycles;
	if (near(cycles, adaptive->usual, adaptive->usual / UNUSUAL)) {
		adaptive->usual = (15 * adaptive->usual + cycles) / 16;
		adaptive->unusual = 0;
		return false;
	}
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		wait = RTE_MAX(wait, adaptive->kinds[kind].wait);
	return ++adaptive->unusual >= UNUSUAL_WINDOWS && adaptive->now - adaptive->sampled > wait / 8;
}

static void
cruise(struct adaptive *adaptive, struct road *road, const struct adaptive_counts *window)
{
	uint64_t packets = packets_of(window);
	enum cache_kind most = CACHE_KINDS;

	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++) {
		bool has_share = window->routed[kind] >= packets / SHARE;

		if (adaptive->kinds[kind].in_use && has_share && hits_of(window, kind) < bypass_below(road))
			decide(adaptive, road, kind, false, SBX_CACHE_FEW_HITS);
		if (has_share && adaptive->now >= adaptive->kinds[kind].due &&
			(most == CACHE_KINDS || window->routed[kind] > window->routed[most]))
			most = kind;
	}
	if (most != CACHE_KINDS)
		begin_sample(adaptive, road, most);
	else if (has_shifted(adaptive))
		sample_all_now(adaptive, road);
}

static void
begin_window(struct adaptive *adaptive)
{
	adaptive->begin = adaptive->unit = adaptive->counts;
	adaptive->units = 0;
}

static void
forget_all(struct adaptive *adaptive, struct road *road)
{
	adaptive->phase = ADAPTIVE_CRUISE;
	for (enum cache_kind kind = 0; kind < CACHE_KINDS; kind++)
		decide(adaptive, road, kind, false, SBX_CACHE_UNMEASURED);
	sample_all_now(adaptive, road);
}

// When the mode becomes adaptive, or the tables are new, what was found before is worth nothing.
static bool
look_at_settings(struct adaptive *adaptive, struct road *road)
{
	uint32_t mode = atomic_load_explicit(&road->tables->cache.mode, memory_order_relaxed);
	bool on = mode == SBX_CACHE_ADAPTIVE && road->cache != NULL;

	if (on && (!adaptive->on || adaptive->version != road->cache->version)) {
		adaptive->version = road->cache->version;
		begin_window(adaptive);
		forget_all(adaptive, road);
	}
	adaptive->on = on;
	return on;
}

// ------------------------------------------------------------------------------------- called by the worker

void
adaptive_busy(struct adaptive *adaptive, struct road *road, uint64_t cycles, uint64_t now)
{
	struct adaptive_counts unit, window;

	adaptive->now = now;
	adaptive->counts.cycles += cycles;
	read_counts(&adaptive->counts, road);
	if (!look_at_settings(adaptive, road))
		return;
	unit = since(&adaptive->counts, &adaptive->unit);
	if (packets_of(&unit) < UNIT_PACKETS)
		return;
	adaptive->unit = adaptive->counts;
	adaptive->cycles[adaptive->units++] = cycles_of(&unit);
	if (adaptive->units < ADAPTIVE_UNITS && adaptive->phase != ADAPTIVE_SETTLE)
		return;
	window = since(&adaptive->counts, &adaptive->begin);
	begin_window(adaptive);
	switch (adaptive->phase) {
	case ADAPTIVE_CRUISE: cruise(adaptive, road, &window); break;
	case ADAPTIVE_WARM: warm(adaptive, road, &window); break;
	case ADAPTIVE_SETTLE: adaptive->phase = ADAPTIVE_MEASURE; break;
	case ADAPTIVE_MEASURE: measured(adaptive, road, &window); break;
	}
}

void
adaptive_idle(struct adaptive *adaptive, struct road *road)
{
	read_counts(&adaptive->counts, road);
	begin_window(adaptive);
	if (adaptive->phase != ADAPTIVE_CRUISE && ++adaptive->sample.spoilt > SPOILT_MOST)
		give_up(adaptive, road);
}
