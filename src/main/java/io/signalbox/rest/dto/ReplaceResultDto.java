package io.signalbox.rest.dto;

import java.util.List;

/** {@code ReplaceResult} of openapi.yaml. */
public record ReplaceResultDto(
		long added,
		long changed,
		long removed,
		long unchanged,
		long rejected,
		List<RejectionDto> rejections,
		long fibGeneration,
		double seconds) {}
