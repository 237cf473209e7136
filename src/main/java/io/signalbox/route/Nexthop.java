package io.signalbox.route;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv6Address;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Where a route sends its packets, as its source said it; whether it resolves is the RIB's to find out. */
public sealed interface Nexthop {
	/** One of the ways of a {@link Multipath}. */
	sealed interface Hop extends Nexthop {}

	/**
	 * An address. Where the source names an interface it is a neighbor on that; else it resolves by the longest match
	 * of the RIB, to any depth, of either family (RFC 8950).
	 *
	 * @param vrf in which the address resolves where no interface is named; empty = the route's own
	 * @param onlink on the named interface though in none of its connected prefixes
	 */
	record Via(IpAddress address, Optional<String> interfaceName, Optional<String> vrf, boolean onlink)
			implements Hop {
		public Via {
			if (onlink && interfaceName.isEmpty()) {
				throw new IllegalArgumentException(address + " is said to be on-link: name the interface as well");
			}
			if (vrf.isPresent() && interfaceName.isPresent()) {
				throw new IllegalArgumentException(
						address + " is on an interface, which has its VRF: name one of the two, not both");
			}
			if (interfaceName.isEmpty() && address instanceof Ipv6Address ipv6 && ipv6.isLinkLocal()) {
				throw new IllegalArgumentException(
						address + " is a link-local address: name the interface that it is on as well");
			}
		}

		public Via(IpAddress address, Optional<String> interfaceName) {
			this(address, interfaceName, Optional.empty(), false);
		}

		public Via(IpAddress address) {
			this(address, Optional.empty());
		}

		public Via(IpAddress address, String interfaceName) {
			this(address, Optional.of(interfaceName));
		}
	}

	/** The interface itself: each destination is a neighbor on it. */
	record Connected(String interfaceName) implements Hop {}

	/** Several ways at once (ECMP): each flow takes one, and keeps it while that resolves. Two ways or more. */
	record Multipath(List<Member> members) implements Nexthop {
		/** The most ways of one route. */
		public static final int MAX_MEMBERS = 128;

		public Multipath {
			if (members.size() < 2 || members.size() > MAX_MEMBERS) {
				throw new IllegalArgumentException(
						"a route has 2 to " + MAX_MEMBERS + " next hops, not " + members.size());
			}
			if (members.stream().map(Member::hop).distinct().count() != members.size()) {
				throw new IllegalArgumentException("two next hops are the same: say it once, with a weight");
			}
			members = members.stream().sorted(Comparator.comparing(member -> member.hop().toString())).toList();
		}
	}

	/** A way and its share of the flows, 1 to 255 of the sum of all weights. */
	record Member(Hop hop, int weight) {
		public static final int MAX_WEIGHT = 255;

		public Member {
			if (weight < 1 || weight > MAX_WEIGHT) {
				throw new IllegalArgumentException("weight " + weight + " is not within 1 to " + MAX_WEIGHT);
			}
		}
	}

	/** The nexthop of these ways: of a single one itself, whatever its weight. */
	static Nexthop of(List<Member> members) {
		return members.size() == 1 ? members.getFirst().hop() : new Multipath(members);
	}

	/** The box itself. */
	record Local() implements Nexthop {}

	/** Dropped in silence. */
	record Blackhole() implements Nexthop {}

	/** Dropped, answered by ICMP host unreachable or no route. */
	record Unreachable() implements Nexthop {}

	/** Dropped, answered by ICMP administratively prohibited. */
	record Prohibit() implements Nexthop {}
}
