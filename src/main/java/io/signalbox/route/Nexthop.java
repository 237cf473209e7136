package io.signalbox.route;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv6Address;
import java.util.Optional;

/** Where a route sends its packets, as its source said it; whether it resolves is the RIB's to find out. */
public sealed interface Nexthop {
	/** A neighbor, and the interface it must be on where the source names one. */
	record Via(IpAddress address, Optional<String> interfaceName) implements Nexthop {
		public Via {
			if (interfaceName.isEmpty() && address instanceof Ipv6Address ipv6 && ipv6.isLinkLocal()) {
				throw new IllegalArgumentException(
						address + " is a link-local address: name the interface that it is on as well");
			}
		}

		public Via(IpAddress address) {
			this(address, Optional.empty());
		}

		public Via(IpAddress address, String interfaceName) {
			this(address, Optional.of(interfaceName));
		}
	}

	/** The interface itself: each destination is a neighbor on it. */
	record Connected(String interfaceName) implements Nexthop {}

	/** The box itself. */
	record Local() implements Nexthop {}

	/** Dropped in silence. */
	record Blackhole() implements Nexthop {}

	/** Dropped, answered by ICMP host unreachable or no route. */
	record Unreachable() implements Nexthop {}

	/** Dropped, answered by ICMP administratively prohibited. */
	record Prohibit() implements Nexthop {}
}
