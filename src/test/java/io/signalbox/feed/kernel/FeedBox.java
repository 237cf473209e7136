package io.signalbox.feed.kernel;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.FeedState;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.RibBox;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionTimeoutException;

/** A kernel feed between a scripted kernel and a RIB, with a clock that stands until it is told to go on. */
public final class FeedBox implements AutoCloseable {
	final ScriptedKernel kernel = new ScriptedKernel();
	final RibBox box;
	final Map<String, String> names = new HashMap<>(Map.of("eth1", "wan0"));
	final KernelFeed feed;
	private final Map<String, String> adopted = new ConcurrentHashMap<>();
	private final AtomicLong nanos = new AtomicLong(1L << 40);

	FeedBox() {
		this(1_000);
	}

	FeedBox(int nexthops) {
		this(nexthops, true);
	}

	/** @param facts whether addresses and neighbors are followed */
	FeedBox(int nexthops, boolean facts) {
		box = new RibBox(nexthops);
		KernelSettings usual = KernelSettings.defaults();
		KernelSettings all = new KernelSettings(usual.table(), usual.vrf(), usual.namespace(), usual.rescanSeconds(),
				usual.timeoutSeconds(), usual.receiveBytes(), facts, facts);
		feed = new KernelFeed(all, kernel, box.rib, this::names, this::adopt, nanos::get);
	}

	private Map<String, String> names() {
		synchronized (names) {
			return Map.copyOf(names);
		}
	}

	/** Refuses the address 192.0.2.66. */
	private List<String> adopt(
			String interfaceName, SortedSet<InterfaceAddress> addresses, Map<IpAddress, MacAddress> neighbors) {
		Map<String, String> stations = new TreeMap<>();
		neighbors.forEach((address, mac) -> stations.put(address.toString(), mac.toString()));
		adopted.put(interfaceName, addresses + " " + stations);
		return addresses.contains(InterfaceAddress.parse("192.0.2.66/24")) ? List.of("192.0.2.66 is left out") : List.of();
	}

	/** Waits until the box has been told exactly this of its interfaces: "[addresses] {neighbor=MAC}". */
	void awaitAdopted(Map<String, String> expected) {
		await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertEquals(expected, Map.copyOf(adopted)));
	}

	void pass(Duration time) {
		nanos.addAndGet(time.toNanos());
	}

	/** Starts it, and waits until it follows. */
	FeedBox following() {
		feed.start();
		awaitFollowing();
		return this;
	}

	void awaitFollowing() {
		await().until(() -> feed.status().state() == FeedState.SYNCED && feed.status().queued() == 0);
	}

	/** Waits until the RIB has of the kernel exactly these prefixes, in words as {@link #routes} has them. */
	void awaitRoutes(Map<String, String> expected) {
		Map<String, String> sorted = new TreeMap<>(expected);
		try {
			await().atMost(Duration.ofSeconds(20)).until(() -> routes().equals(sorted));
		} catch (ConditionTimeoutException late) {
			throw new AssertionError("expected " + sorted + ", found " + routes() + ", " + feed.status(), late);
		}
	}

	/** The RIB's routes of the kernel: prefix, and "nexthop metric". */
	Map<String, String> routes() {
		Map<String, String> found = new TreeMap<>();
		RouteChanges said = box.rib.routes("kernel", "default").join();
		for (int at = 0; at < said.size(); at++) {
			found.put(said.prefix(at).toString(), words(said.nexthops().get(said.nexthop(at))) + " " + said.metric(at));
		}
		return found;
	}

	/** Its addresses with interfaces and weights; ! is on-link. */
	public static String words(Nexthop nexthop) {
		return switch (nexthop) {
			case Nexthop.Via via -> via.address() + via.interfaceName().map(name -> "%" + name).orElse("")
					+ (via.onlink() ? "!" : "");
			case Nexthop.Connected connected -> connected.interfaceName();
			case Nexthop.Multipath many -> many.members().stream()
					.map(member -> words(member.hop()) + "*" + member.weight()).toList().toString();
			default -> nexthop.getClass().getSimpleName();
		};
	}

	Optional<Route> route(String prefix) {
		Optional<PrefixRoutes> found = box.rib.find("default", Prefix.parse(prefix)).join();
		return found.flatMap(routes -> routes.candidates().stream()
				.map(candidate -> candidate.route())
				.filter(route -> route.source().name().equals(RouteSource.KERNEL.name()))
				.findFirst());
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
