// See eal.h.
#include "control/eal.h"

#include "control/eal_log.h"
#include "control/own_thread.h"

#include <signalbox.h>

#include <rte_eal.h>
#include <rte_errno.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
	pthread_mutex_t lock;
	enum sbx_eal_state state;
} eal = { .lock = PTHREAD_MUTEX_INITIALIZER, .state = SBX_EAL_NEW };

struct start {
	int argc;
	char **argv;
	int rc;      // 0 or -errno
};

// rte_eal_init pins the thread that calls it and makes its threads with that one's signal mask.
static void *
run_init(void *argument)
{
	struct start *start = argument;

	start->rc = rte_eal_init(start->argc, start->argv) < 0 ? -rte_errno : 0;
	return NULL;
}

static int
init_on_thread(struct start *start)
{
	int rc = own_thread_run(run_init, start);

	return rc != 0 ? rc : start->rc;
}

static int
refuse(char *error, size_t error_size, const char *reason, int rc)
{
	snprintf(error, error_size, "%s", reason);
	return rc;
}

int
eal_start(int argc, char **argv, char *error, size_t error_size)
{
	struct start start = { .argc = argc, .argv = argv };
	uint64_t mark;
	int rc;

	pthread_mutex_lock(&eal.lock);
	if (eal.state == SBX_EAL_UP)
		rc = refuse(error, error_size, "EAL is up already", -EALREADY);
	else if (eal.state != SBX_EAL_NEW)
		rc = refuse(error, error_size, "EAL can be started once a process; start a new process",
			-ESHUTDOWN);
	else if ((rc = eal_log_open()) != 0)
		refuse(error, error_size, "no memory for EAL's log", rc);
	else {
		mark = eal_log_mark();
		rc = init_on_thread(&start);
		eal.state = rc == 0 ? SBX_EAL_UP : SBX_EAL_FAILED;
		if (rc != 0)
			eal_log_since(mark, error, error_size);
	}
	pthread_mutex_unlock(&eal.lock);
	return rc;
}

int
eal_state(void)
{
	int state;

	pthread_mutex_lock(&eal.lock);
	state = (int)eal.state;
	pthread_mutex_unlock(&eal.lock);
	return state;
}

int
eal_stop(void)
{
	int rc = 0;

	pthread_mutex_lock(&eal.lock);
	if (eal.state == SBX_EAL_UP) {
		rte_eal_cleanup();
		eal.state = SBX_EAL_STOPPED;
	} else {
		rc = -ENOTCONN;
	}
	pthread_mutex_unlock(&eal.lock);
	return rc;
}
