package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheReason;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.CacheState.Kind;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.IpAddress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The route caches' settings as they are switched while packets go on, and what a look into the caches shows. */
@Vdev
class CacheTest {
	private static final CacheSettings ON = new CacheSettings(CacheMode.ON, 1_024, 4, 300, 1, 0.1);
	private static final int TABLES = 4;

	private static TwoWires wires;
	private static CacheSettings defaults;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
		defaults = wires.box.dataplane.cache();
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	@AfterEach
	void reset() {
		wires.box.dataplane.setCache(defaults);
		wires.box.setRpFilter(RpFilter.OFF, true);
		List.of("203.0.113.0/24", "203.0.113.128/25", "2001:db8:3::/48", "2001:db8:3:8000::/49")
				.forEach(wires.box::deleteRoute);
	}

	@Test
	@DisplayName("the defaults are those of README.md's table")
	void defaultsAreAsWritten() throws IOException {
		String readme = Files.readString(Path.of("README.md"));
		Map<String, Object> shown = Map.of(
				"mode", defaults.mode().name().toLowerCase(Locale.ROOT),
				"entriesPerCore", defaults.entries(),
				"ways", defaults.ways(),
				"maxAgeSeconds", defaults.maxAgeSeconds(),
				"insertProbability", BigDecimal.valueOf(defaults.insertProbability()).stripTrailingZeros().toPlainString(),
				"bypassBelowHitRate", defaults.bypassBelowHitRate());
		shown.forEach((key, value) -> {
			String row = "| `cache." + key + "` | " + value + " |";
			assertTrue(readme.contains(row), () -> row + " is not in README.md");
		});
	}

	@Test
	void whatIsSetIsRead() {
		for (CacheSettings settings : List.of(ON, new CacheSettings(CacheMode.OFF, 1 << 15, 8, 86_400, 0.3, 0.999),
				new CacheSettings(CacheMode.ADAPTIVE, 2_048, 1, 1, 0.0001, 0))) {
			wires.box.dataplane.setCache(settings);
			assertEquals(settings, wires.box.dataplane.cache());
		}
	}

	@ParameterizedTest(name = "{0} entries, {1} ways, {2} s, probability {3}, bypass {4}")
	@CsvSource({"1000,4,300,1,0", "512,4,300,1,0", "2097152,4,300,1,0", "1024,3,300,1,0", "1024,16,300,1,0",
			"1024,4,0,1,0", "1024,4,86401,1,0", "1024,4,300,1,1.001"})
	void whatIsOutOfRangeIsRefusedAndAllStaysAsItWas(int entries, int ways, int seconds, double probability, double bypass) {
		CacheSettings wrong = new CacheSettings(CacheMode.ON, entries, ways, seconds, probability, bypass);
		assertEquals(Reason.INVALID,
				assertThrows(DataplaneException.class, () -> wires.box.dataplane.setCache(wrong)).reason());
		assertEquals(defaults, wires.box.dataplane.cache());
	}

	@Test
	void eachWorkerHasATableForEachFamilyAndKind() {
		wires.box.dataplane.setCache(ON);
		List<CacheState> states = wires.box.dataplane.cacheStates();
		assertEquals(wires.box.dataplane.system().workers().size() * TABLES, states.size());
		assertEquals(TABLES, states.stream().filter(state -> state.worker() == 1)
				.map(state -> state.family() + " " + state.kind()).distinct().count());
		assertTrue(states.stream().allMatch(state -> state.inUse() && state.reason() == CacheReason.MODE), states::toString);
		assertTrue(states.stream().allMatch(state -> state.bytes() >= 1_024 * 16), states::toString);
	}

	@ParameterizedTest(name = "rp_filter {0}, {1}")
	@CsvSource({"OFF,192.0.2.2,24", "OFF,2001:db8:2::2,64", "STRICT,192.0.2.2,24", "STRICT,2001:db8:2::2,64"})
	void aPacketsAnswerIsKeptShownAndFlushed(RpFilter rpFilter, String destination, int length) {
		wires.box.setRpFilter(rpFilter, true);
		wires.box.dataplane.setCache(ON);
		wires.box.dataplane.flushCache();
		assertEquals(List.of(), lookup(destination));
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
		int worker = lookup(destination).getFirst();
		CacheEntry entry = live(worker, destination).orElseThrow();
		assertEquals(rpFilter == RpFilter.OFF ? Kind.ROUTE : Kind.PAIR, entry.kind());
		assertEquals(length, entry.destination().length());
		assertEquals(Optional.of(source(destination)).filter(_ -> rpFilter != RpFilter.OFF),
				entry.source().map(source -> source.address()));
		long hits = wires.box.worker(worker, "cache_hits");
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
		await().atMost(TwoWires.SOON).until(() -> wires.box.worker(worker, "cache_hits") > hits);
		wires.box.dataplane.flushCache();
		assertEquals(List.of(), lookup(destination));
		assertEquals(Optional.empty(), live(worker, destination));
	}

