// The one header that Java knows: plain functions and fixed-width structs, no DPDK type.
// Owns: the contract between the control plane (Java, through FFM) and the data plane (C).
// Threads: every function may be called by any thread; each says what it waits for. None calls back.
// Results: 0 (or a count where said) on success, -errno on failure; out-parameters stay untouched on
// failure and nothing is half applied. -ENOTCONN: EAL is not up, or nothing runs. A struct's every byte is
// meaningful or named `reserved` (zero).
// Next on the road: abi/ validates, control/ acts.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SBX_ABI_VERSION 2
#define SBX_API __attribute__((visibility("default")))

#define SBX_NAME_MAX 32           // bytes of an interface name, with its closing zero
#define SBX_DEVICE_MAX 256        // bytes of DPDK devargs or a PCI address, with its closing zero
#define SBX_INTERFACES_MAX 256    // interface ids are 0..255; 0 is never given to an interface
#define SBX_ADDRESSES_MAX 64      // own addresses of one interface
#define SBX_WORKERS_MAX 64        // lcores that run the packet road
#define SBX_VRFS_MAX 64           // VRF numbers are 0..63; VRF 0 is always there
#define SBX_GROUPS_MAX 500000     // groups of slots in the FIB of one family
#define SBX_NEXTHOP_ID_MAX 0xFFFFFF // nexthop ids have 24 bits; id 0 is "no route" and always exists

// ------------------------------------------------------------------------------------- values

enum sbx_family { SBX_IPV4 = 4, SBX_IPV6 = 6 };

// An IPv4 address is in the first four bytes, the rest zero. Network byte order.
struct sbx_address {
	uint8_t bytes[16];
};

// ------------------------------------------------------------------------------------- process

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

// ------------------------------------------------------------------------------------- interfaces

// Whether a packet's source must be routed back by the interface that it came in by (RFC 3704).
enum sbx_rp_filter {
	SBX_RP_OFF = 0,
	SBX_RP_STRICT = 1,             // by this interface
	SBX_RP_LOOSE = 2,              // by any
};

struct sbx_interface_config {
	char name[SBX_NAME_MAX];
	char device[SBX_DEVICE_MAX];   // "net_tap0,iface=dtap0", "0000:03:00.0", ...
	uint16_t mtu;                  // bytes of an IP packet, 68..9216 (IPv6 needs 1280, RFC 8200 5)
	uint16_t vrf;
	uint8_t admin_up;              // 0 or 1
	uint8_t rp_filter;             // enum sbx_rp_filter
	uint8_t reserved[2];
};

// Probes the device, configures and starts its queues and gives it to the workers while they run.
// *id gets the new interface's id. -EEXIST name or device in use, -ENODEV no driver took the device,
// -ENOSPC no id left, -ENOENT no such VRF, -EINVAL bad value; `error` says more. Waits for the device and a grace period.
SBX_API int sbx_interface_add(const struct sbx_interface_config *config, uint16_t *id, char *error,
	size_t error_size);
// Takes it from the workers, waits for a grace period, stops, closes and unplugs it. Its neighbors go;
// nexthops over it drop with reason interface_down until they are set again.
SBX_API int sbx_interface_remove(uint16_t id);
SBX_API int sbx_interface_set_mtu(uint16_t id, uint16_t mtu);
SBX_API int sbx_interface_set_admin(uint16_t id, int up);
// On return the next packet that comes in by it is judged so. -EINVAL, -ENOENT.
SBX_API int sbx_interface_set_rp_filter(uint16_t id, uint8_t mode);
// Whether a source that only the default route matches passes (1, as at the start) or not (0), in both modes.
SBX_API int sbx_rp_filter_set_default_route(int counts);

struct sbx_interface_address {
	struct sbx_address address;
	uint8_t family;
	uint8_t length;
	uint8_t reserved[2];
};
// Replaces the set of own addresses: what ARP and ND answer for, echo answers to, ICMP errors come from.
// Every interface answers to its IPv6 link-local address (RFC 4291 2.5.1, from its MAC) without being told.
SBX_API int sbx_interface_set_addresses(uint16_t id, const struct sbx_interface_address *addresses,
	uint32_t count);

