package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/** A RIB entry's attributes (RFC 6396 4.3.4). What is wrong in them is wrong with this one entry. One thread. */
final class RibEntry {
	private final Paths paths;
	private final Attributes attributes = new Attributes();
	private final Octets own = new Octets();

	RibEntry(Paths paths) {
		this.paths = paths;
	}

	/**
	 * Takes the entry from the length of its attributes on and tells the path, if its peer is wanted.
	 *
	 * @param offset where the entry begins
	 */
	void read(Octets octets, PrefixList prefix, int peer, int pathId, boolean as4, long offset) {
		octets.split(octets.u16(), own);
		if (!paths.peers().isWanted(peer)) {
			return;
		}
		try {
			attributes.read(own, as4);
			paths.offer(prefix, peer, pathId, nextHop(prefix.isIpv6()), attributes.asPathLength(), offset);
		} catch (MalformedException malformed) {
			paths.findings().add(malformed);
		}
	}

	/** In NEXT_HOP for IPv4; in MP_REACH_NLRI for IPv6, and for IPv4 behind an IPv6 neighbor (RFC 8950). */
	private Optional<IpAddress> nextHop(boolean ipv6) {
		if (!ipv6 && attributes.nextHop().isPresent()) {
			return attributes.nextHop();
		}
		return attributes.hasReach() ? Optional.of(MpReach.inRib(attributes.reach())) : Optional.empty();
	}
}
