// The folder of a run, in memory: the files that targets share.
// Owns: that nothing of it is left behind, however the run ends; only SIGKILL can see to that.
// Threads: the measuring one, before it makes others; one of its own waits for signals.
// Must not: hold anything worth keeping.
// Next: bench.c.
#pragma once

#define FOLDER_NAME_MAX 64

// Makes it and fills in its name. From now on SIGHUP, SIGINT and SIGTERM remove it and end the process. -errno.
int folder_make(char name[FOLDER_NAME_MAX]);
void folder_remove(const char *name);
