package io.signalbox.dataplane;

import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;

/** States of a fake interface. */
final class FakeInterface {
	private FakeInterface() {}

	static InterfaceState of(int id, InterfaceSpec spec, MacAddress mac, Ipv6Address linkLocal) {
		return new InterfaceState(
				id, spec.name(), spec.device(), "net_fake", id - 1, spec.mtu(), spec.vrf(), 1, 1, spec.adminUp(), true,
				spec.rpFilter(), 10_000, mac, linkLocal, 0, 0, 0);
	}

	static InterfaceState withLink(InterfaceState was, boolean up) {
		return copy(was, was.mtu(), was.adminUp(), up, was.rpFilter());
	}

	static InterfaceState withMtu(InterfaceState was, int mtu) {
		return copy(was, mtu, was.adminUp(), was.linkUp(), was.rpFilter());
	}

	static InterfaceState withAdminUp(InterfaceState was, boolean up) {
		return copy(was, was.mtu(), up, was.linkUp(), was.rpFilter());
	}

	static InterfaceState withRpFilter(InterfaceState was, RpFilter mode) {
		return copy(was, was.mtu(), was.adminUp(), was.linkUp(), mode);
	}

	private static InterfaceState copy(
			InterfaceState was, int mtu, boolean adminUp, boolean linkUp, RpFilter rpFilter) {
		return new InterfaceState(
				was.id(), was.name(), was.device(), was.driver(), was.port(), mtu, was.vrf(), was.rxQueues(),
				was.txQueues(), adminUp, linkUp, rpFilter, was.linkMbps(), was.mac(), was.linkLocal(), was.rxMissed(),
				was.rxErrors(), was.txErrors());
	}
}
