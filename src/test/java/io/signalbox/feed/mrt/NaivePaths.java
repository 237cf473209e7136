package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Every path that any peer has, each by itself; the best is found by looking at all: the model of {@link Paths}. */
final class NaivePaths {
	private static final Pattern CONFEDERATION = Pattern.compile("\\([^)]*\\)|\\[[^]]*]");
	private static final Pattern SPACES = Pattern.compile(" +");

	private final Map<Key, Value> paths = new HashMap<>();

	/** Whose path it is; the order is that in which peers win. */
	private record Key(Prefix prefix, IpAddress peer, long as, long pathId) {}

	private record Value(int asPathLength, IpAddress nextHop) {}

	void announce(Prefix prefix, IpAddress peer, long as, long pathId, int asPathLength, IpAddress nextHop) {
		paths.put(new Key(prefix, peer, as, pathId), new Value(asPathLength, nextHop));
	}

	void withdraw(Prefix prefix, IpAddress peer, long as, long pathId) {
		paths.remove(new Key(prefix, peer, as, pathId));
	}

	void endSession(IpAddress peer, long as) {
		paths.keySet().removeIf(key -> key.peer().equals(peer) && key.as() == as);
	}

	/** A line of {@code bgpdump -m}. */
	void line(String line) {
		String[] at = line.split("\\|", -1);
		IpAddress peer = IpAddress.parse(at[3]);
		long as = Long.parseLong(at[4]);
		boolean withId = at[0].endsWith("_AP");
		int rest = withId ? 7 : 6;
		switch (at[2]) {
			case "STATE" -> {
				if (!at[6].equals("6")) {
					endSession(peer, as);
				}
			}
			case "W" -> withdraw(Prefix.parse(at[5]), peer, as, 0);
			default -> {
				long pathId = withId ? Long.parseLong(at[6]) : 0;
				IpAddress nextHop = IpAddress.parse(at[rest + 2]);
				announce(Prefix.parse(at[5]), peer, as, pathId, asPathLength(at[rest]), nextHop);
			}
		}
	}

	/** {@code {1,2}} is a set, and what is in other brackets is within a confederation. */
	private static int asPathLength(String text) {
		String counted = CONFEDERATION.matcher(text).replaceAll("").strip();
		return counted.isEmpty() ? 0 : SPACES.split(counted, -1).length;
	}

	Map<Prefix, Nexthop> best() {
		Map<Prefix, Map.Entry<Key, Value>> best = new HashMap<>();
		Comparator<Map.Entry<Key, Value>> order = Comparator.<Map.Entry<Key, Value>>comparingInt(
						path -> path.getValue().asPathLength())
				.thenComparing(path -> path.getKey().peer() instanceof Ipv6Address)
				.thenComparing(path -> number(path.getKey().peer()))
				.thenComparingLong(path -> path.getKey().as())
				.thenComparingLong(path -> path.getKey().pathId());
		for (Map.Entry<Key, Value> path : paths.entrySet()) {
			best.merge(path.getKey().prefix(), path, (one, other) -> order.compare(one, other) <= 0 ? one : other);
		}
		Map<Prefix, Nexthop> routes = new HashMap<>();
		best.forEach((prefix, path) -> routes.put(prefix, new Nexthop.Via(path.getValue().nextHop())));
		return routes;
	}

	private static BigInteger number(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> BigInteger.valueOf(Integer.toUnsignedLong(ipv4.bits()));
			case Ipv6Address ipv6 -> new BigInteger(Long.toUnsignedString(ipv6.high()))
					.shiftLeft(64)
					.add(new BigInteger(Long.toUnsignedString(ipv6.low())));
		};
	}
}
