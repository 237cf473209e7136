// One VRF's FIB under test, without EAL, and prefixes written as text.
// Owns: the FIB, its QSBR variable and generation. Threads: the test's own.
// Must not: need hugepages. Next: fib_cases.c, fib_twin.c, fib_churn.c.
#pragma once

#include "fib_model.h"

#include <control/fib_writer.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct fib_fixture {
	struct fib_vrf *vrf;
	struct rte_rcu_qsbr *rcu;
	_Atomic uint64_t generation;
};

struct fib_fixture *fib_fixture_make(uint32_t routes, uint32_t groups);
void fib_fixture_free(struct fib_fixture *fixture);

struct sbx_address fib_address(const char *text);
// "10.0.0.0/8" or "2001:db8::/32".
struct sbx_route fib_put(const char *prefix, uint32_t nexthop);
struct sbx_route fib_delete(const char *prefix);

// Applies one record or fails the test.
struct sbx_routes_result fib_do(struct fib_fixture *fixture, struct sbx_route route);
uint32_t fib_lookup(struct fib_fixture *fixture, uint8_t family, const struct sbx_address *address);
// The nexthop and the matched length for an address as text.
uint32_t fib_nexthop(struct fib_fixture *fixture, const char *address);
uint32_t fib_length(struct fib_fixture *fixture, const char *address);
struct sbx_fib_state fib_state(struct fib_fixture *fixture, uint8_t family);

// Fails unless the FIB, by every way to ask it, answers as the model does for these addresses.
void fib_agrees(struct fib_fixture *fixture, const struct model *model, uint8_t family,
	const struct sbx_address *addresses, uint32_t count);

// Where the real table is: in ../shared of a folder above, NULL when it is not there.
const char *fib_real_table(void);
