package io.signalbox.feed.kernel;

import static io.signalbox.feed.kernel.Routes.link;
import static io.signalbox.feed.kernel.Routes.via;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.NetlinkSocket.Lost;
import io.signalbox.dataplane.NetlinkSocket.Messages;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.route.RouteSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is lost, torn or refused on the way, the RIB ends with what the kernel has. */
class KernelLossTest {
	private static final Map<String, String> FIVE = Map.of("10.0.0.0/24", "192.0.2.10 0", "10.0.1.0/24", "192.0.2.11 0",
			"10.0.2.0/24", "192.0.2.12 0", "10.0.3.0/24", "192.0.2.13 0", "10.0.4.0/24", "192.0.2.14 0");

	private FeedBox feed = new FeedBox();
	private ScriptedKernel kernel = feed.kernel;

	@BeforeEach
	void fiveRoutes() {
		for (int number = 0; number < 5; number++) {
			kernel.put(via("10.0." + number + ".0/24", "192.0.2.1" + number));
		}
	}

	@AfterEach
	void close() {
		feed.close();
	}

	private static Map<String, String> fiveWith(String prefix, String route) {
		Map<String, String> routes = new TreeMap<>(FIVE);
		if (route.isEmpty()) {
			routes.remove(prefix);
		} else {
			routes.put(prefix, route);
		}
		return routes;
	}

	@Test
	void eventsBetweenTheDatagramsOfADumpCount() {
		kernel.atDatagram(1, () -> {
			kernel.delete(via("10.0.0.0/24", "192.0.2.10"));
			kernel.put(Routes.flagged(via("10.0.1.0/24", "192.0.2.21"), Routes.REPLACE));
			kernel.put(Routes.flagged(via("10.0.4.0/24", "192.0.2.24"), Routes.REPLACE));
			kernel.delete(via("10.0.3.0/24", "192.0.2.13"));
			kernel.put(via("10.0.5.0/24", "192.0.2.15"));
		});
		feed.following();
		feed.awaitRoutes(Map.of("10.0.1.0/24", "192.0.2.21 0", "10.0.2.0/24", "192.0.2.12 0",
				"10.0.4.0/24", "192.0.2.24 0", "10.0.5.0/24", "192.0.2.15 0"));
		assertEquals(1, kernel.dumps());
	}

	@Test
	void aDumpOlderThanAnEventBeforeItIsMadeAgain() {
		kernel.staleDump();
		kernel.atDatagram(1, () -> {
			kernel.delete(via("10.0.3.0/24", "192.0.2.13"));
			kernel.put(Routes.flagged(via("10.0.4.0/24", "192.0.2.24"), Routes.REPLACE));
		});
		feed.following();
		feed.pass(Duration.ofSeconds(2));
		Map<String, String> expected = fiveWith("10.0.3.0/24", "");
		expected.put("10.0.4.0/24", "192.0.2.24 0");
		feed.awaitRoutes(expected);
		await().until(() -> kernel.dumps() == 2);
	}

	@Test
	void anOverrunInTheMidstOfADumpBeginsItAgain() {
		kernel.atDatagram(1, () -> kernel.say(new Lost("the queue was full")));
		feed.following();
		feed.awaitRoutes(FIVE);
		assertEquals(1, feed.errors("overrun"));
		assertEquals(2, kernel.socketsOpened());
	}

	@Test
	void whatAnOverrunHidIsFoundByTheDumpAfterIt() {
		feed.following();
		kernel.silently(routes -> {
			routes.remove(0);
			routes.add(via("10.0.9.0/24", "192.0.2.19"));
			routes.set(1, via("10.0.2.0/24", 7, "192.0.2.29"));
		});
		kernel.say(new Lost("the queue was full"));
		Map<String, String> expected = fiveWith("10.0.0.0/24", "");
		expected.put("10.0.9.0/24", "192.0.2.19 0");
		expected.put("10.0.2.0/24", "192.0.2.29 7");
		feed.awaitRoutes(expected);
		feed.awaitFollowing();
		assertEquals(0, feed.errors("missed-change"));
	}

	@Test
	void anInterruptedDumpSweepsNothingAndIsMadeAgain() {
		feed.box.announce(RouteSource.KERNEL, "203.0.113.0/24", "192.0.2.10");
		kernel.interruptDumps(2);
		feed.feed.start();
		await().until(() -> feed.errors("dump-interrupted") == 1);
		assertTrue(feed.route("203.0.113.0/24").isPresent());
		assertEquals(FeedState.SYNCING, feed.feed.status().state());
		feed.pass(Duration.ofSeconds(1));
		await().until(() -> feed.errors("dump-interrupted") == 2);
		feed.pass(Duration.ofSeconds(1));
		feed.awaitFollowing();
		feed.awaitRoutes(FIVE);
	}

