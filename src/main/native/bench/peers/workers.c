// Our own data plane in a process of its own, with as many workers as asked, all through one nexthop. Built twice: with
// the product's worker, and with that of shared_nexthop.c.
// Owns: a program that forwards until it is ended. Threads: those of the data plane.
// Must not: differ between the two.
// Next: bench/road/row_shared_nexthop.c.
#include <bench/road/ours.h>

#include <stdio.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	const struct table empty = {0};
	uint16_t interface;

	if (argc < 4) {
		fprintf(stderr, "usage: bench-workers LCORES DRIVER DEVICE [--no-huge]\n"
			"LCORES as EAL's --lcores; the first is no worker\n");
		return 2;
	}
	if (ours_start(&(struct ours_options){.cores = argv[1], .net_gen = argv[2], .nexthops = 1,
		.burst = 64, .no_huge = argc > 4}) != 0 || ours_route(1, &empty, &empty) != 0 ||
		ours_plug(argv[3], 1, &interface) != 0)
		return 1;
	for (;;)
		pause();
}
