package io.signalbox.rib;

/** One VRF: its name for the control plane, its number for the data plane, and its routes. */
record Vrf(String name, int number, RouteTable ipv4, RouteTable ipv6) {
	RouteTable table(boolean ofIpv6) {
		return ofIpv6 ? ipv6 : ipv4;
	}

	int prefixes() {
		return ipv4.prefixes() + ipv6.prefixes();
	}
}
