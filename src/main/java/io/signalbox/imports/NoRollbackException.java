package io.signalbox.imports;

/** It is not known what a source said before. */
public final class NoRollbackException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	NoRollbackException(String detail) {
		super(detail, null, false, false);
	}
}
