// Interfaces: a port with a name, addresses and an admin state.
// Owns: state->interfaces and what tables->interfaces shows of them to the workers.
// Threads: any. add, remove and set lock by themselves; reading a record needs state_lock (or port_lock).
// Must not: know how a device is driven (that is control/ports.h).
// Next: control/plans.h, control/ports.h.
#pragma once

#include "control/ports.h"

// What the box knows of one of its own addresses. All zero: it is used, and there is nothing to do.
struct own_address {
	uint8_t status;                 // enum sbx_address_status
	uint8_t checks;                 // solicitations sent, while it is tentative
	uint8_t announcements;          // that the link has yet to get
	uint8_t conflict_mac[6];        // of the last station that used it as well
	uint32_t conflicts;
	uint64_t conflict_at;           // ms, of the neighbors' clock
	uint64_t defended_at;           // ms, 0 = never
	uint64_t due;                   // ms, of the next check or announcement
};

// When router advertisements go out; the slow path's alone but for `due` and `finals`.
struct advertiser {
	uint8_t initial;                // sent of the first few, which come sooner
	uint8_t finals;                 // yet to be sent: the last ones, with lifetime 0
	uint64_t due;                   // ms, of the next
	uint64_t sent_at;               // ms, 0 = never
};

#define OWN_LINK_LOCAL SBX_ADDRESSES_MAX // where `own` has the link-local address from the MAC

struct interface_record {
	bool used;
	bool admin_up;
	uint8_t rp_filter;              // enum sbx_rp_filter
	uint16_t mtu;
	uint16_t vrf;
	uint32_t address_count;
	struct sbx_interface_address addresses[SBX_ADDRESSES_MAX]; // own addresses
	struct sbx_address link_local;  // the one from its MAC (RFC 4291 2.5.1); not among `addresses`
	struct own_address own[SBX_ADDRESSES_MAX + 1]; // of each of `addresses`, then of link_local
	uint8_t checks;                 // solicitations that a new IPv6 address takes
	struct sbx_router_advertisement advertisement;
	struct advertiser advertiser;
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
