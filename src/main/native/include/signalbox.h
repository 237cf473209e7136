// The one header that Java knows: plain functions and fixed-width structs, no DPDK type.
// Owns: the contract between the control plane (Java, through FFM) and the data plane (C).
// Threads: every function may be called by any thread; each says what it waits for. None calls back.
// Results: 0 (or a count where said) on success, -errno on failure; out-parameters stay untouched on
// failure and nothing is half applied. -ENOTCONN: EAL is not up, or nothing runs. A struct's every byte is
// meaningful or named `reserved` (zero).
// Next on the road: abi/ validates, control/ acts.
#pragma once

#include "signalbox/addresses.h"
#include "signalbox/advertisements.h"
#include "signalbox/audit.h"
#include "signalbox/cache.h"
#include "signalbox/counters.h"
#include "signalbox/icmp.h"
#include "signalbox/interfaces.h"
#include "signalbox/lookup.h"
#include "signalbox/martians.h"
#include "signalbox/netlink.h"
#include "signalbox/nexthops.h"
#include "signalbox/process.h"
#include "signalbox/routes.h"
#include "signalbox/values.h"
