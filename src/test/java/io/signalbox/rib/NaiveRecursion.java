package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.route.Nexthop;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What all nexthops of a naive RIB resolve to, from scratch: rounds over all addresses until nothing moves, then all
 * circles that wait for nothing else at once, and again.
 */
final class NaiveRecursion {
	private static final MathContext DIGITS = new MathContext(60);
	private static final BigDecimal HALF = new BigDecimal("0.500001");
	private static final BigDecimal EXACT = new BigDecimal("1e-20");

	private final NaiveRib rib;
	private final Map<Address, Outcome> known = new HashMap<>();
	private final Map<NaiveRib.Said, Set<Address>> heldOut = new HashMap<>();

	private record Address(String vrf, IpAddress address) {}

	/** Shares of hops, or the kind of an end, or neither: it fails. */
	private record Outcome(Map<Hop, BigDecimal> hops, Optional<String> end) {
		private static final Outcome FAILED = new Outcome(Map.of(), Optional.empty());

		private boolean isResolved() {
			return !hops.isEmpty() || end.isPresent();
		}
	}

	private record Hop(String interfaceName, Optional<IpAddress> address) {
		private Outcome alone() {
			return new Outcome(Map.of(this, BigDecimal.ONE), Optional.empty());
		}
	}

	NaiveRecursion(NaiveRib rib) {
		this.rib = rib;
		Set<Address> addresses = new HashSet<>();
		rib.all().forEach(said -> addresses.addAll(addresses(said)));
		Map<Address, NaiveRib.Said> stuck = round(addresses);
		while (!stuck.isEmpty()) {
			holdOutCircles(stuck);
			stuck = round(addresses);
		}
	}

	private void holdOutCircles(Map<Address, NaiveRib.Said> stuck) {
		Map<Address, Set<Address>> waits = new HashMap<>();
		stuck.forEach((address, said) -> waits.put(address, unknown(said)));
		waits.forEach((address, others) -> {
			Set<Address> reached = reach(address, waits);
			if (reached.stream().allMatch(other -> reach(other, waits).contains(address))) {
				heldOut.computeIfAbsent(stuck.get(address), none -> new HashSet<>()).addAll(others);
			}
		});
	}

	private static Set<Address> reach(Address from, Map<Address, Set<Address>> waits) {
		Set<Address> reached = new HashSet<>();
		Set<Address> next = new HashSet<>(waits.get(from));
		while (!next.isEmpty()) {
			reached.addAll(next);
			Set<Address> after = new HashSet<>();
			next.forEach(address -> after.addAll(waits.get(address)));
			after.removeAll(reached);
			next = after;
		}
		return reached;
	}

	/** Rounds until nothing moves; what is not known then, with the route that it waits for. */
	private Map<Address, NaiveRib.Said> round(Set<Address> addresses) {
		Map<Address, NaiveRib.Said> stuck = new HashMap<>();
		boolean moves = true;
		while (moves) {
			moves = false;
			stuck.clear();
			for (Address address : addresses) {
				if (!known.containsKey(address)) {
					moves |= look(address, stuck);
				}
			}
		}
		return stuck;
	}

	private boolean look(Address address, Map<Address, NaiveRib.Said> stuck) {
		List<NaiveRib.Said> candidates = rib.all().stream()
				.filter(said -> said.vrf().equals(address.vrf) && said.prefix().contains(address.address))
				.sorted(rib.preference())
				.toList();
		for (NaiveRib.Said said : candidates) {
			if (!unknown(said).isEmpty()) {
				stuck.put(address, said);
				return false;
			}
			Outcome outcome = outcome(said, heldOut(said));
			if (outcome.isResolved()) {
				known.put(address, towards(address.address, outcome));
				return true;
			}
		}
		known.put(address, Outcome.FAILED);
		return true;
	}

	private Outcome towards(IpAddress address, Outcome outcome) {
		if (outcome.end.filter("LOCAL"::equals).isPresent()) {
			return Outcome.FAILED;
		}
		Map<Hop, BigDecimal> hops = new HashMap<>();
		outcome.hops.forEach((hop, share) -> {
			IpAddress to = hop.address.orElse(address);
			if (hop.address.isPresent() || !isOwn(to, hop.interfaceName)) {
				hops.merge(new Hop(hop.interfaceName, Optional.of(to)), share, BigDecimal::add);
			}
		});
		return new Outcome(scale(hops), outcome.end);
	}

	private Set<Address> heldOut(NaiveRib.Said said) {
		return heldOut.getOrDefault(said, Set.of());
	}

	private Set<Address> unknown(NaiveRib.Said said) {
		Set<Address> unknown = new HashSet<>(addresses(said));
		unknown.removeAll(heldOut(said));
		unknown.removeAll(known.keySet());
		return unknown;
	}

	private static List<Nexthop.Member> ways(Nexthop nexthop) {
		return switch (nexthop) {
			case Nexthop.Hop hop -> List.of(new Nexthop.Member(hop, 1));
			case Nexthop.Multipath many -> many.members();
			default -> List.of();
		};
	}

	private static Optional<Address> address(NaiveRib.Said said, Nexthop.Hop hop) {
		return hop instanceof Nexthop.Via via && via.interfaceName().isEmpty()
				? Optional.of(new Address(via.vrf().orElse(said.vrf()), via.address()))
				: Optional.empty();
	}

