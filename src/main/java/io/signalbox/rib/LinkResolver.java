package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.rib.Resolution.Failed;
import io.signalbox.rib.Resolution.Forward;
import io.signalbox.route.Nexthop;
import java.util.Optional;

/** Where a hop leads that names its interface. That is up, and has the address in a prefix of its own, or on-link. */
record LinkResolver(Links links) {
	Resolution resolve(Nexthop.Hop hop) {
		return switch (hop) {
			case Nexthop.Connected connected -> whyNotUsable(connected.interfaceName())
					.<Resolution>map(Failed::new)
					.orElseGet(() -> new Forward(connected));
			case Nexthop.Via via -> via(via.address(), via.interfaceName().orElseThrow(), via.onlink());
		};
	}

	private Optional<String> whyNotUsable(String name) {
		Links.Link link = links.byName().get(name);
		if (link == null) {
			return Optional.of("there is no interface " + name);
		}
		return link.up() ? Optional.empty() : Optional.of("interface " + name + " is down");
	}

	private Resolution via(IpAddress address, String name, boolean onlink) {
		Optional<String> reason = whyNotUsable(name);
		if (reason.isPresent()) {
			return new Failed(reason.get());
		}
		Links.Link link = links.get(name);
		if (links.owns(link.vrf(), address)) {
			return new Failed(isOwn(address));
		}
		if (!isHost(address)) {
			return new Failed(address + " is no host's address");
		}
		boolean reachable = onlink || Links.isLinkLocal(address);
		for (InterfaceAddress own : link.addresses()) {
			if (own.isEdge(address)) {
				return new Failed(address + " is the network or the broadcast address of " + own.prefix());
			}
			reachable |= own.prefix().contains(address);
		}
		return reachable
				? new Forward(neighbor(address, name))
				: new Failed(address + " is in no connected prefix of interface " + name);
	}

	/** Not 0/8, loopback, a group, or what comes after the groups. */
	private static boolean isHost(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> {
				int first = ipv4.bits() >>> 24;
				yield first != 0 && first != 127 && first < 224;
			}
			case Ipv6Address ipv6 -> ipv6.high() >>> 56 != 0xff && !(ipv6.high() == 0 && (ipv6.low() == 0 || ipv6.low() == 1));
		};
	}

	static String isOwn(IpAddress address) {
		return address + " is this box's own address";
	}

	static Nexthop.Via neighbor(IpAddress address, String interfaceName) {
		return new Nexthop.Via(address, Optional.of(interfaceName), Optional.empty(), true);
	}
}
