// See counters.h.
#include "control/counters.h"

#include <sys/mman.h>

#include <assert.h>
#include <errno.h>
#include <pthread.h>

// The fixed part has lines of its own, so that reading it never meets a core's writes.
#define CORES_OFFSET 4096
#define CORES_MAX (SBX_WORKERS_MAX + 1)

static_assert(sizeof(struct sbx_counters) <= CORES_OFFSET, "the fixed part comes before core 0");
static_assert(sizeof(struct core_counters) % sizeof(uint64_t) == 0, "blocks are words");

static struct sbx_counters *segment;
static pthread_once_t mapped = PTHREAD_ONCE_INIT;

// Untouched pages cost nothing: only blocks of cores that run get memory.
static void
map(void)
{
	void *memory = mmap(NULL, CORES_OFFSET + CORES_MAX * sizeof(struct core_counters),
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory != MAP_FAILED)
		segment = memory;
}

const struct sbx_counters *
counters_segment(void)
{
	pthread_once(&mapped, map);
	return segment;
}

static void
publish_version(uint64_t version)
{
	__atomic_store_n(&segment->version, version, __ATOMIC_RELEASE);
}

int
counters_open(uint32_t workers)
{
	if (counters_segment() == NULL)
		return -ENOMEM;
	publish_version(0);
	segment->workers = workers;
	segment->cores = workers + 1;
	segment->core_stride = sizeof(struct core_counters);
	segment->cores_offset = CORES_OFFSET;
	segment->worker_counters = CORE_COUNTERS;
	segment->interface_counters = INTERFACE_COUNTERS;
	segment->interfaces = SBX_INTERFACES_MAX;
	segment->first_drop = INTERFACE_FIRST_DROP;
	segment->drop_reasons = DROP_REASONS;
	publish_version(SBX_ABI_VERSION);
	return 0;
}

struct core_counters *
counters_core(uint32_t core)
{
	char *cores = (char *)segment + CORES_OFFSET;

	return (struct core_counters *)(cores + core * sizeof(struct core_counters));
}
