// What differs between the DPDK releases that we build against (22.11, 23.11, 24.11), and nothing else.
// Owns: our own spelling of it. Must not: hold anything that is the same in all of them.
// Next: whoever includes a DPDK header.
#pragma once

#include <rte_common.h>
#include <rte_version.h>

#if RTE_VERSION < RTE_VERSION_NUM(22, 11, 0, 0)
#error "Signalbox needs DPDK 22.11 or newer"
#endif

// Goes between `struct` and the tag. DPDK moved its __rte_cache_aligned from behind the struct (22.11) to
// there (24.11), with a compiler error for the old place; plain GNU C takes this place in all of them.
#define CACHE_ALIGNED __attribute__((aligned(RTE_CACHE_LINE_SIZE)))

// What a driver says about packet types ends with a count since 24.03, and with RTE_PTYPE_UNKNOWN before.
#if RTE_VERSION >= RTE_VERSION_NUM(24, 3, 0, 0)
#define PTYPES_PARAMETERS(device) struct rte_eth_dev *device, size_t *ptypes_count
#define PTYPES_RETURN(ptypes) (*ptypes_count = RTE_DIM(ptypes) - 1, ptypes)
#else
#define PTYPES_PARAMETERS(device) struct rte_eth_dev *device
#define PTYPES_RETURN(ptypes) (ptypes)
#endif

// IPv6 addresses as rte_fib6 and rte_lpm6 take them, from an array of 16-byte structs: plain bytes until 24.11.
#if RTE_VERSION < RTE_VERSION_NUM(24, 11, 0, 0)
#define DPDK_ADDRESS6(address) ((const uint8_t *)(address))
#define DPDK_ADDRESSES6(addresses) ((uint8_t (*)[16])(uintptr_t)(addresses))
#else
#include <rte_ip6.h>
#define DPDK_ADDRESS6(address) ((const struct rte_ipv6_addr *)(address))
#define DPDK_ADDRESSES6(addresses) ((struct rte_ipv6_addr *)(uintptr_t)(addresses))
#endif
