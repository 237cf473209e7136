package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.net.RealTable;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The real table with next hops that resolve by the table's own routes, in two steps, and a VRF whose routes leak by them.
 * The interface is wan0, 192.0.2.1/24 and 2001:db8:1::1/64.
 */
class RealTableRecursionTest {
	/** Prefixes of a family that a step's next hops are in. */
	private static final int ANCHORS = 200;
	private static final int NEIGHBORS = 50;
	private static final int MOVED = 40;
	private static final String VRF = "blue";

	private final Random random = new Random(11);
	private final Map<Integer, Map<Prefix, Integer>> forwarded = new HashMap<>();
	private final Map<Integer, ResolvedNexthop> nexthops = new HashMap<>();
	private int written;

	/** What the default VRF is told: the next hop of each prefix. */
	private final Map<Prefix, IpAddress> said = new HashMap<>();
	/** What the other VRF is told of next hops in the default one. */
	private final Map<Prefix, IpAddress> leaked = new HashMap<>();
	/** Prefixes with a neighbor as their next hop that other next hops are in. */
	private final List<Prefix> anchors = new ArrayList<>();

	private long follow(FibChange commit) {
		commit.nexthops().forEach(nexthop -> nexthops.put(nexthop.id(), nexthop));
		written += commit.size();
		commit.routes().forEach(this::follow);
		return 1;
	}

	private void follow(FibRoutes change) {
		Map<Prefix, Integer> fib = forwarded.computeIfAbsent(change.vrf(), _ -> new HashMap<>());
		for (int at = 0; at < change.size(); at++) {
			Prefix prefix = Packed.prefix(change.isIpv6(at), change.high(at), change.low(at), change.length(at));
			if (change.isDelete(at)) {
				fib.remove(prefix);
			} else {
				fib.put(prefix, change.nexthop(at));
			}
		}
	}

	@Test
	@DisplayName("the real table behind its own routes, and leaked into a VRF, goes where the naive model says, also when that moves")
	void realTableEqualsTheModel() throws IOException {
		List<Prefix> table = RealTable.read();
		say(table);
		try (Rib rib = new Rib(this::follow, new RibLimits(10_000))) {
			rib.addVrf(VRF).join();
			rib.setConnected("wan0", "default", RibBox.owns("192.0.2.1/24", "2001:db8:1::1/64")).join();
			rib.interfaceUp("wan0").join();
			Map<Prefix, Integer> connected = Map.copyOf(forwarded.get(0));
			rib.replace(RouteSource.MRT, announced(table), false, 0).join();
			rib.replace(RouteSource.MRT, leaked(table), false, 0).join();
			assertForwarded(table, connected);
			moveAnchors(rib);
			assertForwarded(table, connected);
			rib.interfaceDown("wan0").join();
			assertEquals(List.of(Map.of(), Map.of()), List.copyOf(forwarded.values()));
			rib.interfaceUp("wan0").join();
			assertForwarded(table, connected);
			rib.removeVrf(VRF).join();
			assertEquals(Map.of(), forwarded.get(1));
			rib.removeSource("mrt", use -> {}).join();
			assertEquals(connected.keySet(), forwarded.get(0).keySet());
		}
	}

	private static IpAddress neighbor(Family family, int number) {
		return IpAddress.parse(family == Family.IPV4 ? "192.0.2." + (2 + number) : "2001:db8:1::" + (2 + number));
	}

	private IpAddress neighbor(Family family) {
		return neighbor(family, random.nextInt(NEIGHBORS));
	}

	/** Next hops are neighbors, or in prefixes whose next hops are, or in prefixes whose next hops are in those. */
	private void say(List<Prefix> table) {
		Set<Prefix> all = new HashSet<>(table);
		Map<Family, List<IpAddress>> hops = new EnumMap<>(Family.class);
		for (Family family : Family.values()) {
			List<Prefix> ofFamily = table.stream().filter(prefix -> prefix.family() == family).toList();
			Map<Prefix, IpAddress> first = places(ofFamily, all);
			first.keySet().forEach(prefix -> said.put(prefix, neighbor(family)));
			anchors.addAll(first.keySet());
			Map<Prefix, IpAddress> second = places(ofFamily, all);
			second.keySet().forEach(prefix -> said.put(prefix, any(List.copyOf(first.values()))));
			List<IpAddress> both = new ArrayList<>(first.values());
			both.addAll(second.values());
			both.add(neighbor(family));
			hops.put(family, both);
		}
		for (Prefix prefix : table) {
			boolean overIpv6 = prefix.family() == Family.IPV6 || random.nextInt(4) == 0;
			said.computeIfAbsent(prefix, _ -> any(hops.get(overIpv6 ? Family.IPV6 : Family.IPV4)));
		}
	}

