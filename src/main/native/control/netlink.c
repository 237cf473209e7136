// See netlink.h.
#include "control/netlink.h"

#include "control/own_thread.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct opening {
	const char *namespace_path;
	int fd; // or -errno
};

static int
result_of(int rc)
{
	return rc < 0 ? -errno : rc;
}

static int
new_socket(void)
{
	return result_of(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
}

// A socket is of the namespace that its thread was in when it was made, and stays so.
static void *
open_inside(void *argument)
{
	struct opening *opening = argument;
	int there = open(opening->namespace_path, O_RDONLY | O_CLOEXEC);

	if (there < 0) {
		opening->fd = -errno;
		return NULL;
	}
	opening->fd = setns(there, CLONE_NEWNET) != 0 ? -errno : new_socket();
	close(there);
	return NULL;
}

static int
open_at(const char *namespace_path)
{
	struct opening opening = { .namespace_path = namespace_path };
	int rc;

	if (namespace_path == NULL)
		return new_socket();
	rc = own_thread_run(open_inside, &opening);
	return rc != 0 ? rc : opening.fd;
}

static int
set(int fd, int level, int option, int value)
{
	return result_of(setsockopt(fd, level, option, &value, sizeof(value)));
}

// Strict checking makes the kernel heed the filters of a dump and refuse what it would overlook; old
// kernels have neither that nor words to their errors, and are used without.
static int
prepare(int fd, uint32_t groups, uint32_t receive_bytes)
{
	struct sockaddr_nl own = { .nl_family = AF_NETLINK, .nl_groups = groups };
	int rc = set(fd, SOL_SOCKET, SO_RCVBUFFORCE, (int)receive_bytes);

	if (rc == -EPERM)
		rc = set(fd, SOL_SOCKET, SO_RCVBUF, (int)receive_bytes);
	if (rc != 0)
		return rc;
	set(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, 1);
	set(fd, SOL_NETLINK, NETLINK_EXT_ACK, 1);
	return result_of(bind(fd, (struct sockaddr *)&own, sizeof(own)));
}

int
netlink_open(const char *namespace_path, uint32_t groups, uint32_t receive_bytes)
{
	int fd = open_at(namespace_path), rc;

	if (fd < 0)
		return fd;
	rc = prepare(fd, groups, receive_bytes);
	if (rc == 0)
		return fd;
	close(fd);
	return rc;
}

int
netlink_send(int fd, const void *messages, size_t size)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	ssize_t sent;

	do {
		sent = sendto(fd, messages, size, 0, (struct sockaddr *)&kernel, sizeof(kernel));
	} while (sent < 0 && errno == EINTR);
	return sent < 0 ? -errno : 0;
}

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// The next datagram, whoever sent it: its bytes, or 0 when there is none or it is not the kernel's. Any
// process may send to a netlink socket.
static int64_t
take(int fd, void *buffer, size_t size)
{
	struct sockaddr_nl sender = { .nl_pid = 0 };
	struct iovec room = { .iov_base = buffer, .iov_len = size };
	struct msghdr message = {
		.msg_name = &sender,
		.msg_namelen = sizeof(sender),
		.msg_iov = &room,
		.msg_iovlen = 1,
	};
	ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (sender.nl_pid != 0)
		return 0;
	return (message.msg_flags & MSG_TRUNC) != 0 ? -EMSGSIZE : got;
}

int64_t
netlink_receive(int fd, void *buffer, size_t size, int timeout_ms)
{
	int64_t end = now_ms() + timeout_ms, left = timeout_ms;

	do {
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		int64_t got = result_of(poll(&ready, 1, (int)left));

		if (got > 0)
			got = take(fd, buffer, size);
		if (got != 0 && got != -EINTR)
			return got;
		left = end - now_ms();
	} while (left > 0);
	return 0;
}

int
netlink_close(int fd)
{
	return result_of(close(fd));
}
