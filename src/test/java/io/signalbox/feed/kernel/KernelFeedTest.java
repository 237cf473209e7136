package io.signalbox.feed.kernel;

import static io.signalbox.feed.kernel.Routes.dev;
import static io.signalbox.feed.kernel.Routes.flagged;
import static io.signalbox.feed.kernel.Routes.link;
import static io.signalbox.feed.kernel.Routes.nexthop;
import static io.signalbox.feed.kernel.Routes.object;
import static io.signalbox.feed.kernel.Routes.via;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.FeedStatus;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.rib.RibBox;
import io.signalbox.route.RouteSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a kernel says and what the RIB then has. */
class KernelFeedTest {
	private final FeedBox feed = new FeedBox();
	private final ScriptedKernel kernel = feed.kernel;

	@AfterEach
	void close() {
		feed.close();
	}

	@Test
	void takesAllThatIsThereAndIsReadyAtItsEnd() {
		kernel.put(via("203.0.113.0/24", "192.0.2.10"));
		kernel.put(via("198.18.0.0/15", 20, "192.0.2.11"));
		kernel.put(via("2001:db8:3::/48", 1024, "2001:db8:1::10"));
		assertFalse(feed.feed.status().ready());
		assertEquals(FeedState.STOPPED, feed.feed.status().state());
		feed.following();
		feed.awaitRoutes(Map.of(
				"203.0.113.0/24", "192.0.2.10 0", "198.18.0.0/15", "192.0.2.11 20", "2001:db8:3::/48", "2001:db8:1::10 1024"));
		FeedStatus status = feed.feed.status();
		assertTrue(status.ready());
		assertEquals(3, status.announced());
		assertEquals(1, status.resyncs());
		assertEquals(Optional.of("table 254"), status.peer());
		assertEquals(Map.of(), status.errors());
	}

	@Test
	void followsWhatIsAddedReplacedAndDeleted() {
		feed.following();
		kernel.put(via("203.0.113.0/24", "192.0.2.10"));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0"));
		kernel.put(flagged(via("203.0.113.0/24", "192.0.2.11"), Routes.REPLACE));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11 0"));
		kernel.delete(via("203.0.113.0/24", "192.0.2.11"));
		feed.awaitRoutes(Map.of());
		assertEquals(1, kernel.dumps());
	}

	@Test
	void theLowestMetricWinsAndTheOthersComeForwardWhenItGoes() {
		kernel.put(via("203.0.113.0/24", 100, "192.0.2.10"));
		kernel.put(via("203.0.113.0/24", 50, "192.0.2.11"));
		feed.following();
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11 50"));
		kernel.put(via("203.0.113.0/24", 10, "192.0.2.12"));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.12 10"));
		kernel.delete(via("203.0.113.0/24", 10, "192.0.2.12"));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11 50"));
		kernel.delete(via("203.0.113.0/24", 50, "192.0.2.11"));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 100"));
	}

	@Test
	void anAppendedRouteWaitsBehindThoseOfItsMetricAndAPrependedOneGoesBefore() {
		feed.following();
		kernel.put(via("203.0.113.0/24", "192.0.2.10"));
		kernel.event(writer -> writer.write(flagged(via("203.0.113.0/24", "192.0.2.11"), Routes.APPEND)));
		kernel.put(via("198.18.0.0/15", "192.0.2.10"));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0", "198.18.0.0/15", "192.0.2.10 0"));
		kernel.event(writer -> writer.write(via("203.0.113.0/24", "192.0.2.12")));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.12 0", "198.18.0.0/15", "192.0.2.10 0"));
		kernel.event(writer -> writer.write(Routes.gone(via("203.0.113.0/24", "192.0.2.12"))));
		kernel.event(writer -> writer.write(Routes.gone(via("203.0.113.0/24", "192.0.2.10"))));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11 0", "198.18.0.0/15", "192.0.2.10 0"));
	}

	@Test
	void ofIpv6AMessageHasAllWaysAndAWithdrawalMayHaveSome() {
		feed.following();
		String[] three = {"2001:db8:1::10", "2001:db8:1::11", "2001:db8:1::12"};
		kernel.event(writer -> writer.write(via("2001:db8:3::/48", three[0])));
		kernel.event(writer -> writer.write(flagged(via("2001:db8:3::/48", three), Routes.APPEND)));
		feed.awaitRoutes(Map.of("2001:db8:3::/48", "[2001:db8:1::10*1, 2001:db8:1::11*1, 2001:db8:1::12*1] 0"));
		kernel.event(writer -> writer.write(Routes.gone(via("2001:db8:3::/48", three[1]))));
		feed.awaitRoutes(Map.of("2001:db8:3::/48", "[2001:db8:1::10*1, 2001:db8:1::12*1] 0"));
		kernel.event(writer -> writer.write(Routes.gone(via("2001:db8:3::/48", three[0], three[2]))));
		feed.awaitRoutes(Map.of());
	}

