package io.signalbox.feed.bulk;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Name;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The next hops that one element of a body says, as text; what they come to is remembered for the elements that follow,
 * since a million routes have few. One thread.
 */
final class SaidHops {
	private final Map<Hop, Nexthop.Hop> known = new HashMap<>();
	private final Map<List<Hop>, Nexthop> groups = new HashMap<>();
	private final List<Hop> said = new ArrayList<>();

	/** One next hop; a text is null where it is not said. */
	record Hop(String address, String interfaceName, String vrf, boolean onLink, int weight) {}

	void clear() {
		said.clear();
	}

	boolean isEmpty() {
		return said.isEmpty();
	}

	/** Where the next one belongs, for what is wrong with it. */
	String pointer() {
		return pointer(said.size());
	}

	private static String pointer(int at) {
		return "/nextHops/" + at;
	}

	void add(Hop hop) {
		String pointer = pointer();
		if (said.size() == Nexthop.Multipath.MAX_MEMBERS) {
			throw BadRouteException.invalid(
					pointer, "a route has at most " + Nexthop.Multipath.MAX_MEMBERS + " next hops");
		}
		if (hop.address() == null && hop.interfaceName() == null) {
			throw BadRouteException.invalid(pointer, "a next hop has an address, an interface, or both");
		}
		if (hop.address() == null && (hop.vrf() != null || hop.onLink())) {
			throw BadRouteException.invalid(pointer, "vrf and onLink say more of an address: the address is missing");
		}
		checkName(hop.interfaceName(), pointer + "/interface", "interface");
		checkName(hop.vrf(), pointer + "/vrf", "VRF");
		said.add(hop);
	}

	private static void checkName(String name, String pointer, String what) {
		if (name != null && !Name.isValid(name)) {
			throw BadRouteException.invalid(pointer, Shown.quoted(name) + " is no " + what + "'s name");
		}
	}

	/** What they come to, when all are said. */
	Nexthop nexthop() {
		if (said.size() == 1) {
			return hop(0);
		}
		Nexthop same = groups.get(said);
		if (same == null) {
			same = group();
			groups.put(List.copyOf(said), same);
		}
		return same;
	}

	private Nexthop group() {
		List<Nexthop.Member> members = new ArrayList<>();
		for (int at = 0; at < said.size(); at++) {
			members.add(new Nexthop.Member(hop(at), said.get(at).weight()));
		}
		try {
			return new Nexthop.Multipath(members);
		} catch (IllegalArgumentException wrong) {
			throw BadRouteException.value("/nextHops", wrong);
		}
	}

	private Nexthop.Hop hop(int at) {
		Hop hop = said.get(at);
		Nexthop.Hop same = known.get(hop);
		if (same == null) {
			same = hop.address() == null ? new Nexthop.Connected(hop.interfaceName()) : via(hop, pointer(at));
			known.put(hop, same);
		}
		return same;
	}

	private static Nexthop.Hop via(Hop hop, String pointer) {
		try {
			return new Nexthop.Via(
					IpAddress.parse(hop.address()),
					Optional.ofNullable(hop.interfaceName()),
					Optional.ofNullable(hop.vrf()),
					hop.onLink());
		} catch (IllegalArgumentException wrong) {
			throw BadRouteException.value(pointer + "/address", wrong);
		}
	}
}
