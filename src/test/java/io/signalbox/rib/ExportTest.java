package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reading of all routes while they change: at its end it is what the RIB has then. */
class ExportTest {
	private static final List<RouteSource> SOURCES = List.of(RouteSource.MRT, RouteSource.FPM, RouteSource.STATIC);

	private final Tables tables = new Tables(_ -> 1, new RibLimits(1_000));
	private final Writes writes = new Writes(tables);

	@ParameterizedTest
	@ValueSource(longs = {1, 2, 3, 4, 5, 6})
	void whatChangesMeanwhileIsSaidAnew(long seed) {
		Random random = new Random(seed);
		writes.addVrf("blue");
		for (int round = 0; round < 60; round++) {
			change(random);
		}
		Export export = new Export(tables, source -> !source.equals(RouteSource.STATIC), 200);
		Map<String, String> read = new TreeMap<>();
		int slices = 0;
		for (Optional<List<SourceRoutes>> slice = export.next(); slice.isPresent(); slice = export.next()) {
			slice.get().forEach(part -> apply(part, read));
			if (slices++ < 4) {
				change(random);
			}
		}
		assertTrue(slices > 4, "it was in slices");
		Map<String, String> now = new TreeMap<>();
		Export whole = new Export(tables, source -> !source.equals(RouteSource.STATIC), Export.SLICE);
		for (Optional<List<SourceRoutes>> slice = whole.next(); slice.isPresent(); slice = whole.next()) {
			slice.get().forEach(part -> apply(part, now));
		}
		assertEquals(now, read);
		assertEquals(routes(RouteSource.MRT) + routes(RouteSource.FPM), now.size());
		assertTrue(tables.exports().isEmpty());
	}

	private int routes(RouteSource source) {
		SourceUse use = tables.use(tables.sources().number(source));
		return use.ipv4Routes() + use.ipv6Routes();
	}

	@Test
	void moreThanItFollowsEndsIt() {
		Export export = new Export(tables, _ -> true, 10);
		export.next();
		RouteChanges many = new RouteChanges();
		for (int at = 0; at < 11; at++) {
			many.announce(Prefix.parse("10.0." + at + ".0/24"), new Nexthop.Blackhole());
		}
		writes.apply(RouteSource.MRT, many);
		assertThrows(OvertakenException.class, export::next);
	}

	/** Some changes of one source in one VRF. */
	private void change(Random random) {
		RouteChanges changes = new RouteChanges(random.nextInt(3) == 0 ? "blue" : "default");
		for (int left = random.nextInt(40); left > 0; left--) {
			long bits = random.nextLong(500);
			boolean ipv6 = random.nextInt(3) == 0;
			Prefix prefix = Prefix.parse(ipv6
					? "2001:db8:" + Long.toHexString(bits) + "::/48"
					: "10." + bits / 250 + "." + bits % 250 + ".0/24");
			if (random.nextInt(3) == 0) {
				changes.withdraw(prefix);
			} else {
				Nexthop nexthop = random.nextBoolean() ? new Nexthop.Blackhole() : RibBox.via("192.0.2." + bits % 9);
				changes.announce(prefix, nexthop, bits % 3, RouteChanges.SOURCE_DISTANCE);
			}
		}
		writes.apply(SOURCES.get(random.nextInt(SOURCES.size())), changes);
	}

	private static void apply(SourceRoutes part, Map<String, String> to) {
		RouteChanges routes = part.routes();
		for (int at = 0; at < routes.size(); at++) {
			String which = part.source() + " " + routes.vrf() + " " + routes.prefix(at);
			if (routes.isWithdraw(at)) {
				to.remove(which);
			} else {
				to.put(which, routes.nexthops().get(routes.nexthop(at)) + " " + routes.metric(at) + " " + routes.since(at));
			}
		}
	}
}
