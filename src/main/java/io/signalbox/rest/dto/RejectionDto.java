package io.signalbox.rest.dto;

import java.util.Optional;

/** {@code Rejection} of openapi.yaml. */
public record RejectionDto(long index, Optional<Long> offset, String detail) {
	public RejectionDto(long index, String detail) {
		this(index, Optional.empty(), detail);
	}
}
