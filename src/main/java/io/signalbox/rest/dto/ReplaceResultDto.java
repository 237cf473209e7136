package io.signalbox.rest.dto;

import java.util.List;
import java.util.Optional;

/** {@code ReplaceResult} of openapi.yaml; what is optional is about MRT files. */
public record ReplaceResultDto(
		long added,
		long changed,
		long removed,
		long unchanged,
		long rejected,
		List<RejectionDto> rejections,
		Optional<Long> records,
		Optional<List<Skipped>> skipped,
		Optional<RejectionDto> cut,
		long fibGeneration,
		double seconds) {

	/** {@code SkippedKind}. */
	public record Skipped(String kind, long count) {}
}
