// Netlink: sockets to the kernel's routing tables, also of other network namespaces.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

#include <stddef.h>

#define SBX_NETLINK_MESSAGE_MIN 20 // bytes of the shortest request: a header and its family

// A socket to the kernel's routing tables (rtnetlink), of this network namespace or of the one at
// `namespace_path` (/run/netns/NAME, /proc/PID/ns/net). The calling thread stays in its own. `groups`: bit
// n - 1 joins RTNLGRP n. `receive_bytes`: what the kernel may queue; less where the process may not have as
// much. Needs neither EAL nor the data plane. Returns a descriptor, or -EINVAL, -ENOENT, -EPERM, ... .
SBX_API int sbx_netlink_open(const char *namespace_path, uint32_t groups, uint32_t receive_bytes);
// One or more whole messages, taken all or none.
SBX_API int sbx_netlink_send(int fd, const void *messages, size_t size);
// One datagram, of the kernel only: its bytes, or 0 when none came in time. Waits at most `timeout_ms`.
// -ENOBUFS: the kernel has thrown away what this socket did not take in time; -EMSGSIZE: a datagram was
// larger than `size` and is lost. After both the socket goes on.
SBX_API int64_t sbx_netlink_receive(int fd, void *buffer, size_t size, uint32_t timeout_ms);
// Not while another thread is within a call on it.
SBX_API int sbx_netlink_close(int fd);
