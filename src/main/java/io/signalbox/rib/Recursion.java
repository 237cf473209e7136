package io.signalbox.rib;

import io.signalbox.net.Prefix;
import io.signalbox.rib.Resolution.End;
import io.signalbox.rib.Resolution.Failed;
import io.signalbox.rib.Resolution.Forward;
import io.signalbox.rib.ResolvedNexthop.Kind;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Packed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Evaluates tracked addresses: each goes through the routes that could carry it, the preferred first, to one whose
 * nexthop resolves, and waits where that depends on another tracked address. Where all that is left waits in a circle,
 * no way of the circle may carry it: these ways are held out, all at once, and the evaluation goes on. What comes out
 * depends on the routes alone, not on the order of anything; to any depth, without recursion of calls. One thread.
 */
final class Recursion {
	private final Vrfs vrfs;
	private final NexthopTable nexthops;
	private final LinkResolver links;
	private final Deque<Tracked> ready = new ArrayDeque<>();

	Recursion(Vrfs vrfs, NexthopTable nexthops, LinkResolver links) {
		this.vrfs = vrfs;
		this.nexthops = nexthops;
		this.links = links;
	}

	/** Evaluates these anew; what the others came to is taken for granted. */
	void evaluate(Set<Tracked> anew) {
		vrfs.tables().forEach(table -> table.loops().release(anew));
		Set<Tracked> unknown = new LinkedHashSet<>();
		for (Tracked tracked : anew) {
			tracked.consulted.clear();
			vrfs.find(tracked.vrf()).ifPresentOrElse(vrf -> begin(tracked, vrf, unknown), () -> tracked.known(
					new Failed("there is no VRF " + tracked.vrf()), Tracked.NOTHING));
		}
		ready.addAll(unknown);
		goOn(unknown);
		while (!unknown.isEmpty()) {
			Map<Tracked, Set<Tracked>> circle = circle(unknown.iterator().next());
			circle.forEach(this::holdOut);
			ready.addAll(circle.keySet());
			goOn(unknown);
		}
	}

	private static void begin(Tracked tracked, Vrf vrf, Set<Tracked> unknown) {
		Prefix host = Prefix.of(tracked.address(), tracked.address().family().bits());
		RouteTable table = vrf.table(Packed.isIpv6(host));
		tracked.walk = new CandidateWalk(table, Packed.high(host), Packed.low(host));
		unknown.add(tracked);
	}

	private void goOn(Set<Tracked> unknown) {
		while (!ready.isEmpty()) {
			Tracked tracked = ready.remove();
			if (!tracked.isKnown() && advance(tracked)) {
				unknown.remove(tracked);
				ready.addAll(tracked.waiting);
				tracked.waiting.clear();
			}
		}
	}

	/** Goes to the first route that resolves; false when it must wait for another address. */
	private boolean advance(Tracked tracked) {
		CandidateWalk walk = tracked.walk;
		while (walk.candidate() != Candidates.NONE) {
			nexthop(walk).ways.forEach(way -> way.tracked().ifPresent(tracked.consulted::add));
			Optional<Tracked> next = waitsFor(tracked).findFirst();
			if (next.isPresent()) {
				next.get().waiting.add(tracked);
				return false;
			}
			Resolution by = resolution(walk);
			if (by.isResolved()) {
				tracked.known(through(by, tracked), walk.length());
				return true;
			}
			walk.next();
		}
		tracked.known(new Failed("no active route leads to " + tracked.address()), Tracked.NOTHING);
		return true;
	}

	/** The ways of the route that a walk stands at, without those that are held out. */
	private List<Way> ways(CandidateWalk walk) {
		Set<Tracked> heldOut = walk.table().loops().heldOut(walk.candidate());
		List<Way> ways = nexthop(walk).ways;
		return heldOut.isEmpty()
				? ways
				: ways.stream()
						.filter(way -> way.tracked().filter(heldOut::contains).isEmpty())
						.toList();
	}

	private Resolution resolution(CandidateWalk walk) {
		return nexthop(walk).resolve(ways(walk), links);
	}

	private NexthopSlot nexthop(CandidateWalk walk) {
		return nexthops.slot(walk.table().candidates.nexthop(walk.candidate()));
	}

	/** What an address resolves to by a route with that resolution. */
	private Resolution through(Resolution route, Tracked tracked) {
		return switch (route) {
			case Forward forward -> {
				WaySum sum = new WaySum();
				forward.shares().forEach(share -> sum.add(towards(share.hop(), tracked), share.weight()));
				yield sum.result();
			}
			case End end -> end.kind() == Kind.LOCAL ? new Failed(LinkResolver.isOwn(tracked.address())) : end;
			case Failed failed -> failed;
		};
	}

	private Resolution towards(Nexthop.Hop hop, Tracked tracked) {
		return hop instanceof Nexthop.Connected connected
				? links.resolve(LinkResolver.neighbor(tracked.address(), connected.interfaceName()))
				: new Forward(hop);
	}

	/** Holds out of the route that an address stands at the ways that lead round the circle. */
	private void holdOut(Tracked tracked, Set<Tracked> circular) {
		CandidateWalk walk = tracked.walk;
		walk.table().loops().holdOut(walk.candidate(), circular);
		if (!resolution(walk).isResolved()) {
			walk.table().loops().setInactive(walk.candidate());
		}
	}

	/** What must be known before the route that an address stands at can be judged. */
	private Stream<Tracked> waitsFor(Tracked tracked) {
		return ways(tracked.walk).stream().flatMap(way -> way.tracked().stream()).filter(next -> !next.isKnown());
	}

	/**
	 * A circle that waits for nothing outside itself, among all that {@code start} waits for: there is one, for all of
	 * them wait. In the reversed graph the last root of a flood of all belongs to it. With what each of it waits for.
	 */
	private Map<Tracked, Set<Tracked>> circle(Tracked start) {
		Map<Tracked, Set<Tracked>> waits = new LinkedHashMap<>();
		Map<Tracked, Set<Tracked>> reversed = new LinkedHashMap<>();
		Deque<Tracked> next = new ArrayDeque<>(Set.of(start));
		while (!next.isEmpty()) {
			Tracked tracked = next.remove();
			if (!waits.containsKey(tracked)) {
				Set<Tracked> others = waitsFor(tracked).collect(Collectors.toSet());
				waits.put(tracked, others);
				others.forEach(other -> reversed.computeIfAbsent(other, none -> new HashSet<>()).add(tracked));
				next.addAll(others);
			}
		}
		Set<Tracked> flooded = new HashSet<>();
		Tracked root = start;
		for (Tracked tracked : waits.keySet()) {
			if (!flooded.contains(tracked)) {
				root = tracked;
				flood(tracked, reversed, flooded);
			}
		}
		Set<Tracked> circle = new HashSet<>();
		flood(root, waits, circle);
		waits.keySet().retainAll(circle);
		return waits;
	}

	private static void flood(Tracked from, Map<Tracked, Set<Tracked>> edges, Set<Tracked> flooded) {
		Deque<Tracked> next = new ArrayDeque<>(Set.of(from));
		while (!next.isEmpty()) {
			Tracked tracked = next.remove();
			if (flooded.add(tracked)) {
				next.addAll(edges.getOrDefault(tracked, Set.of()));
			}
		}
	}
}
