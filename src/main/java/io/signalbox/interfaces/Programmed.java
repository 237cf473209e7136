package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;

/**
 * An interface as the data plane and the RIB have it.
 *
 * @param rpFilter the mode that runs
 * @param up what the RIB was told last: administratively up, with a link
 */
record Programmed(int id, InterfaceConfig config, RpFilter rpFilter, boolean up) {
	String name() {
		return config.name();
	}
}
