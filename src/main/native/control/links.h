// Watches the ports' links: when one goes or comes, the nexthops over it and their groups follow at once.
// Owns: the thread "sbx-links", tables->interfaces[].link, and who may ask a device something meanwhile.
// Threads: any; the watch asks each device every LINKS_PERIOD_MS, since not every driver tells by itself.
// Must not: wait for a device that another call is busy with: the others' links are looked at all the same.
// Next: control/nexthop_groups.h.
#pragma once

#include "control/ports.h"

// How long a link may be gone unseen, but for what the driver takes to see it.
#define LINKS_PERIOD_MS 4

// Starts the watch. -ENOMEM, -EAGAIN.
int links_start(struct state *state);
// Ends it, once no call is left that could ask a device. NULL-safe.
void links_stop(struct state *state);

// One interface's device is asked by nobody else until links_release. Take it with port_lock held.
void links_hold(struct state *state, uint16_t interface);
void links_release(struct state *state, uint16_t interface);

// Its link as it is now, for an interface that is not watched yet; watched from here on.
void links_add(struct state *state, uint16_t interface, const struct port *port);
// Watched no more. With the interface held.
void links_remove(struct state *state, uint16_t interface);
