package io.signalbox.config;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads an element of {@code routes}: the members of a route in the API. */
final class RouteReader {
	private RouteReader() {}

	/** Empty when something is wrong with it; it is noted then. */
	static Optional<StaticRoute> read(Section section, Set<String> vrfs) {
		String vrf = section.text("vrf", RouteChanges.DEFAULT_VRF);
		if (!vrfs.contains(vrf)) {
			section.problem("vrf", "there is no VRF " + Shown.quoted(vrf) + ": name it in vrfs");
		}
		Optional<Prefix> prefix = prefix(section);
		Optional<Nexthop> nexthop = nexthop(section);
		long metric = section.integer("metric", 0, 0, Route.MAX_METRIC);
		int distance = (int) section.integer(
				"preference", RouteSource.STATIC.distance(), 1, RouteSource.MAX_DISTANCE);
		section.finish();
		return prefix.flatMap(
				to -> nexthop.map(through -> new StaticRoute(
						vrf, new Route(to, RouteSource.STATIC, through, metric, distance))));
	}

	private static Optional<Prefix> prefix(Section section) {
		String text = section.requiredText("destinationPrefix");
		try {
			return text.isEmpty() ? Optional.empty() : Optional.of(Prefix.parse(text));
		} catch (IllegalArgumentException wrong) {
			section.problem("destinationPrefix", wrong.getMessage());
			return Optional.empty();
		}
	}

	private static Optional<Nexthop> nexthop(Section section) {
		String type = section.choice("type", "unicast", "blackhole", "unreachable", "prohibit");
		List<Section> nextHops = section.sections("nextHops");
		if (type.equals("unicast")) {
			return unicast(section, nextHops);
		}
		if (!nextHops.isEmpty()) {
			section.problem("nextHops", "a route of type " + type + " has none");
		}
		return Optional.of(switch (type) {
			case "blackhole" -> new Nexthop.Blackhole();
			case "unreachable" -> new Nexthop.Unreachable();
			default -> new Nexthop.Prohibit();
		});
	}

	private static Optional<Nexthop> unicast(Section section, List<Section> nextHops) {
		if (nextHops.isEmpty()) {
			section.problem("nextHops", "expected at least one next hop");
			return Optional.empty();
		}
		List<Nexthop.Member> members = new ArrayList<>();
		nextHops.forEach(said -> member(said).ifPresent(members::add));
		try {
			return members.size() == nextHops.size() ? Optional.of(Nexthop.of(members)) : Optional.empty();
		} catch (IllegalArgumentException wrong) {
			section.problem("nextHops", wrong.getMessage());
			return Optional.empty();
		}
	}

	private static Optional<Nexthop.Member> member(Section section) {
		Optional<String> address = section.text("address");
		Optional<String> interfaceName = section.text("interface");
		Optional<String> vrf = section.text("vrf");
		boolean onLink = section.flag("onLink", false);
		int weight = (int) section.integer("weight", 1, 1, Nexthop.Member.MAX_WEIGHT);
		section.finish();
		if (address.isEmpty()) {
			if (interfaceName.isEmpty()) {
				section.problem("address", "is missing: write an address, an interface, or both");
			}
			return interfaceName.map(name -> new Nexthop.Member(new Nexthop.Connected(name), weight));
		}
		try {
			return Optional.of(new Nexthop.Member(
					new Nexthop.Via(IpAddress.parse(address.get()), interfaceName, vrf, onLink), weight));
		} catch (IllegalArgumentException wrong) {
			section.problem("address", wrong.getMessage());
			return Optional.empty();
		}
	}
}
