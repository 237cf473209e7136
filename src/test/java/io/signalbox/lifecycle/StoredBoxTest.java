package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.config.Origin;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.SourceUse;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.ConfigurationView.Item;
import io.signalbox.store.Kind;
import io.signalbox.store.ObjectKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("a box with a stateDirectory, started again")
class StoredBoxTest {
	private static final String FILE = """
			interfaces:
			  - {name: wan0, device: net_null0, addresses: ["192.0.2.1/24"], rpFilter: strict}
			routes:
			  - {destinationPrefix: 203.0.113.0/24, nextHops: [{address: 192.0.2.254}]}
			  - {destinationPrefix: 198.51.100.0/24, type: blackhole}
			rpFilter: {default: loose}
			cache: {mode: "off", ways: 2}
			""";
	private static final String NO_FILE = "";
	private static final IpAddress PEER = IpAddress.parse("192.0.2.7");
	private static final MacAddress MAC = MacAddress.parse("02:00:00:00:00:07");

	@TempDir
	Path state;

	private StoredBox start(String file) {
		return StoredBox.started(file, state);
	}

	private static InterfaceConfig lan(String device) {
		return new InterfaceConfig("lan0", device, List.of(InterfaceAddress.parse("198.18.0.1/24")), 9000, false, "default",
				Optional.of(RpFilter.LOOSE));
	}

	private static InterfaceChange mtu(int mtu) {
		return new InterfaceChange(Optional.empty(), Optional.of(mtu), Optional.empty(), Optional.empty());
	}

	private static RouteChanges route(String prefix, String nexthop) {
		RouteChanges change = new RouteChanges();
		change.announce(Prefix.parse(prefix), new Nexthop.Via(IpAddress.parse(nexthop)));
		return change;
	}

	private static RouteChanges withdrawal(String prefix) {
		RouteChanges change = new RouteChanges();
		change.withdraw(Prefix.parse(prefix));
		return change;
	}

	private static Optional<Nexthop> nexthop(StoredBox box, String prefix) {
		return box.box.rib().find(RouteChanges.DEFAULT_VRF, Prefix.parse(prefix)).join()
				.flatMap(routes -> routes.of("static"))
				.map(candidate -> candidate.route().nexthop());
	}

	private static Map<String, Item> items(StoredBox box, Kind kind) {
		SortedMap<String, Item> items = new TreeMap<>();
		box.view.page(Optional.of(kind), Optional.empty(), 1_000).forEach(item -> items.put(item.object().key(), item));
		return items;
	}

	@Test
	void anInterfaceWithAllItsMembersIsThere() {
		try (StoredBox box = start(NO_FILE)) {
			box.interfaces.add(lan("net_null1"));
		}
		try (StoredBox box = start(NO_FILE)) {
			assertEquals(lan("net_null1"), box.box.interfaces().find("lan0").orElseThrow().config());
			box.interfaces.remove("lan0", _ -> {});
		}
		try (StoredBox box = start(NO_FILE)) {
			assertEquals(List.of(), box.box.interfaces().list());
		}
	}

	@Test
	void aChangedMemberOfTheFilesInterfaceHoldsAndTheOthersComeFromTheFile() {
		try (StoredBox box = start(FILE)) {
			box.interfaces.change("wan0", mtu(1400), _ -> {});
			box.interfaces.addAddress("wan0", InterfaceAddress.parse("2001:db8::1/64"), _ -> {});
		}
		String moved = FILE.replace("net_null0", "net_null7");
		try (StoredBox box = start(moved)) {
			InterfaceConfig now = box.box.interfaces().find("wan0").orElseThrow().config();
			assertEquals("net_null7", now.device());
			assertEquals(1400, now.mtu());
			assertEquals(List.of("192.0.2.1/24", "2001:db8::1/64"),
					now.addresses().stream().map(InterfaceAddress::toString).toList());
			Map<String, Item> items = items(box, Kind.INTERFACE);
			assertEquals(Origin.STORE, items.get("wan0/mtu").origin());
			assertEquals(Optional.empty(), items.get("wan0/mtu").hidden());
			assertEquals(Optional.of("[\"192.0.2.1/24\"]"), items.get("wan0/addresses").hidden());
			assertEquals(Origin.FILE, items.get("wan0/device").origin());
			assertEquals(Origin.DEFAULT, items.get("wan0/adminUp").origin());
			box.interfaces.removeAddress("wan0", InterfaceAddress.parse("192.0.2.1/24"), _ -> {});
		}
		try (StoredBox box = start(moved)) {
			assertEquals(List.of(InterfaceAddress.parse("2001:db8::1/64")),
					box.box.interfaces().find("wan0").orElseThrow().config().addresses());
		}
	}

