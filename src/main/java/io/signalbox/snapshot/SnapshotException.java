package io.signalbox.snapshot;

/** A snapshot that must not be used. */
final class SnapshotException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final Reason reason;

	SnapshotException(Reason reason, String message) {
		super(message);
		this.reason = reason;
	}

	Reason reason() {
		return reason;
	}
}
