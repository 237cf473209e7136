package io.signalbox.interfaces;

import io.signalbox.net.InterfaceAddress;
import java.util.List;

/**
 * What the operator wants an interface to be.
 *
 * @param device DPDK devargs ({@code net_af_packet0,iface=eth1}) or a PCI address
 * @param mtu bytes of an IP packet, 68 to 9216; 1280 or more with an IPv6 address (RFC 8200 5)
 */
public record InterfaceConfig(
		String name, String device, List<InterfaceAddress> addresses, int mtu, boolean adminUp, int vrf) {
	public static final int DEFAULT_MTU = 1500;

	public InterfaceConfig {
		addresses = List.copyOf(addresses);
	}

	/** With the default MTU, in the default VRF, up. */
	public InterfaceConfig(String name, String device, List<InterfaceAddress> addresses) {
		this(name, device, addresses, DEFAULT_MTU, true, 0);
	}

	InterfaceConfig with(List<InterfaceAddress> newAddresses) {
		return new InterfaceConfig(name, device, newAddresses, mtu, adminUp, vrf);
	}
}
