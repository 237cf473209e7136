// Netlink sockets to the kernel's routing tables, of any network namespace.
// Owns: nothing; a socket is its caller's. Threads: any, one at a time a socket. Must not touch what
// EAL or the data plane have: it works without both.
// Next: own_thread.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

int netlink_open(const char *namespace_path, uint32_t groups, uint32_t receive_bytes);
int netlink_send(int fd, const void *messages, size_t size);
int64_t netlink_receive(int fd, void *buffer, size_t size, int timeout_ms);
int netlink_close(int fd);
