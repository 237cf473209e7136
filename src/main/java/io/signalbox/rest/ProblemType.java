package io.signalbox.rest;

import java.util.Locale;

/** The kinds of errors, as openapi.yaml lists them; a type's URN comes from its name. */
public enum ProblemType {
	INVALID_REQUEST(400, "Invalid request body"),
	INVALID_PARAMETER(400, "Invalid parameter"),
	UNKNOWN_PARAMETER(400, "Unknown query parameter"),
	NON_CANONICAL_PREFIX(400, "Prefix is not canonical"),
	NOT_FOUND(404, "Not found"),
	UNKNOWN_PATH(404, "No such path"),
	METHOD_NOT_ALLOWED(405, "Method not allowed"),
	NOT_ACCEPTABLE(406, "Not acceptable"),
	CONFLICT(409, "Conflict"),
	PRECONDITION_FAILED(412, "Precondition failed"),
	TOO_LARGE(413, "Body too large"),
	UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
	UNPROCESSABLE(422, "Cannot be carried out"),
	INTERNAL_ERROR(500, "Internal error"),
	DATA_PLANE_FAILED(500, "Data plane failed"),
	NOT_RUNNING(503, "Data plane not running"),
	BUSY(503, "Busy"),
	NOT_STORED(503, "It cannot be kept"),
	NO_CAPACITY(507, "No capacity"),
	DISK_FULL(507, "The disk is full");

	private final int status;
	private final String title;

	ProblemType(int status, String title) {
		this.status = status;
		this.title = title;
	}

	public int status() {
		return status;
	}

	String title() {
		return title;
	}

	String urn() {
		return "urn:signalbox:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}
}
