package io.signalbox.rib;

import io.signalbox.rib.ResolvedNexthop.Kind;
import io.signalbox.route.Nexthop;
import java.util.List;

/** What becomes of packets for a nexthop. */
sealed interface Resolution {
	/** They go on by these ways, no two of which have the same hop; the order is by the hop's text. */
	record Forward(List<Share> shares) implements Resolution {
		/** By a single way. */
		Forward(Nexthop.Hop hop) {
			this(List.of(new Share(hop, 1)));
		}
	}

	/** They end at this box: of the kind local, blackhole, unreachable or prohibit. */
	record End(Kind kind) implements Resolution {}

	/** Nobody knows; then no route with the nexthop can win. */
	record Failed(String reason) implements Resolution {}

	/**
	 * A hop that needs no routes any more: an interface, or a neighbor on an interface, on-link. The weight is the
	 * share of the sum of all.
	 */
	record Share(Nexthop.Hop hop, int weight) {}

	default boolean isResolved() {
		return !(this instanceof Failed);
	}
}
