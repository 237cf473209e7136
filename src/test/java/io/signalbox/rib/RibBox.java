package io.signalbox.rib;

import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.InterfaceSpec;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A RIB on a fake data plane with interfaces wan0 (192.0.2.1/24, 2001:db8:1::1/64) and lan0 (198.51.100.1/24), up. */
public final class RibBox implements AutoCloseable {
	public final FakeDataplane dataplane = FakeDataplane.running();
	public final FibProgrammer programmer;
	public final Rib rib;
	private final Map<String, Integer> ids;

	public RibBox() {
		this(1_000);
	}

	public RibBox(int nexthops) {
		this(new RibLimits(nexthops));
	}

	public RibBox(RibLimits limits) {
		this(limits, new HashMap<>());
		add("wan0", "192.0.2.1/24", "2001:db8:1::1/64");
		add("lan0", "198.51.100.1/24");
	}

	private RibBox(RibLimits limits, Map<String, Integer> ids) {
		this.ids = ids;
		programmer = new FibProgrammer(dataplane, this::id);
		rib = new Rib(programmer, limits);
	}

	/** One with no interface. */
	static RibBox empty() {
		return new RibBox(new RibLimits(10_000), new HashMap<>());
	}

	/** The name of an interface of the data plane. */
	synchronized String name(int id) {
		return ids.entrySet().stream()
				.filter(entry -> entry.getValue() == id)
				.map(Map.Entry::getKey)
				.findFirst()
				.orElse("interface " + id);
	}

	private synchronized OptionalInt id(String name) {
		Integer id = ids.get(name);
		return id == null ? OptionalInt.empty() : OptionalInt.of(id);
	}

	/** Adds an interface that is up to the default VRF. */
	public void add(String name, String... addresses) {
		addTo("default", name, addresses);
	}

	/** Adds an interface that is up. */
	void addTo(String vrf, String name, String... addresses) {
		int id = dataplane.addInterface(new InterfaceSpec(name, "dev-" + name, 1500, 0, true, RpFilter.OFF));
		synchronized (this) {
			ids.put(name, id);
		}
		rib.setConnected(name, vrf, owns(addresses)).join();
		rib.interfaceUp(name).join();
	}

	/** Removes it from the RIB, then from the data plane. */
	public void remove(String name) {
		rib.removeInterface(name).join();
		synchronized (this) {
			dataplane.removeInterface(ids.remove(name));
		}
	}

	/** Addresses of an interface from their text. */
	public static List<InterfaceAddress> owns(String... texts) {
		return Arrays.stream(texts).map(RibBox::own).toList();
	}

	private static InterfaceAddress own(String text) {
		int slash = text.indexOf('/');
		return new InterfaceAddress(
				IpAddress.parse(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
	}

	public static Nexthop via(String address) {
		return new Nexthop.Via(IpAddress.parse(address));
	}

	/** Announcements from pairs of a prefix and a nexthop's address. */
	public static RouteChanges routes(String... pairs) {
		RouteChanges changes = new RouteChanges();
		for (int at = 0; at < pairs.length; at += 2) {
			changes.announce(Prefix.parse(pairs[at]), via(pairs[at + 1]));
		}
		return changes;
	}

	public static RouteChanges withdrawal(String prefix) {
		RouteChanges changes = new RouteChanges();
		changes.withdraw(Prefix.parse(prefix));
		return changes;
	}

	public Commit announce(RouteSource source, String... pairs) {
		return rib.apply(source, routes(pairs)).join();
	}

	public Commit withdraw(RouteSource source, String prefix) {
		return rib.apply(source, withdrawal(prefix)).join();
	}

	public Optional<PrefixRoutes> find(String prefix) {
		return rib.find("default", Prefix.parse(prefix)).join();
	}

	/** The nexthop that the FIB has for a prefix, as its source said it. */
	public Optional<Nexthop> forwarded(String prefix) {
		Integer id = dataplane.routes().get(prefix);
		return id == null
				? Optional.empty()
				: Optional.of(rib.nexthops(id - 1, 1).join().getFirst().nexthop());
	}

	/** All prefixes of a listing in its order, page by page. */
	public List<String> listing(RouteFilter filter, int limit) {
		ArrayList<String> texts = new ArrayList<>();
		Optional<Prefix> after = Optional.empty();
		do {
			RoutePage page = rib.page(filter, after, limit).join();
			page.routes().forEach(routes -> texts.add(routes.prefix().toString()));
			after = page.next();
		} while (after.isPresent());
		return texts;
	}

	@Override
	public void close() {
		rib.close();
	}
}
