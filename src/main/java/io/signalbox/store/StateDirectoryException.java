package io.signalbox.store;

/** The stateDirectory cannot be this box's; the message says what to do. */
public final class StateDirectoryException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	StateDirectoryException(String message) {
		super(message);
	}
}
