package io.signalbox.rib;

import io.signalbox.net.Shown;

/** There is no VRF of that name. */
public final class UnknownVrfException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	UnknownVrfException(String name) {
		super("there is no VRF " + Shown.of(name));
	}
}
