package io.signalbox.rest;

import java.util.Arrays;
import java.util.Optional;

/** The headers {@code If-Match} and {@code If-None-Match} of a write (RFC 9110 13.1); null where not given. */
public record Guard(String ifMatch, String ifNoneMatch) {
	private static final String ANY = "*";

	/**
	 * Throws 412 unless the write may go on.
	 *
	 * @param current the resource's ETag, empty when it does not exist
	 */
	public void check(Optional<String> current) {
		if (ifMatch != null && current.filter(etag -> names(ifMatch, etag)).isEmpty()) {
			throw refused("If-Match", current);
		}
		if (ifNoneMatch != null && current.filter(etag -> names(ifNoneMatch, etag)).isPresent()) {
			throw refused("If-None-Match", current);
		}
	}

	private static boolean names(String header, String etag) {
		return header.strip().equals(ANY)
				|| Arrays.stream(header.split(",")).map(String::strip).anyMatch(etag::equals);
	}

	private static ProblemException refused(String header, Optional<String> current) {
		return ProblemException.of(
				ProblemType.PRECONDITION_FAILED,
				header + " does not hold: "
						+ current.map(etag -> "the resource's ETag is " + etag).orElse("the resource does not exist"));
	}
}
