package io.signalbox.rest;

/** A request and the status that it must get. */
record Step(String method, String path, String contentType, String body, String ifMatch, int status) {
	static final String JSON = "application/json";
	static final String NDJSON = "application/x-ndjson";
	static final String MRT = "application/mrt";
	static final String NOTHING = null;

	Step(String method, String path, int status) {
		this(method, path, NOTHING, NOTHING, NOTHING, status);
	}

	Step(String method, String path, String body, int status) {
		this(method, path, JSON, body, NOTHING, status);
	}

	@Override
	public String toString() {
		return method + " " + path + (body == null || MRT.equals(contentType) ? "" : " " + body) + " is " + status;
	}
}
