package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.net.RealTable;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The RIB on a real full table; nexthops are of kinds that always resolve, so that the metric tells them apart. */
class RealTableRibTest {
	private static final int CHURN = 200_000;
	private static final int BATCH = 1_000;

	/** What the FIB would hold: the nexthop id of each prefix. */
	private final Map<Prefix, Integer> forwarded = new HashMap<>();

	private final List<Nexthop> nexthops =
			List.of(new Nexthop.Blackhole(), new Nexthop.Unreachable(), new Nexthop.Prohibit());

	private long follow(FibChange commit) {
		commit.routes().forEach(this::follow);
		return 1;
	}

	private void follow(FibRoutes change) {
		for (int at = 0; at < change.size(); at++) {
			Prefix prefix =
					Packed.prefix(change.isIpv6(at), change.high(at), change.low(at), change.length(at));
			if (change.isDelete(at)) {
				forwarded.remove(prefix);
			} else {
				forwarded.put(prefix, change.nexthop(at));
			}
		}
	}

	@Test
	@DisplayName("L6 L11 the real table, shuffled in, churned 200,000 times: listing, FIB and lookups equal the naive model")
	void realTableEqualsTheModel() throws IOException {
		List<Prefix> table = RealTable.read();
		Map<Prefix, Nexthop> model = new HashMap<>();
		Random random = new Random(7);
		try (Rib rib = new Rib(this::follow, new RibLimits(100))) {
			load(rib, table, model, random);
			assertEquals(table, listing(rib));
			churn(rib, table, model, random);
			Map<Integer, Nexthop> said = new HashMap<>();
			rib.nexthops(0, 10).join().forEach(use -> said.put(use.id(), use.nexthop()));
			Map<Prefix, Nexthop> fib = new HashMap<>();
			forwarded.forEach((prefix, id) -> fib.put(prefix, said.get(id)));
			assertEquals(model, fib);
			assertEquals(model.size(), listing(rib).size());
			for (int at = 0; at < 20_000; at++) {
				IpAddress address = NaiveMatch.inside(table.get(random.nextInt(table.size())), random);
				Optional<Prefix> matched = rib.longestMatch("default", address).join().map(PrefixRoutes::prefix);
				assertEquals(NaiveMatch.longest(model.keySet(), address), matched, address.toString());
			}
			rib.removeSource("mrt", use -> {}).join();
			assertEquals(Map.of(), forwarded);
			assertEquals(new RibSize(0, 0, 0, 0, 0, 1), rib.size());
		}
	}

	private void load(Rib rib, List<Prefix> table, Map<Prefix, Nexthop> model, Random random) {
		List<Prefix> shuffled = new ArrayList<>(table);
		Collections.shuffle(shuffled, random);
		RouteChanges all = new RouteChanges();
		for (Prefix prefix : shuffled) {
			Nexthop nexthop = nexthops.get(random.nextInt(nexthops.size()));
			all.announce(prefix, nexthop);
			model.put(prefix, nexthop);
		}
		assertEquals(table.size(), rib.replace(RouteSource.MRT, all, false, 0).join().commit().added());
	}

	private void churn(Rib rib, List<Prefix> table, Map<Prefix, Nexthop> model, Random random) {
		for (int step = 0; step < CHURN / BATCH; step++) {
			RouteChanges batch = new RouteChanges();
			for (int at = 0; at < BATCH; at++) {
				Prefix prefix = table.get(random.nextInt(table.size()));
				if (random.nextBoolean()) {
					batch.withdraw(prefix);
					model.remove(prefix);
				} else {
					Nexthop nexthop = nexthops.get(random.nextInt(nexthops.size()));
					batch.announce(prefix, nexthop);
					model.put(prefix, nexthop);
				}
			}
			rib.apply(RouteSource.MRT, batch).join();
		}
	}

	private static List<Prefix> listing(Rib rib) {
		List<Prefix> prefixes = new ArrayList<>();
		Optional<Prefix> after = Optional.empty();
		do {
			RoutePage page = rib.page(RouteFilter.ALL, after, 10_000).join();
			page.routes().forEach(routes -> prefixes.add(routes.prefix()));
			after = page.next();
		} while (after.isPresent());
		return prefixes;
	}
}
