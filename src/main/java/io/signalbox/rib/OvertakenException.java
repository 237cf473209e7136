package io.signalbox.rib;

/** More has changed while routes were read than a reading follows: read them again when it is calmer. */
public final class OvertakenException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	OvertakenException(int changes) {
		super("more than " + changes + " routes changed meanwhile");
	}
}
