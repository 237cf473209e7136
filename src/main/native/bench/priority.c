// Niceness of a session, through the kernel's autogroups.
// Owns: nothing. Threads: one. Must not: fail a run: it is a matter of noise.
// Next: fib/main.c, road/row_good_under_flood.c.
#include "priority.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void
set(const char *niceness)
{
	int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
	static bool said;

	if ((file < 0 || write(file, niceness, strlen(niceness)) < 0) && !said) {
		fprintf(stderr, "the priority could not be changed: expect more noise\n");
		said = true;
	}
	if (file >= 0)
		close(file);
}

void
priority_raise(void)
{
	set("-15");
}

void
priority_give_back(void)
{
	set("0");
}
