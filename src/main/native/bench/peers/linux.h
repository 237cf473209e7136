// The Linux kernel as a peer: a namespace of its own with a full table, and frames injected into it.
// Owns: nothing that outlives the process: the namespace goes with it.
// Threads: one. Must not: touch the namespace it was started in.
// Next: linux_net.c makes the namespace, linux_inject.c the frames.
#pragma once

#include <stdint.h>

// Of the device where frames come in: to the kernel only a frame with this destination is for this host.
#define LINUX_NET_MAC "02:00:00:00:00:01"

// Enters a new network namespace with a device where frames come in and one that they leave by, and puts
// the prefixes of `table` (a list) into its routing tables. -errno; says on stderr what it does.
int linux_net_make(const char *table);
// Index of the device where frames come in; 0 = there is none.
uint32_t linux_net_in(void);
// Packets that have left so far.
uint64_t linux_net_left(void);

// What the injecting program copies into a frame: the IP header, or an IPv4 header and what follows it.
struct linux_frame {
	uint8_t ip[40];
	uint16_t type;                 // of Ethernet, network byte order
	uint8_t reserved[6];
};

struct linux_inject {
	int program;                   // file descriptor
	uint32_t interface;
};

// Loads the program that makes each injected frame the next of `count` (a power of two). -errno.
int linux_inject_open(struct linux_inject *inject, const struct linux_frame *frames, uint32_t count);
// Injects frames, and returns when the kernel has forwarded or dropped them all. -errno.
int linux_inject_run(const struct linux_inject *inject, uint32_t frames);
