package io.signalbox.rib;

import io.signalbox.route.Nexthop;
import java.util.Optional;

/**
 * One way of a nexthop.
 *
 * @param tracked the address by which it resolves; empty where it names its interface
 */
record Way(Nexthop.Hop hop, int weight, Optional<Tracked> tracked) {
	Resolution resolution(LinkResolver links) {
		return tracked.map(Tracked::resolution).orElseGet(() -> links.resolve(hop));
	}
}
