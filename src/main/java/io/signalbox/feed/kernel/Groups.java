package io.signalbox.feed.kernel;

/** The kernel's multicast groups that tell the feed what changes (RTNLGRP_* of linux/rtnetlink.h), as bits. */
final class Groups {
	private static final int LINK = 1;
	private static final int NEIGHBOR = 3;
	private static final int IPV4_ADDRESS = 5;
	private static final int IPV4_ROUTE = 7;
	private static final int IPV6_ADDRESS = 9;
	private static final int IPV6_ROUTE = 11;
	private static final int NEXTHOP = 32;

	/** Addresses of IPv4 in any case, for their loss: routes go with them, and the kernel does not say so. */
	private static final int ROUTES = bit(LINK) | bit(IPV4_ADDRESS) | bit(IPV4_ROUTE) | bit(IPV6_ROUTE) | bit(NEXTHOP);

	private Groups() {}

	static int of(KernelSettings settings) {
		return ROUTES | (settings.addresses() ? bit(IPV6_ADDRESS) : 0) | (settings.neighbors() ? bit(NEIGHBOR) : 0);
	}

	private static int bit(int group) {
		return 1 << (group - 1);
	}
}
