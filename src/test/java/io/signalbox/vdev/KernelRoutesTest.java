package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.ffm.NativeNetlink;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.kernel.FeedBox;
import io.signalbox.feed.kernel.KernelFeed;
import io.signalbox.feed.kernel.KernelSettings;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.rib.RibBox;
import io.signalbox.route.RouteChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel feed with a real kernel: a network namespace with eth1, 192.0.2.2/24 and 2001:db8:1::2/64. */
@Vdev
class KernelRoutesTest {
	private static final String NAMESPACE = "sbx-vdev-kernel";
	private static final Path FILE = Path.of("/run/netns", NAMESPACE);
	private static final int MANY = 100_000;

	private final RibBox box = new RibBox();
	private KernelFeed feed;
	private volatile String adopted = "";

	@TempDir
	private Path folder;

	@BeforeEach
	void makeNamespace() {
		removeNamespace();
		Shell.run("ip", "netns", "add", NAMESPACE);
		ip("link add eth1 type veth peer name eth2");
		ip("link set lo up");
		ip("link set eth1 up");
		ip("link set eth2 up");
		ip("addr add 192.0.2.2/24 dev eth1");
		ip("addr add 2001:db8:1::2/64 dev eth1 nodad");
	}

	@AfterEach
	void close() {
		Optional.ofNullable(feed).ifPresent(KernelFeed::close);
		box.close();
		removeNamespace();
	}

	private static void removeNamespace() {
		if (Files.exists(FILE)) {
			Shell.run("ip", "netns", "del", NAMESPACE);
		}
	}

