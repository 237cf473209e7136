package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * A nexthop that packets can take: {@code interfaceName} is empty for the kinds that need none.
 *
 * @param members of a {@link Kind#GROUP}, two or more; empty for every other kind
 */
public record ResolvedNexthop(
		int id, Kind kind, Optional<String> interfaceName, Optional<IpAddress> address, List<Member> members) {
	/** What becomes of a packet. */
	public enum Kind {
		UNICAST,
		CONNECTED,
		LOCAL,
		BLACKHOLE,
		UNREACHABLE,
		PROHIBIT,
		GROUP
	}

	/** A nexthop that is no group, by its id, and its share: 1 to 255 of the sum of all weights. */
	public record Member(int id, int weight) {}

	public ResolvedNexthop {
		members = List.copyOf(members);
	}
}
