package io.signalbox.lifecycle;

/** The box cannot start like this; the message says what to do. */
final class StartException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	StartException(String message) {
		super(message);
	}
}