struct sbx_interface_state {
	uint16_t id;
	uint16_t port;                 // DPDK port id
	uint16_t mtu;
	uint16_t vrf;
	uint16_t rx_queues;
	uint16_t tx_queues;
	uint8_t admin_up;
	uint8_t link_up;
	uint8_t mac[6];
	uint32_t link_mbps;            // 0 = not known
	uint8_t rp_filter;             // enum sbx_rp_filter
	uint8_t reserved[7];
	struct sbx_address link_local; // its IPv6 link-local address
	uint64_t rx_missed;            // packets the device dropped for want of buffers or room
	uint64_t rx_errors;
	uint64_t tx_errors;
	char name[SBX_NAME_MAX];
	char driver[SBX_NAME_MAX];     // "net_tap", "net_e1000_em", ...
	char device[SBX_DEVICE_MAX];
};
SBX_API int sbx_interface_describe(uint16_t id, struct sbx_interface_state *out);

// ------------------------------------------------------------------------------------- nexthops

enum sbx_nexthop_type {
	SBX_NEXTHOP_NONE = 0,          // as a record: delete it. As id 0: no route
	SBX_NEXTHOP_UNICAST = 1,       // address on interface
	SBX_NEXTHOP_CONNECTED = 2,     // interface only: the packet's own destination is the neighbor
	SBX_NEXTHOP_LOCAL = 3,         // the box itself
	SBX_NEXTHOP_BLACKHOLE = 4,     // drop in silence
	SBX_NEXTHOP_UNREACHABLE = 5,   // drop, ICMP host unreachable / no route
	SBX_NEXTHOP_PROHIBIT = 6,      // drop, ICMP administratively prohibited
	SBX_NEXTHOP_GROUP = 7,         // each flow takes one member
};

#define SBX_GROUP_MEMBERS_MAX 128

// One member of a group as it is set: a nexthop of any other type. LOCAL and the types that drop take their share
// of the flows like the others.
struct sbx_nexthop_member {
	uint32_t id;
	uint16_t weight;               // its share among the members, 1..255
	uint16_t reserved;
};

struct sbx_nexthop {
	uint32_t id;                   // 1..options.nexthops-1, chosen by the caller
	uint16_t interface;            // for UNICAST and CONNECTED, else 0
	uint8_t type;                  // enum sbx_nexthop_type
	uint8_t family;                // of `address`, for UNICAST; routes of both families may use it (RFC 8950)
	struct sbx_address address;
	uint32_t first_member;         // for GROUP: its members are so many of those passed along, from this one on
	uint32_t members;              // 1..SBX_GROUP_MEMBERS_MAX, else 0
};
// Sets, changes or deletes nexthops; routes that point to them follow at once. All or nothing: on failure
// *failed gets the index of the offending record. A group's members are nexthops of this batch, before or after it, or
// set before; -ENOENT when one is not, -EINVAL for one that is a group, is twice in it, or has no valid weight. A
// member that is deleted stays in its groups, unusable, until they are set without it or it is set again. -ENOSPC: no room for its neighbor. -ENOMEM: a worker has no
// memory for its copy. An id that routes still point to may be deleted: they then drop with reason no_route. Waits
// for a grace period when it deletes one: no packet leaves by what the id becomes next that was routed before.
SBX_API int sbx_nexthops_apply(const struct sbx_nexthop *nexthops, uint32_t count,
	const struct sbx_nexthop_member *members, uint32_t member_count, uint32_t *failed);

enum sbx_neighbor_status {
	SBX_NEIGHBOR_NONE = 0,
	SBX_NEIGHBOR_INCOMPLETE = 1,   // being resolved
	SBX_NEIGHBOR_REACHABLE = 2,
	SBX_NEIGHBOR_STALE = 3,        // old, in use, being probed
	SBX_NEIGHBOR_FAILED = 4,       // no answer; tried again on traffic
	SBX_NEIGHBOR_STATIC = 5,
};

