package io.signalbox.feed.fpm;

import static io.signalbox.feed.fpm.FpmSender.message;
import static io.signalbox.feed.fpm.FpmSender.route;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.net.IpAddress;
import io.signalbox.rib.RibBox;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop.Via;
import io.signalbox.route.RouteChanges;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** More than the queue, the RIB or a peer's memory hold. */
class FpmLimitsTest {
	private static final int CONNECTED = 6;
	private static final int GROUPS = 1_300;

	private FpmBox fpm;

	@AfterEach
	void close() {
		fpm.close();
	}

	@Test
	void routesOfAVrfThatIsNotThereYetComeWhenItIs() {
		fpm = new FpmBox();
		try (FpmSender sender = fpm.connect()) {
			sender.frame(message(true, "11.0.0.0/8", RouteType.UNICAST, 10, 0, route("::/0", "192.0.2.9").hops()))
					.frame(route("12.0.0.0/8", "192.0.2.9")).flush();
			fpm.awaitRoute("12.0.0.0/8", "192.0.2.9");
			fpm.awaitErrors("unknown-vrf", 1);
			fpm.box.rib.addVrf("red").join();
			sender.read(_ -> {});
		}
		fpm.awaitState(FeedState.WAITING);
	}

	@Test
	@DisplayName("R10 a peer that reads no answers, with more changes than the queue holds, is never held up")
	void manyChangesAtOnce() {
		fpm = new FpmBox();
		RouteChanges changes = new RouteChanges();
		int number = changes.number(new Via(IpAddress.parse("192.0.2.9")));
		for (int round = 0; round < 4; round++) {
			for (int at = 0; at < 50_000; at++) {
				changes.announce(false, (0x0b00_0000L + at * 256L) << 32, 0, 24, number, 0, -1);
			}
		}
		try (FpmSender sender = fpm.connect()) {
			sender.send(changes);
			sender.done();
			await().atMost(Duration.ofSeconds(60)).until(() -> fpm.status().state() == FeedState.SYNCED);
			assertEquals(50_000, fpm.routes());
			assertEquals(200_000, fpm.status().announced());
			assertEquals(0, fpm.status().queued());
			assertEquals(0, fpm.status().lagMillis());
		}
	}

	@Test
	void whatFitsGoesInAndTheRestWhenThereIsRoom() {
		// Two interfaces have three connected prefixes and three own addresses.
		fpm = new FpmBox(new RibBox(new RibLimits(1_000, CONNECTED + 1_000)));
		try (FpmSender sender = fpm.connect()) {
			sender.send(routes(1_500));
			fpm.awaitState(FeedState.FAILED);
			assertEquals(1_000, fpm.routes());
			assertEquals(500, fpm.status().queued());
			assertTrue(fpm.status().lastError().orElseThrow().contains("limits.routes"));
			sender.send(withdrawals(500));
			await().atMost(FpmBox.SOON).until(() -> fpm.status().queued() == 0);
			fpm.awaitState(FeedState.SYNCING);
			assertEquals(1_000, fpm.routes());
			assertFalse(fpm.said("11.0.0.0/24").isPresent());
			assertTrue(fpm.said("11.5.219.0/24").isPresent());
		}
	}

	@Test
	void aFamilyThatIsFullHoldsUpNoOther() {
		fpm = new FpmBox();
		fpm.box.dataplane.limitRoutes(8);
		try (FpmSender sender = fpm.connect()) {
			sender.send(routes(100));
			fpm.awaitState(FeedState.FAILED);
			sender.frame(FpmSender.route("2001:db8:9::/48", "2001:db8:1::9")).flush();
			fpm.awaitRoute("2001:db8:9::/48", "2001:db8:1::9");
			assertEquals(FeedState.FAILED, fpm.status().state());
			int in = fpm.routes();
			sender.send(withdrawals(in));
			await().atMost(FpmBox.SOON).until(() -> fpm.status().queued() == 100 - 2 * in);
			assertEquals(in, fpm.routes());
		}
	}

	@Test
	void moreNexthopObjectsThanAnyRouterHasAreLeftOut() {
		int[] members = IntStream.rangeClosed(1, 900).toArray();
		fpm = new FpmBox();
		try (FpmSender sender = fpm.connect()) {
			for (int id = 1; id <= GROUPS; id++) {
				sender.frame(FpmSender.group(id, members));
			}
			sender.flush();
			await().atMost(FpmBox.SOON).until(() -> fpm.status().messages() == GROUPS);
			assertEquals(GROUPS - (1 << 20) / 901, fpm.errors("nexthop-limit"));
			sender.frame(FpmSender.nexthop(1, "192.0.2.9")).frame(FpmSender.routeBy("11.0.0.0/8", 1)).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
		}
	}

	private static RouteChanges routes(int count) {
		RouteChanges changes = new RouteChanges();
		int number = changes.number(new Via(IpAddress.parse("192.0.2.9")));
		for (int at = 0; at < count; at++) {
			changes.announce(false, (0x0b00_0000L + at * 256L) << 32, 0, 24, number, 0, RouteChanges.SOURCE_DISTANCE);
		}
		return changes;
	}

	private static RouteChanges withdrawals(int count) {
		RouteChanges changes = new RouteChanges();
		for (int at = 0; at < count; at++) {
			changes.withdraw(false, (0x0b00_0000L + at * 256L) << 32, 0, 24);
		}
		return changes;
	}
}
