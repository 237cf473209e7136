package io.signalbox.dataplane;

import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;

/** {@code struct sbx_interface_state}; {@code linkMbps} 0 = not known; {@code rpFilter} is the mode that runs. */
public record InterfaceState(
		int id,
		String name,
		String device,
		String driver,
		int port,
		int mtu,
		int vrf,
		int rxQueues,
		int txQueues,
		boolean adminUp,
		boolean linkUp,
		RpFilter rpFilter,
		int linkMbps,
		MacAddress mac,
		Ipv6Address linkLocal,
		long rxMissed,
		long rxErrors,
		long txErrors) {}