struct sbx_nexthop_state {
	uint32_t id;
	uint16_t interface;
	uint8_t type;
	uint8_t family;
	struct sbx_address address;
	uint8_t mac[6];
	uint8_t neighbor;              // enum sbx_neighbor_status
	uint8_t reserved;
	uint64_t packets;              // sent through it, all workers; of a group: the sum of its members'
	uint64_t bytes;
	uint32_t members;              // of a group, else 0
	uint32_t usable_members;       // whose interface has admin state and link, and whose neighbor has not failed
};
// Describes the nexthops with the given ids. -ENOENT when one does not exist.
SBX_API int sbx_nexthops_describe(const uint32_t *ids, uint32_t count, struct sbx_nexthop_state *out);

struct sbx_nexthop_member_state {
	uint32_t id;
	uint16_t weight;
	uint8_t usable;                // 0 or 1. While no member is, all of them keep their flows
	uint8_t reserved;
	uint32_t buckets;              // of the group's flows that it has now
};
// Fills at most `max`, in the order in which they were set; returns how many there are in all, which is 0 for a nexthop
// that is no group. -ENOENT: no such nexthop.
SBX_API int64_t sbx_nexthop_members(uint32_t id, struct sbx_nexthop_member_state *out, uint32_t max);

// ------------------------------------------------------------------------------------- neighbors

struct sbx_neighbor {
	struct sbx_address address;
	uint16_t interface;
	uint8_t family;
	uint8_t status;                // enum sbx_neighbor_status
	uint8_t mac[6];
	uint16_t held;                 // packets waiting for it
	uint32_t age_ms;               // since its last confirmation
};
// Fills at most `max`, returns how many there are in all (may be more than max).
SBX_API int64_t sbx_neighbors_list(struct sbx_neighbor *out, uint32_t max);
// -ENOSPC: the table is full of neighbors that must stay. -ENOMEM: a worker has no memory for its copy.
SBX_API int sbx_neighbor_set(uint16_t interface, uint8_t family, const struct sbx_address *address,
	const uint8_t mac[6]);
SBX_API int sbx_neighbor_delete(uint16_t interface, uint8_t family, const struct sbx_address *address);

// ------------------------------------------------------------------------------------- VRFs

// A FIB of its own for each VRF, empty at first, with the capacity that the options say; an empty one takes little memory.
// -EINVAL: 0, which is always there, or not below SBX_VRFS_MAX. -EEXIST. -ENOMEM.
SBX_API int sbx_vrf_add(uint16_t vrf);
// Its routes go with it. -EBUSY: an interface is in it. -ENOENT. Waits for a grace period.
SBX_API int sbx_vrf_remove(uint16_t vrf);

// ------------------------------------------------------------------------------------- routes

enum sbx_route_op { SBX_ROUTE_PUT = 1, SBX_ROUTE_DELETE = 2 };

struct sbx_route {
	struct sbx_address address;    // canonical: host bits zero
	uint32_t nexthop;              // for PUT, 1..SBX_NEXTHOP_ID_MAX
	uint8_t family;
	uint8_t length;
	uint8_t op;
	uint8_t reserved;
};

struct sbx_routes_result {
	uint64_t generation;           // FIB version that carries the batch
	uint32_t added;
	uint32_t changed;
	uint32_t removed;
	uint32_t unchanged;            // repeated puts, deletes of what was not there
	uint32_t failed;               // on failure only: index of the record that could not be applied
	uint32_t reserved;
};
// Applies one batch to the FIB of a VRF, both families mixed, any order. All or nothing: -ENOSPC when the
// prefixes or groups would not fit, -EINVAL for a bad record; the FIB is then as it was and out->failed names
// the record (the one exception to untouched out-parameters). Readers see each address's answer of before or of
// after the batch, never between. On return every worker's next lookup sees the batch. The same batch twice is one.
// -ENOENT: no such VRF. -EINVAL also for a nexthop id beyond options.nexthops. -ENOMEM also when a worker has no
// memory for its copy of the nexthop. A batch needs the groups for what it adds before those of what it removes
// come back.
SBX_API int sbx_routes_apply(uint16_t vrf, const struct sbx_route *routes, uint32_t count,
	struct sbx_routes_result *out);

