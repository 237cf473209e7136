package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.route.RouteChanges;
import java.util.List;
import java.util.Optional;

/**
 * What the operator wants an interface to be.
 *
 * @param device DPDK devargs ({@code net_af_packet0,iface=eth1}) or a PCI address
 * @param mtu bytes of an IP packet, 68 to 9216; 1280 or more with an IPv6 address (RFC 8200 5)
 * @param vrf name of the VRF that it is in, for as long as it is there
 * @param rpFilter its own mode; empty where the default of {@link RpFilterSettings} holds
 */
public record InterfaceConfig(
		String name,
		String device,
		List<InterfaceAddress> addresses,
		int mtu,
		boolean adminUp,
		String vrf,
		Optional<RpFilter> rpFilter) {
	public static final int DEFAULT_MTU = 1500;

	public InterfaceConfig {
		addresses = List.copyOf(addresses);
	}

	/** With the default MTU, in the default VRF, up. */
	public InterfaceConfig(String name, String device, List<InterfaceAddress> addresses) {
		this(name, device, addresses, DEFAULT_MTU, true, RouteChanges.DEFAULT_VRF, Optional.empty());
	}

	boolean owns(IpAddress address) {
		return addresses.stream().anyMatch(own -> own.address().equals(address));
	}

	InterfaceConfig with(List<InterfaceAddress> newAddresses) {
		return new InterfaceConfig(name, device, newAddresses, mtu, adminUp, vrf, rpFilter);
	}

	InterfaceConfig with(Optional<RpFilter> newRpFilter) {
		return new InterfaceConfig(name, device, addresses, mtu, adminUp, vrf, newRpFilter);
	}
}
