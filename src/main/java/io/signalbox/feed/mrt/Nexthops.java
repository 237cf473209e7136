package io.signalbox.feed.mrt;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nexthops of a file's routes, by number: what it says is mapped once, for a million routes have few. One thread. */
final class Nexthops {
	/** Of different ones that a file may say; some 250 octets each. */
	private static final int MOST = 1 << 17;

	private final NexthopMap map;
	private final Map<IpAddress, Said> ofIpv4 = new HashMap<>();
	private final Map<IpAddress, Said> ofIpv6 = new HashMap<>();
	private final List<Nexthop> nexthops = new ArrayList<>();

	/** A next hop that the file says: the number of the nexthop that routes get, or why they cannot have it. */
	record Said(int number, Optional<String> refused) {
		private static Said refused(String reason) {
			return new Said(-1, Optional.of(reason));
		}
	}

	private static final Said NOTHING = Said.refused("it has no next hop");

	Nexthops(NexthopMap map) {
		this.map = map;
	}

	/** @param ipv6 of the route */
	Said of(Optional<IpAddress> nextHop, boolean ipv6) {
		if (nextHop.isEmpty()) {
			return NOTHING;
		}
		Map<IpAddress, Said> family = ipv6 ? ofIpv6 : ofIpv4;
		Said known = family.get(nextHop.get());
		if (known != null) {
			return known;
		}
		if (ofIpv4.size() + ofIpv6.size() == MOST) {
			throw new RefusedException(
					RefusedException.Reason.TOO_MUCH, "The file has more than " + MOST + " different next hops");
		}
		Said said = map(nextHop.get(), ipv6 ? Family.IPV6 : Family.IPV4);
		family.put(nextHop.get(), said);
		return said;
	}

	private Said map(IpAddress nextHop, Family route) {
		try {
			nexthops.add(map.apply(nextHop, route));
			return new Said(nexthops.size() - 1, Optional.empty());
		} catch (IllegalArgumentException unfit) {
			return Said.refused(unfit.getMessage());
		}
	}

	Nexthop get(int number) {
		return nexthops.get(number);
	}
}
