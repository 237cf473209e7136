package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The RIB's golden twin: maps of objects, every answer found by looking at everything. */
final class NaiveRib {
	/** In the order of a listing. */
	static final Comparator<Prefix> ORDER = Comparator.comparing(Prefix::family)
			.thenComparing((a, b) -> compare(a.address(), b.address()))
			.thenComparingInt(Prefix::length);

	private final Map<Prefix, Map<String, Said>> routes = new TreeMap<>(ORDER);
	private final Map<String, Integer> distances = new HashMap<>();
	private final Set<String> resolved = new HashSet<>();
	private long clock;

	/** What a source says. */
	private record Said(String source, String nexthop, long metric, int distance, long since) {}

	private static int compare(IpAddress a, IpAddress b) {
		return switch (a) {
			case Ipv4Address ipv4 -> Integer.compareUnsigned(ipv4.bits(), ((Ipv4Address) b).bits());
			case Ipv6Address ipv6 -> {
				int high = Long.compareUnsigned(ipv6.high(), ((Ipv6Address) b).high());
				yield high != 0 ? high : Long.compareUnsigned(ipv6.low(), ((Ipv6Address) b).low());
			}
		};
	}

	void distance(String source, int distance) {
		distances.put(source, distance);
	}

	void resolve(String nexthop, boolean resolves) {
		if (resolves) {
			resolved.add(nexthop);
		} else {
			resolved.remove(nexthop);
		}
	}

	void tick() {
		clock++;
	}

	void announce(String source, Prefix prefix, String nexthop, long metric, int distance) {
		Map<String, Said> of = routes.computeIfAbsent(prefix, none -> new HashMap<>());
		Said was = of.get(source);
		Said now = new Said(source, nexthop, metric, distance, clock);
		boolean same = was != null && was.equals(new Said(source, nexthop, metric, distance, was.since));
		if (!same) {
			of.put(source, now);
		}
	}

	void withdraw(String source, Prefix prefix) {
		Map<String, Said> of = routes.get(prefix);
		if (of != null) {
			of.remove(source);
			if (of.isEmpty()) {
				routes.remove(prefix);
			}
		}
	}

	Set<Prefix> of(String source) {
		Set<Prefix> prefixes = new HashSet<>();
		routes.forEach((prefix, of) -> {
			if (of.containsKey(source)) {
				prefixes.add(prefix);
			}
		});
		return prefixes;
	}

	/** The winners: prefix text to nexthop's address. */
	Map<String, String> winners() {
		Map<String, String> winners = new TreeMap<>();
		routes.forEach((prefix, of) -> of.values().stream()
				.filter(said -> resolved.contains(said.nexthop))
				.min(Comparator.<Said>comparingInt(this::distance)
						.thenComparingLong(Said::metric)
						.thenComparingLong(Said::since)
						.thenComparing(Said::source))
				.ifPresent(said -> winners.put(prefix.toString(), said.nexthop)));
		return winners;
	}

	private int distance(Said said) {
		return said.distance < 0 ? distances.get(said.source) : said.distance;
	}

	List<String> listing() {
		return routes.keySet().stream().map(Prefix::toString).toList();
	}

	List<String> covering(Prefix prefix) {
		return routes.keySet().stream()
				.filter(other -> other.length() <= prefix.length() && other.contains(prefix.address()))
				.map(Prefix::toString)
				.toList();
	}

	List<String> within(Prefix prefix) {
		List<String> found = new ArrayList<>();
		for (Prefix other : routes.keySet()) {
			if (other.length() >= prefix.length() && prefix.contains(other.address())) {
				found.add(other.toString());
			}
		}
		return found;
	}

	/** A prefix of the address, of either family. */
	static Prefix prefix(boolean ipv6, long high, long low, int length) {
		return ipv6
				? new Ipv6Prefix(high & Ipv6Prefix.highMask(length), low & Ipv6Prefix.lowMask(length), length)
				: new Ipv4Prefix((int) (high >>> 32) & Ipv4Prefix.mask(length), length);
	}
}
