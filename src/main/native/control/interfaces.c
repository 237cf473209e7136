// See interfaces.h.
#include "control/interfaces.h"

#include "control/links.h"
#include "control/neighbors.h"
#include "control/nexthops.h"
#include "control/own_addresses.h"
#include "control/plans.h"
#include "control/vrfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------- add

static bool
name_in_use(const struct state *state, const char *name)
{
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++)
		if (state->interfaces[id].used && strcmp(state->interfaces[id].name, name) == 0)
			return true;
	return false;
}

// The next id that is free, after the last one given, so that a new interface seldom counts on where an old
// one stopped. 0 = none.
static uint16_t
free_id(struct state *state)
{
	for (uint16_t tries = 1; tries < SBX_INTERFACES_MAX; tries++) {
		state->last_interface = state->last_interface % (SBX_INTERFACES_MAX - 1) + 1;
		if (!state->interfaces[state->last_interface].used)
			return state->last_interface;
	}
	return 0;
}

// What the slow path and workers see of it; they do not poll it yet.
static void
show(struct state *state, uint16_t id, const struct sbx_interface_config *config, const struct port *port)
{
	struct interface_record *record = &state->interfaces[id];
	struct interface *shown = &state->tables->interfaces[id];

	pthread_mutex_lock(&state->state_lock);
	*record = (struct interface_record){
		.used = true,
		.admin_up = config->admin_up,
		.rp_filter = config->rp_filter,
		.mtu = config->mtu,
		.vrf = config->vrf,
		.checks = 1,
		.port = *port,
	};
	memcpy(record->name, config->name, sizeof(record->name));
	memcpy(record->device, config->device, sizeof(record->device));
	shown->port = port->id;
	shown->vrf = config->vrf;
	shown->mtu = config->mtu;
	memcpy(shown->mac, port->mac.addr_bytes, sizeof(shown->mac));
	shown->up = config->admin_up;
	shown->link = true;
	atomic_store(&shown->rp_filter, config->rp_filter);
	own_addresses_begin(state, id);
	pthread_mutex_unlock(&state->state_lock);
}

static int
add_locked(struct state *state, const struct sbx_interface_config *config, uint16_t *out, char *error,
	size_t error_size)
{
	uint32_t load[SBX_WORKERS_MAX];
	struct plans plans;
	struct port port;
	uint16_t id;
	int rc;

	if (!vrf_exists(state, config->vrf)) {
		snprintf(error, error_size, "there is no VRF %u", config->vrf);
		return -ENOENT;
	}
	if (name_in_use(state, config->name)) {
		snprintf(error, error_size, "an interface is named %s already", config->name);
		return -EEXIST;
	}
	id = free_id(state);
	if (id == 0) {
		snprintf(error, error_size, "all %u interfaces are in use", SBX_INTERFACES_MAX - 1);
		return -ENOSPC;
	}
	rc = plans_prepare(state, &plans);
	if (rc != 0) {
		snprintf(error, error_size, "no memory for the workers' plans");
		return rc;
	}
	plans_load(state, load);
	rc = port_open(state, config->device, config->mtu, load, &port, error, error_size);
	if (rc != 0) {
		plans_discard(&plans);
		return rc;
	}
	show(state, id, config, &port);
	links_add(state, id, &state->interfaces[id].port);
	plans_publish(state, &plans);
	*out = id;
	return 0;
}

