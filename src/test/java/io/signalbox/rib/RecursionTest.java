package io.signalbox.rib;

import static io.signalbox.rib.RibBox.routes;
import static io.signalbox.rib.RibBox.via;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What nexthops resolve to. The box has wan0 (192.0.2.1/24, 2001:db8:1::1/64) and lan0 (198.51.100.1/24). */
class RecursionTest {
	private static final RouteSource BGP = RouteSource.FPM;

	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	private String forwarded(String prefix) {
		return new ForwardedTexts(box).of(0).get(prefix);
	}

	static String to(String... hopsAndWeights) {
		Map<String, String> hops = new TreeMap<>();
		for (int at = 0; at < hopsAndWeights.length; at += 2) {
			hops.put(hopsAndWeights[at], hopsAndWeights[at + 1]);
		}
		return hops.toString();
	}

	private void announce(RouteSource source, String prefix, Nexthop nexthop) {
		RouteChanges changes = new RouteChanges();
		changes.announce(Prefix.parse(prefix), nexthop);
		box.rib.apply(source, changes).join();
	}

	static Nexthop ecmp(Object... addressesAndWeights) {
		List<Nexthop.Member> members = new ArrayList<>();
		for (int at = 0; at < addressesAndWeights.length; at += 2) {
			members.add(new Nexthop.Member(
					new Nexthop.Via(IpAddress.parse((String) addressesAndWeights[at])), (int) addressesAndWeights[at + 1]));
		}
		return Nexthop.of(members);
	}

	@Test
	void noStationHasTheNetworksOrTheBroadcastAddress() {
		box.add("ptp0", "198.51.101.0/31");
		box.announce(BGP, "10.1.0.0/24", "192.0.2.0", "10.2.0.0/24", "192.0.2.255", "10.3.0.0/24", "198.51.101.1",
				"10.4.0.0/24", "192.0.2.9");
		assertNull(forwarded("10.1.0.0/24"));
		assertNull(forwarded("10.2.0.0/24"));
		assertEquals(to("198.51.101.1@ptp0", "1"), forwarded("10.3.0.0/24"));
		assertEquals(to("192.0.2.9@wan0", "1"), forwarded("10.4.0.0/24"));
		assertEquals(Optional.of("192.0.2.255 is the network or the broadcast address of 192.0.2.0/24"),
				box.find("10.2.0.0/24").orElseThrow().of("fpm").orElseThrow().reason());
	}

	@Test
	@DisplayName("R3 a route through itself is inactive, another through the same next hop is not, in both orders")
	void routeThroughItselfIsInactive() {
		box.add("ptp0", "198.51.101.1/30");
		for (int order = 0; order < 2; order++) {
			String itself = "198.51.101.2/32";
			String other = "198.51.101.3/32";
			box.announce(BGP, order == 0 ? itself : other, "198.51.101.2");
			box.announce(BGP, order == 0 ? other : itself, "198.51.101.2");
			assertNull(forwarded(itself));
			assertEquals(to("198.51.101.2@ptp0", "1"), forwarded(other));
			Candidate held = box.find(itself).orElseThrow().of("fpm").orElseThrow();
			assertEquals(Optional.of("its next hop resolves through the route itself"), held.reason());
			int batches = box.dataplane.routeBatches();
			box.announce(RouteSource.MRT, "203.0.113.0/24", "192.0.2.7");
			box.withdraw(RouteSource.MRT, "203.0.113.0/24");
			assertEquals(batches + 2, box.dataplane.routeBatches(), "it does not oscillate");
			box.rib.removeSource("fpm", use -> {}).join();
		}
	}

