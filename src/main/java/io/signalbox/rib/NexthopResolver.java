package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.rib.ResolvedNexthop.Kind;
import io.signalbox.route.Nexthop;
import java.util.Map;
import java.util.Optional;

/**
 * Where a nexthop leads, given the interfaces: a neighbor's address must lie in a connected prefix of an interface
 * that is up, on the interface that the route names where it names one; the longest such prefix counts.
 */
record NexthopResolver(Links links) {
	Resolution resolve(int id, Nexthop nexthop) {
		return switch (nexthop) {
			case Nexthop.Via via -> via(id, via);
			case Nexthop.Connected connected -> connected(id, connected.interfaceName());
			case Nexthop.Multipath many -> Resolution.failed("several next hops are not resolved yet");
			case Nexthop.Local local -> plain(id, Kind.LOCAL);
			case Nexthop.Blackhole blackhole -> plain(id, Kind.BLACKHOLE);
			case Nexthop.Unreachable unreachable -> plain(id, Kind.UNREACHABLE);
			case Nexthop.Prohibit prohibit -> plain(id, Kind.PROHIBIT);
		};
	}

	private static Resolution plain(int id, Kind kind) {
		return Resolution.to(new ResolvedNexthop(id, kind, Optional.empty(), Optional.empty()));
	}

	private Resolution connected(int id, String name) {
		return whyNotUsable(name)
				.map(Resolution::failed)
				.orElseGet(() -> Resolution.to(
						new ResolvedNexthop(id, Kind.CONNECTED, Optional.of(name), Optional.empty())));
	}

	private Optional<String> whyNotUsable(String name) {
		Links.Link link = links.byName().get(name);
		if (link == null) {
			return Optional.of("there is no interface " + name);
		}
		return link.up() ? Optional.empty() : Optional.of("interface " + name + " is down");
	}

	private Resolution via(int id, Nexthop.Via via) {
		if (via.interfaceName().isPresent()) {
			String name = via.interfaceName().get();
			Optional<String> reason = whyNotUsable(name);
			if (reason.isPresent()) {
				return Resolution.failed(reason.get());
			}
			if (Links.isLinkLocal(via.address())) {
				return unicast(id, name, via.address());
			}
		}
		String best = null;
		int bestLength = -1;
		for (Map.Entry<String, Links.Link> entry : links.byName().entrySet()) {
			if (via.interfaceName().map(entry.getKey()::equals).orElse(entry.getValue().up())) {
				for (InterfaceAddress own : entry.getValue().addresses()) {
					if (own.address().equals(via.address())) {
						return Resolution.failed(via.address() + " is this box's own address");
					}
					if (own.length() > bestLength && own.prefix().contains(via.address())) {
						best = entry.getKey();
						bestLength = own.length();
					}
				}
			}
		}
		return best == null ? Resolution.failed(notConnected(via)) : unicast(id, best, via.address());
	}

	private static String notConnected(Nexthop.Via via) {
		return via.address() + " is in no connected prefix of "
				+ via.interfaceName().map(name -> "interface " + name).orElse("an interface that is up");
	}

	private static Resolution unicast(int id, String name, IpAddress address) {
		return Resolution.to(new ResolvedNexthop(id, Kind.UNICAST, Optional.of(name), Optional.of(address)));
	}
}
