package io.signalbox.rib;

import static io.signalbox.rib.RecursionTest.ecmp;
import static io.signalbox.rib.RecursionTest.to;
import static io.signalbox.rib.RibBox.via;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several ways at once. The box has wan0 (192.0.2.1/24, 2001:db8:1::1/64) and lan0 (198.51.100.1/24). */
class GroupTest {
	private static final Logger LOG = Logger.getLogger(GroupTest.class);
	private static final RouteSource BGP = RouteSource.FPM;

	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	private String forwarded(String prefix) {
		return new ForwardedTexts(box).of(0).get(prefix);
	}

	private void announce(RouteSource source, String prefix, Nexthop nexthop) {
		RouteChanges changes = new RouteChanges();
		changes.announce(Prefix.parse(prefix), nexthop);
		box.rib.apply(source, changes).join();
	}

	@Test
	void groupIsFlattenedMergedAndKeepsItsShares() {
		announce(BGP, "10.1.0.0/16", ecmp("192.0.2.7", 1, "198.51.100.7", 3));
		announce(BGP, "10.2.0.0/16", via("192.0.2.7"));
		announce(BGP, "11.0.0.0/8", ecmp("10.1.0.1", 1, "10.2.0.1", 1));
		announce(BGP, "12.0.0.0/8", ecmp("10.1.0.1", 2, "192.0.2.9", 1));
		assertEquals(to("192.0.2.7@wan0", "5", "198.51.100.7@lan0", "3"), forwarded("11.0.0.0/8"));
		assertEquals(
				to("192.0.2.7@wan0", "1", "192.0.2.9@wan0", "2", "198.51.100.7@lan0", "3"), forwarded("12.0.0.0/8"));
		int group = box.dataplane.routes().get("11.0.0.0/8");
		long records = box.dataplane.routeRecords();
		box.rib.interfaceDown("lan0").join();
		assertEquals(to("192.0.2.7@wan0", "1"), forwarded("11.0.0.0/8"), "one that is left is no group");
		assertEquals(records + 2, box.dataplane.routeRecords(), "lan0's two connected routes alone");
		box.rib.interfaceUp("lan0").join();
		assertEquals(to("192.0.2.7@wan0", "5", "198.51.100.7@lan0", "3"), forwarded("11.0.0.0/8"));
		assertEquals(group, box.dataplane.routes().get("11.0.0.0/8"), "under the same id all the while");
		box.rib.removeSource("fpm", use -> {}).join();
		assertTrue(box.dataplane.nexthops().values().stream().allMatch(spec -> spec.address().isEmpty()), "all are freed");
	}

	@Test
	void defaultRouteOfTwoWaysSurvivesTheLossOfOne() {
		announce(BGP, "0.0.0.0/0", ecmp("192.0.2.7", 1, "198.51.100.7", 1));
		box.rib.interfaceDown("lan0").join();
		assertEquals(to("192.0.2.7@wan0", "1"), forwarded("0.0.0.0/0"), "the way that now leads to itself is held out");
		box.rib.interfaceDown("wan0").join();
		assertNull(forwarded("0.0.0.0/0"));
		box.rib.interfaceUp("lan0").join();
		assertEquals(to("198.51.100.7@lan0", "1"), forwarded("0.0.0.0/0"));
	}

	@Test
	void sumOfManyWaysIsCutTo128AndScaled() {
		WaySum sum = new WaySum();
		for (int at = 1; at <= 200; at++) {
			sum.add(new Resolution.Forward(new Nexthop.Connected("if" + at)), at);
		}
		List<Resolution.Share> shares = assertInstanceOf(Resolution.Forward.class, sum.result()).shares();
		assertEquals(128, shares.size());
		assertEquals(73, shares.stream().mapToInt(Resolution.Share::weight).min().orElseThrow());
		assertEquals(200, shares.stream().mapToInt(Resolution.Share::weight).max().orElseThrow());
		WaySum uneven = new WaySum();
		uneven.add(new Resolution.Forward(new Nexthop.Connected("a")), 1);
		uneven.add(
				new Resolution.Forward(List.of(
						new Resolution.Share(new Nexthop.Connected("b"), 255), new Resolution.Share(new Nexthop.Connected("c"), 1))),
				255);
		assertEquals(
				List.of(1, 255, 1),
				((Resolution.Forward) uneven.result()).shares().stream().map(Resolution.Share::weight).toList(),
				"the least has 1 of 255 where it ought to have less");
	}