	@Test
	void nexthopObjectsMoveTheirRoutesWithoutAWordOfThose() {
		kernel.put(nexthop(1, "192.0.2.10"));
		kernel.put(nexthop(2, "192.0.2.11"));
		kernel.put(new NexthopMessage(true, 0, 10, 0, 0, false, 0, Optional.empty(), false,
				List.of(new NexthopMessage.Member(1, 1), new NexthopMessage.Member(2, 3))));
		kernel.put(object("203.0.113.0/24", 10));
		kernel.put(object("198.18.0.0/15", 1));
		feed.following();
		feed.awaitRoutes(Map.of(
				"203.0.113.0/24", "[192.0.2.10*1, 192.0.2.11*3] 0", "198.18.0.0/15", "192.0.2.10 0"));
		kernel.put(nexthop(1, "192.0.2.20"));
		feed.awaitRoutes(Map.of(
				"203.0.113.0/24", "[192.0.2.11*3, 192.0.2.20*1] 0", "198.18.0.0/15", "192.0.2.20 0"));
		kernel.put(new NexthopMessage(false, 0, 1, 0, 0, false, 0, Optional.empty(), false, List.of()));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11 0"));
	}

	@Test
	void routesThatDropAreTakenAndPolicyAndTheKernelsOwnAreNot() {
		kernel.put(link(2, "eth1", true));
		kernel.put(Routes.of(RouteType.BLACKHOLE, "198.18.1.0/24"));
		kernel.put(Routes.of(RouteType.UNREACHABLE, "198.18.2.0/24"));
		kernel.put(Routes.of(RouteType.PROHIBIT, "198.18.3.0/24"));
		kernel.put(Routes.of(RouteType.THROW, "198.18.4.0/24"));
		kernel.put(Routes.of(RouteType.LOCAL, "198.18.5.1/32"));
		kernel.put(Routes.of(RouteType.BROADCAST, "198.18.5.255/32"));
		kernel.put(dev("198.18.6.0/24", 2, RouteMessage.RTPROT_KERNEL));
		kernel.put(dev("198.18.7.0/24", 2, RouteMessage.RTPROT_BOOT));
		kernel.put(Routes.withTos(via("198.18.8.0/24", "192.0.2.10"), 8));
		kernel.put(Routes.inTable(via("198.18.9.0/24", "192.0.2.10"), 100));
		feed.following();
		feed.awaitRoutes(Map.of("198.18.1.0/24", "Blackhole 0", "198.18.2.0/24", "Unreachable 0",
				"198.18.3.0/24", "Prohibit 0", "198.18.7.0/24", "wan0 0"));
		assertEquals(Map.of("policy-route", 2L), feed.feed.status().errors());
	}

	@Test
	void aRouteByAnInterfaceComesWhenTheBoxGetsThatAndGoesWithIt() {
		kernel.put(link(3, "eth2", true));
		kernel.put(dev("198.18.0.0/15", 3, RouteMessage.RTPROT_STATIC));
		feed.following();
		feed.awaitRoutes(Map.of());
		synchronized (feed.names) {
			feed.names.put("eth2", "lan0");
		}
		feed.pass(Duration.ofSeconds(1));
		feed.awaitRoutes(Map.of("198.18.0.0/15", "lan0 0"));
		synchronized (feed.names) {
			feed.names.remove("eth2");
		}
		feed.pass(Duration.ofSeconds(1));
		feed.awaitRoutes(Map.of());
	}

	@Test
	void whatAnEarlierLifeSaidStaysUntilTheEndAndThenOnlyWhatIsStillTrue() {
		feed.box.announce(RouteSource.KERNEL, "203.0.113.0/24", "192.0.2.10", "198.18.0.0/15", "192.0.2.10");
		kernel.put(via("203.0.113.0/24", "192.0.2.10"));
		kernel.put(via("10.0.0.0/8", "192.0.2.10"));
		kernel.put(via("10.1.0.0/16", "192.0.2.10"));
		kernel.atDatagram(1, () -> assertTrue(feed.route("198.18.0.0/15").isPresent()));
		feed.following();
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0", "10.0.0.0/8", "192.0.2.10 0", "10.1.0.0/16", "192.0.2.10 0"));
	}

	@Test
	void isReadyWithoutAKernelWhenItsTimeHasPassed() {
		feed.feed.start();
		kernel.interruptDumps(Integer.MAX_VALUE);
		await().until(() -> kernel.dumps() > 0);
		feed.pass(Duration.ofSeconds(60));
		assertTrue(feed.feed.status().ready());
	}
}
