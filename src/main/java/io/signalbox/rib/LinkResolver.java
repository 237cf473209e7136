package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
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
		boolean reachable = onlink || Links.isLinkLocal(address);
		for (InterfaceAddress own : links.get(name).addresses()) {
			if (own.address().equals(address)) {
				return new Failed(isOwn(address));
			}
			reachable |= own.prefix().contains(address);
		}
		return reachable
				? new Forward(neighbor(address, name))
				: new Failed(address + " is in no connected prefix of interface " + name);
	}

	static String isOwn(IpAddress address) {
		return address + " is this box's own address";
	}

	static Nexthop.Via neighbor(IpAddress address, String interfaceName) {
		return new Nexthop.Via(address, Optional.of(interfaceName), Optional.empty(), true);
	}
}
