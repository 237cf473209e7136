package io.signalbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A static route as it is stored: the members of a route of the API.
 *
 * @param distance {@link RouteChanges#SOURCE_DISTANCE} where it says none
 */
record StoredRoute(Nexthop nexthop, long metric, int distance) {
	private static final Set<String> MEMBERS = Set.of("type", "nextHops", "metric", "preference");
	private static final Set<String> HOP_MEMBERS = Set.of("address", "interface", "vrf", "onLink", "weight");

	static String key(String vrf, Prefix prefix) {
		return vrf + "/" + prefix;
	}

	String json() {
		Map<String, Object> members = new LinkedHashMap<>();
		switch (nexthop) {
			case Nexthop.Hop hop -> members.put("nextHops", List.of(hop(hop)));
			case Nexthop.Multipath many -> members.put("nextHops", many.members().stream().map(StoredRoute::member).toList());
			case Nexthop.Blackhole blackhole -> members.put("type", "blackhole");
			case Nexthop.Unreachable unreachable -> members.put("type", "unreachable");
			case Nexthop.Prohibit prohibit -> members.put("type", "prohibit");
			case Nexthop.Local local -> throw new IllegalArgumentException("no static route leads to the box itself");
		}
		if (metric != 0) {
			members.put("metric", metric);
		}
		if (distance != RouteChanges.SOURCE_DISTANCE) {
			members.put("preference", distance);
		}
		return Json.of(members);
	}

	private static Map<String, Object> member(Nexthop.Member member) {
		Map<String, Object> members = hop(member.hop());
		members.put("weight", member.weight());
		return members;
	}

	private static Map<String, Object> hop(Nexthop.Hop hop) {
		Map<String, Object> members = new LinkedHashMap<>();
		switch (hop) {
			case Nexthop.Connected connected -> members.put("interface", connected.interfaceName());
			case Nexthop.Via via -> {
				members.put("address", via.address().toString());
				via.interfaceName().ifPresent(name -> members.put("interface", name));
				via.vrf().ifPresent(name -> members.put("vrf", name));
				if (via.onlink()) {
					members.put("onLink", true);
				}
			}
		}
		return members;
	}

	/** Throws {@link IllegalArgumentException}. */
	static StoredRoute parse(String json) {
		JsonNode node = Json.parse(json);
		requireKnown(node, MEMBERS);
		long metric = node.path("metric").asLong(0);
		Json.require(metric >= 0 && metric <= Route.MAX_METRIC, "metric", "within 0 to " + Route.MAX_METRIC);
		int distance = node.has("preference")
				? Json.integer(node.get("preference"), "preference")
				: RouteChanges.SOURCE_DISTANCE;
		Json.require(distance == RouteChanges.SOURCE_DISTANCE || (distance >= 0 && distance <= RouteSource.MAX_DISTANCE),
				"preference", "within 0 to " + RouteSource.MAX_DISTANCE);
		return new StoredRoute(nexthop(node), metric, distance);
	}

	private static void requireKnown(JsonNode node, Set<String> members) {
		Json.require(node.isObject(), "it", "an object");
		for (Iterator<String> names = node.fieldNames(); names.hasNext();) {
			String name = names.next();
			Json.require(members.contains(name), name, "a member that this version knows");
		}
	}

	private static Nexthop nexthop(JsonNode node) {
		String type = node.path("type").asText("unicast");
		return switch (type) {
			case "blackhole" -> new Nexthop.Blackhole();
			case "unreachable" -> new Nexthop.Unreachable();
			case "prohibit" -> new Nexthop.Prohibit();
			case "unicast" -> unicast(node.path("nextHops"));
			default -> throw new IllegalArgumentException("type " + Shown.quoted(type) + " is not known to this version");
		};
	}

	private static Nexthop unicast(JsonNode hops) {
		List<Nexthop.Member> members = new ArrayList<>();
		for (JsonNode hop : hops) {
			requireKnown(hop, HOP_MEMBERS);
			members.add(new Nexthop.Member(hop(hop), hop.has("weight") ? Json.integer(hop.get("weight"), "weight") : 1));
		}
		Json.require(!members.isEmpty(), "nextHops", "a list with a next hop");
		return Nexthop.of(members);
	}

	private static Nexthop.Hop hop(JsonNode hop) {
		Optional<String> interfaceName = optional(hop, "interface");
		if (!hop.has("address")) {
			return new Nexthop.Connected(interfaceName.orElseThrow(
					() -> new IllegalArgumentException("a next hop has neither address nor interface")));
		}
		IpAddress address = IpAddress.parse(Json.text(hop.get("address"), "address"));
		return new Nexthop.Via(address, interfaceName, optional(hop, "vrf"), hop.path("onLink").asBoolean());
	}

	private static Optional<String> optional(JsonNode node, String name) {
		return node.has(name) ? Optional.of(Json.text(node.get(name), name)) : Optional.empty();
	}
}