struct sbx_fib_state {
	uint64_t generation;
	uint64_t routes;
	uint64_t routes_max;
	uint64_t groups;               // in use
	uint64_t groups_max;
	uint64_t bytes;                // of all that this FIB holds: tables, groups and the writer's prefix store
	uint64_t by_length[129];       // routes of each prefix length
};
SBX_API int sbx_fib_describe(uint16_t vrf, uint8_t family, struct sbx_fib_state *out);

// ------------------------------------------------------------------------------------- lookup

struct sbx_query {
	struct sbx_address source;
	struct sbx_address destination;
	uint16_t vrf;
	uint16_t interface;            // where the packet would come in, 0 = not said
	uint8_t family;
	uint8_t has_source;
	uint8_t protocol;              // of the packet, with its ports if that has them: a group chooses its member by
	uint8_t reserved;              // these and the addresses
	uint16_t source_port;
	uint16_t destination_port;
};

enum sbx_outcome { SBX_FORWARD = 1, SBX_LOCAL = 2, SBX_RESOLVE = 3, SBX_DROP = 4 };

struct sbx_verdict {
	uint32_t nexthop;              // 0 = no route; the member that a group has chosen
	uint16_t interface;            // where it leaves
	uint16_t mtu;
	uint8_t outcome;               // enum sbx_outcome
	uint8_t drop_reason;           // index of the drop reason in the counters' description, for SBX_DROP
	uint8_t matched;               // 1 when a prefix matched
	uint8_t matched_length;
	uint8_t type;                  // enum sbx_nexthop_type
	uint8_t neighbor;              // enum sbx_neighbor_status
	uint8_t mac[6];                // of the neighbor, where known
	uint8_t family;                // of `address`
	uint8_t reserved[3];
	struct sbx_address address;    // the neighbor's: nexthop address, or the destination if connected
	uint64_t cached;               // bit n: worker n's route cache, as it is in use now, holds the answer
	uint32_t source_nexthop;       // that the source is routed to, 0 = no route; where source_checked
	uint16_t source_interface;     // the one that it is reached by, 0 = none or several; where source_checked
	uint8_t rp_filter;             // enum sbx_rp_filter of the query's interface
	uint8_t source_checked;        // 1 when rp_filter looked the source up; needs a source and an interface
	uint8_t source_matched;        // 1 when a prefix matched the source
	uint8_t source_length;         // of that prefix
	uint8_t reserved2[2];
	uint32_t group;                // that the route names, 0 = it names the nexthop itself
};
// What the data plane would do with such a packet, by the data plane's own code; sends nothing, counts nothing.
// -ENOENT no such VRF.
SBX_API int sbx_lookup(const struct sbx_query *query, struct sbx_verdict *out);

// ------------------------------------------------------------------------------------- route cache

// Each worker keeps answers of the FIB in tables of its own: by destination, and, for interfaces with
// rp_filter, by destination and source. A table never grows; a change of a route makes what it changed void.
enum sbx_cache_mode {
	SBX_CACHE_OFF = 0,             // the tables are not looked at
	SBX_CACHE_ON = 1,
	SBX_CACHE_ADAPTIVE = 2,        // where it measures faster than without
};

struct sbx_cache_settings {
	uint32_t mode;                 // enum sbx_cache_mode
	uint32_t entries;              // each table of each worker, a power of two, 1,024..1,048,576
	uint32_t ways;                 // entries that one address may be in: 1, 2, 4, 8
	uint32_t max_age_seconds;      // 1..86,400; none is older than 18 hours
	uint32_t insert_probability;   // with which an answer is kept, 1..65,536, in 1/65,536
	uint32_t bypass_below_hits;    // adaptive: fewer hits, per mille, are not worth measuring; 0..1000
};
// All or nothing: -EINVAL bad value, -ENOMEM no memory for other tables. When entries or ways change, the
// workers go on with new, empty tables, and it waits for a grace period; no packet is lost.
SBX_API int sbx_cache_set(const struct sbx_cache_settings *settings);
SBX_API int sbx_cache_get(struct sbx_cache_settings *out);
// On return no worker uses anything that was kept before. Waits for a grace period.
SBX_API int sbx_cache_flush(void);

