package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The RIB against its naive twin, through changes of every kind. */
class RibTwinTest {
	private static final List<RouteSource> SOURCES =
			List.of(RouteSource.STATIC, RouteSource.FPM, new RouteSource("peer", 20));
	private static final List<String> VRFS = List.of("default", "red", "blue");
	private static final int LINKS = 4;

	private final NaiveRib naive = new NaiveRib();
	private RandomRoutes random;

	@ParameterizedTest(name = "{displayName}: seed {0}")
	@ValueSource(longs = {1, 2, 3, 4, 5})
	@DisplayName("L5 L10 R1 R2 R3 the RIB equals its naive twin through random changes, refusals, links and VRFs that come and go")
	void ribEqualsItsTwin(long seed) {
		random = new RandomRoutes(new Random(seed));
		try (RibBox box = RibBox.empty()) {
			SOURCES.forEach(source -> naive.distance(source.name(), source.distance()));
			naive.addVrf("default");
			vrf(box, "red");
			for (int link = 0; link < LINKS; link++) {
				box.addTo(vrfOf(link), "net" + link);
				naive.link("net" + link, new NaiveRib.Link(vrfOf(link), true, List.of()));
			}
			for (int step = 0; step < 600; step++) {
				naive.tick();
				step(box, step);
				if (step % 25 == 0) {
					compare(box);
				}
			}
			compare(box);
		}
	}

	private static String vrfOf(int link) {
		return link == 3 ? "red" : "default";
	}

	private void step(RibBox box, int step) {
		switch (random.below(16)) {
			case 0, 1 -> link(box, random.below(LINKS));
			case 2 -> replace(box);
			case 3 -> refused(box);
			case 4 -> distance(box);
			case 5 -> mark(box);
			case 6 -> vrf(box, "blue");
			case 7 -> change(box, step % 5 == 0 ? 1_200 : 1);
			default -> change(box, 1 + random.below(12));
		}
	}

	/** A link goes down or comes up, or changes its addresses. */
	private void link(RibBox box, int number) {
		String name = "net" + number;
		NaiveRib.Link before = naive.links().get(name);
		if (random.below(2) == 0) {
			(before.up() ? box.rib.interfaceDown(name) : box.rib.interfaceUp(name)).join();
			naive.link(name, new NaiveRib.Link(before.vrf(), !before.up(), before.addresses()));
		} else {
			String[] addresses = random.below(3) == 0 ? new String[0] : random.addresses(number);
			box.rib.setConnected(name, before.vrf(), RibBox.owns(addresses)).join();
			naive.link(name, new NaiveRib.Link(before.vrf(), before.up(), RibBox.owns(addresses)));
		}
	}

	private void vrf(RibBox box, String name) {
		if (naive.has(name)) {
			box.rib.removeVrf(name).join();
			naive.removeVrf(name);
		} else {
			assertEquals(true, box.rib.addVrf(name).join());
			naive.addVrf(name);
		}
	}

	private String anyVrf() {
		List<String> there = VRFS.stream().filter(naive::has).toList();
		return there.get(random.below(there.size()));
	}

	private RouteSource anySource() {
		return SOURCES.get(random.below(SOURCES.size()));
	}

	private void change(RibBox box, int count) {
		RouteSource source = anySource();
		RouteChanges changes = new RouteChanges(anyVrf());
		for (int at = 0; at < count; at++) {
			Prefix prefix = random.prefix();
			if (random.below(3) == 0) {
				changes.withdraw(prefix);
				naive.withdraw(source.name(), changes.vrf(), prefix);
			} else {
				announce(changes, source, prefix);
			}
		}
		box.rib.apply(source, changes).join();
	}

	private void announce(RouteChanges changes, RouteSource source, Prefix prefix) {
		Nexthop nexthop = random.nexthop();
		long metric = random.below(3);
		int distance = random.below(5) == 0 ? 1 + random.below(29) : RouteChanges.SOURCE_DISTANCE;
		changes.announce(prefix, nexthop, metric, distance);
		naive.announce(source.name(), changes.vrf(), prefix, nexthop, metric, distance);
	}

	private void replace(RibBox box) {
		RouteSource source = anySource();
		RouteChanges changes = new RouteChanges(anyVrf());
		Set<Prefix> before = naive.of(source.name(), changes.vrf());
		Set<Prefix> after = new TreeSet<>(NaiveRib.ORDER);
		for (int at = random.below(30); at >= 0; at--) {
			Prefix prefix = random.prefix();
			after.add(prefix);
			announce(changes, source, prefix);
		}
		List<Prefix> gone = before.stream().filter(prefix -> !after.contains(prefix)).toList();
		gone.forEach(prefix -> naive.withdraw(source.name(), changes.vrf(), prefix));
		Replacement dry = box.rib.replace(source, changes, true, 1_000).join();
		Replacement replaced = box.rib.replace(source, changes, false, 1_000).join();
		Commit real = replaced.commit();
		assertEquals(dry.differences(), replaced.differences());
		assertEquals(real.added() + real.changed() + real.removed(), replaced.differences().size());
		assertEquals(after.size(), real.added() + real.changed() + real.unchanged());
		assertEquals(gone.size(), real.removed());
		assertEquals(
				new Commit(
						dry.commit().added(), dry.commit().changed(), dry.commit().removed(), dry.commit().unchanged(),
						real.generation()),
				real);
	}

	/** A refused batch: the twin does not hear of it. Where it would not reach the data plane, nothing is refused. */
	private void refused(RibBox box) {
		RouteChanges changes = new RouteChanges(anyVrf());
		for (int at = 0; at < 10; at++) {
			changes.announce(random.prefix(), random.nexthop(), 7, 3);
			changes.withdraw(random.prefix());
		}
		changes.announce(Prefix.parse("100.64.0.0/10"), new Nexthop.Blackhole());
		box.dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		assertThrows(CompletionException.class, () -> box.rib.apply(anySource(), changes).join());
	}

	private void distance(RibBox box) {
		String source = anySource().name();
		if (box.rib.sources().join().stream().anyMatch(use -> use.source().name().equals(source))) {
			int distance = 1 + random.below(29);
			box.rib.setDistance(source, distance, use -> {}).join();
			naive.distance(source, distance);
		}
	}

	/** Marks a source; sweeps it, or leaves the marks for another time. */
	private void mark(RibBox box) {
		RouteSource source = anySource();
		if (random.below(2) == 0) {
			box.rib.mark(source).join();
			naive.mark(source.name());
		} else {
			box.rib.sweep(source).join();
			naive.sweep(source.name());
		}
	}

	private void compare(RibBox box) {
		for (VrfUse vrf : box.rib.vrfs().join()) {
			Map<String, String> forwarded = new ForwardedTexts(box).of(vrf.number());
			naive.winners(vrf.name()).forEach((prefix, to) ->
					assertEquals(to, forwarded.remove(prefix), prefix + " in " + vrf.name()));
			assertEquals(Map.of(), forwarded, vrf.name());
			RouteFilter all = RouteFilter.all(vrf.name());
			assertEquals(naive.listing(vrf.name()), box.listing(all, 1 + random.below(40)));
			Prefix prefix = random.prefix();
			assertEquals(
					naive.covering(vrf.name(), prefix),
					box.rib.covering(vrf.name(), prefix).join().stream().map(routes -> routes.prefix().toString()).toList());
			RouteFilter within = new RouteFilter(vrf.name(), Optional.empty(), Optional.empty(), Optional.of(prefix));
			assertEquals(naive.within(vrf.name(), prefix), box.listing(within, 7));
		}
	}
}
