// Interfaces: a port with a name, addresses and an admin state.
// Owns: state->interfaces and what tables->interfaces shows of them to the workers.
// Threads: any. add, remove and set lock by themselves; reading a record needs state_lock (or port_lock).
// Must not: know how a device is driven (that is control/ports.h).
// Next: control/plans.h, control/ports.h.
#pragma once

#include "control/ports.h"

struct interface_record {
	bool used;
	bool admin_up;
	uint8_t rp_filter;              // enum sbx_rp_filter
	uint16_t mtu;
	uint16_t vrf;
	uint32_t address_count;
	struct sbx_interface_address addresses[SBX_ADDRESSES_MAX]; // own addresses
	struct sbx_address link_local;  // the one from its MAC (RFC 4291 2.5.1); not among `addresses`
	struct port port;
	char name[SBX_NAME_MAX];
	char device[SBX_DEVICE_MAX];
};

int interface_add(struct state *state, const struct sbx_interface_config *config, uint16_t *id, char *error,
	size_t error_size);
int interface_remove(struct state *state, uint16_t id);
// For the end: the workers have ended, so nobody is waited for.
void interfaces_remove_all(struct state *state);
int interface_set_mtu(struct state *state, uint16_t id, uint16_t mtu, char *error, size_t error_size);
int interface_set_rp_filter(struct state *state, uint16_t id, uint8_t mode);
int interface_set_admin(struct state *state, uint16_t id, bool up);
int interface_set_addresses(struct state *state, uint16_t id, const struct sbx_interface_address *addresses,
	uint32_t count);
int interface_describe(struct state *state, uint16_t id, struct sbx_interface_state *out);

// The record of an interface in use, else NULL. Call with state_lock or port_lock held.
static inline struct interface_record *
interface_find(const struct state *state, uint16_t id)
{
	if (id == 0 || id >= SBX_INTERFACES_MAX || !state->interfaces[id].used)
		return NULL;
	return &state->interfaces[id];
}

// Whether packets can leave by it: it is there, wanted, and has a link.
static inline bool
interface_forwards(const struct state *state, uint16_t id)
{
	return interface_find(state, id) != NULL && state->tables->interfaces[id].up &&
		state->tables->interfaces[id].link;
}
