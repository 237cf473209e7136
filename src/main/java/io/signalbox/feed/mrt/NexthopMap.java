package io.signalbox.feed.mrt;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What becomes of the next hops that a file says: the longest rule that holds one gives the route its nexthop, else
 * the one for all routes of the family does, else it stays.
 */
public final class NexthopMap {
	/** Every next hop stays as it is. */
	public static final NexthopMap NONE = new NexthopMap(List.of(), List.of());

	private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,30}");

	private final List<Rule> rules;
	private final Map<Family, Nexthop> forAll = new EnumMap<>(Family.class);

	/** Next hops within a prefix are to be another. */
	public record Rule(Prefix from, Nexthop to) {}

	/**
	 * @param forAll a nexthop with an address is for all routes of its family, another for all routes
	 * @throws IllegalArgumentException when two of {@code forAll} are for the same routes
	 */
	public NexthopMap(List<Rule> rules, List<Nexthop> forAll) {
		this.rules = List.copyOf(rules);
		for (Nexthop nexthop : forAll) {
			for (Family family : Family.values()) {
				boolean fits = !(nexthop instanceof Nexthop.Via via) || via.address().family() == family;
				if (fits && this.forAll.put(family, nexthop) != null) {
					throw new IllegalArgumentException("there are two next hops for all routes of one family");
				}
			}
		}
	}

	/** Reads {@code FROM=TO}: an address or prefix, and what {@link #nexthop} reads. */
	public static Rule rule(String text) {
		int equals = text.indexOf('=');
		if (equals < 0) {
			throw new IllegalArgumentException(Shown.quoted(text) + " maps no next hop to another: write FROM=TO");
		}
		String from = text.substring(0, equals);
		return new Rule(from.indexOf('/') < 0 ? host(from) : Prefix.parse(from), nexthop(text.substring(equals + 1)));
	}

	private static Prefix host(String text) {
		IpAddress address = IpAddress.parse(text);
		return Prefix.of(address, address.family().bits());
	}

	/** Reads an address, {@code ADDRESS%INTERFACE}, {@code blackhole}, {@code unreachable} or {@code prohibit}. */
	public static Nexthop nexthop(String text) {
		int percent = text.indexOf('%');
		return switch (text) {
			case "blackhole" -> new Nexthop.Blackhole();
			case "unreachable" -> new Nexthop.Unreachable();
			case "prohibit" -> new Nexthop.Prohibit();
			default -> percent < 0
					? new Nexthop.Via(IpAddress.parse(text))
					: new Nexthop.Via(IpAddress.parse(text.substring(0, percent)), name(text.substring(percent + 1)));
		};
	}

	private static String name(String text) {
		if (!INTERFACE.matcher(text).matches()) {
			throw new IllegalArgumentException(Shown.quoted(text) + " is no interface's name");
		}
		return text;
	}

	/**
	 * The nexthop of a route.
	 *
	 * @throws IllegalArgumentException when a route of that family cannot have it
	 */
	Nexthop apply(IpAddress said, Family route) {
		if (!isHost(said)) {
			throw new IllegalArgumentException("its next hop is " + said + ", which is no host's address");
		}
		Nexthop nexthop = mapped(said, route);
		if (route == Family.IPV6 && nexthop instanceof Nexthop.Via via && via.address() instanceof Ipv4Address) {
			throw new IllegalArgumentException(via.address() + " is no next hop for an IPv6 route");
		}
		return nexthop;
	}

	private Nexthop mapped(IpAddress said, Family route) {
		Rule longest = null;
		for (Rule rule : rules) {
			if (rule.from().contains(said) && (longest == null || rule.from().length() > longest.from().length())) {
				longest = rule;
			}
		}
		if (longest != null) {
			return longest.to();
		}
		Nexthop all = forAll.get(route);
		return all == null ? new Nexthop.Via(said) : all;
	}

	/** Neither unspecified nor loopback nor multicast. */
	private static boolean isHost(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> {
				int first = ipv4.bits() >>> 24;
				yield first != 0 && first != 127 && first < 224;
			}
			case Ipv6Address ipv6 -> ipv6.high() >>> 56 != 0xff && (ipv6.high() != 0 || (ipv6.low() & ~1L) != 0);
		};
	}
}
