// EAL in a process that is not ours alone (a JVM): started once, on a thread made for it.
// Owns: EAL's state and its last log lines. Threads: any.
// Must not: pin, mask or signal a thread of the caller's.
// Next: control/state.h.
#pragma once

#include <stddef.h>

// As sbx_eal_start, sbx_eal_state, sbx_eal_stop say.
int eal_start(int argc, char **argv, char *error, size_t error_size);
int eal_state(void);
int eal_stop(void);
