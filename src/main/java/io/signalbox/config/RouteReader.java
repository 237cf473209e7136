package io.signalbox.config;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Optional;

/** Reads an element of {@code routes}: the members of a route in the API. */
final class RouteReader {
	private RouteReader() {}

	/** Empty when something is wrong with it; it is noted then. */
	static Optional<Route> read(Section section) {
		Optional<Prefix> prefix = prefix(section);
		Optional<Nexthop> nexthop = nexthop(section);
		long metric = section.integer("metric", 0, 0, Route.MAX_METRIC);
		int distance = (int) section.integer(
				"preference", RouteSource.STATIC.distance(), 1, RouteSource.MAX_DISTANCE);
		section.finish();
		return prefix.flatMap(
				to -> nexthop.map(through -> new Route(to, RouteSource.STATIC, through, metric, distance)));
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
			if (nextHops.size() != 1) {
				section.problem("nextHops", "expected one next hop, found " + nextHops.size());
				return Optional.empty();
			}
			return unicast(nextHops.getFirst());
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

	private static Optional<Nexthop> unicast(Section section) {
		Optional<String> address = section.text("address");
		Optional<String> interfaceName = section.text("interface");
		section.integer("weight", 1, 1, 255);
		section.finish();
		if (address.isEmpty()) {
			if (interfaceName.isEmpty()) {
				section.problem("address", "is missing: write an address, an interface, or both");
			}
			return interfaceName.map(Nexthop.Connected::new);
		}
		try {
			return Optional.of(new Nexthop.Via(IpAddress.parse(address.get()), interfaceName));
		} catch (IllegalArgumentException wrong) {
			section.problem("address", wrong.getMessage());
			return Optional.empty();
		}
	}
}
