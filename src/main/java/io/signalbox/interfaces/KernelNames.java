package io.signalbox.interfaces;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The box's interfaces by the names of the kernel's interfaces that they stand on, or else that are called the same. */
public final class KernelNames {
	/** Drivers that take and give the packets of an interface of the kernel. */
	private static final Pattern STANDS_ON = Pattern.compile("net_af_(?:packet|xdp)[^,]*,(?:.*,)?iface=([^,]+)(?:,.*)?");

	private KernelNames() {}

	public static Map<String, String> of(List<InterfaceConfig> interfaces) {
		Map<String, String> names = new HashMap<>();
		for (InterfaceConfig config : interfaces) {
			names.put(config.name(), config.name());
		}
		for (InterfaceConfig config : interfaces) {
			Matcher device = STANDS_ON.matcher(config.device());
			if (device.matches()) {
				names.put(device.group(1), config.name());
			}
		}
		return names;
	}
}
