package io.signalbox.config;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Shown;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads an element of {@code interfaces}. */
final class InterfaceReader {
	private InterfaceReader() {}

	static InterfaceConfig read(Section section, Set<String> vrfs) {
		String name = section.requiredText("name");
		String device = section.requiredText("device");
		List<InterfaceAddress> addresses = addresses(section);
		int mtu = (int) section.integer("mtu", InterfaceConfig.DEFAULT_MTU, 68, 9216);
		boolean adminUp = section.flag("adminUp", true);
		String vrf = section.text("vrf", RouteChanges.DEFAULT_VRF);
		if (!vrfs.contains(vrf)) {
			section.problem("vrf", "there is no VRF " + Shown.quoted(vrf) + ": name it in vrfs");
		}
		Optional<RpFilter> rpFilter = section.word("rpFilter", RpFilter.class);
		for (String later : List.of("vlan", "parent")) {
			section.value(later).ifPresent(
					value -> section.problem(later, "VLAN interfaces are not available in this version"));
		}
		section.finish();
		return new InterfaceConfig(name, device, addresses, mtu, adminUp, vrf, rpFilter);
	}

	private static List<InterfaceAddress> addresses(Section section) {
		List<InterfaceAddress> addresses = new ArrayList<>();
		for (String element : section.texts("addresses")) {
			address(section, element).ifPresent(addresses::add);
		}
		return addresses;
	}

	private static Optional<InterfaceAddress> address(Section section, String text) {
		String[] parts = text.split("/", 2);
		try {
			if (parts.length < 2 || !parts[1].matches("0|[1-9][0-9]{0,2}")) {
				throw new IllegalArgumentException(Shown.quoted(text) + " has no prefix length: write address/length");
			}
			return Optional.of(new InterfaceAddress(IpAddress.parse(parts[0]), Integer.parseInt(parts[1])));
		} catch (IllegalArgumentException wrong) {
			section.problem("addresses", wrong.getMessage());
			return Optional.empty();
		}
	}
}
