package io.signalbox.store;

/** The store refused a write: the box is as it was before it. */
public final class StoreException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final Reason reason;

	/** What the operator may do about it. */
	public enum Reason {
		/** The disk is full. */
		FULL,
		/** Read-only, damaged, an I/O error, or the box stops. */
		UNAVAILABLE
	}

	StoreException(Reason reason, String message, Throwable cause) {
		super(message, cause);
		this.reason = reason;
	}

	public Reason reason() {
		return reason;
	}
}
