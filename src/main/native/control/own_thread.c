// See own_thread.h.
#include "control/own_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

int
own_thread_run(void *(*work)(void *), void *argument)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t blocked;
	int rc;

	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigdelset(&blocked, faults[i]);
	pthread_attr_init(&attributes);
	pthread_attr_setsigmask_np(&attributes, &blocked);
	rc = pthread_create(&thread, &attributes, work, argument);
	pthread_attr_destroy(&attributes);
	if (rc != 0)
		return -rc;
	pthread_join(thread, NULL);
	return 0;
}
