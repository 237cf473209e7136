package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.cache.RouteCache;
import io.signalbox.config.Configuration;
import io.signalbox.config.StaticRoute;
import io.signalbox.config.Configuration.Api;
import io.signalbox.config.Configuration.FeedSettings;
import io.signalbox.config.Configuration.Hugepages;
import io.signalbox.config.Configuration.Log;
import io.signalbox.config.Configuration.Memory;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.health.Progress;
import io.signalbox.health.Progress.Stage;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import io.signalbox.store.StoredConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BringupTest {
	private static final Route BY_WAN = new Route(Prefix.parse("203.0.113.0/24"), RouteSource.STATIC,
			new Nexthop.Via(IpAddress.parse("192.0.2.254")));

	private static final InterfaceConfig WAN = new InterfaceConfig(
			"wan0", "net_null0", List.of(new InterfaceAddress(IpAddress.parse("192.0.2.1"), 24)));

	/** A machine without hugepages, with the default CPU 0 alone. */
	@TempDir
	Path root;

	private final FakeDataplane dataplane = new FakeDataplane();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);
	private final Progress progress = new Progress();

	@AfterEach
	void close() {
		rib.close();
	}

	@Test
	void whatIsConfiguredForwardsAfterTheStart() {
		bringup("net_null0", BY_WAN).start();
		assertEquals(Set.of("192.0.2.0/24", "192.0.2.1/32", "203.0.113.0/24"), dataplane.routes().keySet());
		assertEquals(EnumSet.allOf(Stage.class), reached());
	}

	@Test
	void rpFilterAndCacheAreSetBeforeTheFirstInterface() {
		CacheChange cacheOn = new CacheChange(Optional.of(CacheMode.ON), Optional.of(1024), Optional.empty(),
				Optional.empty(), Optional.empty(), Optional.empty());
		RpFilterChange loose = new RpFilterChange(Optional.of(RpFilter.LOOSE), Optional.of(false), Map.of());
		bringup(loose, cacheOn, List.of(WAN), List.of()).start();
		assertEquals(CacheMode.ON, dataplane.cache().mode());
		assertEquals(1024, dataplane.cache().entries());
		assertEquals(4, dataplane.cache().ways());
		assertEquals(RpFilter.LOOSE, dataplane.describeInterface(1).rpFilter());
		assertFalse(dataplane.defaultRouteCounts());
	}

	@Test
	void cachesThatFindNoMemoryEndTheStartWithTheKeyToChange() {
		dataplane.fakeCache().limitEntries(1024);
		CacheChange large = new CacheChange(Optional.empty(), Optional.of(1 << 20), Optional.empty(), Optional.empty(),
				Optional.empty(), Optional.empty());
		Bringup bringup = bringup(RpFilterChange.NOTHING, large, List.of(), List.of());
		StartException failure = assertThrows(StartException.class, bringup::start);
		assertTrue(failure.getMessage().endsWith("lower cache.entriesPerCore"), failure::getMessage);
		assertFalse(dataplane.system().running());
	}

	@Test
	void anEmptyConfigurationStartsToo() {
		bringup(List.of(), List.of()).start();
		assertTrue(dataplane.system().running());
		assertEquals(EnumSet.allOf(Stage.class), reached());
	}

	@Test
	void aDeviceThatFailsEndsTheStartWithNothingLeftRunning() {
		Bringup bringup = bringup("net_null99", BY_WAN);
		assertEquals(Reason.NO_DEVICE, assertThrows(DataplaneException.class, bringup::start).reason());
		assertFalse(dataplane.system().running());
		assertEquals(EnumSet.of(Stage.DATA_PLANE), reached());
	}

	@Test
	void routesThatDoNotFitEndTheStart() {
		dataplane.limitRoutes(2);
		StartException failure = assertThrows(StartException.class, bringup("net_null0", BY_WAN)::start);
		assertTrue(failure.getMessage().startsWith("routes: "), failure::getMessage);
		assertFalse(dataplane.system().running());
	}

	@Test
	void ealIsAdoptedAndARunningDataPlaneStartedAnew() {
		dataplane.startEal(List.of());
		dataplane.start(DataplaneOptions.defaults());
		bringup("net_null0", BY_WAN).start();
		assertEquals(EnumSet.allOf(Stage.class), reached());
	}

	@Test
	void theStopLeavesEalOnlyToAnotherApplication() {
		Bringup bringup = bringup("net_null0", BY_WAN);
		bringup.start();
		bringup.stop(false);
		assertFalse(dataplane.system().running());
		assertEquals(EalState.UP, dataplane.ealState());
		bringup.stop(true);
		assertEquals(EalState.STOPPED, dataplane.ealState());
		bringup.stop(true);
	}

	private EnumSet<Stage> reached() {
		EnumSet<Stage> reached = EnumSet.noneOf(Stage.class);
		for (Stage stage : Stage.values()) {
			if (progress.hasReached(stage)) {
				reached.add(stage);
			}
		}
		return reached;
	}

	private Bringup bringup(String device, Route route) {
		return bringup(List.of(new InterfaceConfig("wan0", device, WAN.addresses())), List.of(route));
	}

	private Bringup bringup(List<InterfaceConfig> configs, List<Route> routes) {
		return bringup(RpFilterChange.NOTHING, CacheChange.NOTHING, configs, routes);
	}

	private Bringup bringup(
			RpFilterChange rpFilter, CacheChange cache, List<InterfaceConfig> configs, List<Route> routes) {
		Configuration configuration = new Configuration(new Api("127.0.0.1", 8080), Optional.empty(), Duration.ofDays(1),
				List.of(), new Memory(Hugepages.AUTO, 64), DataplaneOptions.defaults(), 1_000, rpFilter, cache, 0,
				configs, List.of(),
				routes.stream().map(route -> new StaticRoute(RouteChanges.DEFAULT_VRF, route)).toList(),
				FeedSettings.NONE, new Log(false, "INFO"), List.of(), new TreeMap<>());
		Problems problems = new Problems();
		DesiredObjects objects = new DesiredObjects(
				StoredConfiguration.desired(configuration, new NoStore(), problems), configuration, interfaces,
				new Neighbors(dataplane, interfaces), rib, new RouteCache(dataplane), problems);
		return new Bringup(configuration, new Host(root), dataplane, objects, progress);
	}
}
