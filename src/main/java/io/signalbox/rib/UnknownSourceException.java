package io.signalbox.rib;

import io.signalbox.net.Shown;

/** There is no source of that name. */
public final class UnknownSourceException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	public UnknownSourceException(String name) {
		super("there is no route source " + Shown.quoted(name));
	}
}
