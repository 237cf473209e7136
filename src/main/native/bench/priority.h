// A moment in which the scheduler gives a measuring program its cores before others'.
// Owns: the niceness of this session's group. Threads: one. Must not: be kept for longer than it is needed.
// Next: fib/main.c, road/row_good_under_flood.c.
#pragma once

// Niceness counts within a session only; this is the session's own. Without the right to it, more noise is to be
// expected, which is said once.
void priority_raise(void);
void priority_give_back(void);
