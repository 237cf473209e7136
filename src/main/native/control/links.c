// See links.h.
#include "control/links.h"

#include "control/interfaces.h"
#include "control/nexthops.h"
#include "control/own_addresses.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct links {
	pthread_t thread;
	_Atomic bool stop;
	struct {
		pthread_mutex_t busy;     // its device is being asked something
		const struct port *port;  // NULL = not watched. Under busy
	} of[SBX_INTERFACES_MAX];
};

void
links_hold(struct state *state, uint16_t interface)
{
	pthread_mutex_lock(&state->links->of[interface].busy);
}

void
links_release(struct state *state, uint16_t interface)
{
	pthread_mutex_unlock(&state->links->of[interface].busy);
}

static void
show(struct state *state, uint16_t interface, bool up)
{
	bool *shown = &state->tables->interfaces[interface].link;

	if (up == *shown)
		return;
	pthread_mutex_lock(&state->state_lock);
	*shown = up;
	nexthops_interface_changed(state, interface);
	if (up)
		own_addresses_up(state, interface);
	pthread_mutex_unlock(&state->state_lock);
}

void
links_add(struct state *state, uint16_t interface, const struct port *port)
{
	links_hold(state, interface);
	state->links->of[interface].port = port;
	show(state, interface, port_link(port));
	links_release(state, interface);
}

void
links_remove(struct state *state, uint16_t interface)
{
	state->links->of[interface].port = NULL;
}

// ------------------------------------------------------------------------------------- the watch

static void
look(struct state *state, uint16_t interface)
{
	struct links *links = state->links;

	if (pthread_mutex_trylock(&links->of[interface].busy) != 0)
		return;
	if (links->of[interface].port != NULL)
		show(state, interface, port_link(links->of[interface].port));
	pthread_mutex_unlock(&links->of[interface].busy);
}

static void *
run(void *argument)
{
	const struct timespec nap = { .tv_nsec = LINKS_PERIOD_MS * 1000000L };
	struct state *state = argument;

	while (!atomic_load_explicit(&state->links->stop, memory_order_acquire)) {
		for (uint16_t interface = 1; interface < SBX_INTERFACES_MAX; interface++)
			look(state, interface);
		nanosleep(&nap, NULL);
	}
	return NULL;
}

// Signals are the JVM's.
static int
spawn(struct state *state)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&state->links->thread, NULL, run, state);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error == 0)
		pthread_setname_np(state->links->thread, "sbx-links");
	return -error;
}

int
links_start(struct state *state)
{
	struct links *links = calloc(1, sizeof(*links));
	int error;

	if (links == NULL)
		return -ENOMEM;
	for (uint16_t interface = 0; interface < SBX_INTERFACES_MAX; interface++)
		pthread_mutex_init(&links->of[interface].busy, NULL);
	state->links = links;
	error = spawn(state);
	if (error == 0)
		return 0;
	free(links);
	state->links = NULL;
	return error;
}

void
links_stop(struct state *state)
{
	struct links *links = state->links;

	if (links == NULL)
		return;
	atomic_store_explicit(&links->stop, true, memory_order_release);
	pthread_join(links->thread, NULL);
	for (uint16_t interface = 0; interface < SBX_INTERFACES_MAX; interface++)
		pthread_mutex_destroy(&links->of[interface].busy);
	free(links);
	state->links = NULL;
}