	@Test
	void whatIpRouteDoesTheRibFollows() {
		ip("route add 203.0.113.0/24 via 192.0.2.10");
		follow(60, KernelSettings.RECEIVE_BYTES);
		awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10%wan0 0"));
		ip("route replace 203.0.113.0/24 via 192.0.2.11");
		ip("route add 203.0.113.0/24 via 192.0.2.12 metric 50");
		ip("route add blackhole 198.18.1.0/24");
		ip("route add unreachable 198.18.2.0/24");
		ip("route add prohibit 198.18.3.0/24");
		ip("route add 198.18.4.0/24 nexthop via 192.0.2.10 weight 2 nexthop via 192.0.2.11");
		ip("route add 198.18.5.0/24 via inet6 2001:db8:1::10");
		ip("route add 198.18.6.0/24 via 10.9.9.9 dev eth1 onlink");
		ip("-6 route add 2001:db8:3::/48 via fe80::1 dev eth1");
		ip("route add table 100 198.18.9.0/24 via 192.0.2.10");
		awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.11%wan0 0", "198.18.1.0/24", "Blackhole 0",
				"198.18.2.0/24", "Unreachable 0", "198.18.3.0/24", "Prohibit 0",
				"198.18.4.0/24", "[192.0.2.10%wan0*2, 192.0.2.11%wan0*1] 0",
				"198.18.5.0/24", "2001:db8:1::10%wan0 0", "198.18.6.0/24", "10.9.9.9%wan0! 0",
				"2001:db8:3::/48", "fe80::1%wan0 1024"));
		ip("route del 203.0.113.0/24 via 192.0.2.11");
		for (int number = 1; number <= 6; number++) {
			ip("route del 198.18." + number + ".0/24");
		}
		awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.12%wan0 50", "2001:db8:3::/48", "fe80::1%wan0 1024"));
		assertEquals(Map.of(), feed.status().errors());
	}

	@Test
	void ofSeveralWaysOfIpv6EachComesAndGoes() {
		follow(60, KernelSettings.RECEIVE_BYTES);
		ip("-6 route add 2001:db8:3::/48 via 2001:db8:1::10");
		ip("-6 route append 2001:db8:3::/48 via 2001:db8:1::11");
		ip("-6 route append 2001:db8:3::/48 via 2001:db8:1::12");
		awaitRoutes(Map.of("2001:db8:3::/48",
				"[2001:db8:1::10%wan0*1, 2001:db8:1::11%wan0*1, 2001:db8:1::12%wan0*1] 1024"));
		ip("-6 route del 2001:db8:3::/48 via 2001:db8:1::10");
		awaitRoutes(Map.of("2001:db8:3::/48", "[2001:db8:1::11%wan0*1, 2001:db8:1::12%wan0*1] 1024"));
		ip("-6 route del 2001:db8:3::/48");
		awaitRoutes(Map.of());
	}

	@Test
	void nexthopObjectsAndGroups() {
		follow(60, KernelSettings.RECEIVE_BYTES);
		ip("nexthop add id 1 via 192.0.2.10 dev eth1");
		ip("nexthop add id 2 via 192.0.2.11 dev eth1");
		ip("nexthop add id 10 group 1/2,3");
		ip("nexthop add id 20 blackhole");
		ip("route add 198.18.0.0/24 nhid 10");
		ip("route add 198.18.1.0/24 nhid 1");
		ip("route add 198.18.2.0/24 nhid 20");
		awaitRoutes(Map.of("198.18.0.0/24", "[192.0.2.10%wan0*1, 192.0.2.11%wan0*3] 0",
				"198.18.1.0/24", "192.0.2.10%wan0 0", "198.18.2.0/24", "Blackhole 0"));
		ip("nexthop replace id 1 via 192.0.2.20 dev eth1");
		awaitRoutes(Map.of("198.18.0.0/24", "[192.0.2.11%wan0*3, 192.0.2.20%wan0*1] 0",
				"198.18.1.0/24", "192.0.2.20%wan0 0", "198.18.2.0/24", "Blackhole 0"));
		ip("nexthop del id 1");
		awaitRoutes(Map.of("198.18.0.0/24", "192.0.2.11%wan0 0", "198.18.2.0/24", "Blackhole 0"));
	}

	@Test
	void routesThatTheKernelDropsInSilenceGo() {
		ip("route add 203.0.113.0/24 via 192.0.2.10");
		ip("route add blackhole 198.18.1.0/24");
		follow(60, KernelSettings.RECEIVE_BYTES);
		awaitRoutes(Map.of("203.0.113.0/24", "192.0.2.10%wan0 0", "198.18.1.0/24", "Blackhole 0"));
		ip("link set eth1 down");
		awaitRoutes(Map.of("198.18.1.0/24", "Blackhole 0"));
	}

	@Test
	void ofAHundredThousandRoutesByBatchNoneIsMissed() throws IOException {
		follow(60, KernelSettings.RECEIVE_BYTES);
		batch("route add %s via 192.0.2.10");
		awaitCount(MANY);
		batch("route replace %s via 192.0.2.11");
		await().atMost(Duration.ofSeconds(60)).until(() -> feed.status().queued() == 0
				&& routes(MANY).values().stream().allMatch("192.0.2.11%wan0 0"::equals));
		assertEquals(MANY, box.dataplane.routes().keySet().stream().filter(prefix -> prefix.startsWith("198.1")).count());
		batch("route del %s");
		awaitCount(0);
		assertEquals(Map.of(), feed.status().errors());
	}

	@Test
	void aQueueTooSmallOverflowsAndNothingIsLost() throws IOException {
		follow(60, 4096);
		batch("route add %s via 192.0.2.10");
		awaitCount(MANY);
		assertTrue(feed.status().errors().getOrDefault("overrun", 0L) > 0, () -> feed.status().toString());
		await().atMost(Duration.ofSeconds(60)).until(() -> feed.status().state() == FeedState.SYNCED);
	}

	@Test
	void aNamespaceMadeAnewUnderItsNameIsEntered() {
		ip("route add blackhole 198.18.1.0/24");
		follow(1, KernelSettings.RECEIVE_BYTES);
		awaitRoutes(Map.of("198.18.1.0/24", "Blackhole 0"));
		makeNamespace();
		ip("route add blackhole 198.18.2.0/24");
		awaitRoutes(Map.of("198.18.2.0/24", "Blackhole 0"));
	}

	private void follow(int rescanSeconds, int receiveBytes) {
		feed = new KernelFeed(
				new KernelSettings(254, "default", Optional.of(FILE), rescanSeconds, 60, receiveBytes, true, true),
				new NativeNetlink(), box.rib, () -> Map.of("eth1", "wan0"), this::adopt);
		feed.start();
		await().until(() -> feed.status().ready());
	}

	private List<String> adopt(
			String interfaceName, SortedSet<InterfaceAddress> addresses, Map<IpAddress, MacAddress> neighbors) {
		adopted = interfaceName + " " + addresses + " " + new TreeMap<>(neighbors.entrySet().stream().collect(
				Collectors.toMap(each -> each.getKey().toString(), each -> each.getValue().toString())));
		return List.of();
	}

	private void awaitAdopted(String expected) {
		await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertEquals(expected, adopted));
	}

	@Test
	void addressesAndPermanentNeighborsAreFollowed() {
		ip("neigh add 192.0.2.9 lladdr 02:00:00:00:00:09 dev eth1 nud permanent");
		ip("neigh add 192.0.2.8 lladdr 02:00:00:00:00:08 dev eth1 nud reachable");
		follow(60, KernelSettings.RECEIVE_BYTES);
		awaitAdopted("wan0 [192.0.2.2/24, 2001:db8:1::2/64] {192.0.2.9=02:00:00:00:00:09}");
		ip("addr add 198.51.100.2/24 dev eth1");
		ip("addr del 2001:db8:1::2/64 dev eth1");
		ip("neigh add 2001:db8:1::9 lladdr 02:00:00:00:00:0a dev eth1 nud permanent");
		awaitAdopted("wan0 [192.0.2.2/24, 198.51.100.2/24] {192.0.2.9=02:00:00:00:00:09, 2001:db8:1::9=02:00:00:00:00:0a}");
		ip("neigh del 192.0.2.9 dev eth1");
		ip("addr del 192.0.2.2/24 dev eth1");
		awaitAdopted("wan0 [198.51.100.2/24] {2001:db8:1::9=02:00:00:00:00:0a}");
		ip("link del eth1");
		awaitAdopted("wan0 [] {}");
		assertEquals(Map.of(), feed.status().errors());
	}

	private static void ip(String words) {
		Shell.run(("ip -n " + NAMESPACE + " " + words).split(" "));
	}

	private void batch(String command) throws IOException {
		List<String> lines = IntStream.range(0, MANY)
				.mapToObj(number -> String.format(
						command, "198." + (18 + (number >> 16)) + "." + (number >> 8 & 255) + "." + (number & 255) + "/32"))
				.toList();
		Path file = folder.resolve("batch");
		Files.write(file, lines);
		Shell.run("ip", "-n", NAMESPACE, "-batch", file.toString());
	}

	private void awaitRoutes(Map<String, String> expected) {
		Map<String, String> sorted = new TreeMap<>(expected);
		await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertEquals(sorted, routes(20)));
	}

	private void awaitCount(int count) {
		await().atMost(Duration.ofSeconds(60)).until(() -> feed.status().queued() == 0
				&& box.rib.routes("kernel", "default").join().size() == count);
	}

	/** Prefix to nexthop and metric, of at most so many. */
	private Map<String, String> routes(int most) {
		RouteChanges said = box.rib.routes("kernel", "default").join();
		return IntStream.range(0, Math.min(most, said.size())).boxed().collect(Collectors.toMap(
				at -> said.prefix(at).toString(),
				at -> FeedBox.words(said.nexthops().get(said.nexthop(at))) + " " + said.metric(at), (one, other) -> one, TreeMap::new));
	}
}