	private static Set<Address> addresses(NaiveRib.Said said) {
		Set<Address> addresses = new HashSet<>();
		ways(said.nexthop()).forEach(way -> address(said, way.hop()).ifPresent(addresses::add));
		return addresses;
	}

	private Outcome outcome(NaiveRib.Said said, Set<Address> without) {
		List<Nexthop.Member> ways = ways(said.nexthop());
		if (ways.isEmpty()) {
			return new Outcome(Map.of(), Optional.of(said.nexthop().getClass().getSimpleName().toUpperCase(Locale.ROOT)));
		}
		Map<Hop, BigDecimal> hops = new HashMap<>();
		Set<String> ends = new TreeSet<>(Comparator.comparing(ResolvedNexthop.Kind::valueOf));
		for (Nexthop.Member way : ways) {
			Optional<Address> address = address(said, way.hop());
			if (address.filter(without::contains).isEmpty()) {
				Outcome outcome = address.map(known::get).orElseGet(() -> link(way.hop()));
				outcome.end.ifPresent(ends::add);
				BigDecimal all = outcome.hops.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
				outcome.hops.forEach((hop, share) -> hops.merge(
						hop, share.multiply(BigDecimal.valueOf(way.weight())).divide(all, DIGITS), BigDecimal::add));
			}
		}
		return hops.isEmpty()
				? new Outcome(hops, ends.stream().findFirst())
				: new Outcome(scale(hops), Optional.empty());
	}

	private Outcome link(Nexthop.Hop hop) {
		return switch (hop) {
			case Nexthop.Connected connected ->
				isUp(connected.interfaceName())
						? new Hop(connected.interfaceName(), Optional.empty()).alone()
						: Outcome.FAILED;
			case Nexthop.Via via -> {
				String name = via.interfaceName().orElseThrow();
				boolean reachable = isUp(name)
						&& !isOwn(via.address(), name)
						&& (via.onlink()
								|| Links.isLinkLocal(via.address())
								|| rib.links().get(name).addresses().stream()
										.anyMatch(own -> own.prefix().contains(via.address())));
				yield reachable ? new Hop(name, Optional.of(via.address())).alone() : Outcome.FAILED;
			}
		};
	}

	/** An own address of the VRF, or the first or last of a prefix with room for both. */
	private boolean isOwn(IpAddress address, String name) {
		NaiveRib.Link link = rib.links().get(name);
		boolean own = rib.links().values().stream().filter(other -> other.vrf().equals(link.vrf()))
				.anyMatch(other -> other.addresses().stream().anyMatch(one -> one.address().equals(address)));
		return own || (address instanceof Ipv4Address ipv4 && link.addresses().stream()
				.filter(one -> one.address() instanceof Ipv4Address && one.length() < 31)
				.anyMatch(one -> one.prefix().address().equals(ipv4)
						|| (one.prefix().contains(ipv4) && !one.prefix().contains(new Ipv4Address(ipv4.bits() + 1)))));
	}

	private boolean isUp(String name) {
		return rib.links().containsKey(name) && rib.links().get(name).up();
	}

	/** Whole numbers to 255: as they are where they can be, else rounded. */
	private static Map<Hop, BigDecimal> scale(Map<Hop, BigDecimal> hops) {
		if (hops.isEmpty()) {
			return hops;
		}
		BigDecimal least = hops.values().stream().reduce(BigDecimal::min).orElseThrow();
		BigDecimal most = hops.values().stream().reduce(BigDecimal::max).orElseThrow();
		for (int part = 1; part <= 255; part++) {
			BigDecimal unit = least.divide(BigDecimal.valueOf(part), DIGITS);
			boolean fits = most.divide(unit, DIGITS).compareTo(new BigDecimal("255.5")) < 0;
			if (fits && hops.values().stream().allMatch(share ->
					share.divide(unit, DIGITS).subtract(whole(share, unit)).abs().compareTo(EXACT) < 0)) {
				return weights(hops, unit);
			}
		}
		return weights(hops, most.divide(BigDecimal.valueOf(255), DIGITS));
	}

	private static BigDecimal whole(BigDecimal share, BigDecimal unit) {
		return share.divide(unit, DIGITS).add(HALF).setScale(0, RoundingMode.DOWN).max(BigDecimal.ONE);
	}

	private static Map<Hop, BigDecimal> weights(Map<Hop, BigDecimal> hops, BigDecimal unit) {
		Map<Hop, BigDecimal> weights = new HashMap<>();
		hops.forEach((hop, share) -> weights.put(hop, whole(share, unit)));
		return weights;
	}

	/** A route could carry packets, and not only round a circle. */
	boolean isUsable(NaiveRib.Said said) {
		return outcome(said, Set.of()).isResolved() && outcome(said, heldOut(said)).isResolved();
	}

	/** Where the packets of a route go. */
	String text(NaiveRib.Said said) {
		Outcome outcome = outcome(said, Set.of());
		Map<String, String> hops = new TreeMap<>();
		outcome.hops.forEach((hop, weight) -> hops.put(
				hop.address.map(Object::toString).orElse("") + "@" + hop.interfaceName,
				outcome.hops.size() == 1 ? "1" : weight.toPlainString()));
		return outcome.end.orElseGet(hops::toString);
	}
}
