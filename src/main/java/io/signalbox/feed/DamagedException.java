package io.signalbox.feed;

import java.io.IOException;

/** A packed body does not unpack: it is cut short, or not what it was. That the body does not arrive is none of these. */
public final class DamagedException extends IOException {
	private static final long serialVersionUID = 1L;

	DamagedException(String format, String what) {
		super(format + ": " + what);
	}
}
