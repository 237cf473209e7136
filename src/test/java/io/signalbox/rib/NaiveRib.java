package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The RIB's golden twin: maps of objects, every answer found by looking at everything, nothing kept but what was said. */
final class NaiveRib {
	/** In the order of a listing. */
	static final Comparator<Prefix> ORDER = Comparator.comparing(Prefix::family)
			.thenComparing((a, b) -> compare(a.address(), b.address()))
			.thenComparingInt(Prefix::length);

	private static final String CONNECTED = "connected";

	private final Map<String, Map<Prefix, Map<String, Said>>> vrfs = new TreeMap<>();
	private final Map<String, Link> links = new LinkedHashMap<>();
	private final Map<String, Integer> distances = new HashMap<>(Map.of(CONNECTED, 0));
	private final Set<Said> marked = new HashSet<>();
	private long clock;

	/** What a source says. */
	record Said(String vrf, Prefix prefix, String source, Nexthop nexthop, long metric, int distance, long since) {
		private boolean isSame(Said other) {
			return nexthop.equals(other.nexthop) && metric == other.metric && distance == other.distance;
		}
	}

	/** An interface. */
	record Link(String vrf, boolean up, List<InterfaceAddress> addresses) {}

	private static int compare(IpAddress a, IpAddress b) {
		return switch (a) {
			case Ipv4Address ipv4 -> Integer.compareUnsigned(ipv4.bits(), ((Ipv4Address) b).bits());
			case Ipv6Address ipv6 -> {
				int high = Long.compareUnsigned(ipv6.high(), ((Ipv6Address) b).high());
				yield high != 0 ? high : Long.compareUnsigned(ipv6.low(), ((Ipv6Address) b).low());
			}
		};
	}

	Map<String, Link> links() {
		return links;
	}

	void addVrf(String vrf) {
		vrfs.put(vrf, new TreeMap<>(ORDER));
	}

	boolean has(String vrf) {
		return vrfs.containsKey(vrf);
	}

	void removeVrf(String vrf) {
		vrfs.remove(vrf);
	}

	void distance(String source, int distance) {
		distances.put(source, distance);
	}

	void tick() {
		clock++;
	}

	/** The connected routes follow. */
	void link(String name, Link link) {
		links.put(name, link);
		vrfs.keySet().forEach(vrf -> {
			of(CONNECTED, vrf).forEach(prefix -> withdraw(CONNECTED, vrf, prefix));
			Map<Prefix, Nexthop> connected = new LinkedHashMap<>();
			links.forEach((other, has) -> {
				if (has.up && has.vrf.equals(vrf)) {
					has.addresses.forEach(own -> connected.putIfAbsent(own.prefix(), new Nexthop.Connected(other)));
				}
			});
			links.forEach((other, has) -> {
				if (has.up && has.vrf.equals(vrf)) {
					has.addresses.forEach(own -> connected.put(
							Prefix.of(own.address(), own.address().family().bits()), new Nexthop.Local()));
				}
			});
			connected.forEach((prefix, nexthop) -> announce(CONNECTED, vrf, prefix, nexthop, 0, -1));
		});
	}

	void announce(String source, String vrf, Prefix prefix, Nexthop nexthop, long metric, int distance) {
		Map<String, Said> of = vrfs.get(vrf).computeIfAbsent(prefix, none -> new HashMap<>());
		Said now = new Said(vrf, prefix, source, nexthop, metric, distance, clock);
		Said was = of.get(source);
		marked.remove(was);
		if (was == null || !was.isSame(now)) {
			of.put(source, now);
		}
	}

	void withdraw(String source, String vrf, Prefix prefix) {
		Map<String, Said> of = vrfs.get(vrf).get(prefix);
		if (of != null) {
			marked.remove(of.remove(source));
			if (of.isEmpty()) {
				vrfs.get(vrf).remove(prefix);
			}
		}
	}

	Set<Prefix> of(String source, String vrf) {
		Set<Prefix> prefixes = new HashSet<>();
		vrfs.get(vrf).forEach((prefix, of) -> {
			if (of.containsKey(source)) {
				prefixes.add(prefix);
			}
		});
		return prefixes;
	}

	void mark(String source) {
		all().stream().filter(said -> said.source.equals(source)).forEach(marked::add);
	}

	void sweep(String source) {
		all().stream()
				.filter(said -> said.source.equals(source) && marked.contains(said))
				.forEach(said -> withdraw(source, said.vrf, said.prefix));
	}

	/** All that is said in all VRFs. */
	Collection<Said> all() {
		List<Said> all = new ArrayList<>();
		vrfs.values().forEach(routes -> routes.values().forEach(of -> all.addAll(of.values())));
		return all;
	}

	/** The preferred first, of one prefix or of several: the longest comes first. */
	Comparator<Said> preference() {
		return Comparator.<Said>comparingInt(said -> -said.prefix.length())
				.thenComparingInt(said -> said.distance < 0 ? distances.get(said.source) : said.distance)
				.thenComparingLong(Said::metric)
				.thenComparingLong(Said::since)
				.thenComparing(Said::source);
	}

	/** The winners of a VRF: prefix text to where its packets go. */
	Map<String, String> winners(String vrf) {
		NaiveRecursion recursion = new NaiveRecursion(this);
		Map<String, String> winners = new TreeMap<>();
		vrfs.get(vrf).forEach((prefix, of) -> of.values().stream()
				.filter(recursion::isUsable)
				.min(preference())
				.ifPresent(said -> winners.put(prefix.toString(), recursion.text(said))));
		return winners;
	}

	List<String> listing(String vrf) {
		return vrfs.get(vrf).keySet().stream().map(Prefix::toString).toList();
	}

	List<String> covering(String vrf, Prefix prefix) {
		return vrfs.get(vrf).keySet().stream()
				.filter(other -> other.length() <= prefix.length() && other.contains(prefix.address()))
				.map(Prefix::toString)
				.toList();
	}

	List<String> within(String vrf, Prefix prefix) {
		return vrfs.get(vrf).keySet().stream()
				.filter(other -> other.length() >= prefix.length() && prefix.contains(other.address()))
				.map(Prefix::toString)
				.toList();
	}

	/** A prefix of the address, of either family. */
	static Prefix prefix(boolean ipv6, long high, long low, int length) {
		return ipv6
				? new Ipv6Prefix(high & Ipv6Prefix.highMask(length), low & Ipv6Prefix.lowMask(length), length)
				: new Ipv4Prefix((int) (high >>> 32) & Ipv4Prefix.mask(length), length);
	}
}
