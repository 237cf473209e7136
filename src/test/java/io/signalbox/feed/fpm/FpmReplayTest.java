package io.signalbox.feed.fpm;

import static io.signalbox.feed.fpm.FpmSender.message;
import static io.signalbox.feed.fpm.FpmSender.route;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.route.Nexthop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connections that come, break and come back, and what is swept after each. */
class FpmReplayTest {
	private final FpmBox fpm = new FpmBox();

	@AfterEach
	void close() {
		fpm.close();
	}

	@Test
	@DisplayName("R9 a feed restarts slower than any timer, with blackhole routes in it")
	void sweepsAtTheEndMarkerOnly() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9"))
					.frame(route("12.0.0.0/8", "192.0.2.9"))
					.frame(message(true, "13.0.0.0/8", RouteType.BLACKHOLE, 254, 0, List.of()))
					.done();
			await().atMost(FpmBox.SOON).until(() -> fpm.status().state() == FeedState.SYNCED && fpm.status().ready());
		}
		fpm.awaitState(FeedState.WAITING);
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.8")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.8");
			assertEquals(FeedState.SYNCING, fpm.status().state());
			fpm.awaitRoute("12.0.0.0/8", "192.0.2.9");
			fpm.awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
			sender.frame(message(true, "13.0.0.0/8", RouteType.BLACKHOLE, 254, 0, List.of())).done();
			fpm.awaitState(FeedState.SYNCED);
			fpm.awaitRoute("12.0.0.0/8");
			fpm.awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.8");
		}
	}

	@Test
	void aReplayWithoutMarkerEndsWhenNothingNewComes() {
		fpm.restart(fpm.options(Duration.ofMillis(500), FpmBox.NEVER));
		try (FpmSender sender = fpm.connect()) {
			for (int at = 0; at < 20; at++) {
				sender.frame(route("11." + at + ".0.0/16", "192.0.2.9"));
			}
			sender.flush();
			fpm.awaitState(FeedState.SYNCED);
		}
		fpm.awaitState(FeedState.WAITING);
		try (FpmSender sender = fpm.connect()) {
			for (int at = 0; at < 19; at++) {
				sender.frame(route("11." + at + ".0.0/16", "192.0.2.9"));
			}
			sender.flush();
			fpm.awaitRoute("11.19.0.0/16");
			assertEquals(FeedState.SYNCED, fpm.status().state());
			fpm.awaitRoute("11.18.0.0/16", "192.0.2.9");
		}
	}

	@Test
	void whoSaysAllAndHangsUpHasSaidAll() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).frame(route("12.0.0.0/8", "192.0.2.9")).done();
		}
		fpm.awaitRoute("12.0.0.0/8", "192.0.2.9");
		fpm.awaitState(FeedState.WAITING);
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).done();
		}
		fpm.awaitRoute("12.0.0.0/8");
		fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
		fpm.awaitState(FeedState.WAITING);
	}

	@Test
	void theNewestConnectionWins() {
		try (FpmSender first = fpm.connect(); FpmSender second = fpm.connect()) {
			assertEquals(1, fpm.errors("replaced"));
			second.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			first.read(_ -> {
				throw new AssertionError("the first one is answered");
			});
		}
	}

	@Test
	void aPortThatIsTakenIsTriedAgain() throws IOException {
		InetSocketAddress listen = fpm.stop();
		try (ServerSocket other = new ServerSocket(listen.getPort(), 1, listen.getAddress())) {
			assertTrue(other.isBound());
			fpm.startBlocked();
			fpm.awaitState(FeedState.FAILED);
			assertTrue(fpm.errors("listen") > 0);
		}
		fpm.awaitState(FeedState.WAITING);
	}

	@Test
	@DisplayName("R8 FPM header with length 3; then a reconnect")
	void malformedFrames() {
		byte[][] headers = {{1, 1, 0, 3}, {2, 1, 0, 4}, {1, 2, 0, 8}, {1, 1, 0, 8, 1, 2, 3, 4},
				{1, 1, 0, 20, 15, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
		long counted = 0;
		for (byte[] header : headers) {
			try (FpmSender sender = fpm.connect()) {
				sender.frame(route("11.0.0.0/8", "192.0.2.9")).raw(header).flush();
				long now = ++counted;
				fpm.awaitErrors("malformed", now);
				fpm.awaitState(FeedState.WAITING);
			}
		}
		assertTrue(fpm.status().lastError().isPresent());
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("12.0.0.0/8", "192.0.2.9")).done();
			fpm.awaitState(FeedState.SYNCED);
			assertEquals(Optional.empty(), fpm.said("11.0.0.0/8"));
			assertTrue(fpm.said("12.0.0.0/8").isPresent());
		}
	}
}
