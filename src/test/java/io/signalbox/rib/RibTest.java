package io.signalbox.rib;

import static io.signalbox.rib.RibBox.routes;
import static io.signalbox.rib.RibBox.via;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RibTest {
	private static final RouteSource BGP = RouteSource.FPM;

	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	@Test
	void connectedPrefixesAndOwnAddressesAreInTheFib() {
		assertEquals(
				List.of("192.0.2.0/24", "192.0.2.1/32", "198.51.100.0/24", "198.51.100.1/32", "2001:db8:1::/64",
						"2001:db8:1::1/128"),
				box.listing(RouteFilter.ALL, 2));
		assertEquals(Optional.of(new Nexthop.Connected("wan0")), box.forwarded("192.0.2.0/24"));
		assertEquals(Optional.of(new Nexthop.Local()), box.forwarded("2001:db8:1::1/128"));
	}

	@Test
	void linkLocalAddressIsNotInTheFib() {
		box.add("wan1", "fe80::1/64");
		assertTrue(box.dataplane.routes().keySet().stream().noneMatch(prefix -> prefix.startsWith("fe80")));
	}

	@Test
	@DisplayName("R1 the smaller distance wins, static first")
	void smallerDistanceWinsStaticFirst() {
		staticAt200();
		box.announce(BGP, "203.0.113.0/24", "192.0.2.20");
		assertEquals(Optional.of(via("192.0.2.20")), box.forwarded("203.0.113.0/24"));
	}

	@Test
	@DisplayName("R1 the smaller distance wins, BGP first")
	void smallerDistanceWinsBgpFirst() {
		box.announce(BGP, "203.0.113.0/24", "192.0.2.20");
		staticAt200();
		assertEquals(Optional.of(via("192.0.2.20")), box.forwarded("203.0.113.0/24"));
		box.withdraw(BGP, "203.0.113.0/24");
		assertEquals(Optional.of(via("192.0.2.200")), box.forwarded("203.0.113.0/24"));
	}

	private void staticAt200() {
		RouteChanges changes = new RouteChanges();
		changes.announce(Prefix.parse("203.0.113.0/24"), via("192.0.2.200"), 0, 200);
		box.rib.apply(RouteSource.STATIC, changes).join();
	}

	@Test
	void smallerMetricWinsThenTheOlder() {
		RouteSource one = new RouteSource("one", 50);
		RouteSource two = new RouteSource("two", 50);
		box.announce(one, "203.0.113.0/24", "192.0.2.11");
		box.announce(two, "203.0.113.0/24", "192.0.2.12");
		assertEquals(Optional.of(via("192.0.2.11")), box.forwarded("203.0.113.0/24"));
		RouteChanges worse = new RouteChanges();
		worse.announce(Prefix.parse("203.0.113.0/24"), via("192.0.2.11"), 4_000_000_000L, RouteChanges.SOURCE_DISTANCE);
		box.rib.apply(one, worse).join();
		assertEquals(Optional.of(via("192.0.2.12")), box.forwarded("203.0.113.0/24"));
		box.announce(one, "203.0.113.0/24", "192.0.2.11");
		assertEquals(Optional.of(via("192.0.2.12")), box.forwarded("203.0.113.0/24"), "two is the older now");
	}

	@Test
	void changedDistanceOfASourceMovesItsRoutes() {
		box.announce(BGP, "203.0.113.0/24", "192.0.2.20");
		box.announce(RouteSource.KERNEL, "203.0.113.0/24", "192.0.2.10");
		box.rib.setDistance("fpm", 5, use -> {}).join();
		assertEquals(Optional.of(via("192.0.2.20")), box.forwarded("203.0.113.0/24"));
	}

	@Test
	@DisplayName("R2 routes go with their interface and return with it, without help")
	void routesFollowTheirInterface() {
		box.announce(BGP, "203.0.113.0/24", "198.51.100.7");
		box.announce(RouteSource.MRT, "203.0.113.0/24", "192.0.2.7");
		box.announce(BGP, "2001:db8:7::/48", "2001:db8:1::7");
		box.rib.interfaceDown("lan0").join();
		assertEquals(Optional.of(via("192.0.2.7")), box.forwarded("203.0.113.0/24"), "falls to the next candidate");
		Candidate waiting = box.find("203.0.113.0/24").orElseThrow().of("fpm").orElseThrow();
		assertFalse(waiting.active());
		assertEquals("no active route leads to 198.51.100.7", waiting.reason().orElseThrow());
		box.announce(BGP, "203.0.113.128/25", "198.51.100.7");
		assertEquals(Optional.empty(), box.forwarded("203.0.113.128/25"), "installed while down");
		box.rib.interfaceUp("lan0").join();
		assertEquals(Optional.of(via("198.51.100.7")), box.forwarded("203.0.113.0/24"));
		assertEquals(Optional.of(via("198.51.100.7")), box.forwarded("203.0.113.128/25"));
		box.remove("lan0");
		assertEquals(Optional.of(via("192.0.2.7")), box.forwarded("203.0.113.0/24"));
		box.add("wan1");
		box.add("lan0", "198.51.100.1/24");
		assertEquals(Optional.of(via("198.51.100.7")), box.forwarded("203.0.113.0/24"), "with another id now");
		int id = box.dataplane.routes().get("203.0.113.0/24");
		assertEquals(4, box.dataplane.nexthops().get(id).interfaceId() + 1, "ids: wan0 1, wan1 2, lan0 3");
	}

	@Test
	@DisplayName("R6 an IPv6 route added, then deleted, is in neither RIB nor FIB")
	void deletedIpv6RouteIsNowhere() {
		Map<String, Integer> before = box.dataplane.routes();
		box.announce(RouteSource.STATIC, "2001:db8:7::/48", "2001:db8:1::7");
		assertTrue(box.dataplane.routes().containsKey("2001:db8:7::/48"));
		box.withdraw(RouteSource.STATIC, "2001:db8:7::/48");
		assertEquals(before, box.dataplane.routes());
		assertEquals(Optional.empty(), box.find("2001:db8:7::/48"));
		assertEquals(0, box.dataplane.nexthops().values().stream()
				.filter(spec -> spec.address().isPresent())
				.count());
	}

	@Test
	@DisplayName("A3 the same change twice is one: no generation, no write")
	void repeatedChangeIsNoChange() {
		Commit first = box.announce(RouteSource.STATIC, "203.0.113.0/24", "192.0.2.7");
		int batches = box.dataplane.routeBatches();
		int nexthopBatches = box.dataplane.nexthopBatches();
		assertEquals(
				new Commit(0, 0, 0, 1, first.generation()),
				box.announce(RouteSource.STATIC, "203.0.113.0/24", "192.0.2.7"));
		assertEquals(batches, box.dataplane.routeBatches());
		assertEquals(nexthopBatches, box.dataplane.nexthopBatches());
	}

	@Test
	@DisplayName("L10 nested prefixes: all that cover one, all within one")
	void coveringAndWithinAreComplete() {
		String[] nested = {"10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.1.2.128/25", "10.2.0.0/16", "11.0.0.0/8"};
		for (String prefix : nested) {
			box.announce(RouteSource.STATIC, prefix, "192.0.2.7");
		}
		assertEquals(
				List.of("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24"),
				box.rib.covering("default", Prefix.parse("10.1.2.0/24")).join().stream()
						.map(routes -> routes.prefix().toString())
						.toList());
		assertEquals(List.of("10.1.0.0/16", "10.1.2.0/24", "10.1.2.128/25"), within("10.1.0.0/16"));
		assertEquals(List.of("10.1.2.0/24", "10.1.2.128/25"), within("10.1.2.0/23"));
		assertEquals(List.of(), within("10.3.0.0/16"));
		assertEquals(
				"10.1.2.0/24",
				box.rib.longestMatch("default", IpAddress.parse("10.1.2.3")).join().orElseThrow().prefix().toString());
	}

	private List<String> within(String prefix) {
		return box.listing(
				new RouteFilter(Optional.empty(), Optional.empty(), Optional.of(Prefix.parse(prefix))), 2);
	}

	@Test
	void listingFiltersByFamilyAndSource() {
		box.announce(BGP, "203.0.113.0/24", "192.0.2.7", "2001:db8:7::/48", "2001:db8:1::7");
		assertEquals(
				List.of("203.0.113.0/24", "2001:db8:7::/48"),
				box.listing(new RouteFilter(Optional.empty(), Optional.of("fpm"), Optional.empty()), 1));
		assertEquals(
				List.of("2001:db8:7::/48"),
				box.listing(new RouteFilter(Optional.of(Family.IPV6), Optional.of("fpm"), Optional.empty()), 1));
		assertEquals(List.of(), box.listing(new RouteFilter(Optional.empty(), Optional.of("no"), Optional.empty()), 1));
	}

	@Test
	void fibThatIsFullLeavesEverythingAsItWas() {
		box.announce(RouteSource.STATIC, "203.0.113.0/25", "192.0.2.7");
		Map<String, Integer> fib = box.dataplane.routes();
		List<PrefixRoutes> rib = box.rib.page(RouteFilter.ALL, Optional.empty(), 100).join().routes();
		RibSize size = box.rib.size();
		box.dataplane.limitRoutes(6);
		RouteChanges many = routes(
				"203.0.113.0/25", "192.0.2.8", "203.0.113.128/25", "192.0.2.9", "203.0.113.128/26", "192.0.2.9");
		many.withdraw(Prefix.parse("203.0.113.64/26"));
		CompletionException refused = assertThrows(
				CompletionException.class, () -> box.rib.apply(RouteSource.STATIC, many).join());
		assertEquals(
				DataplaneException.Reason.NO_CAPACITY,
				assertInstanceOf(DataplaneException.class, refused.getCause()).reason());
		assertEquals(fib, box.dataplane.routes());
		assertEquals(rib, box.rib.page(RouteFilter.ALL, Optional.empty(), 100).join().routes());
		assertEquals(size, box.rib.size());
		assertEquals(1, unicastNexthops(), "the new nexthops are gone again");
		assertEquals(2, box.rib.sources().join().size());
	}

	private long unicastNexthops() {
		return box.dataplane.nexthops().values().stream()
				.filter(spec -> spec.address().isPresent())
				.count();
	}

	@Test
	void nexthopsThatDoNotFitAreRefusedWhole() {
		try (RibBox small = new RibBox(5)) {
			small.announce(RouteSource.STATIC, "203.0.113.0/25", "192.0.2.7");
			Map<String, Integer> fib = small.dataplane.routes();
			CompletionException refused = assertThrows(
					CompletionException.class,
					() -> small.announce(BGP, "203.0.113.0/24", "192.0.2.7", "203.0.113.128/25", "192.0.2.9"));
			assertEquals("all 4 nexthops are in use", refused.getCause().getMessage());
			assertEquals(fib, small.dataplane.routes());
			assertEquals(Optional.empty(), small.find("203.0.113.0/24"));
		}
	}

	@Test
	void routesBeyondTheLimitAreRefusedWhole() {
		try (RibBox small = new RibBox(new RibLimits(100, 8))) {
			small.announce(BGP, "203.0.113.0/25", "192.0.2.7");
			RibSize size = small.rib.size();
			CompletionException refused = assertThrows(
					CompletionException.class,
					() -> small.announce(BGP, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.8"));
			assertEquals("the RIB takes 8 routes of all sources together (limits.routes): this would make 9",
					assertInstanceOf(RibFullException.class, refused.getCause()).getMessage());
			assertEquals(size, small.rib.size());
			assertEquals(Optional.empty(), small.find("10.0.0.0/8"));
			assertEquals(1, small.announce(BGP, "10.0.0.0/8", "192.0.2.7").added(), "what fits is taken");
		}
	}

	@Test
	void aSourcesVersionChangesWithWhatItSaysAndOnlyThen() {
		box.announce(BGP, "203.0.113.0/24", "192.0.2.7");
		long version = version();
		box.announce(RouteSource.STATIC, "203.0.113.0/24", "192.0.2.8");
		box.announce(BGP, "203.0.113.0/24", "192.0.2.7");
		box.rib.replace(BGP, routes("10.0.0.0/8", "192.0.2.7"), true, 0).join();
		assertEquals(version, version(), "others, repeats and dry runs leave it");
		box.rib.setDistance("fpm", 30, _ -> {}).join();
		assertTrue(version() > version);
		version = version();
		box.withdraw(BGP, "203.0.113.0/24");
		assertTrue(version() > version);
	}

	private long version() {
		return box.rib.sources().join().stream()
				.filter(use -> use.source().name().equals(BGP.name()))
				.findFirst()
				.orElseThrow()
				.version();
	}

	@Test
	void aReplacementWhoseConditionDoesNotHoldChangesNothing() {
		CompletionException refused = assertThrows(CompletionException.class, () -> box.rib.replace(
						BGP, routes("10.0.0.0/8", "192.0.2.7"), false, 0, before -> {
							throw new IllegalStateException("known: " + before.isPresent());
						})
				.join());
		assertEquals("known: false", refused.getCause().getMessage());
		assertEquals(Optional.empty(), box.find("10.0.0.0/8"));
	}

	@Test
	void replaceWritesOnlyDifferences() {
		box.rib.replace(BGP, routes("10.0.0.0/8", "192.0.2.7", "10.1.0.0/16", "192.0.2.8", "10.2.0.0/16", "192.0.2.7"), false, 0)
				.join();
		long records = box.dataplane.routeRecords();
		RouteChanges next = routes(
				"10.0.0.0/8", "192.0.2.7", "10.1.0.0/16", "192.0.2.9", "10.3.0.0/16", "192.0.2.9", "10.3.0.0/16", "192.0.2.7");
		Commit dry = box.rib.replace(BGP, next, true, 0).join().commit();
		assertEquals(records, box.dataplane.routeRecords());
		assertEquals(Optional.of(via("192.0.2.8")), box.forwarded("10.1.0.0/16"));
		Commit real = box.rib.replace(BGP, next, false, 0).join().commit();
		assertEquals(new Commit(1, 1, 1, 1, dry.generation() + 1), real);
		assertEquals(new Commit(1, 1, 1, 1, dry.generation()), dry);
		assertEquals(records + 3, box.dataplane.routeRecords());
		assertEquals(Optional.of(via("192.0.2.7")), box.forwarded("10.3.0.0/16"), "of two lines the later holds");
	}

	@Test
	void removedSourceLeavesOthersAlone() {
		box.announce(BGP, "203.0.113.0/24", "192.0.2.7");
		box.announce(RouteSource.MRT, "203.0.113.0/24", "192.0.2.8");
		assertEquals(1, box.rib.removeSource("fpm", use -> {}).join().removed());
		assertEquals(Optional.of(via("192.0.2.8")), box.forwarded("203.0.113.0/24"));
		CompletionException unknown = assertThrows(
				CompletionException.class, () -> box.rib.removeSource("nobody", use -> {}).join());
		assertInstanceOf(UnknownSourceException.class, unknown.getCause());
	}

	@Test
	void preconditionThatDoesNotHoldChangesNothing() {
		Map<String, Integer> before = box.dataplane.routes();
		CompletionException refused = assertThrows(CompletionException.class, () -> box.rib
				.apply(RouteSource.STATIC, routes("203.0.113.0/24", "192.0.2.7"), there -> {
					throw new IllegalArgumentException("no");
				})
				.join());
		assertEquals("no", refused.getCause().getMessage());
		assertEquals(before, box.dataplane.routes());
	}
}
