// EAL's and the drivers' log, kept so that an error can say why.
// Owns: the last lines. Threads: any. Must not: write to the process's output.
// Next: control/eal.c, control/ports.c, who ask for the lines of a failed call.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Sends DPDK's log here, before rte_eal_init. -ENOMEM.
int eal_log_open(void);
// A place in the log.
uint64_t eal_log_mark(void);
// What was logged since the mark, its end if it is long, one line: lines are joined by "; ". Empty if nothing.
void eal_log_since(uint64_t mark, char *text, size_t size);
