package io.signalbox.interfaces;

import io.signalbox.net.Shown;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which devargs reach DPDK. It trusts what it is given: there are drivers that run a command (failsafe), take a pointer
 * (ring's {@code internal}), and forms of devargs that EAL does not survive. So each driver and its arguments is named.
 */
final class DeviceRules {
	private static final String VALUE = "[A-Za-z0-9_.:/@+-]*";
	private static final Pattern PCI = Pattern.compile(
			"(?:[0-9a-fA-F]{4}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7](?:,[a-z0-9_-]+=" + VALUE + ")*");
	private static final Pattern VIRTUAL = Pattern.compile(
			"[a-z][A-Za-z0-9_]*(?:,[a-z_-]+=" + VALUE + ")*");
	private static final Pattern ARGUMENT = Pattern.compile(",(?<key>[a-z_-]+)=(?<value>" + VALUE + ")");
	private static final Map<String, Set<String>> ARGUMENTS = Map.of(
			"net_af_packet", Set.of("iface", "qpairs", "blocksz", "framesz", "framecnt", "qdisc_bypass"),
			"net_tap", Set.of("iface", "mac", "remote"),
			"net_ring", Set.of("nodeaction"),
			"net_pcap", Set.of("iface", "rx_iface", "rx_iface_in", "tx_iface", "rx_pcap", "tx_pcap", "phy_mac",
					"infinite_rx"),
			"net_memif", Set.of("id", "role", "bsize", "rsize", "socket", "socket-abstract", "owner-uid", "owner-gid",
					"mac", "zero-copy", "secret"),
			"net_null", Set.of("size", "copy", "no-rx"));

	private DeviceRules() {}

	/** A sentence that says what is wrong; empty when the device may be asked for. */
	static Optional<String> problem(String device) {
		if (PCI.matcher(device).matches()) {
			return Optional.empty();
		}
		if (!VIRTUAL.matcher(device).matches()) {
			return Optional.of(Shown.quoted(device) + " is not a device: a virtual one with its arguments, such as"
					+ " net_af_packet0,iface=eth1, or a PCI address such as 0000:03:00.0");
		}
		Set<String> known = ARGUMENTS.get(driver(device));
		if (known == null) {
			return Optional.of(Shown.quoted(device) + " names a driver that is not offered. There are: "
					+ String.join(", ", ARGUMENTS.keySet().stream().sorted().toList()));
		}
		return ARGUMENT.matcher(device).results()
				.map(argument -> argument.group("key"))
				.filter(key -> !known.contains(key))
				.findFirst()
				.map(key -> Shown.quoted(device) + ": " + driver(device) + " has no argument " + Shown.quoted(key) + ". There are: "
						+ String.join(", ", known.stream().sorted().toList()));
	}

	/** True when both are one device: by the same words, or on one Linux interface by {@code net_af_packet}. */
	static boolean same(String one, String other) {
		Optional<String> linux = packetSocket(one);
		return one.equals(other) || (linux.isPresent() && linux.equals(packetSocket(other)));
	}

	private static Optional<String> packetSocket(String device) {
		return "net_af_packet".equals(driver(device))
				? ARGUMENT.matcher(device).results()
						.filter(argument -> argument.group("key").equals("iface"))
						.map(argument -> argument.group("value"))
						.findFirst()
				: Optional.empty();
	}

	/** EAL takes the driver whose name a device's name begins with. Empty text for none that is offered. */
	private static String driver(String device) {
		return ARGUMENTS.keySet().stream().filter(device::startsWith).findFirst().orElse("");
	}
}
