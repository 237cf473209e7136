// Process: the layout of this contract, EAL, start and stop of the data plane.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

#include <stddef.h>

// Layout facts for the other side's check at start: one line "struct field offset size" a field and
// "struct - 0 size" a struct. Returns the bytes needed (with the closing zero), also when size is smaller.
SBX_API uint32_t sbx_abi_version(void);
SBX_API int sbx_abi_describe(char *text, size_t size);

enum sbx_eal_state { SBX_EAL_NEW = 0, SBX_EAL_UP = 1, SBX_EAL_FAILED = 2, SBX_EAL_STOPPED = 3 };

// Starts EAL on a thread that the library makes (signals blocked, affinity its own), so that the caller
// and the JVM's other threads keep theirs. Once per process: -EALREADY when it is up, -ESHUTDOWN after a
// stop or a failed start (the process is then of no more use to EAL). Waits for EAL (0.1 to 3 s).
// argv[0] is a program name; argv must outlive the process. On failure `error` has EAL's reason.
SBX_API int sbx_eal_start(int argc, char **argv, char *error, size_t error_size);
SBX_API int sbx_eal_state(void);
SBX_API int sbx_eal_stop(void);

struct sbx_options {
	uint32_t mbufs;                // packet buffers of the pool, 1024..8388608
	uint32_t mbuf_data_bytes;      // room of one buffer, headroom not counted, 2048..10240
	uint32_t nexthops;             // ids that the control plane may use: 1..nexthops-1
	uint32_t neighbors;            // neighbors known at once; the least used is recycled beyond
	uint32_t routes4;              // FIB capacity of each VRF, prefixes
	uint32_t routes6;
	uint32_t groups4;              // groups of slots for prefixes longer than /24 (64 to 1,088 bytes each)
	uint32_t groups6;              // the same, one or more for each prefix; both 1..SBX_GROUPS_MAX
	uint32_t burst;                // packets a worker takes from a queue before it looks at the next, 4..64
	uint32_t idle_sleep_micros;    // longest sleep of a worker with nothing to do, 0 = never sleeps
	uint32_t hold_packets;         // packets held for a neighbor being resolved, 1..64
	uint32_t neighbor_reachable_ms;// age at which a neighbor is probed again (RFC 4861 ReachableTime)
	uint32_t neighbor_retransmit_ms; // between solicitations (RFC 4861 RetransTimer), 3 of them
	uint32_t icmp_errors_per_second; // ICMP errors sent by the box, each interface (RFC 1812 4.3.2.8)
};

// Makes the packet pool, FIB of VRF 0, tables and counters, then starts the workers on all worker lcores
// and the slow path on a thread of its own. -EALREADY when it runs. Waits for the threads to be up.
SBX_API int sbx_start(const struct sbx_options *options);
// Stops the workers (each finishes its burst), removes every interface and frees the tables. EAL stays up,
// so that sbx_start may follow in the same process. Waits for the threads, at most 2 s.
SBX_API int sbx_stop(void);

struct sbx_system {
	uint32_t running;              // 1 between sbx_start and sbx_stop
	uint32_t workers;
	uint32_t worker_lcores[SBX_WORKERS_MAX]; // lcore id of each worker
	uint32_t worker_cpus[SBX_WORKERS_MAX];   // CPU it last ran on, UINT32_MAX = not known
	uint32_t huge_pages;           // 1 when EAL's memory is on hugepages
	uint32_t fib_pages_kib;        // page size asked for the FIB: 2048 (also transparent) or 4
	uint64_t mbufs;
	uint64_t mbufs_free;
	uint64_t memory_bytes;         // EAL memory in use by this process
	char dpdk_version[64];
};
SBX_API int sbx_system_describe(struct sbx_system *out);
