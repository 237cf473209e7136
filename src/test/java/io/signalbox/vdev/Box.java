package io.signalbox.vdev;

import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Counters.Description;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.fib.FibAudit;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The box without its API: the real data plane, RIB, interfaces and neighbors, with small tables and short times. */
final class Box implements AutoCloseable {
	private static final DataplaneOptions OPTIONS =
			new DataplaneOptions(8_192, 2_048, 1_024, 256, 10_000, 10_000, 256, 256, 32, 200, 16, 30_000, 200, 1_000);

	final Dataplane dataplane = Eal.DATAPLANE;
	final Rib rib;
	final FibAudit audit;
	final Interfaces interfaces;
	final Neighbors neighbors;

	private Box() {
		InterfaceTable table = new InterfaceTable();
		FibProgrammer programmer = new FibProgrammer(dataplane, table);
		rib = new Rib(programmer, new RibLimits(OPTIONS.nexthops()));
		audit = new FibAudit(dataplane, rib, programmer, 0);
		interfaces = new Interfaces(dataplane, rib, table);
		neighbors = new Neighbors(dataplane, interfaces);
	}

	static Box start() {
		Eal.DATAPLANE.start(OPTIONS);
		return new Box();
	}

	Interface add(String name, String device, String... addresses) {
		return interfaces.add(new InterfaceConfig(name, device, own(addresses)));
	}

	void remove(String name) {
		interfaces.remove(name, before -> {});
	}

	void setNeighbor(String interfaceName, String address, MacAddress mac) {
		neighbors.set(interfaceName, IpAddress.parse(address), mac, before -> {});
	}

	void putRoute(String prefix, String address) {
		putRoute(prefix, new Nexthop.Via(IpAddress.parse(address)));
	}

	void putRoute(String prefix, Nexthop nexthop) {
		RouteChanges changes = new RouteChanges();
		changes.announce(Prefix.parse(prefix), nexthop);
		rib.apply(RouteSource.STATIC, changes).join();
	}

	/** The one mode of all interfaces, and whether default routes count. */
	void setRpFilter(RpFilter mode, boolean defaultRouteCounts) {
		interfaces.changeRpFilter(
				new RpFilterChange(Optional.of(mode), Optional.of(defaultRouteCounts), Map.of()), before -> {});
	}

	void deleteRoute(String prefix) {
		RouteChanges changes = new RouteChanges();
		changes.withdraw(Prefix.parse(prefix));
		rib.apply(RouteSource.STATIC, changes).join();
	}

	/** A worker's counter by its name. */
	long worker(int worker, String counter) {
		Counters counters = dataplane.counters();
		return counters.core(worker, index(counters.coreCounters(), counter));
	}

	long interfaceTotal(Interface on, String counter) {
		Counters counters = dataplane.counters();
		return counters.interfaceTotal(on.id(), index(counters.interfaceCounters(), counter));
	}

	long drops(Interface on, String reason) {
		Counters counters = dataplane.counters();
		return counters.drops(on.id(), index(counters.dropReasons(), reason));
	}

	private static int index(List<Description> descriptions, String name) {
		return descriptions.stream()
				.filter(description -> description.name().equals(name))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("no counter " + name))
				.index();
	}

	private static List<InterfaceAddress> own(String... texts) {
		return Arrays.stream(texts)
				.map(text -> text.split("/", 2))
				.map(parts -> new InterfaceAddress(IpAddress.parse(parts[0]), Integer.parseInt(parts[1])))
				.toList();
	}

	/** Stops the data plane, with all interfaces; EAL stays for the next test. */
	@Override
	public void close() {
		audit.stop();
		rib.close();
		dataplane.stop();
	}
}
