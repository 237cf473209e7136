// Netlink sockets against the kernel, in a network namespace that the test makes; needs the right to.
// Owns: the namespace, kept by a thread that stays in it. Threads: the test's own.
// Next: control/netlink.c.
#include <signalbox.h>

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define LINKS (1U << (RTNLGRP_LINK - 1))
#define ROUTES (1U << (RTNLGRP_IPV4_ROUTE - 1))
#define LONG_MS 10000
#define LOOPBACK 1

static struct {
	pthread_t thread;
	pthread_barrier_t made, over;
	int rc;
	char path[64];
} space;

static void *
stay_in_a_namespace(void *unused)
{
	(void)unused;
	space.rc = unshare(CLONE_NEWNET) == 0 ? 0 : -errno;
	snprintf(space.path, sizeof(space.path), "/proc/self/task/%d/ns/net", gettid());
	pthread_barrier_wait(&space.made);
	pthread_barrier_wait(&space.over);
	return NULL;
}

static int
set_up(void **unused)
{
	(void)unused;
	pthread_barrier_init(&space.made, NULL, 2);
	pthread_barrier_init(&space.over, NULL, 2);
	pthread_create(&space.thread, NULL, stay_in_a_namespace, NULL);
	pthread_barrier_wait(&space.made);
	return 0;
}

static int
tear_down(void **unused)
{
	(void)unused;
	pthread_barrier_wait(&space.over);
	pthread_join(space.thread, NULL);
	pthread_barrier_destroy(&space.made);
	pthread_barrier_destroy(&space.over);
	return 0;
}

static int
open_there(uint32_t groups, uint32_t receive_bytes)
{
	int fd;

	if (space.rc == -EPERM)
		skip();
	assert_int_equal(space.rc, 0);
	fd = sbx_netlink_open(space.path, groups, receive_bytes);
	assert_true(fd >= 0);
	return fd;
}

static void
ask_for_links(int fd)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
	} request = {
		.header = { .nlmsg_len = sizeof(request), .nlmsg_type = RTM_GETLINK,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP, .nlmsg_seq = 7 },
	};

	assert_int_equal(sbx_netlink_send(fd, &request, sizeof(request)), 0);
}

static void
loopback_up(int fd, int up)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
	} request = {
		.header = { .nlmsg_len = sizeof(request), .nlmsg_type = RTM_NEWLINK,
			.nlmsg_flags = NLM_F_REQUEST },
		.link = { .ifi_index = LOOPBACK, .ifi_flags = up ? IFF_UP : 0, .ifi_change = IFF_UP },
	};

	assert_int_equal(sbx_netlink_send(fd, &request, sizeof(request)), 0);
}

// The kernel has done a request before it returns from send.
static void
add_route(int fd, uint32_t number)
{
	struct {
		struct nlmsghdr header;
		struct rtmsg route;
		struct rtattr to;
		uint32_t address;
	} request = {
		.header = { .nlmsg_len = sizeof(request), .nlmsg_type = RTM_NEWROUTE,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_REPLACE },
		.route = { .rtm_family = AF_INET, .rtm_dst_len = 32, .rtm_table = RT_TABLE_MAIN,
			.rtm_protocol = RTPROT_STATIC, .rtm_type = RTN_BLACKHOLE },
		.to = { .rta_len = RTA_LENGTH(4), .rta_type = RTA_DST },
		.address = htonl(0xC6120000 + number),
	};

	assert_int_equal(sbx_netlink_send(fd, &request, sizeof(request)), 0);
}

static void
refuses_what_cannot_be(void **unused)
{
	char buffer[64];

	(void)unused;
	assert_int_equal(sbx_netlink_open(NULL, 0, 0), -EINVAL);
	assert_int_equal(sbx_netlink_open(NULL, 0, 1U << 31), -EINVAL);
	assert_int_equal(sbx_netlink_open("/nowhere/at/all", 0, 4096), -ENOENT);
	assert_int_equal(sbx_netlink_open("/proc/self/ns/uts", 0, 4096), -EINVAL);
	assert_int_equal(sbx_netlink_send(-1, buffer, sizeof(buffer)), -EINVAL);
	assert_int_equal(sbx_netlink_send(0, NULL, sizeof(buffer)), -EINVAL);
	assert_int_equal(sbx_netlink_send(0, buffer, SBX_NETLINK_MESSAGE_MIN - 1), -EINVAL);
	assert_int_equal(sbx_netlink_receive(-1, buffer, sizeof(buffer), 0), -EINVAL);
	assert_int_equal(sbx_netlink_receive(0, NULL, sizeof(buffer), 0), -EINVAL);
	assert_int_equal(sbx_netlink_receive(0, buffer, 0, 0), -EINVAL);
	assert_int_equal(sbx_netlink_receive(0, buffer, sizeof(buffer), UINT32_MAX), -EINVAL);
	assert_int_equal(sbx_netlink_close(-1), -EINVAL);
	assert_int_equal(sbx_netlink_close(1000000), -EBADF);
}