	@Test
	void aRescanFindsAndHealsWhatNoEventSaid() {
		feed.following();
		kernel.silently(routes -> {
			routes.remove(0);
			routes.set(0, via("10.0.1.0/24", "192.0.2.99"));
			routes.add(via("10.0.9.0/24", "192.0.2.19"));
			routes.add(via("10.0.2.0/24", 5, "192.0.2.77"));
		});
		feed.pass(Duration.ofSeconds(59));
		assertEquals(1, kernel.dumps());
		feed.pass(Duration.ofSeconds(1));
		Map<String, String> expected = fiveWith("10.0.0.0/24", "");
		expected.put("10.0.1.0/24", "192.0.2.99 0");
		expected.put("10.0.9.0/24", "192.0.2.19 0");
		feed.awaitRoutes(expected);
		assertEquals(4, feed.errors("missed-change"));
		kernel.silently(routes -> routes.removeIf(route -> route.priority() == 0 && route.prefix().toString().equals("10.0.2.0/24")));
		feed.pass(Duration.ofSeconds(60));
		expected.put("10.0.2.0/24", "192.0.2.77 5");
		feed.awaitRoutes(expected);
	}

	@Test
	void routesThatGoWithTheirLinkInSilenceAreFoundAtOnce() {
		kernel.put(link(2, "eth7", true));
		feed.following();
		kernel.silently(routes -> routes.remove(0));
		kernel.put(link(2, "eth7", false));
		await().until(() -> {
			feed.pass(Duration.ofMillis(200));
			return kernel.dumps() == 2;
		});
		feed.awaitRoutes(fiveWith("10.0.0.0/24", ""));
		assertEquals(0, feed.errors("missed-change"));
	}

	@Test
	void whenTheSocketFailsTheRoutesStayAndAnotherOneGoesOn() {
		feed.following();
		kernel.fail(new DataplaneException(Reason.FAILED, "the socket broke"));
		kernel.silently(routes -> routes.remove(0));
		await().until(() -> kernel.socketsOpened() == 2);
		feed.awaitRoutes(fiveWith("10.0.0.0/24", ""));
		assertEquals(1, feed.errors("no-socket"));
		assertEquals("the socket broke", feed.feed.status().lastError().orElseThrow());
	}

	@Test
	void unknownMessagesAreSkippedAndMalformedOnesBeginAgain() {
		feed.following();
		ByteBuffer unknown = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
		unknown.putInt(0, 32).putShort(4, (short) 999);
		kernel.say(new Messages(unknown));
		ByteBuffer otherFamily = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
		otherFamily.putInt(0, 32).putShort(4, (short) NetlinkMessage.RTM_NEWROUTE).put(16, (byte) 28);
		kernel.say(new Messages(otherFamily));
		kernel.put(via("10.0.5.0/24", "192.0.2.15"));
		feed.awaitRoutes(fiveWith("10.0.5.0/24", "192.0.2.15 0"));
		assertEquals(1, kernel.socketsOpened());

		ByteBuffer torn = ByteBuffer.allocate(20).order(ByteOrder.nativeOrder());
		torn.putInt(0, 9999).putShort(4, (short) NetlinkMessage.RTM_NEWROUTE);
		kernel.say(new Messages(torn));
		await().until(() -> kernel.socketsOpened() == 2);
		feed.awaitFollowing();
		assertEquals(1, feed.errors("malformed-message"));
	}

	@Test
	void aDumpThatDoesNotEndIsGivenUp() {
		kernel.atDatagram(1, () -> {
			throw new DataplaneException(Reason.FAILED, "no answer");
		});
		feed.following();
		feed.awaitRoutes(FIVE);
	}

	@Test
	void whatTheRibRefusesIsCountedTheRestForwardsAndItComesWhenThereIsRoom() {
		feed.close();
		feed = new FeedBox(9);
		kernel = feed.kernel;
		fiveRoutes();
		feed.box.announce(RouteSource.STATIC, "198.18.0.0/24", "192.0.2.100", "198.18.1.0/24", "192.0.2.101");
		feed.following();
		await().until(() -> feed.errors("refused-route") > 0);
		assertTrue(!feed.routes().isEmpty() && feed.routes().size() < 5, () -> feed.routes().toString());
		feed.box.withdraw(RouteSource.STATIC, "198.18.0.0/24");
		feed.box.withdraw(RouteSource.STATIC, "198.18.1.0/24");
		feed.pass(Duration.ofSeconds(60));
		feed.awaitRoutes(FIVE);
	}

	@Test
	void whatAnotherOneTookFromTheRibComesBackWithinTwoRescans() {
		feed.following();
		feed.box.rib.removeSource("kernel", use -> {}).join();
		feed.pass(Duration.ofSeconds(60));
		await().until(() -> kernel.dumps() == 2);
		feed.awaitFollowing();
		feed.pass(Duration.ofSeconds(60));
		feed.awaitRoutes(FIVE);
	}
}
