package io.signalbox.imports;

/** An import was called off while its body came in; nothing has changed. */
public final class ImportCancelledException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	ImportCancelledException() {
		super("The import was cancelled; nothing has changed", null, false, false);
	}
}
