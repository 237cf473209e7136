package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.RouteHop;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a route of the kernel leads, as the kernel says it: what many routes have in common.
 *
 * @param nexthopId of a nexthop object, 0 = none
 * @param hops none where an object is named
 */
record Way(RouteType type, int nexthopId, List<RouteHop> hops) {
	/** Other flags come and go without a word of the kernel. */
	private static final int FLAGS = RouteHop.DEAD | RouteHop.ONLINK;

	static Way of(RouteMessage route) {
		return new Way(route.type(), route.nexthopId(), route.nexthopId() != 0 ? List.of()
				: route.hops().stream().map(Way::plain).toList());
	}

	private static RouteHop plain(RouteHop hop) {
		return new RouteHop(hop.index(), hop.address(), hop.weight(), hop.flags() & FLAGS, hop.encapsulated());
	}

	boolean hasAddress() {
		return hops.stream().anyMatch(hop -> hop.address().isPresent());
	}

	/** What is left of it without those hops, whatever their weights. */
	Way without(Way others) {
		List<RouteHop> left = new ArrayList<>(hops);
		left.removeIf(hop -> others.hops.stream().anyMatch(other -> isSame(hop, other)));
		return new Way(type, nexthopId, List.copyOf(left));
	}

	private static boolean isSame(RouteHop one, RouteHop other) {
		return one.index() == other.index() && one.address().equals(other.address());
	}
}
