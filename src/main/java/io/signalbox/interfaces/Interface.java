package io.signalbox.interfaces;

import io.signalbox.dataplane.InterfaceState;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import java.util.List;

/**
 * An interface at one moment: what the operator wants of it, and what the data plane says.
 *
 * @param ofKernel addresses beside the configured ones that the kernel has on the same link
 */
public record Interface(InterfaceConfig config, List<InterfaceAddress> ofKernel, InterfaceState state) {
	public String name() {
		return config.name();
	}

	/** The data plane's number for it. */
	public int id() {
		return state.id();
	}

	/** Whether the address is one of its own, whoever says so. */
	public boolean owns(IpAddress address) {
		return config.owns(address) || state.linkLocal().equals(address)
				|| ofKernel.stream().anyMatch(own -> own.address().equals(address));
	}
}