static void
dumps_the_links_of_its_own_namespace(void **unused)
{
	int fd = sbx_netlink_open(NULL, 0, 1 << 20);
	char buffer[1 << 16];

	(void)unused;
	assert_true(fd >= 0);
	ask_for_links(fd);
	assert_true(sbx_netlink_receive(fd, buffer, sizeof(buffer), LONG_MS) > 0);
	assert_int_equal(((struct nlmsghdr *)buffer)->nlmsg_type, RTM_NEWLINK);
	assert_int_equal(((struct nlmsghdr *)buffer)->nlmsg_seq, 7);
	assert_int_equal(sbx_netlink_close(fd), 0);
}

static void
opens_in_another_namespace_and_leaves_the_caller_in_its_own(void **unused)
{
	char before[64] = "", after[64] = "", buffer[1 << 16];
	int watching, acting;

	(void)unused;
	assert_true(readlink("/proc/thread-self/ns/net", before, sizeof(before) - 1) > 0);
	watching = open_there(LINKS, 1 << 20);
	acting = open_there(0, 1 << 20);
	assert_true(readlink("/proc/thread-self/ns/net", after, sizeof(after) - 1) > 0);
	assert_string_equal(before, after);

	loopback_up(acting, 1);
	assert_true(sbx_netlink_receive(watching, buffer, sizeof(buffer), LONG_MS) > 0);
	assert_int_equal(((struct nlmsghdr *)buffer)->nlmsg_type, RTM_NEWLINK);
	assert_int_equal(((struct ifinfomsg *)NLMSG_DATA(buffer))->ifi_index, LOOPBACK);
	loopback_up(acting, 0);
	sbx_netlink_close(watching);
	sbx_netlink_close(acting);
}

static void
hears_only_the_groups_it_joined_and_says_0_when_nothing_comes(void **unused)
{
	int fd = open_there(ROUTES, 1 << 20), acting = open_there(0, 1 << 20);
	char buffer[1 << 16];

	(void)unused;
	loopback_up(acting, 1);
	loopback_up(acting, 0);
	while (sbx_netlink_receive(fd, buffer, sizeof(buffer), 0) > 0)
		assert_int_not_equal(((struct nlmsghdr *)buffer)->nlmsg_type, RTM_NEWLINK);
	assert_int_equal(sbx_netlink_receive(fd, buffer, sizeof(buffer), 1), 0);
	sbx_netlink_close(fd);
	sbx_netlink_close(acting);
}

static void
says_that_events_were_lost_and_goes_on(void **unused)
{
	int fd = open_there(ROUTES, 4096), acting = open_there(0, 1 << 20);
	char buffer[1 << 16];
	int64_t got;
	int taken = 0;

	(void)unused;
	for (uint32_t number = 0; number < 1000; number++)
		add_route(acting, number);
	while ((got = sbx_netlink_receive(fd, buffer, sizeof(buffer), 0)) > 0)
		taken++;
	assert_int_equal(got, -ENOBUFS);
	while (sbx_netlink_receive(fd, buffer, sizeof(buffer), 0) > 0)
		taken++;
	assert_true(taken < 1000);
	add_route(acting, 1000);
	assert_true(sbx_netlink_receive(fd, buffer, sizeof(buffer), LONG_MS) > 0);
	sbx_netlink_close(fd);
	sbx_netlink_close(acting);
}

static void
a_datagram_larger_than_the_buffer_is_lost_and_said(void **unused)
{
	int fd = sbx_netlink_open(NULL, 0, 1 << 20);
	char buffer[1 << 16];

	(void)unused;
	ask_for_links(fd);
	assert_int_equal(sbx_netlink_receive(fd, buffer, 32, LONG_MS), -EMSGSIZE);
	assert_true(sbx_netlink_receive(fd, buffer, sizeof(buffer), LONG_MS) > 0);
	sbx_netlink_close(fd);
}

static void
takes_nothing_from_other_processes(void **unused)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK };
	socklen_t size = sizeof(address);
	int fd = open_there(0, 1 << 20), other = open_there(0, 1 << 20);
	struct nlmsghdr forged = { .nlmsg_len = sizeof(forged), .nlmsg_type = RTM_NEWROUTE };
	char buffer[1 << 16];

	(void)unused;
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
	assert_true(sendto(other, &forged, sizeof(forged), 0, (struct sockaddr *)&address, size) > 0);
	assert_int_equal(sbx_netlink_receive(fd, buffer, sizeof(buffer), 1), 0);
	sbx_netlink_close(fd);
	sbx_netlink_close(other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_what_cannot_be),
		cmocka_unit_test(dumps_the_links_of_its_own_namespace),
		cmocka_unit_test(opens_in_another_namespace_and_leaves_the_caller_in_its_own),
		cmocka_unit_test(hears_only_the_groups_it_joined_and_says_0_when_nothing_comes),
		cmocka_unit_test(says_that_events_were_lost_and_goes_on),
		cmocka_unit_test(a_datagram_larger_than_the_buffer_is_lost_and_said),
		cmocka_unit_test(takes_nothing_from_other_processes),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
