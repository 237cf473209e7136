package io.signalbox.rib;

import java.util.List;

/**
 * A VRF at one moment.
 *
 * @param number the data plane's
 * @param ipv4Prefixes prefixes with a route, active or not
 */
public record VrfUse(String name, int number, List<String> interfaces, int ipv4Prefixes, int ipv6Prefixes) {
	public VrfUse {
		interfaces = List.copyOf(interfaces);
	}
}
