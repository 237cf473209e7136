package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.store.ConfigurationView.Item;
import io.signalbox.store.Kind;
import io.signalbox.store.ObjectKey;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a box with a stateDirectory cannot have again, started again")
class StoredFaultsTest extends StoredBoxCase {
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
