package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.config.Origin;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.store.ConfigurationView.Item;
import io.signalbox.store.Kind;
import io.signalbox.store.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("interfaces and neighbors of a box with a stateDirectory, started again")
class StoredInterfacesTest extends StoredBoxCase {
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
}
