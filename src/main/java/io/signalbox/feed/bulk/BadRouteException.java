package io.signalbox.feed.bulk;

import io.signalbox.net.NonCanonicalPrefixException;
import java.util.Optional;

/** A route in a body that cannot be taken: what is wrong, and which member (a JSON pointer, empty for the whole). */
public final class BadRouteException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final String pointer;
	private final String canonical;

	private BadRouteException(String reason, String pointer, String canonical) {
		super(reason, null, false, false);
		this.pointer = pointer;
		this.canonical = canonical;
	}

	static BadRouteException invalid(String pointer, String reason) {
		return new BadRouteException(reason, pointer, null);
	}

	/** What a value's own parser said. */
	static BadRouteException value(String pointer, IllegalArgumentException wrong) {
		String canonical =
				wrong instanceof NonCanonicalPrefixException prefix ? prefix.canonical().toString() : null;
		return new BadRouteException(wrong.getMessage(), pointer, canonical);
	}

	/** The same, found at a line counted from 1. */
	BadRouteException atLine(long line) {
		return new BadRouteException("line " + line + ": " + getMessage(), pointer, canonical);
	}

	/** The same, found at an element counted from 0. */
	BadRouteException atElement(long element) {
		return new BadRouteException("element " + element + ": " + getMessage(), pointer, canonical);
	}

	public String pointer() {
		return pointer;
	}

	/** The canonical form of the prefix, where host bits are what is wrong. */
	public Optional<String> canonical() {
		return Optional.ofNullable(canonical);
	}
}
