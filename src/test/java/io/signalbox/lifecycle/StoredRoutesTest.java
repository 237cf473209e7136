package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.config.Origin;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.SourceUse;
import io.signalbox.rib.VrfUse;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.ConfigurationView.Item;
import io.signalbox.store.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("routes, VRFs and settings of a box with a stateDirectory, started again")
class StoredRoutesTest extends StoredBoxCase {
	@Test
	void staticRoutesAreThereAndADeletedOneOfTheFileIsNot() {
		try (StoredBox box = start(FILE)) {
			box.routes.apply(route("10.0.0.0/8", "192.0.2.9"), _ -> {});
			box.routes.apply(route("203.0.113.0/24", "192.0.2.10"), _ -> {});
			box.routes.apply(withdrawal("198.51.100.0/24"), _ -> {});
			box.routes.apply(route("172.16.0.0/12", "192.0.2.9"), _ -> {});
			box.routes.apply(withdrawal("172.16.0.0/12"), _ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(Set.of("10.0.0.0/8", "192.0.2.0/24", "192.0.2.1/32", "203.0.113.0/24"), box.dataplane.routes().keySet());
			assertEquals(Optional.of(new Nexthop.Via(IpAddress.parse("192.0.2.10"))), nexthop(box, "203.0.113.0/24"));
			Map<String, Item> items = items(box, Kind.ROUTE);
			assertEquals(Set.of("default/10.0.0.0/8", "default/198.51.100.0/24", "default/203.0.113.0/24"), items.keySet());
			assertEquals(Optional.of("{\"nextHops\":[{\"address\":\"192.0.2.254\"}],\"preference\":1}"),
					items.get("default/203.0.113.0/24").hidden());
			assertTrue(items.get("default/198.51.100.0/24").isDeleted());
		}
	}

	@Test
	void batchesAndReplacementsAreThere() {
		try (StoredBox box = start(FILE)) {
			RouteChanges batch = new RouteChanges();
			for (int at = 0; at < 1_000; at++) {
				batch.announce(Prefix.parse("10." + at / 256 + "." + at % 256 + ".0/24"), new Nexthop.Via(PEER));
			}
			box.routes.apply(batch);
			box.routes.applyEach(RouteChanges.DEFAULT_VRF, new TreeMap<>(Map.of(0L, route("172.16.0.0/12", "192.0.2.9"))));
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(1_003, box.staticRoutes());
			box.routes.replace(route("192.168.0.0/16", "192.0.2.9"), _ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(1, box.staticRoutes());
			assertEquals(Optional.of(new Nexthop.Via(IpAddress.parse("192.0.2.9"))), nexthop(box, "192.168.0.0/16"));
			box.routes.removeAll(_ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(0, box.staticRoutes());
			assertEquals(2, items(box, Kind.ROUTE).size());
			box.view.forgetAll();
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(2, box.staticRoutes());
		}
	}

	@Test
	void vrfsAndTheirRoutesAreThereAndARemovedOneIsNot() {
		RouteChanges red = new RouteChanges("red");
		red.announce(Prefix.parse("10.0.0.0/8"), new Nexthop.Blackhole());
		try (StoredBox box = start(FILE)) {
			box.vrfs.add("red");
			box.vrfs.add("blue");
			box.routes.apply(red);
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(List.of("default", "red", "blue").stream().sorted().toList(),
					box.box.rib().vrfs().join().stream().map(VrfUse::name).sorted().toList());
			assertEquals(1, box.staticRoutes("red"));
			box.vrfs.remove("red");
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(List.of("blue", "default"), box.box.rib().vrfs().join().stream().map(VrfUse::name).sorted().toList());
			box.vrfs.add("red");
			assertEquals(0, box.staticRoutes("red"), "routes of a VRF go with it");
		}
	}

	@Test
	void nothingIsStoredOfRoutesOfOtherSources() {
		try (StoredBox box = start(FILE)) {
			box.box.rib().apply(RouteSource.MRT, route("10.0.0.0/8", "192.0.2.9")).join();
			assertEquals(0, box.box.kept().store().page(Optional.empty(), Optional.empty(), 10).size());
		}
	}

	@Test
	void settingsOfTheCacheAreThereKeyByKey() {
		try (StoredBox box = start(FILE)) {
			box.cache.change(new CacheChange(Optional.of(CacheMode.ON), Optional.empty(), Optional.empty(), Optional.of(60),
					Optional.of(0.5), Optional.empty()), _ -> {});
		}
		try (StoredBox box = start(FILE.replace("ways: 2", "ways: 8, maxAgeSeconds: 100"))) {
			assertEquals(CacheMode.ON, box.box.cache().settings().mode());
			assertEquals(60, box.box.cache().settings().maxAgeSeconds());
			assertEquals(0.5, box.box.cache().settings().insertProbability());
			assertEquals(8, box.box.cache().settings().ways());
			Map<String, Item> items = items(box, Kind.SETTING);
			assertEquals(Origin.STORE, items.get("cache.mode").origin());
			assertEquals(Origin.FILE, items.get("cache.ways").origin());
			assertEquals(Origin.DEFAULT, items.get("cache.entriesPerCore").origin());
			assertEquals(Optional.of("32768"), items.get("cache.entriesPerCore").json());
			assertEquals(Optional.of("100"), items.get("cache.maxAgeSeconds").hidden());
			assertEquals(Optional.of("8080"), items.get("api.port").json());
		}
	}

	@Test
	void distancesAreThereAlsoOfSourcesThatHaveNotComeYet() {
		try (StoredBox box = start(FILE)) {
			box.box.rib().apply(RouteSource.MRT, route("10.0.0.0/8", "192.0.2.9")).join();
			box.routes.setDistance("mrt", 30, _ -> {});
			box.routes.setDistance("static", 40, _ -> {});
		}
		try (StoredBox box = start(FILE)) {
			box.box.rib().apply(RouteSource.MRT, route("10.0.0.0/8", "192.0.2.9")).join();
			Map<String, Integer> distances = new TreeMap<>();
			for (SourceUse use : box.box.rib().sources().join()) {
				distances.put(use.source().name(), use.source().distance());
			}
			assertEquals(Map.of("connected", 0, "mrt", 30, "static", 40), distances);
		}
	}
}