enum sbx_cache_reason {
	SBX_CACHE_MODE = 0,            // the mode says so
	SBX_CACHE_UNMEASURED = 1,      // adaptive: too little traffic so far
	SBX_CACHE_SAMPLING = 2,        // adaptive: being measured now
	SBX_CACHE_FASTER = 3,          // adaptive: measured
	SBX_CACHE_SLOWER = 4,
	SBX_CACHE_FEW_HITS = 5,        // adaptive: below bypass_below_hits
};

struct sbx_cache_state {
	uint32_t worker;
	uint8_t family;
	uint8_t pair;                  // 0: keyed by destination; 1: by destination and source
	uint8_t in_use;                // 1 when packets go through it now
	uint8_t reason;                // enum sbx_cache_reason
	uint32_t cycles_with;          // in the last sample, hundredths of a TSC cycle a packet; 0 = none
	uint32_t cycles_without;
	uint32_t hits_per_mille;       // in the last sample
	uint32_t reserved;
	uint64_t samples;              // taken so far
	uint64_t used;                 // entries filled, live or not
	uint64_t bytes;                // of the table
};
// Fills at most `max`, returns how many there are in all: workers x 2 families x 2 kinds.
SBX_API int64_t sbx_cache_describe(struct sbx_cache_state *out, uint32_t max);

struct sbx_cache_entry {
	struct sbx_address destination;
	struct sbx_address source;     // where `pair`
	uint32_t nexthop;
	uint32_t source_nexthop;       // where `pair`
	uint16_t vrf;
	uint8_t family;
	uint8_t pair;
	uint8_t length;                // of the matched prefix
	uint8_t source_length;
	uint8_t live;                  // 0: of an old generation, flushed, or too old
	uint8_t reserved;
	uint32_t age_seconds;
	uint32_t reserved2;
};
// A snapshot of at most `max` filled entries of a worker, while packets go on. Returns how many it wrote.
// -ENOENT: no such worker.
SBX_API int64_t sbx_cache_entries(uint32_t worker, struct sbx_cache_entry *out, uint32_t max);

// ------------------------------------------------------------------------------------- audit

// Slices of a family's addresses. A prefix is in that of its first address: IPv4 by its first 12 bits, IPv6 by
// bits 4 to 15, each turned over where the one 12 after it is set.
#define SBX_FIB_SLICES 4096
// What sbx_fib_verify looks at, in as many parts.
#define SBX_FIB_PARTS 8192

// The routes that the FIB was told, by slice: the sum of a mix of each one's address, length and nexthop
// (control/fib_digest.c), and the slice's generation, which goes up with each batch that changes anything in
// it. They are read while batches are applied, after the generations: a slice's digest is that of one moment if
// its generation is still the same afterwards. `digests` NULL: generations only. Returns how many records it
// dropped because they were damaged. -ENOENT: no such VRF.
SBX_API int64_t sbx_fib_digests(uint16_t vrf, uint8_t family, uint64_t digests[SBX_FIB_SLICES],
	uint32_t generations[SBX_FIB_SLICES]);
// Fills at most `max` routes of one slice, in no order, while batches are applied. Returns how many there are
// in all (may be more than max).
SBX_API int64_t sbx_fib_routes(uint16_t vrf, uint8_t family, uint32_t slice, struct sbx_route *out,
	uint32_t max);

