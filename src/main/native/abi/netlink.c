// Netlink sockets for the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any; one at a time a socket.
// Next: control/netlink.h.
#include "control/netlink.h"

#include <signalbox.h>

#include <errno.h>
#include <limits.h>

int
sbx_netlink_open(const char *namespace_path, uint32_t groups, uint32_t receive_bytes)
{
	if (receive_bytes == 0 || receive_bytes > INT_MAX / 2) // the kernel keeps the double in an int
		return -EINVAL;
	return netlink_open(namespace_path, groups, receive_bytes);
}

int
sbx_netlink_send(int fd, const void *messages, size_t size)
{
	if (fd < 0 || messages == NULL || size < SBX_NETLINK_MESSAGE_MIN)
		return -EINVAL;
	return netlink_send(fd, messages, size);
}

int64_t
sbx_netlink_receive(int fd, void *buffer, size_t size, uint32_t timeout_ms)
{
	if (fd < 0 || buffer == NULL || size == 0 || timeout_ms > INT_MAX)
		return -EINVAL;
	return netlink_receive(fd, buffer, size, (int)timeout_ms);
}

int
sbx_netlink_close(int fd)
{
	return fd < 0 ? -EINVAL : netlink_close(fd);
}