	private static Optional<CacheEntry> live(int worker, String destination) {
		return wires.box.dataplane.cacheEntries(worker, 1_000).stream()
				.filter(entry -> entry.live() && entry.destination().address().equals(IpAddress.parse(destination)))
				.findFirst();
	}

	/** The workers that have the answer for a packet of the left host. */
	private static List<Integer> lookup(String destination) {
		return wires.box.dataplane.lookup(new Query(
				0, wires.left.id(), Optional.of(source(destination)), IpAddress.parse(destination))).cachedOn();
	}

	private static IpAddress source(String destination) {
		return IpAddress.parse(destination.indexOf(':') < 0 ? "198.51.100.2" : "2001:db8:1::2");
	}

	@ParameterizedTest(name = "{0}, rp_filter {1}, {2}")
	@DisplayName("P7 with a warm cache the next packet follows a route put, replaced, deleted, and a more specific one")
	@CsvSource({
		"ON,OFF,203.0.113.0/24,203.0.113.128/25,192.0.2.2,192.0.2.3,203.0.113.200",
		"ON,STRICT,203.0.113.0/24,203.0.113.128/25,192.0.2.2,192.0.2.3,203.0.113.200",
		"ON,OFF,2001:db8:3::/48,2001:db8:3:8000::/49,2001:db8:2::2,2001:db8:2::3,2001:db8:3:8000::1",
		"ON,STRICT,2001:db8:3::/48,2001:db8:3:8000::/49,2001:db8:2::2,2001:db8:2::3,2001:db8:3:8000::1",
		"ADAPTIVE,STRICT,203.0.113.0/24,203.0.113.128/25,192.0.2.2,192.0.2.3,203.0.113.200"})
	void theNextPacketFollowsTheRoute(CacheMode mode, RpFilter rpFilter, String prefix, String specific, String first,
			String second, String to) {
		wires.box.setRpFilter(rpFilter, true);
		wires.box.dataplane.setCache(new CacheSettings(mode, 1_024, 4, 300, 1, 0));
		for (int warm = 0; warm < 3; warm++) {
			wires.assertDropped(to, 64, "no_route");
		}
		wires.box.putRoute(prefix, first);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.box.putRoute(prefix, second);
		wires.assertForwarded(to, TwoWires.RIGHT_3);
		wires.box.putRoute(specific, first);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.box.deleteRoute(specific);
		wires.assertForwarded(to, TwoWires.RIGHT_3);
		wires.box.deleteRoute(prefix);
		wires.assertDropped(to, 64, "no_route");
	}

	@Test
	void anotherSizeModeAndAFlushLoseNoPacket() {
		try (Traffic traffic = Traffic.from(wires)) {
			for (int round = 0; round < 12; round++) {
				for (CacheMode mode : CacheMode.values()) {
					wires.box.dataplane.setCache(
							new CacheSettings(mode, 1_024 << (round % 8), 1 << (round % 4), 1 + round, 1, 0));
					wires.box.dataplane.flushCache();
				}
			}
			traffic.assertNothingLost();
		}
	}

	@Test
	void aResizedTableHoldsAsMuchAsItSays() {
		wires.box.dataplane.setCache(ON);
		long small = bytes();
		wires.box.dataplane.setCache(new CacheSettings(CacheMode.ON, 1 << 17, 4, 300, 1, 0.1));
		assertTrue(bytes() >= (1 << 17) * 16 * 2 && bytes() > small, () -> small + " and then " + bytes());
		wires.box.dataplane.setCache(ON);
		assertEquals(small, bytes());
	}

	private static long bytes() {
		return wires.box.dataplane.cacheStates().stream().mapToLong(CacheState::bytes).sum();
	}

	@Test
	void aWorkerThatIsNotThereIsRefused() {
		assertEquals(Reason.NOT_FOUND,
				assertThrows(DataplaneException.class, () -> wires.box.dataplane.cacheEntries(2, 10)).reason());
	}
}
