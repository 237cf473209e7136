package io.signalbox.rib;

/** The VRF cannot go: an interface is in it, or it is the default one. */
public final class VrfInUseException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	VrfInUseException(String message) {
		super(message);
	}
}
