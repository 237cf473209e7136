package io.signalbox.interfaces;

import io.signalbox.net.InterfaceAddress;
import java.util.List;

/** What the operator wants an interface to be. */
public record InterfaceConfig(
		String name, String device, List<InterfaceAddress> addresses, int mtu, boolean adminUp, int vrf) {
	public InterfaceConfig {
		addresses = List.copyOf(addresses);
	}
}
