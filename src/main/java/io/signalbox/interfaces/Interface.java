package io.signalbox.interfaces;

import io.signalbox.dataplane.InterfaceState;

/** An interface at one moment: what the operator wants of it, and what the data plane says. */
public record Interface(InterfaceConfig config, InterfaceState state) {
	public String name() {
		return config.name();
	}

	/** The data plane's number for it. */
	public int id() {
		return state.id();
	}
}
