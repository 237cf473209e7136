package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/**
 * One way of a route.
 *
 * @param index the kernel's number of the interface, 0 = none is named
 * @param address of either family, whatever the route's (RTA_VIA); empty = the interface alone
 * @param weight 1 to 256
 * @param flags RTNH_F_*
 * @param encapsulated the packet is to get another header (MPLS, SRv6, a tunnel): no plain way
 */
public record RouteHop(int index, Optional<IpAddress> address, int weight, int flags, boolean encapsulated) {
	public static final int DEAD = 1;
	public static final int ONLINK = 4;
	public static final int LINKDOWN = 16;

	public boolean onlink() {
		return (flags & ONLINK) != 0;
	}
}
