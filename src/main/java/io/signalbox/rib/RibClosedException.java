package io.signalbox.rib;

/** The RIB is closed: the box stops. */
public final class RibClosedException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	RibClosedException(Throwable cause) {
		super("the box stops and takes no more changes", cause);
	}
}