	@Test
	void groupsHopsTakeIdsAndAreRefusedWholeWhereThereIsNone() {
		try (RibBox small = new RibBox(6)) {
			Map<String, Integer> fib = small.dataplane.routes();
			RouteChanges changes = new RouteChanges();
			changes.announce(Prefix.parse("10.0.0.0/8"), ecmp("192.0.2.7", 1, "198.51.100.7", 1));
			assertThrows(CompletionException.class, () -> small.rib.apply(BGP, changes).join());
			assertEquals(fib, small.dataplane.routes());
			assertEquals(Optional.empty(), small.find("10.0.0.0/8"));
			small.announce(BGP, "10.0.0.0/8", "192.0.2.7");
			assertEquals(to("192.0.2.7@wan0", "1"), new ForwardedTexts(small).of(0).get("10.0.0.0/8"));
		}
	}

	/** What the listener was told. */
	private static final class Told implements RibListener {
		private int routes;
		private int nexthops;

		@Override
		public long commit(FibChange change) {
			routes += change.size();
			nexthops += change.nexthops().size();
			return 1;
		}
	}

	@Test
	@DisplayName("a million routes behind a group of two, one of which fails: one nexthop is written and no route")
	void lossOfAMemberWritesNoRoute() {
		Told told = new Told();
		try (Rib rib = new Rib(told, new RibLimits(1_000))) {
			for (String link : List.of("wan0 192.0.2.1/24", "lan0 198.51.100.1/24", "core0 10.255.0.1/24")) {
				String name = link.substring(0, link.indexOf(' '));
				rib.setConnected(name, "default", RibBox.owns(link.substring(name.length() + 1))).join();
				rib.interfaceUp(name).join();
			}
			RouteChanges behind = new RouteChanges();
			behind.announce(Prefix.parse("10.254.0.0/24"), via("198.51.100.7"));
			rib.apply(RouteSource.STATIC, behind).join();
			RouteChanges million = new RouteChanges();
			int group = million.number(ecmp("192.0.2.7", 1, "10.254.0.1", 1));
			for (int at = 0; at < 1_000_000; at++) {
				million.announce(false, ((long) at << 8 | 0x2000_0000L) << 32, 0, 24, group, 0, -1);
			}
			rib.apply(BGP, million).join();
			told.routes = 0;
			told.nexthops = 0;
			long before = cpu();
			RouteChanges gone = new RouteChanges();
			gone.withdraw(Prefix.parse("10.254.0.0/24"));
			rib.apply(RouteSource.STATIC, gone).join();
			long recursion = cpu();
			assertEquals(List.of(1, 1), List.of(told.routes, told.nexthops), "the route that went, and the group");
			rib.interfaceDown("core0").join();
			long link = cpu();
			assertEquals(List.of(3, 1), List.of(told.routes, told.nexthops), "the connected routes of core0");
			rib.apply(RouteSource.STATIC, behind).join();
			rib.interfaceDown("lan0").join();
			assertEquals(
					List.of(3 + 1 + 3, 1 + 4 + 1),
					List.of(told.routes, told.nexthops),
					"back: the route's nexthop, the group and its two hops; then the group alone, as one hop");
			LOG.infof("behind a million routes: recursion %d us, link %d us of CPU", (recursion - before) / 1_000,
					(link - recursion) / 1_000);
		}
	}

	/** Of all threads named rib-writer, in nanoseconds. */
	static long cpu() {
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		return Thread.getAllStackTraces().keySet().stream()
				.filter(thread -> thread.getName().equals("rib-writer"))
				.mapToLong(thread -> threads.getThreadCpuTime(thread.threadId()))
				.sum();
	}
}
