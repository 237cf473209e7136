package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The peers that a file names, by number. What a peer said holds while its session does: each session has a number of
 * its own. One thread.
 */
final class Peers {
	/** Some 200 octets each; a collector has a few hundred. */
	private static final int MOST = 1 << 16;

	private static final int MOST_LISTED = 20;

	private final Optional<IpAddress> chosen;
	private final Map<Peer, Integer> numbers = new HashMap<>();
	private final List<Peer> peers = new ArrayList<>();
	private final List<Integer> sessions = new ArrayList<>();

	private record Peer(IpAddress address, long as) {}

	/** @param chosen the one whose routes are wanted; empty for those of all */
	Peers(Optional<IpAddress> chosen) {
		this.chosen = chosen;
	}

	int number(IpAddress address, long as) {
		Peer peer = new Peer(address, as);
		Integer known = numbers.get(peer);
		if (known != null) {
			return known;
		}
		if (peers.size() == MOST) {
			throw new RefusedException(RefusedException.Reason.TOO_MUCH, "The file has more than " + MOST + " peers");
		}
		numbers.put(peer, peers.size());
		peers.add(peer);
		sessions.add(0);
		return peers.size() - 1;
	}

	boolean isOneChosen() {
		return chosen.isPresent();
	}

	boolean isWanted(int number) {
		return chosen.isEmpty() || chosen.get().equals(peers.get(number).address());
	}

	/** The number of a peer's present session. */
	int session(int number) {
		return sessions.get(number);
	}

	void endSession(int number) {
		sessions.set(number, sessions.get(number) + 1);
	}

	/** The order in which peers win: the lowest address, IPv4 before IPv6; then the lowest AS. */
	int compare(int one, int other) {
		Peer first = peers.get(one);
		Peer second = peers.get(other);
		int order = compare(first.address(), second.address());
		return order != 0 ? order : Long.compare(first.as(), second.as());
	}

	private static int compare(IpAddress one, IpAddress other) {
		if (one instanceof Ipv4Address first && other instanceof Ipv4Address second) {
			return Integer.compareUnsigned(first.bits(), second.bits());
		}
		if (one instanceof Ipv6Address first && other instanceof Ipv6Address second) {
			int order = Long.compareUnsigned(first.high(), second.high());
			return order != 0 ? order : Long.compareUnsigned(first.low(), second.low());
		}
		return one instanceof Ipv4Address ? -1 : 1;
	}

	/** Refuses a file that does not have the peer whose routes are wanted. */
	void checkChosen() {
		if (chosen.isEmpty() || peers.stream().anyMatch(peer -> peer.address().equals(chosen.get()))) {
			return;
		}
		List<String> addresses =
				peers.stream().map(Peer::address).distinct().map(IpAddress::toString).toList();
		String listed = addresses.isEmpty()
				? "It has none."
				: "It has: " + addresses.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
						+ (addresses.size() > MOST_LISTED ? " and " + (addresses.size() - MOST_LISTED) + " more" : "");
		throw new RefusedException(
				RefusedException.Reason.PEER, "The file has no peer " + chosen.get() + ". " + listed);
	}
}
