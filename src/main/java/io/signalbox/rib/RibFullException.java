package io.signalbox.rib;

/** The RIB is at a limit of its own; nothing was changed. */
public final class RibFullException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	RibFullException(String message) {
		super(message);
	}
}
