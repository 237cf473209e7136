package io.signalbox.lifecycle;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.store.ConfigurationView.Item;
import io.signalbox.store.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** A box that is started again and again in one stateDirectory, and what tests of that have in common. */
abstract class StoredBoxCase {
	static final String FILE = """
			interfaces:
			  - {name: wan0, device: net_null0, addresses: ["192.0.2.1/24"], rpFilter: strict}
			routes:
			  - {destinationPrefix: 203.0.113.0/24, nextHops: [{address: 192.0.2.254}]}
			  - {destinationPrefix: 198.51.100.0/24, type: blackhole}
			rpFilter: {default: loose}
			cache: {mode: "off", ways: 2}
			""";
	static final String NO_FILE = "";
	static final IpAddress PEER = IpAddress.parse("192.0.2.7");
	static final MacAddress MAC = MacAddress.parse("02:00:00:00:00:07");

	@TempDir
	Path state;

	StoredBox start(String file) {
		return StoredBox.started(file, state);
	}

	static InterfaceConfig lan(String device) {
		return new InterfaceConfig("lan0", device, List.of(InterfaceAddress.parse("198.18.0.1/24")), 9000, false, "default",
				Optional.of(RpFilter.LOOSE));
	}

	static InterfaceChange mtu(int mtu) {
		return new InterfaceChange(Optional.empty(), Optional.of(mtu), Optional.empty(), Optional.empty());
	}

	static RouteChanges route(String prefix, String nexthop) {
		RouteChanges change = new RouteChanges();
		change.announce(Prefix.parse(prefix), new Nexthop.Via(IpAddress.parse(nexthop)));
		return change;
	}

	static RouteChanges withdrawal(String prefix) {
		RouteChanges change = new RouteChanges();
		change.withdraw(Prefix.parse(prefix));
		return change;
	}

	static Optional<Nexthop> nexthop(StoredBox box, String prefix) {
		return box.box.rib().find(RouteChanges.DEFAULT_VRF, Prefix.parse(prefix)).join()
				.flatMap(routes -> routes.of("static"))
				.map(candidate -> candidate.route().nexthop());
	}

	static Map<String, Item> items(StoredBox box, Kind kind) {
		SortedMap<String, Item> items = new TreeMap<>();
		box.view.page(Optional.of(kind), Optional.empty(), 1_000).forEach(item -> items.put(item.object().key(), item));
		return items;
	}
}