struct sbx_fib_check {
	uint64_t generation;           // of the FIB, after it
	uint64_t slots;                // looked at
	uint64_t groups;
	uint64_t prefixes;
	uint64_t longest_hold_nanos;   // of the lock that a batch waits for
	uint32_t wrong_slots;          // that gave another answer than the routes told, or whose groups did
	uint32_t shared_groups;        // of those: because a group was named twice
	uint32_t leaked_groups;        // that nothing named; given back
	uint32_t healed;               // wrong slots that are right now
	uint32_t unhealed;             // for want of groups or memory: they are as they were
	uint32_t reserved;
};
// Holds `count` parts of what packets see, from `part` on, against the routes that the FIB was told, and puts
// right what differs; packets see each address's answer as it was or as it has to be. Batches are applied
// meanwhile: it holds their lock for about a millisecond at a time (2 where thousands of groups are below one
// slot of the root), some more where it heals. Groups that
// leaked are known after all parts in their order, in one or many calls.
SBX_API int sbx_fib_verify(uint16_t vrf, uint8_t family, uint32_t part, uint32_t count,
	struct sbx_fib_check *out);

struct sbx_cache_check {
	uint64_t entries;              // of all workers, that a packet would use
	uint64_t wrong;                // of these: not what the FIB says
};
// Holds the workers' route caches against the FIB, while packets go on; flushes them where one is wrong.
SBX_API int sbx_cache_verify(struct sbx_cache_check *out);

// ------------------------------------------------------------------------------------- netlink

#define SBX_NETLINK_MESSAGE_MIN 20 // bytes of the shortest request: a header and its family

// A socket to the kernel's routing tables (rtnetlink), of this network namespace or of the one at
// `namespace_path` (/run/netns/NAME, /proc/PID/ns/net). The calling thread stays in its own. `groups`: bit
// n - 1 joins RTNLGRP n. `receive_bytes`: what the kernel may queue; less where the process may not have as
// much. Needs neither EAL nor the data plane. Returns a descriptor, or -EINVAL, -ENOENT, -EPERM, ... .
SBX_API int sbx_netlink_open(const char *namespace_path, uint32_t groups, uint32_t receive_bytes);
// One or more whole messages, taken all or none.
SBX_API int sbx_netlink_send(int fd, const void *messages, size_t size);
// One datagram, of the kernel only: its bytes, or 0 when none came in time. Waits at most `timeout_ms`.
// -ENOBUFS: the kernel has thrown away what this socket did not take in time; -EMSGSIZE: a datagram was
// larger than `size` and is lost. After both the socket goes on.
SBX_API int64_t sbx_netlink_receive(int fd, void *buffer, size_t size, uint32_t timeout_ms);
// Not while another thread is within a call on it.
SBX_API int sbx_netlink_close(int fd);

// ------------------------------------------------------------------------------------- counters

// One memory segment, written by the cores and read by anyone at any time, without a lock. It stays mapped
// for the life of the process. A counter is a 64-bit word with one writer, never reset; read it with an
// acquire or opaque load. Slot = base[core] + index, see the fields. `version` is written last.
struct sbx_counters {
	uint64_t version;              // SBX_ABI_VERSION when ready, 0 before
	uint32_t cores;                // workers, then one for the slow path
	uint32_t workers;
	uint32_t core_stride;          // bytes from one core's block to the next
	uint32_t cores_offset;         // bytes from the segment's start to core 0's block
	uint32_t worker_counters;      // words at the start of a core's block
	uint32_t interface_counters;   // words of one interface; interface i starts after
	                               // worker_counters + i * interface_counters words
	uint32_t interfaces;           // SBX_INTERFACES_MAX
	uint32_t first_drop;           // index of drop reason 0 among an interface's counters
	uint32_t drop_reasons;
	uint32_t reserved;
};
SBX_API const struct sbx_counters *sbx_counters(void);

enum sbx_counter_scope { SBX_SCOPE_CORE = 0, SBX_SCOPE_INTERFACE = 1, SBX_SCOPE_DROP = 2 };

struct sbx_counter_description {
	char name[40];                 // snake_case: the one name everywhere
	char help[200];                // a sentence
	uint8_t scope;                 // enum sbx_counter_scope
	uint8_t gauge;                 // 1 when it may fall
	uint16_t index;                // within its scope; a drop reason's number
	uint32_t reserved;
};
// Fills at most `max`, returns how many there are in all.
SBX_API int sbx_counters_list(struct sbx_counter_description *out, uint32_t max);