int
interface_add(struct state *state, const struct sbx_interface_config *config, uint16_t *id, char *error,
	size_t error_size)
{
	int rc;

	pthread_mutex_lock(&state->port_lock);
	rc = add_locked(state, config, id, error, error_size);
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

// ------------------------------------------------------------------------------------- remove

// Out of everyone's sight; some may still hold what they saw.
static void
hide(struct state *state, uint16_t id)
{
	pthread_mutex_lock(&state->state_lock);
	state->interfaces[id].used = false;
	state->tables->interfaces[id].up = false;
	nexthops_interface_gone(state, id);
	neighbors_interface_gone(state, id);
	pthread_mutex_unlock(&state->state_lock);
	port_withdraw(state, &state->interfaces[id].port);
}

// When the watch is over nobody asks the device any more.
static void
close_port(struct state *state, uint16_t id)
{
	if (state->links != NULL) {
		links_hold(state, id);
		links_remove(state, id);
		links_release(state, id);
	}
	port_close(&state->interfaces[id].port);
}

int
interface_remove(struct state *state, uint16_t id)
{
	struct plans plans;
	int rc;

	pthread_mutex_lock(&state->port_lock);
	rc = interface_find(state, id) == NULL ? -ENOENT : plans_prepare(state, &plans);
	if (rc == 0) {
		hide(state, id);
		plans_publish(state, &plans);
		close_port(state, id);
	}
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

// The plans in use need no memory to be emptied: the workers have ended.
void
interfaces_remove_all(struct state *state)
{
	pthread_mutex_lock(&state->port_lock);
	for (uint16_t id = 1; id < SBX_INTERFACES_MAX; id++) {
		if (!state->interfaces[id].used)
			continue;
		hide(state, id);
		close_port(state, id);
	}
	pthread_mutex_unlock(&state->port_lock);
}

// ------------------------------------------------------------------------------------- change

static int
change_mtu(struct state *state, uint16_t id, uint16_t mtu, char *error, size_t error_size)
{
	int rc;

	links_hold(state, id);
	rc = port_set_mtu(state, &state->interfaces[id].port, mtu, error, error_size);
	links_release(state, id);
	return rc;
}

int
interface_set_mtu(struct state *state, uint16_t id, uint16_t mtu, char *error, size_t error_size)
{
	struct interface_record *record;
	int rc;

	pthread_mutex_lock(&state->port_lock);
	record = interface_find(state, id);
	rc = record == NULL ? -ENOENT : change_mtu(state, id, mtu, error, error_size);
	if (rc == 0) {
		pthread_mutex_lock(&state->state_lock);
		record->mtu = mtu;
		state->tables->interfaces[id].mtu = mtu;
		nexthops_interface_changed(state, id);
		pthread_mutex_unlock(&state->state_lock);
	}
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

int
interface_set_admin(struct state *state, uint16_t id, bool up)
{
	struct plans plans;
	int rc;

	pthread_mutex_lock(&state->port_lock);
	rc = interface_find(state, id) == NULL ? -ENOENT : plans_prepare(state, &plans);
	if (rc == 0) {
		pthread_mutex_lock(&state->state_lock);
		state->interfaces[id].admin_up = up;
		state->tables->interfaces[id].up = up;
		nexthops_interface_changed(state, id);
		if (up)
			own_addresses_up(state, id);
		pthread_mutex_unlock(&state->state_lock);
		plans_publish(state, &plans);
	}
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}

// A worker reads it when it has received a burst: what it receives from now on is judged by it.
int
interface_set_rp_filter(struct state *state, uint16_t id, uint8_t mode)
{
	struct interface_record *record;
	int rc = -ENOENT;

	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record != NULL) {
		record->rp_filter = mode;
		atomic_store(&state->tables->interfaces[id].rp_filter, mode);
		rc = 0;
	}
	pthread_mutex_unlock(&state->state_lock);
	return rc;
}

// ------------------------------------------------------------------------------------- describe

static void
describe_device(const struct port *port, struct sbx_interface_state *out)
{
	struct rte_eth_stats stats = { 0 };
	struct rte_eth_link link = { 0 };

	if (rte_eth_link_get_nowait(port->id, &link) != 0)
		link.link_speed = RTE_ETH_SPEED_NUM_UNKNOWN;
	rte_eth_stats_get(port->id, &stats);
	out->link_up = port_link(port);
	out->link_mbps = link.link_speed == RTE_ETH_SPEED_NUM_UNKNOWN ? 0 : link.link_speed;
	out->rx_missed = stats.imissed + stats.rx_nombuf;
	out->rx_errors = stats.ierrors;
	out->tx_errors = stats.oerrors;
}

static void
describe_record(const struct interface_record *record, struct sbx_interface_state *out)
{
	const struct port *port = &record->port;

	out->port = port->id;
	out->mtu = record->mtu;
	out->vrf = record->vrf;
	out->rx_queues = port->rx_queues;
	out->tx_queues = port->tx_queues;
	out->admin_up = record->admin_up;
	out->rp_filter = record->rp_filter;
	memcpy(out->mac, port->mac.addr_bytes, sizeof(out->mac));
	out->link_local = record->link_local;
	memcpy(out->name, record->name, sizeof(out->name));
	memcpy(out->driver, port->driver, sizeof(out->driver));
	memcpy(out->device, record->device, sizeof(out->device));
}

int
interface_describe(struct state *state, uint16_t id, struct sbx_interface_state *out)
{
	const struct interface_record *record;
	int rc = -ENOENT;

	pthread_mutex_lock(&state->port_lock);
	record = interface_find(state, id);
	if (record != NULL) {
		memset(out, 0, sizeof(*out));
		out->id = id;
		describe_record(record, out);
		links_hold(state, id);
		describe_device(&record->port, out);
		links_release(state, id);
		rc = 0;
	}
	pthread_mutex_unlock(&state->port_lock);
	return rc;
}
