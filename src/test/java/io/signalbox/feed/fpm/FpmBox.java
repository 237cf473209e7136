package io.signalbox.feed.fpm;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.FeedStatus;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.RibBox;
import io.signalbox.rib.SourceUse;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Via;
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

/** The FPM feed on a RIB, and what a test asks of both. Its VRFs: default by the tables 254 and 11, red by 10, which is not there yet. */
final class FpmBox implements AutoCloseable {
	static final Duration SOON = Duration.ofSeconds(20);
	/** Longer than any test: only an end marker ends a replay. */
	static final Duration NEVER = Duration.ofHours(1);

	final RibBox box;
	private final InetSocketAddress listen = free();
	private FpmFeed feed;

	FpmBox() {
		this(new RibBox());
	}

	FpmBox(RibBox box) {
		this.box = box;
		start(options(NEVER, NEVER));
	}

	static InetSocketAddress free() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	FpmOptions options(Duration quiet, Duration stale) {
		return new FpmOptions(listen, Map.of(254L, "default", 11L, "default", 10L, "red"), Map.of(3, "wan0"), quiet, stale,
				NEVER, true, 100_000);
	}

	private void start(FpmOptions options) {
		feed = new FpmFeed(options, box.rib);
		feed.start();
		await().atMost(SOON).until(() -> feed.status().state() == FeedState.WAITING);
	}

	void restart(FpmOptions options) {
		stop();
		start(options);
	}

	/** Ends the feed; its port is free then. */
	InetSocketAddress stop() {
		feed.close();
		await().atMost(SOON).until(() -> isFree());
		return listen;
	}

	/** As {@link #restart}, with the port in somebody else's hands: it does not wait for the feed to listen. */
	void startBlocked() {
		feed = new FpmFeed(options(NEVER, NEVER), box.rib);
		feed.start();
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

	FpmSender connect() {
		long before = feed.status().resyncs();
		FpmSender sender = new FpmSender(listen);
		await().atMost(SOON).until(() -> feed.status().resyncs() == before + 1);
		return sender;
	}

	void awaitState(FeedState state) {
		await().atMost(SOON).until(() -> feed.status().state() == state);
	}

	void awaitRoute(String prefix, String... addresses) {
		Optional<Nexthop> expected = addresses.length == 0
				? Optional.empty()
				: Optional.of(Nexthop.of(List.of(addresses).stream()
						.map(address -> new Nexthop.Member(new Via(IpAddress.parse(address)), 1))
						.toList()));
		awaitNexthop(prefix, expected);
	}

	void awaitNexthop(String prefix, Optional<Nexthop> nexthop) {
		await().atMost(SOON).untilAsserted(() -> assertEquals(nexthop, said(prefix)));
	}

	/** What the feed says of a prefix of the default VRF. */
	Optional<Nexthop> said(String prefix) {
		return box.rib.find("default", Prefix.parse(prefix)).join()
				.flatMap(routes -> routes.candidates().stream()
						.filter(candidate -> candidate.route().source().equals(RouteSource.FPM))
						.map(candidate -> candidate.route().nexthop())
						.findFirst());
	}

	/** IPv4 routes of the feed. */
	int routes() {
		return box.rib.sources().join().stream()
				.filter(use -> use.source().equals(RouteSource.FPM))
				.mapToInt(SourceUse::ipv4Routes)
				.sum();
	}

	FeedStatus status() {
		return feed.status();
	}

	void awaitErrors(String name, long count) {
		await().atMost(SOON).until(() -> errors(name) == count);
	}

	long errors(String name) {
		return feed.status().errors().getOrDefault(name, 0L);
	}

	@Override
	public void close() {
		feed.close();
		box.close();
	}
}
