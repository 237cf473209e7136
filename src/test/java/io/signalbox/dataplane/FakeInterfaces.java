package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The interfaces of a fake box, with what is refused there. */
final class FakeInterfaces {
	/** What each interface's MAC and link-local address begin with; the id follows. */
	private static final long MAC_BASE = 0x02_00_5e_10_00_00L;

	private static final long LINK_LOCAL_BASE = 0x0000_5eff_fe10_0000L;

	private final Map<Integer, InterfaceState> states = new TreeMap<>();
	private final Map<Integer, List<InterfaceAddress>> addresses = new HashMap<>();
	private int rpFilterRefused;

	int add(InterfaceSpec spec) {
		requireMtu(spec.mtu());
		FakeForwarding.require(!spec.device().equals("net_null99"), Reason.NO_DEVICE, "no driver took " + spec.device());
		for (InterfaceState other : states.values()) {
			requireUnused(!other.name().equals(spec.name()), "name " + spec.name());
			requireUnused(!other.device().equals(spec.device()), "device " + spec.device());
		}
		int id = 1;
		while (states.containsKey(id)) {
			id++;
		}
		FakeForwarding.require(id < 256, Reason.NO_CAPACITY, "no interface id is left");
		states.put(id, new InterfaceState(
				id, spec.name(), spec.device(), "net_fake", id - 1, spec.mtu(), spec.vrf(), 1, 1, spec.adminUp(), true,
				spec.rpFilter(), 10_000, new MacAddress(MAC_BASE + id),
				new Ipv6Address(0xfe80L << 48, LINK_LOCAL_BASE + id), 0, 0, 0));
		return id;
	}

	private static void requireUnused(boolean unused, String what) {
		FakeForwarding.require(unused, Reason.CONFLICT, what + " is in use");
	}

	private static void requireMtu(int mtu) {
		FakeForwarding.require(mtu >= 68 && mtu <= 9216, Reason.INVALID, "mtu is not within 68 to 9216");
	}

	Optional<InterfaceState> find(int id) {
		return Optional.ofNullable(states.get(id));
	}

	boolean anyIn(int vrf) {
		return states.values().stream().anyMatch(state -> state.vrf() == vrf);
	}

	InterfaceState require(int id) {
		return find(id).orElseThrow(() -> new DataplaneException(Reason.NOT_FOUND, "no interface " + id));
	}

	void remove(int id) {
		require(id);
		states.remove(id);
		addresses.remove(id);
	}

	void clear() {
		states.clear();
		addresses.clear();
	}

	void setMtu(int id, int mtu) {
		requireMtu(mtu);
		InterfaceState was = require(id);
		set(was, mtu, was.adminUp(), was.linkUp(), was.rpFilter());
	}

	void setAdminUp(int id, boolean up) {
		InterfaceState was = require(id);
		set(was, was.mtu(), up, was.linkUp(), was.rpFilter());
	}

	void setLink(int id, boolean up) {
		InterfaceState was = require(id);
		set(was, was.mtu(), was.adminUp(), up, was.rpFilter());
	}

	void refuseRpFilterOf(int id) {
		rpFilterRefused = id;
	}

	void setRpFilter(int id, RpFilter mode) {
		FakeForwarding.require(id != rpFilterRefused, Reason.FAILED, "rp_filter is refused on purpose");
		InterfaceState was = require(id);
		set(was, was.mtu(), was.adminUp(), was.linkUp(), mode);
	}

	private void set(InterfaceState was, int mtu, boolean adminUp, boolean linkUp, RpFilter rpFilter) {
		states.put(was.id(), new InterfaceState(
				was.id(), was.name(), was.device(), was.driver(), was.port(), mtu, was.vrf(), was.rxQueues(),
				was.txQueues(), adminUp, linkUp, rpFilter, was.linkMbps(), was.mac(), was.linkLocal(), was.rxMissed(),
				was.rxErrors(), was.txErrors()));
	}

	void setAddresses(int id, List<InterfaceAddress> given) {
		require(id);
		FakeForwarding.require(given.size() <= 64, Reason.INVALID, "more than 64 addresses");
		addresses.put(id, List.copyOf(given));
	}

	List<InterfaceAddress> addresses(int id) {
		return addresses.getOrDefault(id, List.of());
	}
}