	private IpAddress any(List<IpAddress> addresses) {
		return addresses.get(random.nextInt(addresses.size()));
	}

	/** Prefixes that are not told of yet, each with an address that no longer one holds. */
	private Map<Prefix, IpAddress> places(List<Prefix> ofFamily, Set<Prefix> all) {
		Map<Prefix, IpAddress> places = new LinkedHashMap<>();
		while (places.size() < ANCHORS) {
			Prefix prefix = ofFamily.get(random.nextInt(ofFamily.size()));
			IpAddress inside = NaiveMatch.inside(prefix, random);
			if (!said.containsKey(prefix) && NaiveMatch.longest(all, inside).equals(Optional.of(prefix))) {
				places.put(prefix, inside);
			}
		}
		return places;
	}

	private RouteChanges announced(List<Prefix> table) {
		RouteChanges changes = new RouteChanges();
		table.forEach(prefix -> changes.announce(prefix, new Nexthop.Via(said.get(prefix))));
		return changes;
	}

	/** Every fourth prefix; of those every other one has a neighbor in its own VRF, which has no interface. */
	private RouteChanges leaked(List<Prefix> table) {
		RouteChanges changes = new RouteChanges(VRF);
		for (int at = 0; at < table.size(); at += 4) {
			Prefix prefix = table.get(at);
			if (at % 8 == 0) {
				leaked.put(prefix, said.get(prefix));
			}
			changes.announce(prefix, at % 8 == 0
					? new Nexthop.Via(said.get(prefix), Optional.empty(), Optional.of("default"), false)
					: new Nexthop.Via(neighbor(prefix.family())));
		}
		return changes;
	}

	/** Only their own routes are written, though tens of thousands behind them move, in both VRFs. */
	private void moveAnchors(Rib rib) {
		RouteChanges moves = new RouteChanges();
		for (Prefix anchor : anchors.subList(0, MOVED)) {
			IpAddress other = neighbor(anchor.family(), NEIGHBORS);
			moves.announce(anchor, new Nexthop.Via(other));
			said.put(anchor, other);
		}
		written = 0;
		assertEquals(MOVED, rib.apply(RouteSource.MRT, moves).join().changed());
		assertEquals(MOVED, written);
	}

	private void assertForwarded(List<Prefix> table, Map<Prefix, Integer> connected) {
		Map<IpAddress, IpAddress> resolved = new HashMap<>();
		for (int at = 0; at < table.size(); at++) {
			Prefix prefix = table.get(at);
			IpAddress expected = resolved.computeIfAbsent(said.get(prefix), this::resolve);
			assertEquals(Optional.of(expected), via(0, prefix), prefix.toString());
			if (at % 4 == 0) {
				Optional<IpAddress> there = Optional.ofNullable(leaked.get(prefix));
				assertEquals(there.map(hop -> resolved.computeIfAbsent(hop, this::resolve)), via(1, prefix), prefix.toString());
			}
		}
		assertEquals(table.size() + connected.size(), forwarded.get(0).size());
	}

	private IpAddress resolve(IpAddress hop) {
		IpAddress at = hop;
		for (Optional<Prefix> holds = NaiveMatch.longest(said.keySet(), at); holds.isPresent();
				holds = NaiveMatch.longest(said.keySet(), at)) {
			at = said.get(holds.get());
		}
		return at;
	}

	private Optional<IpAddress> via(int vrf, Prefix prefix) {
		return Optional.ofNullable(forwarded.get(vrf).get(prefix)).flatMap(id -> nexthops.get(id).address());
	}
}