	@Test
	@DisplayName("R3 all routes of a circle are inactive, whichever came first, and active when it is broken")
	void routesOfACircleAreInactive() {
		box.announce(BGP, "10.1.0.0/24", "10.2.0.1", "10.2.0.0/24", "10.3.0.1", "10.3.0.0/24", "10.1.0.1");
		box.announce(BGP, "10.9.0.0/24", "10.1.0.1");
		for (String prefix : List.of("10.1.0.0/24", "10.2.0.0/24", "10.3.0.0/24", "10.9.0.0/24")) {
			assertNull(forwarded(prefix));
		}
		announce(RouteSource.STATIC, "10.3.0.0/25", via("192.0.2.7"));
		for (String prefix : List.of("10.1.0.0/24", "10.2.0.0/24", "10.3.0.0/24", "10.9.0.0/24")) {
			assertEquals(to("192.0.2.7@wan0", "1"), forwarded(prefix));
		}
		box.withdraw(RouteSource.STATIC, "10.3.0.0/25");
		assertNull(forwarded("10.9.0.0/24"));
		announce(RouteSource.STATIC, "10.0.0.0/8", via("192.0.2.8"));
		assertEquals(to("192.0.2.8@wan0", "1"), forwarded("10.9.0.0/24"), "the addresses resolve by what covers the circle");
		assertNull(forwarded("10.1.0.0/24"), "and the circle itself stays out");
	}

	@Test
	void chainOfNineHundredResolvesAndFollowsItsEnd() {
		RouteChanges chain = new RouteChanges();
		for (int at = 0; at < 900; at++) {
			chain.announce(Prefix.parse("10." + at / 250 + "." + at % 250 + ".0/24"),
					at == 0 ? via("192.0.2.7") : via("10." + (at - 1) / 250 + "." + (at - 1) % 250 + ".1"));
		}
		box.rib.apply(BGP, chain).join();
		assertEquals(to("192.0.2.7@wan0", "1"), forwarded("10.3.149.0/24"));
		long records = box.dataplane.routeRecords();
		announce(BGP, "10.0.0.0/24", via("198.51.100.7"));
		assertEquals(to("198.51.100.7@lan0", "1"), forwarded("10.3.149.0/24"));
		assertEquals(records + 1, box.dataplane.routeRecords(), "of all of them only the changed route is written");
	}

	@Test
	void recursionEndsInWhatTheRouteIs() {
		announce(BGP, "10.1.0.0/16", new Nexthop.Blackhole());
		announce(BGP, "10.2.0.0/16", new Nexthop.Prohibit());
		box.announce(BGP, "11.0.0.0/8", "10.1.0.1", "12.0.0.0/8", "10.2.0.1", "13.0.0.0/8", "192.0.2.1");
		announce(BGP, "14.0.0.0/8", ecmp("10.1.0.1", 1, "192.0.2.7", 1));
		announce(BGP, "15.0.0.0/8", ecmp("10.1.0.1", 1, "10.2.0.1", 1));
		assertEquals("BLACKHOLE", forwarded("11.0.0.0/8"));
		assertEquals("PROHIBIT", forwarded("12.0.0.0/8"));
		assertEquals(
				Optional.of("192.0.2.1 is this box's own address"),
				box.find("13.0.0.0/8").orElseThrow().candidates().getFirst().reason());
		assertEquals(to("192.0.2.7@wan0", "1"), forwarded("14.0.0.0/8"), "what is dropped has no share");
		assertEquals("BLACKHOLE", forwarded("15.0.0.0/8"));
	}

	@Test
	void ipv4RouteOverIpv6NextHopsAndOnLink() {
		announce(BGP, "203.0.113.0/24", via("2001:db8:1::7"));
		announce(BGP, "203.0.114.0/24", new Nexthop.Via(IpAddress.parse("fe80::7"), "lan0"));
		announce(BGP, "203.0.115.0/24", new Nexthop.Via(IpAddress.parse("10.9.9.9"), "lan0"));
		announce(BGP, "203.0.116.0/24",
				new Nexthop.Via(IpAddress.parse("10.9.9.9"), Optional.of("lan0"), Optional.empty(), true));
		assertEquals(to("2001:db8:1::7@wan0", "1"), forwarded("203.0.113.0/24"));
		assertEquals(to("fe80::7@lan0", "1"), forwarded("203.0.114.0/24"));
		assertEquals(
				Optional.of("10.9.9.9 is in no connected prefix of interface lan0"),
				box.find("203.0.115.0/24").orElseThrow().candidates().getFirst().reason());
		assertEquals(to("10.9.9.9@lan0", "1"), forwarded("203.0.116.0/24"));
	}

