// See state.h.
#include "control/state.h"

#include "control/counters.h"
#include "control/interfaces.h"
#include "control/martians.h"
#include "control/vrfs.h"

#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf_pool_ops.h>

#include <errno.h>
#include <stdlib.h>

#define POOL_CACHE 256 // packets a core takes from or gives to the pool at once

static struct state *running;
// Calls hold it shared, start and stop alone. Writers first: a stop must not starve under polling readers.
static pthread_rwlock_t guard = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

struct state *
state_hold(void)
{
	pthread_rwlock_rdlock(&guard);
	if (running == NULL)
		pthread_rwlock_unlock(&guard);
	return running;
}

void
state_release(struct state *state)
{
	if (state != NULL)
		pthread_rwlock_unlock(&guard);
}

struct state **
state_hold_alone(void)
{
	pthread_rwlock_wrlock(&guard);
	return &running;
}

void
state_release_alone(void)
{
	pthread_rwlock_unlock(&guard);
}

static int
create_rcu(struct state *state)
{
	uint32_t readers = state->workers + 2;
	struct rte_rcu_qsbr *rcu = rte_zmalloc("rcu", rte_rcu_qsbr_get_memsize(readers),
		RTE_CACHE_LINE_SIZE);

	if (rcu == NULL)
		return -ENOMEM;
	state->tables->rcu = rcu;
	if (rte_rcu_qsbr_init(rcu, readers) != 0)
		return -EINVAL;
	return rte_rcu_qsbr_thread_register(rcu, state_lookup_reader(state)) == 0 ? 0 : -EINVAL;
}

// As rte_pktmbuf_pool_create, but that a buffer may lie over a page's end where there are no huge pages: else each
// takes a page of 4 KiB for itself. Devices that read memory by physical addresses need huge pages anyway.
static int
create_pool(struct state *state)
{
	const struct sbx_options *options = &state->options;
	const uint16_t private_bytes = RTE_ALIGN(sizeof(struct punt), RTE_CACHE_LINE_SIZE);
	const uint16_t room = (uint16_t)(RTE_PKTMBUF_HEADROOM + options->mbuf_data_bytes);
	struct rte_pktmbuf_pool_private facts = { .mbuf_data_room_size = room, .mbuf_priv_size = private_bytes };
	struct rte_mempool *pool = rte_mempool_create_empty("packets", options->mbufs,
		(unsigned int)(sizeof(struct rte_mbuf) + private_bytes + room), POOL_CACHE, sizeof(facts),
		SOCKET_ID_ANY, rte_eal_has_hugepages() ? 0 : RTE_MEMPOOL_F_NO_IOVA_CONTIG);
	int rc;

	if (pool == NULL)
		return -rte_errno;
	state->tables->pool = pool;
	rc = rte_mempool_set_ops_byname(pool, rte_mbuf_best_mempool_ops(), NULL);
	if (rc != 0)
		return rc;
	rte_pktmbuf_pool_init(pool, &facts);
	rc = rte_mempool_populate_default(pool);
	if (rc < 0)
		return rc;
	rte_mempool_obj_iter(pool, rte_pktmbuf_init, NULL);
	return 0;
}

static int
create_tables(struct state *state)
{
	int rc;

	state->tables = rte_zmalloc("tables", sizeof(*state->tables), RTE_CACHE_LINE_SIZE);
	state->interfaces = calloc(SBX_INTERFACES_MAX, sizeof(*state->interfaces));
	if (state->tables == NULL || state->interfaces == NULL)
		return -ENOMEM;
	rc = counters_open(state->workers);
	if (rc == 0)
		rc = create_rcu(state);
	if (rc == 0)
		rc = create_pool(state);
	if (rc == 0)
		rc = martians_create(state);
	if (rc == 0)
		rc = vrf_add(state, 0);
	return rc;
}

int
state_create(const struct sbx_options *options, struct state **out)
{
	struct state *state;
	int rc;

	if (rte_lcore_count() < 2 || rte_lcore_count() - 1 > SBX_WORKERS_MAX)
		return -EINVAL;
	state = calloc(1, sizeof(*state));
	if (state == NULL)
		return -ENOMEM;
	state->options = *options;
	state->icmp.errors_per_second = options->icmp_errors_per_second;
	state->icmp.errors_per_prefix = RTE_MAX(options->icmp_errors_per_second / ICMP_PREFIX_SHARE, 1u);
	state->workers = rte_lcore_count() - 1;
	pthread_mutex_init(&state->port_lock, NULL);
	pthread_mutex_init(&state->state_lock, NULL);
	pthread_mutex_init(&state->lookup_lock, NULL);
	pthread_rwlock_init(&state->vrfs_lock, NULL);
	rc = create_tables(state);
	if (rc != 0) {
		state_free(state);
		return rc;
	}
	*out = state;
	return 0;
}

void
state_free(struct state *state)
{
	if (state == NULL)
		return;
	vrfs_free(state);
	martians_free(state);
	if (state->tables != NULL) {
		rte_mempool_free(state->tables->pool);
		rte_free(state->tables->rcu);
	}
	rte_free(state->tables);
	free(state->interfaces);
	pthread_rwlock_destroy(&state->vrfs_lock);
	pthread_mutex_destroy(&state->lookup_lock);
	pthread_mutex_destroy(&state->state_lock);
	pthread_mutex_destroy(&state->port_lock);
	free(state);
}
