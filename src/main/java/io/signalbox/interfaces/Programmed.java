package io.signalbox.interfaces;

/**
 * An interface as the data plane and the RIB have it.
 *
 * @param up what the RIB was told last: administratively up, with a link
 */
record Programmed(int id, InterfaceConfig config, boolean up) {
	String name() {
		return config.name();
	}
}
