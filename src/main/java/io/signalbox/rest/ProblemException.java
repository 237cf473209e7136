package io.signalbox.rest;

import io.signalbox.rest.dto.Problem;

/**
 * An error that the client is to see as it stands. Made by one of the static methods, then told more by
 * {@code at} and {@code element}, which return a new one.
 */
public final class ProblemException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	/** Characters of a pointer; a longer one has a name of the client's own in it, which the detail shows the beginning of. */
	private static final int MOST_POINTER = 256;

	private final ProblemType type;
	private final String parameter;
	private final String pointer;
	private final Long index;
	private final String canonical;

	private ProblemException(
			ProblemType type, String detail, String parameter, String pointer, Long index, String canonical) {
		super(detail, null, false, false);
		this.type = type;
		this.parameter = parameter;
		this.pointer = pointer;
		this.index = index;
		this.canonical = canonical;
	}

	public static ProblemException of(ProblemType type, String detail) {
		return new ProblemException(type, detail, null, null, null, null);
	}

	/** A path or query parameter has a wrong value. */
	public static ProblemException parameter(String name, String detail) {
		return new ProblemException(ProblemType.INVALID_PARAMETER, detail, name, null, null, null);
	}

	static ProblemException unknownParameter(String name, String detail) {
		return new ProblemException(ProblemType.UNKNOWN_PARAMETER, detail, name, null, null, null);
	}

	/** A member of the body is wrong; {@code pointer} is its JSON pointer (RFC 6901), empty for the body itself. */
	public static ProblemException member(String pointer, String detail) {
		return new ProblemException(ProblemType.INVALID_REQUEST, detail, null, pointer, null, null);
	}

	public static ProblemException nonCanonical(String detail, String canonical) {
		return new ProblemException(ProblemType.NON_CANONICAL_PREFIX, detail, null, null, null, canonical);
	}

	public static ProblemException notFound(String detail) {
		return of(ProblemType.NOT_FOUND, detail);
	}

	/** The same, about the parameter of that name. */
	public ProblemException atParameter(String name) {
		return new ProblemException(type, getMessage(), name, pointer, index, canonical);
	}

	/** The same, about the member of the body that the JSON pointer names. */
	public ProblemException at(String memberPointer) {
		return new ProblemException(type, getMessage(), parameter, memberPointer, index, canonical);
	}

	/** The same, about an element of a batch or a line, counted from 0. */
	public ProblemException element(long number) {
		return new ProblemException(type, getMessage(), parameter, pointer, number, canonical);
	}

	public ProblemType type() {
		return type;
	}

	Problem problem() {
		String place = pointer == null || pointer.length() > MOST_POINTER ? null : pointer;
		return new Problem(
				type.urn(), type.title(), type.status(), getMessage(), parameter, place, index, canonical, null);
	}
}
