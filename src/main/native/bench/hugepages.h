// 2 MiB pages for the peers, whose tables EAL allocates: a peer on 4 KiB pages would look slower
// than it is.
// Owns: how many pages were added to the system's pool. Threads: one.
// Must not: take away pages that were there before. Next: fib/main.c.
#pragma once

#include <stdint.h>

// Adds pages until `pages` of 2 MiB are free. Returns how many are.
uint32_t hugepages_want(uint32_t pages);
// Gives back what was added.
void hugepages_give_back(void);
