package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * An interface as the data plane and the RIB have it.
 *
 * @param ofKernel addresses beside the configured ones that the kernel has on the same link
 * @param rpFilter the mode that runs
 * @param up what the RIB was told last: administratively up, with a link
 */
record Programmed(int id, InterfaceConfig config, List<InterfaceAddress> ofKernel, RpFilter rpFilter, boolean up) {
	String name() {
		return config.name();
	}

	/** All that it has; of two for one address the configured one. */
	List<InterfaceAddress> addresses() {
		return Stream.concat(config.addresses().stream(), ofKernel.stream().filter(one -> !config.owns(one.address())))
				.toList();
	}

	Programmed with(InterfaceConfig newConfig, RpFilter newRpFilter) {
		return new Programmed(id, newConfig, ofKernel, newRpFilter, up);
	}

	Programmed with(List<InterfaceAddress> newOfKernel) {
		return new Programmed(id, config, newOfKernel, rpFilter, up);
	}

	Programmed with(boolean newUp) {
		return new Programmed(id, config, ofKernel, rpFilter, newUp);
	}
}
