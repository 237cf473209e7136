package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The interfaces as routing sees them, a value: which are up, and what is connected through them. Where two have the
 * same prefix, the one that was there first has the connected route.
 */
record Links(Map<String, Link> byName) {
	static final Links NONE = new Links(Map.of());

	/** One interface, in the VRF of that name. */
	record Link(String vrf, boolean up, List<InterfaceAddress> addresses) {
		static final Link NEW = new Link(RouteChanges.DEFAULT_VRF, false, List.of());

		Link {
			addresses = List.copyOf(addresses);
		}

		Link in(String otherVrf, List<InterfaceAddress> otherAddresses) {
			return new Link(otherVrf, up, otherAddresses);
		}

		Link with(boolean isUp) {
			return new Link(vrf, isUp, addresses);
		}
	}

	Links with(String name, Link link) {
		Map<String, Link> changed = new LinkedHashMap<>(byName);
		changed.put(name, link);
		return new Links(changed);
	}

	Links without(String name) {
		Map<String, Link> changed = new LinkedHashMap<>(byName);
		changed.remove(name);
		return new Links(changed);
	}

	Link get(String name) {
		return byName.getOrDefault(name, Link.NEW);
	}

	/** Whether an interface of the VRF, up or down, has that address. */
	boolean owns(String vrf, IpAddress address) {
		return byName.values().stream()
				.filter(link -> link.vrf().equals(vrf))
				.flatMap(link -> link.addresses().stream())
				.anyMatch(own -> own.address().equals(address));
	}

	/** The interfaces of a VRF. */
	List<String> in(String vrf) {
		return byName.entrySet().stream()
				.filter(entry -> entry.getValue().vrf().equals(vrf))
				.map(Map.Entry::getKey)
				.toList();
	}

	/**
	 * The connected routes of a VRF: each prefix, and the box's own addresses. Link-local addresses are on every
	 * interface.
	 */
	RouteChanges connected(String vrf) {
		Map<Prefix, Nexthop> routes = new LinkedHashMap<>();
		forEachUp(vrf, (name, own) -> routes.putIfAbsent(own.prefix(), new Nexthop.Connected(name)));
		forEachUp(vrf, (name, own) ->
				routes.put(Prefix.of(own.address(), own.address().family().bits()), new Nexthop.Local()));
		RouteChanges changes = new RouteChanges(vrf);
		routes.forEach(changes::announce);
		return changes;
	}

	private void forEachUp(String vrf, BiConsumer<String, InterfaceAddress> action) {
		byName.forEach((name, link) -> {
			if (link.up() && link.vrf().equals(vrf)) {
				link.addresses().stream()
						.filter(own -> !isLinkLocal(own.address()))
						.forEach(own -> action.accept(name, own));
			}
		});
	}

	/** IPv4 link-local addresses (RFC 3927) are routed as any other. */
	static boolean isLinkLocal(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> false;
			case Ipv6Address ipv6 -> ipv6.isLinkLocal();
		};
	}
}
