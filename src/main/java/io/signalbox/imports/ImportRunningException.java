package io.signalbox.imports;

/** A source has one import at a time. */
public final class ImportRunningException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	ImportRunningException(String source) {
		super("An import of " + source + " is running; it can be looked at, waited for or cancelled", null, false, false);
	}
}
