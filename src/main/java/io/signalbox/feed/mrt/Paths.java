package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.route.RouteChanges;
import java.util.Optional;

/** What the peers of a file say, as far as the file is read: here the decoders tell what they find. One thread. */
final class Paths {
	private final Peers peers;
	private final Nexthops nexthops;
	private final Findings findings;
	private final PathTable ipv4;
	private final PathTable ipv6;

	Paths(Peers peers, NexthopMap map, Findings findings) {
		this.peers = peers;
		this.nexthops = new Nexthops(map);
		this.findings = findings;
		this.ipv4 = new PathTable(false, peers);
		this.ipv6 = new PathTable(true, peers);
	}

	Peers peers() {
		return peers;
	}

	Findings findings() {
		return findings;
	}

	/** A RIB has the one prefix of the list by this peer; {@code offset} is where it says so. */
	void offer(PrefixList one, int peer, int pathId, Optional<IpAddress> nextHop, int asPathLength, long offset) {
		Nexthops.Said nexthop = nexthops.of(nextHop, one.isIpv6());
		if (nexthop.refused().isPresent()) {
			findings.add(offset, nexthop.refused().get());
			return;
		}
		table(one).offer(one, 0, new Path(peer, pathId, nexthop.number(), asPathLength));
	}

	/** A peer says these prefixes. Without a nexthop that they can have, they are withdrawn (RFC 7606 2). */
	void announce(PrefixList list, int peer, Optional<IpAddress> nextHop, int asPathLength, long offset) {
		if (list.size() == 0) {
			return;
		}
		Nexthops.Said nexthop = nexthops.of(nextHop, list.isIpv6());
		if (nexthop.refused().isPresent()) {
			findings.add(offset, nexthop.refused().get());
			withdraw(list, peer);
			return;
		}
		for (int at = 0; at < list.size(); at++) {
			table(list).announce(list, at, new Path(peer, list.pathId(at), nexthop.number(), asPathLength));
		}
	}

	void withdraw(PrefixList list, int peer) {
		for (int at = 0; at < list.size(); at++) {
			table(list).withdraw(list, at, peer);
		}
	}

	/** Something of a list was no prefix. */
	void reportCut(PrefixList list) {
		if (list.isCut()) {
			findings.add(list.cutAt(), "a prefix is cut short; those before it are taken");
		}
	}

	private PathTable table(PrefixList list) {
		return list.isIpv6() ? ipv6 : ipv4;
	}

	/** How many have come, also such as were withdrawn again. */
	int prefixes() {
		return ipv4.prefixes().size() + ipv6.prefixes().size();
	}

	/** Adds the best path of each prefix. */
	void addTo(RouteChanges routes) {
		addTo(routes, ipv4);
		addTo(routes, ipv6);
	}

	private void addTo(RouteChanges routes, PathTable table) {
		PrefixIndex prefixes = table.prefixes();
		for (int prefix = 0; prefix < prefixes.size(); prefix++) {
			int best = table.bestNexthop(prefix);
			if (best >= 0) {
				routes.announce(
						prefixes.isIpv6(),
						prefixes.high(prefix),
						prefixes.low(prefix),
						prefixes.length(prefix),
						routes.number(nexthops.get(best)),
						0,
						RouteChanges.SOURCE_DISTANCE);
			}
		}
	}
}
