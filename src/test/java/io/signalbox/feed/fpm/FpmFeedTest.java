package io.signalbox.feed.fpm;

import static io.signalbox.feed.fpm.FpmSender.group;
import static io.signalbox.feed.fpm.FpmSender.message;
import static io.signalbox.feed.fpm.FpmSender.nexthop;
import static io.signalbox.feed.fpm.FpmSender.route;
import static io.signalbox.feed.fpm.FpmSender.routeBy;
import static io.signalbox.feed.fpm.FpmSender.withdrawal;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.netlink.MessageWalk;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.RibBox;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Via;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FpmFeedTest {
	private static final Duration SOON = Duration.ofSeconds(20);
	/** Longer than any test: only an end marker ends a replay. */
	private static final Duration NEVER = Duration.ofHours(1);

	private final RibBox box = new RibBox();
	private final InetSocketAddress listen = free();
	private FpmFeed feed;

	private static InetSocketAddress free() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private FpmOptions options(Duration quiet, Duration stale) {
		return new FpmOptions(listen, Map.of(254L, "default", 11L, "default", 10L, "red"), Map.of(3, "wan0"), quiet, stale,
				NEVER, true, 100_000);
	}

	@BeforeEach
	void start() {
		start(options(NEVER, NEVER));
	}

	private void start(FpmOptions options) {
		feed = new FpmFeed(options, box.rib);
		feed.start();
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
	}

	@AfterEach
	void close() {
		feed.close();
		box.close();
	}

	private void restart(FpmOptions options) {
		feed.close();
		await().atMost(SOON).until(() -> isFree());
		start(options);
	}

	private boolean isFree() {
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(true);
			socket.bind(listen);
			return true;
		} catch (IOException taken) {
			return false;
		}
	}

	private FpmSender connect() {
		long before = feed.status().resyncs();
		FpmSender sender = new FpmSender(listen);
		await().atMost(SOON).until(() -> feed.status().resyncs() == before + 1);
		return sender;
	}

	private void awaitRoute(String prefix, String... addresses) {
		Optional<Nexthop> expected = addresses.length == 0
				? Optional.empty()
				: Optional.of(Nexthop.of(List.of(addresses).stream()
						.map(address -> new Nexthop.Member(new Via(IpAddress.parse(address)), 1))
						.toList()));
		awaitNexthop(prefix, expected);
	}

	private void awaitNexthop(String prefix, Optional<Nexthop> nexthop) {
		await().atMost(SOON).untilAsserted(() -> assertEquals(nexthop, said(prefix)));
	}

	private Optional<Nexthop> said(String prefix) {
		return said("default", prefix);
	}

	private Optional<Nexthop> said(String vrf, String prefix) {
		return box.rib.find(vrf, Prefix.parse(prefix)).join()
				.flatMap(routes -> routes.candidates().stream()
						.filter(candidate -> candidate.route().source().name().equals("fpm"))
						.map(candidate -> candidate.route().nexthop())
						.findFirst());
	}

	private long errors(String name) {
		return feed.status().errors().getOrDefault(name, 0L);
	}

	@Test
	void aRouteComesIsReplacedAndGoes() {
		try (FpmSender sender = connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			assertEquals(box.forwarded("11.0.0.0/8"), said("11.0.0.0/8"));
			// Without use-route-replace: both in one frame, and no moment without a route.
			sender.frame(withdrawal("11.0.0.0/8"), route("11.0.0.0/8", "192.0.2.8")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.8");
			sender.frame(withdrawal("11.0.0.0/8")).flush();
			awaitRoute("11.0.0.0/8");
			assertEquals(2, feed.status().announced());
			assertEquals(2, feed.status().withdrawn());
		}
	}

	@Test
	@DisplayName("R7 FPM: add and delete of 0.0.0.0/0 and of a kernel-type route")
	void defaultAndKernelRoutes() {
		RouteMessage kernel = message(true, "11.0.0.0/8", RouteType.UNICAST, 254, 0, route("::/0", "192.0.2.9").hops());
		try (FpmSender sender = connect()) {
			for (String prefix : List.of("0.0.0.0/0", "::/0")) {
				sender.frame(route(prefix, prefix.equals("::/0") ? "2001:db8:1::9" : "192.0.2.9"));
			}
			RouteMessage asKernel = new RouteMessage(true, kernel.flags(), false, kernel.high(), 0, 8, 0, 0, 254,
					RouteMessage.RTPROT_KERNEL, 0, RouteType.UNICAST, 0, 0, 0, kernel.hops());
			sender.frame(asKernel).flush();
			awaitRoute("0.0.0.0/0", "192.0.2.9");
			awaitRoute("::/0", "2001:db8:1::9");
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			sender.frame(withdrawal("0.0.0.0/0")).frame(withdrawal("::/0")).frame(withdrawal("11.0.0.0/8")).flush();
			awaitRoute("0.0.0.0/0");
			awaitRoute("::/0");
			awaitRoute("11.0.0.0/8");
		}
	}

	@Test
	@DisplayName("R8 FPM header with length 3; then a reconnect")
	void malformedFrames() {
		byte[][] headers = {{1, 1, 0, 3}, {2, 1, 0, 4}, {1, 2, 0, 8}, {1, 1, 0, 8, 1, 2, 3, 4},
				{1, 1, 0, 20, 15, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
		long counted = 0;
		for (byte[] header : headers) {
			try (FpmSender sender = connect()) {
				sender.frame(route("11.0.0.0/8", "192.0.2.9")).raw(header).flush();
				long now = ++counted;
				await().atMost(SOON).until(() -> errors("malformed") == now);
				await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
			}
		}
		assertTrue(feed.status().lastError().isPresent());
		try (FpmSender sender = connect()) {
			sender.frame(route("12.0.0.0/8", "192.0.2.9")).done();
			await().atMost(SOON).until(() -> feed.status().state() == FeedState.SYNCED);
			assertEquals(Optional.empty(), said("11.0.0.0/8"));
			assertTrue(said("12.0.0.0/8").isPresent());
		}
	}

	@Test
	@DisplayName("R9 a feed restarts slower than any timer, with blackhole routes in it")
	void sweepsAtTheEndMarkerOnly() {
		try (FpmSender sender = connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9"))
					.frame(route("12.0.0.0/8", "192.0.2.9"))
					.frame(message(true, "13.0.0.0/8", RouteType.BLACKHOLE, 254, 0, List.of()))
					.done();
			await().atMost(SOON).until(() -> feed.status().state() == FeedState.SYNCED && feed.status().ready());
		}
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
		try (FpmSender sender = connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.8")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.8");
			assertEquals(FeedState.SYNCING, feed.status().state());
			awaitRoute("12.0.0.0/8", "192.0.2.9");
			awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
			sender.frame(message(true, "13.0.0.0/8", RouteType.BLACKHOLE, 254, 0, List.of())).done();
			await().atMost(SOON).until(() -> feed.status().state() == FeedState.SYNCED);
			awaitRoute("12.0.0.0/8");
			awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
			awaitRoute("11.0.0.0/8", "192.0.2.8");
		}
	}

	@Test
	void aReplayWithoutMarkerEndsWhenNothingNewComes() {
		restart(options(Duration.ofMillis(500), NEVER));
		try (FpmSender sender = connect()) {
			for (int at = 0; at < 20; at++) {
				sender.frame(route("11." + at + ".0.0/16", "192.0.2.9"));
			}
			sender.flush();
			await().atMost(SOON).until(() -> feed.status().state() == FeedState.SYNCED);
		}
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
		try (FpmSender sender = connect()) {
			for (int at = 0; at < 19; at++) {
				sender.frame(route("11." + at + ".0.0/16", "192.0.2.9"));
			}
			sender.flush();
			awaitRoute("11.19.0.0/16");
			assertEquals(FeedState.SYNCED, feed.status().state());
			awaitRoute("11.18.0.0/16", "192.0.2.9");
		}
	}

	@Test
	void theNewestConnectionWins() {
		try (FpmSender first = connect(); FpmSender second = connect()) {
			assertEquals(1, errors("replaced"));
			second.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			first.read(_ -> {
				throw new AssertionError("the first one is answered");
			});
		}
	}

	@Test
	void nexthopObjectsAndGroupsAreResolvedAndFollowed() {
		try (FpmSender sender = connect()) {
			sender.frame(nexthop(1, "192.0.2.9")).frame(nexthop(2, "198.51.100.9")).frame(group(3, 1, 2))
					.frame(routeBy("11.0.0.0/8", 1)).frame(routeBy("12.0.0.0/8", 3)).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			awaitRoute("12.0.0.0/8", "192.0.2.9", "198.51.100.9");
			sender.frame(nexthop(1, "192.0.2.8")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.8");
			awaitRoute("12.0.0.0/8", "192.0.2.8", "198.51.100.9");
			sender.frame(group(3, 2)).flush();
			awaitRoute("12.0.0.0/8", "198.51.100.9");
			sender.frame(routeBy("13.0.0.0/8", 9)).flush();
			await().atMost(SOON).until(() -> errors("unknown-nexthop") == 1);
			sender.frame(nexthop(9, "192.0.2.7")).flush();
			awaitRoute("13.0.0.0/8", "192.0.2.7");
			sender.frame(blackhole(9)).flush();
			awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
		}
	}

	private static NexthopMessage blackhole(int id) {
		return new NexthopMessage(true, 0, id, 11, 0, true, 0, Optional.empty(), false, List.of());
	}

	@Test
	void anIpv4RouteByAnIpv6NexthopObject() {
		try (FpmSender sender = connect()) {
			sender.frame(nexthop(1, "2001:db8:1::9")).frame(routeBy("11.0.0.0/8", 1)).flush();
			awaitRoute("11.0.0.0/8", "2001:db8:1::9");
		}
	}

	@Test
	void tablesAreVrfsAndUnknownOnesAreSkipped() {
		try (FpmSender sender = connect()) {
			sender.frame(message(true, "11.0.0.0/8", RouteType.UNICAST, 11, 0, route("::/0", "192.0.2.9").hops()))
					.frame(message(true, "12.0.0.0/8", RouteType.UNICAST, 77, 0, route("::/0", "192.0.2.9").hops()))
					.flush();
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			await().atMost(SOON).until(() -> errors("unknown-table") == 1);
			assertFalse(said("12.0.0.0/8").isPresent());
		}
	}

	@Test
	void routesOfAVrfThatIsNotThereYetComeWhenItIs() {
		try (FpmSender sender = connect()) {
			sender.frame(message(true, "11.0.0.0/8", RouteType.UNICAST, 10, 0, route("::/0", "192.0.2.9").hops()))
					.frame(route("12.0.0.0/8", "192.0.2.9")).flush();
			awaitRoute("12.0.0.0/8", "192.0.2.9");
			await().atMost(SOON).until(() -> errors("unknown-vrf") == 1);
			box.rib.addVrf("red").join();
			sender.read(_ -> {});
		}
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
	}

	@Test
	void whatTheBoxCannotForwardIsWithdrawnAndCounted() {
		try (FpmSender sender = connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			awaitRoute("11.0.0.0/8", "192.0.2.9");
			sender.frame(route("11.0.0.0/8", "fe80::9")).flush();
			awaitRoute("11.0.0.0/8");
			assertEquals(1, errors("unusable-next-hop"));
			sender.frame(message(true, "11.0.0.0/8", RouteType.LOCAL, 254, 0, List.of())).flush();
			await().atMost(SOON).until(() -> errors("other-route-type") == 1);
		}
	}

	@Test
	void installedRoutesAreAnsweredWithTheOffloadFlag() throws InterruptedException {
		List<RouteMessage> answers = new CopyOnWriteArrayList<>();
		try (FpmSender sender = connect()) {
			Thread reader = Thread.ofVirtual().start(() -> sender.read(frame -> {
				MessageWalk walk = new MessageWalk(frame);
				while (walk.next()) {
					answers.add((RouteMessage) walk.message());
				}
			}));
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).frame(route("2001:db8:9::/48", "2001:db8:1::9"))
					.frame(withdrawal("12.0.0.0/8")).frame(routeBy("13.0.0.0/8", 5)).flush();
			await().atMost(SOON).until(() -> answers.size() == 2);
			assertEquals(route("11.0.0.0/8", "192.0.2.9").hops(), answers.getFirst().hops());
			assertEquals(Prefix.parse("11.0.0.0/8"), answers.getFirst().prefix());
			assertEquals(Prefix.parse("2001:db8:9::/48"), answers.getLast().prefix());
			for (RouteMessage answer : answers) {
				assertTrue(answer.isNew());
				assertEquals(RouteMessage.RTM_F_OFFLOAD, answer.routeFlags());
				assertEquals(1, answer.flags() & 1);
			}
			feed.close();
			reader.join();
		}
	}

	@Test
	@DisplayName("R10 a peer that reads no answers, with more changes than the queue holds, is never held up")
	void manyChangesAtOnce() {
		RouteChanges changes = new RouteChanges();
		int number = changes.number(new Via(IpAddress.parse("192.0.2.9")));
		for (int round = 0; round < 4; round++) {
			for (int at = 0; at < 50_000; at++) {
				changes.announce(false, (0x0b00_0000L + at * 256L) << 32, 0, 24, number, 0, -1);
			}
		}
		try (FpmSender sender = connect()) {
			sender.send(changes);
			sender.done();
			await().atMost(Duration.ofSeconds(60)).until(() -> feed.status().state() == FeedState.SYNCED);
			assertEquals(50_000, box.rib.sources().join().stream()
					.filter(use -> use.source().equals(RouteSource.FPM)).findFirst().orElseThrow().ipv4Routes());
			assertEquals(200_000, feed.status().announced());
			assertEquals(0, feed.status().queued());
			assertEquals(0, feed.status().lagMillis());
		}
	}

	@Test
	void aPortThatIsTakenIsTriedAgain() throws IOException {
		feed.close();
		await().atMost(SOON).until(() -> isFree());
		try (ServerSocket other = new ServerSocket(listen.getPort(), 1, listen.getAddress())) {
			assertTrue(other.isBound());
			feed = new FpmFeed(options(NEVER, NEVER), box.rib);
			feed.start();
			await().atMost(SOON).until(() -> feed.status().state() == FeedState.FAILED);
			assertTrue(errors("listen") > 0);
		}
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
		assertThrows(UncheckedIOException.class, () -> {
			try (FpmSender nobody = new FpmSender(free())) {
				nobody.flush();
			}
		});
	}
}
