package io.signalbox.rest;

/** A request's body. */
final class Body {
	private Body() {}

	/** The body, which is null where the client sent none or the JSON value {@code null}. */
	static <T> T required(T body) {
		if (body == null) {
			throw ProblemException.member("", "The body is empty");
		}
		return body;
	}
}
