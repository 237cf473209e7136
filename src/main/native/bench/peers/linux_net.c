// The kernel peer's namespace: two ifb devices, a full table behind the second.
// Owns: the namespace of this process. An ifb device drops what it is given to send and counts it, without
// a queue in front of it: the cheapest sink that the kernel has.
// Threads: one. Must not: leave anything behind; the namespace ends with the process.
// Next: linux_inject.c.
#include "linux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEXTHOPS 200

static const char *const set_up =
	"link set lo up\n"
	"link add sbx-in address " LINUX_NET_MAC " type ifb\n"
	"link add sbx-out type ifb\n"
	"link set sbx-in txqueuelen 0 up\n"
	"link set sbx-out txqueuelen 0 up\n"
	"address add 198.51.100.1/24 dev sbx-in\n"
	"address add 192.0.2.1/24 dev sbx-out\n"
	"address add 2001:db8:2::1/64 dev sbx-out\n"
	"route add default via 192.0.2.2 dev sbx-out\n"
	"route add default via 2001:db8:2::2 dev sbx-out\n";

static int
set(const char *name, const char *value)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "/proc/sys/net/%s", name);
	out = fopen(path, "w");
	if (out == NULL || fputs(value, out) < 0 || fclose(out) != 0) {
		fprintf(stderr, "bench-linux: %s: %s\n", path, strerror(errno));
		return -EIO;
	}
	return 0;
}

// The whole table by one `ip -batch`, which is what an operator would use.
static int
add_routes(const char *table)
{
	FILE *in = fopen(table, "r"), *ip = popen("ip -force -batch - >/dev/null", "w");
	uint32_t number = 0;
	char line[64];

	if (in == NULL || ip == NULL)
		return -errno;
	while (fgets(line, sizeof(line), in) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		fprintf(ip, strchr(line, ':') != NULL ? "route add %s via 2001:db8:2::%x dev sbx-out\n"
			: "route add %s via 192.0.2.%u dev sbx-out\n", line, 2 + number++ % NEXTHOPS);
	}
	fclose(in);
	return pclose(ip) == 0 ? 0 : -EIO;
}

int
linux_net_make(const char *table)
{
	int result;
	FILE *ip;

	if (unshare(CLONE_NEWNET) != 0) {
		fprintf(stderr, "bench-linux: no network namespace: %s\n", strerror(errno));
		return -errno;
	}
	ip = popen("ip -batch -", "w");
	if (ip == NULL || fputs(set_up, ip) < 0 || pclose(ip) != 0)
		return -EIO;
	result = set("ipv4/ip_forward", "1");
	if (result == 0)
		result = set("ipv6/conf/all/forwarding", "1");
	if (result == 0)
		result = set("ipv4/conf/all/rp_filter", "0");
	if (result == 0)
		result = set("ipv4/conf/sbx-in/rp_filter", "0");
	if (result == 0)
		result = set("ipv4/conf/all/send_redirects", "0");
	return result != 0 ? result : add_routes(table);
}

uint32_t
linux_net_in(void)
{
	return if_nametoindex("sbx-in");
}

// An ifb device counts what it is given to send as received.
uint64_t
linux_net_left(void)
{
	FILE *in = fopen("/proc/self/net/dev", "r");
	unsigned long packets = 0;
	char line[512];

	while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
		char *name = strstr(line, "sbx-out:");

		if (name != NULL)
			sscanf(name, "sbx-out: %*u %lu", &packets);
	}
	if (in != NULL)
		fclose(in);
	return packets;
}
