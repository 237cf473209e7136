// Work on a thread that ends with it: what it changes of its thread (affinity, namespaces) changes no caller's.
// Owns: nothing. Threads: any; waits for the work.
// Next: control/eal.c and control/netlink.c use it.
#pragma once

// Runs `work(argument)` with only the signals unblocked that a thread raises by a fault of its own.
// Returns 0 when it has run, -errno when no thread was to be had.
int own_thread_run(void *(*work)(void *), void *argument);
