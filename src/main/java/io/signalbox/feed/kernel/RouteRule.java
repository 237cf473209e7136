package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.RouteMessage;

/**
 * Which of a table's routes are the box's business. Left out are
 * <ul>
 * <li>the kernel's own: what it made by itself of an interface's addresses (protocol {@code kernel}) or learned of an
 *     ICMP redirect, cached copies, and all of type local, broadcast, anycast and multicast. What the box is connected to
 *     is what its own interfaces say;
 * <li>policy that the FIB has no place for: routes of certain source addresses or of a TOS, and {@code throw}.
 * </ul>
 */
enum RouteRule {
	TAKEN,
	/** Left out without a word: each kernel has many. */
	KERNELS_OWN,
	/** Left out and counted: the operator may miss it. */
	POLICY;

	private static final int RTPROT_REDIRECT = 1;

	static RouteRule of(RouteMessage route) {
		return switch (route.type()) {
			case UNICAST, BLACKHOLE, UNREACHABLE, PROHIBIT -> ofForwarding(route);
			case THROW -> POLICY;
			default -> KERNELS_OWN;
		};
	}

	private static RouteRule ofForwarding(RouteMessage route) {
		boolean own = route.protocol() == RouteMessage.RTPROT_KERNEL || route.protocol() == RTPROT_REDIRECT
				|| (route.routeFlags() & RouteMessage.RTM_F_CLONED) != 0;
		boolean policy = route.sourceLength() != 0 || route.tos() != 0;
		return own ? KERNELS_OWN : policy ? POLICY : TAKEN;
	}
}
