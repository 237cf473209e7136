package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/** A nexthop that packets can take: {@code interfaceName} is empty for the kinds that need none. */
public record ResolvedNexthop(int id, Kind kind, Optional<String> interfaceName, Optional<IpAddress> address) {
	/** What becomes of a packet. */
	public enum Kind {
		UNICAST,
		CONNECTED,
		LOCAL,
		BLACKHOLE,
		UNREACHABLE,
		PROHIBIT
	}
}
