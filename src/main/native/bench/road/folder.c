// The folder of a run.
// Owns: making, emptying, and what a signal does.
// Threads: one of its own waits for signals, since a handler may not look into a folder.
// Must not: follow a link; what is in it are files.
// Next: bench.c.
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void
folder_remove(const char *name)
{
	DIR *folder = opendir(name);
	struct dirent *entry;

	while (folder != NULL && (entry = readdir(folder)) != NULL)
		unlinkat(dirfd(folder), entry->d_name, 0); // not "." and ".."
	if (folder != NULL)
		closedir(folder);
	rmdir(name);
}

static sigset_t
watched(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	return signals;
}

// Peers end with us.
static void *
watch(void *name)
{
	sigset_t signals = watched();
	int number;

	sigwait(&signals, &number);
	folder_remove(name);
	_exit(128 + number);
}

int
folder_make(char name[FOLDER_NAME_MAX])
{
	sigset_t signals = watched();
	pthread_t thread;
	int result;

	snprintf(name, FOLDER_NAME_MAX, "/dev/shm/signalbox-bench-XXXXXX");
	if (mkdtemp(name) == NULL)
		return -errno;
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	result = -pthread_create(&thread, NULL, watch, name);
	if (result == 0)
		pthread_detach(thread);
	return result;
}
