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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The RIB against its naive twin, through changes of every kind. */
class RibTwinTest {
	private static final List<RouteSource> SOURCES =
			List.of(RouteSource.STATIC, RouteSource.FPM, new RouteSource("peer", 20));
	private static final int[] EDGES4 = {0, 0, 1, 8, 9, 16, 24, 25, 31, 32};
	private static final int[] EDGES6 = {0, 1, 32, 48, 63, 64, 65, 127, 128, 128};

	private final NaiveRib naive = new NaiveRib();

	@ParameterizedTest(name = "{displayName}: seed {0}")
	@ValueSource(longs = {1, 2, 3})
	@DisplayName("L5 L10 the RIB equals its naive twin through random changes, refusals and links that come and go")
	void ribEqualsItsTwin(long seed) {
		Random random = new Random(seed);
		try (RibBox box = new RibBox()) {
			box.rib.setConnected("wan0", "default", List.of()).join();
			box.rib.setConnected("lan0", "default", List.of()).join();
			SOURCES.forEach(source -> naive.distance(source.name(), source.distance()));
			boolean[] up = new boolean[3];
			for (int link = 0; link < up.length; link++) {
				box.add("net" + link);
			}
			for (int step = 0; step < 1_500; step++) {
				naive.tick();
				switch (random.nextInt(12)) {
					case 0 -> toggle(box, random.nextInt(3), up);
					case 1 -> replace(box, random);
					case 2 -> refused(box, random);
					case 3 -> distance(box, random);
					case 4 -> change(box, random, step % 10 == 0 ? 1_200 : 1);
					default -> change(box, random, 1 + random.nextInt(20));
				}
				if (step % 50 == 0) {
					compare(box, random);
				}
			}
			compare(box, random);
		}
	}

	/** Link n comes and goes with 172.16.n.0/24; the connected routes are left out of the comparison. */
	private void toggle(RibBox box, int link, boolean[] up) {
		up[link] = !up[link];
		box.rib.setConnected("net" + link, "default", up[link] ? RibBox.owns("172.16." + link + ".1/24") : List.of())
				.join();
		for (int host = 2; host < 6; host++) {
			naive.resolve(nexthop(link, host), up[link]);
		}
	}

	private static String nexthop(int link, int host) {
		return "172.16." + link + "." + host;
	}

	private static String nexthop(Random random) {
		return nexthop(random.nextInt(3), 2 + random.nextInt(4));
	}

	/** Few distinct addresses and edge lengths, so that prefixes nest, meet and share addresses. */
	private static Prefix prefix(Random random) {
		boolean ipv6 = random.nextBoolean();
		long high = random.nextInt(4) == 0 ? -1L : (long) random.nextInt(4) << 62 | (long) random.nextInt(4) << 32;
		long low = random.nextInt(4) == 0 ? -1L : random.nextInt(4);
		int[] edges = ipv6 ? EDGES6 : EDGES4;
		return NaiveRib.prefix(ipv6, high, low, edges[random.nextInt(edges.length)]);
	}

	private void change(RibBox box, Random random, int count) {
		RouteSource source = SOURCES.get(random.nextInt(SOURCES.size()));
		RouteChanges changes = new RouteChanges();
		for (int at = 0; at < count; at++) {
			Prefix prefix = prefix(random);
			if (random.nextInt(3) == 0) {
				changes.withdraw(prefix);
				naive.withdraw(source.name(), prefix);
			} else {
				announce(changes, source, prefix, random);
			}
		}
		box.rib.apply(source, changes).join();
	}

	private void announce(RouteChanges changes, RouteSource source, Prefix prefix, Random random) {
		String nexthop = nexthop(random);
		long metric = random.nextInt(3);
		int distance = random.nextInt(5) == 0 ? random.nextInt(1, 30) : RouteChanges.SOURCE_DISTANCE;
		changes.announce(prefix, RibBox.via(nexthop), metric, distance);
		naive.announce(source.name(), prefix, nexthop, metric, distance);
	}

	private void replace(RibBox box, Random random) {
		RouteSource source = SOURCES.get(random.nextInt(SOURCES.size()));
		RouteChanges changes = new RouteChanges();
		Set<Prefix> before = naive.of(source.name());
		Set<Prefix> after = new TreeSet<>(NaiveRib.ORDER);
		for (int at = random.nextInt(30); at >= 0; at--) {
			Prefix prefix = prefix(random);
			after.add(prefix);
			announce(changes, source, prefix, random);
		}
		before.stream().filter(prefix -> !after.contains(prefix)).forEach(prefix -> naive.withdraw(source.name(), prefix));
		Commit dry = box.rib.replace(source, changes, true, 0).join().commit();
		Commit real = box.rib.replace(source, changes, false, 0).join().commit();
		assertEquals(after.size(), real.added() + real.changed() + real.unchanged());
		assertEquals(before.stream().filter(prefix -> !after.contains(prefix)).count(), real.removed());
		assertEquals(
				new Commit(dry.added(), dry.changed(), dry.removed(), dry.unchanged(), real.generation()), real);
	}

	/** A refused batch: the twin does not hear of it. Where it would not reach the data plane, nothing is refused. */
	private void refused(RibBox box, Random random) {
		RouteChanges changes = new RouteChanges();
		for (int at = 0; at < 10; at++) {
			changes.announce(prefix(random), RibBox.via(nexthop(random)), 7, 3);
			changes.withdraw(prefix(random));
		}
		changes.announce(Prefix.parse("100.64.0.0/10"), new Nexthop.Blackhole());
		box.dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		assertThrows(CompletionException.class, () -> box.rib
				.apply(SOURCES.get(random.nextInt(SOURCES.size())), changes)
				.join());
	}

	private void distance(RibBox box, Random random) {
		String source = SOURCES.get(random.nextInt(SOURCES.size())).name();
		if (box.rib.sources().join().stream().anyMatch(use -> use.source().name().equals(source))) {
			int distance = random.nextInt(1, 30);
			box.rib.setDistance(source, distance, use -> {}).join();
			naive.distance(source, distance);
		}
	}

	private void compare(RibBox box, Random random) {
		Map<String, String> forwarded = new TreeMap<>();
		Map<Integer, String> nexthops = new TreeMap<>();
		box.dataplane.nexthops().forEach((id, spec) -> spec.address().ifPresent(to -> nexthops.put(id, to.toString())));
		box.dataplane.routes().forEach((prefix, id) -> {
			if (!prefix.startsWith("172.16.")) {
				forwarded.put(prefix, nexthops.getOrDefault(id, "dangling " + id));
			}
		});
		assertEquals(naive.winners(), forwarded);
		assertEquals(naive.listing(), withoutConnected(box.listing(RouteFilter.ALL, 1 + random.nextInt(40))));
		Prefix prefix = prefix(random);
		assertEquals(
				naive.covering(prefix),
				withoutConnected(box.rib.covering("default", prefix).join().stream().map(routes -> routes.prefix().toString()).toList()));
		RouteFilter within = new RouteFilter(Optional.empty(), Optional.empty(), Optional.of(prefix));
		assertEquals(naive.within(prefix), withoutConnected(box.listing(within, 7)));
	}

	private static List<String> withoutConnected(List<String> texts) {
		return texts.stream().filter(text -> !text.startsWith("172.16.")).toList();
	}
}
