package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The FIBs of a fake box by VRF; that of VRF 0 is always there. */
final class FakeVrfs {
	private static final int VRFS_MAX = 64;

	private final Map<Integer, FakeFib> fibs = new TreeMap<>(Map.of(0, new FakeFib()));

	FakeFib fib(int vrf) {
		FakeFib fib = fibs.get(vrf);
		FakeForwarding.require(fib != null, Reason.NOT_FOUND, "no VRF " + vrf);
		return fib;
	}

	Set<Integer> numbers() {
		return Set.copyOf(fibs.keySet());
	}

	void add(int vrf) {
		requireNumber(vrf);
		FakeForwarding.require(fibs.putIfAbsent(vrf, new FakeFib()) == null, Reason.CONFLICT, "VRF " + vrf + " exists");
	}

	void remove(int vrf, FakeInterfaces interfaces) {
		requireNumber(vrf);
		fib(vrf);
		FakeForwarding.require(!interfaces.anyIn(vrf), Reason.CONFLICT, "VRF " + vrf + " has interfaces");
		fibs.remove(vrf);
	}

	void clear() {
		fibs.keySet().removeIf(vrf -> vrf != 0);
		fib(0).clear();
	}

	private static void requireNumber(int vrf) {
		FakeForwarding.require(vrf > 0 && vrf < VRFS_MAX, Reason.INVALID, "VRF " + vrf);
	}
}
