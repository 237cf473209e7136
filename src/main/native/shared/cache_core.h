// The route cache of one core beside its tables, and what all cores are told about theirs.
// Owns: the settings, and each core's state: clock, random numbers, what adaptive found out.
// Writers: control sets the settings, with single stores; each worker its own state. Readers: all.
// Must not: make a worker look at more than one line of settings.
// Next: datapath/cache.h, datapath/adaptive.h; control/cache.h sets and describes.
#pragma once

#include "cache.h"
#include "dpdk_compat.h"

#define CACHE_ALWAYS 65536u       // of insert_probability

// In struct tables, for all cores.
struct CACHE_ALIGNED cache_settings {
	_Atomic uint32_t mode;               // enum sbx_cache_mode. control: rw, workers: ro
	_Atomic uint32_t max_age;            // seconds. control: rw, workers: ro
	_Atomic uint32_t insert_probability; // in 1/65,536. control: rw, workers: ro
	_Atomic uint32_t bypass_below_hits;  // per mille. control: rw, workers: ro
	_Atomic uint32_t flushes;            // so far. control: rw, workers: ro
};

// What adaptive found out about one kind. Worker: rw, control: ro.
struct cache_finding {
	_Atomic uint32_t in_use;
	_Atomic uint32_t reason;             // enum sbx_cache_reason, but for SBX_CACHE_MODE
	_Atomic uint32_t cycles_with;        // hundredths of a cycle a packet, in the last sample
	_Atomic uint32_t cycles_without;
	_Atomic uint32_t hits_per_mille;
	_Atomic uint32_t reserved;
	_Atomic uint64_t samples;
};

struct CACHE_ALIGNED cache_core {
	_Atomic(struct cache_tables *) tables; // NULL = none. control: wo, worker: ro
	uint64_t tsc_hz;                     // of the worker's clock; 0 = it stands still
	uint64_t random;                     // xorshift64, never 0. worker: rw
	_Atomic uint32_t seconds;            // of its TSC, read now and then. worker: rw, control: ro
	struct cache_finding finding[CACHE_KINDS];
};

// Whether a draw of probability / 65,536 comes out; one number serves four draws' worth of bits, but each
// packet draws anew.
static inline bool
cache_draw(struct cache_core *core, uint32_t probability)
{
	core->random ^= core->random << 13;
	core->random ^= core->random >> 7;
	core->random ^= core->random << 17;
	return (uint32_t)(core->random >> 48) < probability;
}

// What this core's entries are held against now, in a VRF.
static inline struct cache_view
cache_view(const struct cache_settings *settings, uint32_t seconds, const struct vrf_fibs *vrfs,
	uint16_t vrf)
{
	uint32_t age = atomic_load_explicit(&settings->max_age, memory_order_relaxed) - 1;
	uint16_t now = (uint16_t)seconds;

	return (struct cache_view){
		.vrfs = vrfs,
		.base = atomic_load_explicit(&settings->flushes, memory_order_acquire) + (seconds >> 16),
		.span = now < age ? now : age,
		.now = now,
		.vrf = vrf,
	};
}
