package io.signalbox.feed.kernel;

import static io.signalbox.feed.kernel.Routes.dev;
import static io.signalbox.feed.kernel.Routes.link;
import static io.signalbox.feed.kernel.Routes.via;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.netlink.AddressMessage;
import io.signalbox.feed.netlink.NeighborMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the feed follows beside routes, on the kernel's interface 2, eth1, which is the box's wan0. */
class KernelHostsTest {
	private static final int GLOBAL = 0;
	private static final MacAddress MAC = MacAddress.parse("02:00:00:00:00:09");

	private final FeedBox feed = new FeedBox();
	private final ScriptedKernel kernel = feed.kernel;

	@BeforeEach
	void linkIsThere() {
		kernel.put(link(2, "eth1", true));
		kernel.put(link(3, "eth2", true));
	}

	@AfterEach
	void close() {
		feed.close();
	}

	private static AddressMessage address(boolean isNew, int index, String text) {
		return new AddressMessage(isNew, index, InterfaceAddress.parse(text), GLOBAL, false);
	}

	private static NeighborMessage neighbor(boolean isNew, String address, int state) {
		return new NeighborMessage(isNew, 2, IpAddress.parse(address), state, Optional.of(MAC));
	}

	@Test
	void addressesComeAndGo() {
		kernel.put(address(true, 2, "192.0.2.2/24"));
		kernel.put(address(true, 3, "198.51.100.2/24"));
		kernel.put(new AddressMessage(true, 2, InterfaceAddress.parse("2001:db8:1::66/64"), GLOBAL, true));
		kernel.put(new AddressMessage(true, 2, InterfaceAddress.parse("fe80::1/64"), AddressMessage.SCOPE_LINK, false));
		feed.following();
		feed.awaitAdopted(Map.of("wan0", "[192.0.2.2/24] {}"));
		kernel.put(address(true, 2, "2001:db8:1::2/64"));
		feed.awaitAdopted(Map.of("wan0", "[192.0.2.2/24, 2001:db8:1::2/64] {}"));
		kernel.put(address(false, 2, "192.0.2.2/24"));
		feed.awaitAdopted(Map.of("wan0", "[2001:db8:1::2/64] {}"));
	}

	@Test
	void unlessAskedForNothingOfThemIsFollowed() {
		try (FeedBox quiet = new FeedBox(1_000, false)) {
			quiet.kernel.put(link(2, "eth1", true));
			quiet.kernel.put(address(true, 2, "192.0.2.2/24"));
			quiet.following();
			quiet.kernel.put(address(true, 2, "192.0.2.3/24"));
			quiet.kernel.put(via("203.0.113.0/24", "192.0.2.10"));
			quiet.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0"));
			quiet.awaitAdopted(Map.of());
		}
	}

	@Test
	void onlyPermanentNeighborsAreFollowed() {
		kernel.put(neighbor(true, "192.0.2.9", NeighborMessage.NUD_PERMANENT));
		kernel.put(neighbor(true, "192.0.2.10", NeighborMessage.NUD_REACHABLE));
		feed.following();
		feed.awaitAdopted(Map.of("wan0", "[] {192.0.2.9=02:00:00:00:00:09}"));
		kernel.put(neighbor(true, "192.0.2.10", NeighborMessage.NUD_PERMANENT));
		kernel.put(neighbor(true, "192.0.2.9", NeighborMessage.NUD_STALE));
		feed.awaitAdopted(Map.of("wan0", "[] {192.0.2.10=02:00:00:00:00:09}"));
		kernel.put(neighbor(false, "192.0.2.10", NeighborMessage.NUD_PERMANENT));
		feed.awaitAdopted(Map.of("wan0", "[] {}"));
	}

	@Test
	void aRescanFindsWhatNoEventSaid() {
		kernel.put(address(true, 2, "192.0.2.2/24"));
		feed.following();
		feed.awaitAdopted(Map.of("wan0", "[192.0.2.2/24] {}"));
		kernel.forgetHosts();
		feed.pass(Duration.ofSeconds(61));
		feed.awaitAdopted(Map.of("wan0", "[] {}"));
	}

	@Test
	void whatTheBoxCannotHaveIsCountedOnce() {
		kernel.put(address(true, 2, "192.0.2.66/24"));
		feed.following();
		await().until(() -> feed.errors("refused-address") == 1);
		assertEquals(Optional.of("192.0.2.66 is left out"), feed.feed.status().lastError());
		kernel.put(address(true, 2, "192.0.2.2/24"));
		feed.awaitAdopted(Map.of("wan0", "[192.0.2.2/24, 192.0.2.66/24] {}"));
		feed.pass(Duration.ofSeconds(61));
		await().until(() -> feed.feed.status().resyncs() == 2);
		feed.awaitFollowing();
		assertEquals(1, feed.errors("refused-address"));
	}

	@Test
	void routesByAnInterfaceThatTheBoxHasNotAreCounted() {
		kernel.put(dev("198.18.0.0/15", 3, RouteMessage.RTPROT_STATIC));
		kernel.put(via("203.0.113.0/24", "192.0.2.10"));
		feed.following();
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0"));
		assertEquals(1, feed.errors("unusable-next-hop"));
		synchronized (feed.names) {
			feed.names.put("eth2", "lan0");
		}
		feed.pass(Duration.ofSeconds(1));
		feed.awaitRoutes(Map.of("198.18.0.0/15", "lan0 0", "203.0.113.0/24", "192.0.2.10 0"));
		synchronized (feed.names) {
			feed.names.remove("eth2");
		}
		feed.pass(Duration.ofSeconds(1));
		feed.awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10 0"));
		await().until(() -> feed.errors("unusable-next-hop") == 2);
	}
}