	@Test
	void routeLeaksThroughAnotherVrf() {
		box.rib.addVrf("red").join();
		RouteChanges red = new RouteChanges("red");
		Nexthop leaked =
				new Nexthop.Via(IpAddress.parse("10.0.0.1"), Optional.empty(), Optional.of("default"), false);
		red.announce(Prefix.parse("203.0.113.0/24"), leaked);
		red.announce(Prefix.parse("203.0.114.0/24"), via("192.0.2.7"));
		box.rib.apply(BGP, red).join();
		assertEquals(Map.of(), new ForwardedTexts(box).of(1));
		box.announce(BGP, "10.0.0.0/24", "192.0.2.7");
		assertEquals(Map.of("203.0.113.0/24", to("192.0.2.7@wan0", "1")), new ForwardedTexts(box).of(1));
		box.rib.setConnected("lan0", "red", RibBox.owns("192.0.2.1/24")).join();
		assertEquals(to("192.0.2.7@lan0", "1"), new ForwardedTexts(box).of(1).get("203.0.114.0/24"));
		CompletionException used =
				assertThrows(CompletionException.class, () -> box.rib.removeVrf("red").join());
		assertEquals("VRF red has interfaces: lan0", used.getCause().getMessage());
		box.rib.setConnected("lan0", "default", List.of()).join();
		box.rib.removeVrf("red").join();
		assertEquals(Set.of(0), box.dataplane.vrfs());
		CompletionException unknown =
				assertThrows(CompletionException.class, () -> box.rib.apply(BGP, red).join());
		assertInstanceOf(UnknownVrfException.class, unknown.getCause());
	}

	/** Minutes, where each link of the chain costs a look at all of them. */
	@Test
	@Timeout(60)
	void endOfAChainOfTwentyThousandChangesInTime() {
		int links = 20_000;
		try (RibBox large = new RibBox(links + 100)) {
			RouteChanges chain = new RouteChanges();
			for (int link = 0; link < links; link++) {
				chain.announce(Prefix.of(link(link), 32), new Nexthop.Via(link(link + 1)));
			}
			large.rib.apply(BGP, chain).join();
			assertEquals(Map.of(), withoutConnected(large));
			large.announce(BGP, link(links) + "/32", "192.0.2.7");
			assertEquals(links + 1, withoutConnected(large).size());
		}
	}

	private static IpAddress link(int number) {
		return IpAddress.parse("198.18." + (number >> 8) + "." + (number & 0xff));
	}

	private static Map<String, String> withoutConnected(RibBox box) {
		Map<String, String> forwarded = new TreeMap<>(new ForwardedTexts(box).of(0));
		forwarded.keySet().removeIf(prefix -> !prefix.startsWith("198.18."));
		return forwarded;
	}

	@Test
	void commitOverTwoVrfsIsPutBackWhenTheSecondRefuses() {
		box.rib.addVrf("red").join();
		RouteChanges red = new RouteChanges("red");
		red.announce(
				Prefix.parse("203.0.113.0/24"),
				new Nexthop.Via(IpAddress.parse("10.0.0.1"), Optional.empty(), Optional.of("default"), false));
		box.rib.apply(BGP, red).join();
		Map<String, String> before = new ForwardedTexts(box).of(0);
		box.dataplane.limitRoutes(0, 1);
		assertThrows(CompletionException.class, () -> box.announce(BGP, "10.0.0.0/24", "192.0.2.7"));
		assertEquals(before, new ForwardedTexts(box).of(0));
		assertEquals(Optional.empty(), box.find("10.0.0.0/24"));
		box.dataplane.limitRoutes(100, 1);
		box.rib.apply(BGP, routes("10.0.0.0/24", "192.0.2.7")).join();
		assertEquals(1, new ForwardedTexts(box).of(1).size());
	}
}