	@Test
	void aDeletedInterfaceOfTheFileStaysAwayUntilItIsAddedOrForgotten() {
		try (StoredBox box = start(FILE)) {
			box.interfaces.remove("wan0", _ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(List.of(), box.box.interfaces().list());
			Map<String, Item> items = items(box, Kind.INTERFACE);
			assertEquals(Set.of("wan0"), items.keySet());
			assertTrue(items.get("wan0").isDeleted());
			assertTrue(items.get("wan0").hidden().orElseThrow().contains("\"device\":\"net_null0\""));
			box.interfaces.add(new InterfaceConfig("wan0", "net_null3", List.of()));
		}
		try (StoredBox box = start(FILE)) {
			assertEquals("net_null3", box.box.interfaces().find("wan0").orElseThrow().config().device());
			assertFalse(box.view.isRestartNeeded());
			assertEquals(6, box.view.forget(new ObjectKey(Kind.INTERFACE, "wan0")));
			assertTrue(box.view.isRestartNeeded());
			assertEquals("net_null3", box.box.interfaces().find("wan0").orElseThrow().config().device());
		}
		try (StoredBox box = start(FILE)) {
			assertEquals("net_null0", box.box.interfaces().find("wan0").orElseThrow().config().device());
		}
	}

	@Test
	void staticNeighborsAreThereAndGoWithTheirInterface() {
		try (StoredBox box = start(FILE)) {
			box.neighbors.set("wan0", PEER, MAC, _ -> {});
			box.neighbors.set("wan0", IpAddress.parse("192.0.2.8"), MAC, _ -> {});
			box.neighbors.delete("wan0", IpAddress.parse("192.0.2.8"), _ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(NeighborStatus.STATIC, box.box.neighbors().find("wan0", PEER).orElseThrow().state().status());
			assertEquals(Optional.of(MAC), box.box.neighbors().find("wan0", PEER).orElseThrow().state().mac());
			assertEquals(1, box.box.neighbors().list().size());
			box.interfaces.remove("wan0", _ -> {});
			assertEquals(Map.of(), items(box, Kind.NEIGHBOR));
		}
	}

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
	void nothingIsStoredOfRoutesOfOtherSources() {
		try (StoredBox box = start(FILE)) {
			box.box.rib().apply(RouteSource.MRT, route("10.0.0.0/8", "192.0.2.9")).join();
			assertEquals(0, box.box.kept().store().page(Optional.empty(), Optional.empty(), 10).size());
		}
	}

	@Test
	void rpFilterIsThere() {
		try (StoredBox box = start(FILE)) {
			box.interfaces.changeRpFilter(
					new RpFilterChange(Optional.of(RpFilter.STRICT), Optional.of(false), Map.of("wan0", Optional.empty())),
					_ -> {});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(RpFilter.STRICT, box.box.interfaces().rpFilter().byDefault());
			assertFalse(box.box.interfaces().rpFilter().defaultRouteCounts());
			assertEquals(Optional.empty(), box.box.interfaces().find("wan0").orElseThrow().config().rpFilter());
			Item byDefault = items(box, Kind.SETTING).get("rpFilter.default");
			assertEquals(Optional.of("\"strict\""), byDefault.json());
			assertEquals(Optional.of("\"loose\""), byDefault.hidden());
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

	@Test
	void aStoredInterfaceWhoseDeviceIsGoneIsSaidAndKept() {
		try (StoredBox box = start(NO_FILE)) {
			box.interfaces.add(new InterfaceConfig("lan0", "net_null1", List.of(InterfaceAddress.parse("192.0.2.1/24"))));
			box.neighbors.set("lan0", PEER, MAC, _ -> {});
			box.routes.apply(route("10.0.0.0/8", "192.0.2.9"), _ -> {});
		}
		// Another interface has the device by now.
		String taken = "interfaces: [{name: wan0, device: net_null1}]";
		try (StoredBox box = start(taken)) {
			assertTrue(box.box.interfaces().find("lan0").isEmpty());
			Map<String, Item> items = items(box, Kind.INTERFACE);
			assertTrue(items.get("lan0/device").problem().orElseThrow().contains("net_null1"), items::toString);
			assertTrue(items(box, Kind.NEIGHBOR).get("lan0/192.0.2.7").problem().orElseThrow().contains("no interface lan0"));
			assertEquals(1, box.staticRoutes());
			assertEquals(2, box.box.kept().problems().all().size());
			box.interfaces.add(new InterfaceConfig("lan0", "net_null2", List.of()));
			assertEquals(Map.of(), box.box.kept().problems().all());
			assertEquals(Map.of(), items(box, Kind.NEIGHBOR));
		}
	}

	@Test
	void aDeviceThatFailsIsSaidForAStoredInterfaceAndEndsTheStartForOneOfTheFile() {
		try (StoredBox box = start(NO_FILE)) {
			box.box.kept().store().rewrite(rows -> {
				rows.put(Kind.INTERFACE, "lan0/device", "\"net_null99\"");
				return null;
			});
		}
		try (StoredBox box = start(NO_FILE)) {
			assertTrue(items(box, Kind.INTERFACE).get("lan0/device").problem().orElseThrow().contains("no driver"));
		}
		assertThrows(DataplaneException.class, () -> start("interfaces: [{name: wan0, device: net_null99}]"));
	}

	@Test
	void aStoredMemberThatCannotBeLeavesTheFilesInterfaceAsTheFileHasIt() {
		try (StoredBox box = start(FILE)) {
			box.interfaces.addAddress("wan0", InterfaceAddress.parse("198.18.0.1/24"), _ -> {});
		}
		String both = FILE.replace("routes:", "  - {name: lan0, device: net_null1, addresses: [\"198.18.0.9/24\"]}\nroutes:");
		try (StoredBox box = start(both)) {
			assertEquals(List.of(InterfaceAddress.parse("192.0.2.1/24")),
					box.box.interfaces().find("wan0").orElseThrow().config().addresses());
			assertTrue(box.box.interfaces().find("lan0").isPresent());
			assertTrue(items(box, Kind.INTERFACE).get("wan0/addresses").problem().orElseThrow().contains("198.18.0"));
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(2, box.box.interfaces().find("wan0").orElseThrow().config().addresses().size());
		}
	}

	@Test
	void addressesThatWereExchangedAreNoConflict() {
		String two = """
				interfaces:
				  - {name: a0, device: net_null0, addresses: ["192.0.2.1/24"]}
				  - {name: b0, device: net_null1, addresses: ["198.51.100.1/24"]}
				""";
		InterfaceAddress one = InterfaceAddress.parse("192.0.2.1/24");
		InterfaceAddress other = InterfaceAddress.parse("198.51.100.1/24");
		try (StoredBox box = start(two)) {
			box.interfaces.removeAddress("a0", one, _ -> {});
			box.interfaces.removeAddress("b0", other, _ -> {});
			box.interfaces.addAddress("b0", one, _ -> {});
			box.interfaces.addAddress("a0", other, _ -> {});
		}
		try (StoredBox box = start(two)) {
			assertEquals(List.of(other), box.box.interfaces().find("a0").orElseThrow().config().addresses());
			assertEquals(List.of(one), box.box.interfaces().find("b0").orElseThrow().config().addresses());
			assertEquals(Map.of(), box.box.kept().problems().all());
		}
	}

	@Test
	void storedRoutesThatDoNotFitAreSaidAndThoseThatDoAreThere() {
		try (StoredBox box = start(FILE)) {
			RouteChanges batch = new RouteChanges();
			for (int at = 0; at < 200; at++) {
				batch.announce(Prefix.parse("10.0." + at + ".0/24"), new Nexthop.Via(PEER));
			}
			box.routes.apply(batch);
		}
		FakeDataplane small = new FakeDataplane();
		small.limitRoutes(104);
		try (StoredBox box = StoredBox.started(FILE, state, small)) {
			assertEquals(102, box.staticRoutes());
			SortedMap<ObjectKey, String> problems = box.box.kept().problems().all();
			assertEquals(21, problems.size());
			assertTrue(problems.get(new ObjectKey(Kind.ROUTE, "default")).contains("80 more routes"), () -> problems.toString());
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(202, box.staticRoutes());
		}
	}

	@Test
	void valuesThatCannotBeReadAreSaidAndKept() {
		try (StoredBox box = start(FILE)) {
			box.box.kept().store().rewrite(rows -> {
				rows.put(Kind.ROUTE, "default/10.0.0.0/8", "{\"type\":\"anycast\"}");
				rows.put(Kind.ROUTE, "nonsense", "{}");
				rows.put(Kind.SETTING, "cache.mode", "\"sideways\"");
				rows.put(Kind.SETTING, "cache.ways", "3");
				rows.put(Kind.SETTING, "rpFilter.default", "7");
				rows.put(Kind.NEIGHBOR, "wan0/192.0.2.7", "{}");
				rows.put(Kind.ROUTE_SOURCE, "mrt", "{\"distance\":256}");
				rows.put(Kind.INTERFACE, "wan0/mtu", "\"large\"");
				return null;
			});
		}
		try (StoredBox box = start(FILE)) {
			assertEquals(8, box.box.kept().problems().all().size(), () -> box.box.kept().problems().all().toString());
			assertEquals(CacheMode.OFF, box.box.cache().settings().mode());
			assertEquals(RpFilter.LOOSE, box.box.interfaces().rpFilter().byDefault());
			assertEquals(1500, box.box.interfaces().find("wan0").orElseThrow().config().mtu());
			assertEquals(2, box.staticRoutes());
			box.cache.change(new CacheChange(Optional.of(CacheMode.ON), Optional.empty(), Optional.of(4), Optional.empty(),
					Optional.empty(), Optional.empty()), _ -> {});
			assertEquals(6, box.box.kept().problems().all().size());
		}
	}

	@Test
	void aDamagedStoreLeavesTheFile() throws Exception {
		try (StoredBox box = start(FILE)) {
			box.routes.removeAll(_ -> {});
		}
		Files.writeString(state.resolve("signalbox.db"), "nothing that SQLite would know, and long enough".repeat(50));
		try (StoredBox box = start(FILE)) {
			assertEquals(2, box.staticRoutes());
			assertTrue(box.box.kept().store().status().problem().orElseThrow().contains("was moved to"));
		}
	}
}
