package io.signalbox.store;

import java.util.Arrays;
import java.util.Optional;

/** What is stored, object by object. The text is that of the database and of the API. */
public enum Kind {
	/** An interface by its name, and each of its members: {@code wan0/mtu}. */
	INTERFACE("interface"),
	/** A static neighbor: {@code wan0/192.0.2.7}. */
	NEIGHBOR("neighbor"),
	/** A static route: {@code default/203.0.113.0/24}, the VRF first. */
	ROUTE("route"),
	/** A route source by its name. */
	ROUTE_SOURCE("route-source"),
	/** A key of the configuration: {@code cache.mode}. */
	SETTING("setting"),
	/** A VRF by its name. */
	VRF("vrf");

	private final String text;

	Kind(String text) {
		this.text = text;
	}

	public static Optional<Kind> of(String text) {
		return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
	}

	@Override
	public String toString() {
		return text;
	}
}
