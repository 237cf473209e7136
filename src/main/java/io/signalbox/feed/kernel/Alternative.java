package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.RouteMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the kernel's routes to a prefix: its metric, and the number of its way. A list of them is in the kernel's order,
 * the lowest metric first; the first is the one by which the kernel forwards.
 */
record Alternative(long metric, int way) {
	/** A list after a route came. For IPv6 a message has all ways of a route, also where only one was added. */
	static List<Alternative> announced(List<Alternative> before, RouteMessage route, Ways ways) {
		Alternative one = new Alternative(route.priority(), ways.number(Way.of(route)));
		if (before.contains(one)) {
			return before;
		}
		List<Alternative> after = new ArrayList<>(before);
		int same = replaced(after, one, route, ways);
		if (same >= 0) {
			after.set(same, one);
		} else if ((route.flags() & NetlinkMessage.NLM_F_APPEND) != 0 || route.ipv6()) {
			append(after, one);
		} else {
			after.add((int) after.stream().filter(other -> other.metric < one.metric).count(), one);
		}
		return after;
	}

	private static int replaced(List<Alternative> list, Alternative one, RouteMessage route, Ways ways) {
		boolean replaces = (route.flags() & NetlinkMessage.NLM_F_REPLACE) != 0;
		for (int at = 0; at < list.size(); at++) {
			Alternative other = list.get(at);
			boolean sibling = route.ipv6() && ways.get(one.way).hasAddress() && ways.get(other.way).hasAddress();
			if (other.metric == one.metric && (replaces || sibling)) {
				return at;
			}
		}
		return -1;
	}

	/** Behind all of the same metric. */
	static void append(List<Alternative> list, Alternative one) {
		list.add((int) list.stream().filter(other -> other.metric <= one.metric).count(), one);
	}

	/** A list after a route went. For IPv6 it may be some of the ways of a route. */
	static List<Alternative> withdrawn(List<Alternative> before, RouteMessage route, Ways ways) {
		Way way = Way.of(route);
		Alternative one = new Alternative(route.priority(), ways.number(way));
		List<Alternative> after = new ArrayList<>(before);
		if (after.remove(one)) {
			return after;
		}
		for (int at = 0; at < after.size(); at++) {
			if (after.get(at).metric == one.metric) {
				Way left = ways.get(after.get(at).way).without(way);
				if (route.ipv6() && !left.hops().isEmpty()) {
					after.set(at, new Alternative(one.metric, ways.number(left)));
				} else {
					after.remove(at);
				}
				return after;
			}
		}
		return before;
	}
}
