package io.signalbox.rest.dto;

import java.util.List;
import java.util.Optional;

/** {@code BatchResult} of openapi.yaml. */
public record BatchResultDto(
		long added,
		long changed,
		long removed,
		long unchanged,
		long rejected,
		Optional<List<Element>> results,
		long fibGeneration,
		double seconds) {

	/** {@code ElementResult}. */
	public record Element(long index, String result, Optional<String> detail) {}
}
