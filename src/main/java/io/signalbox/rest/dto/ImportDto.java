package io.signalbox.rest.dto;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code Import} of openapi.yaml. */
public record ImportDto(
		String source,
		String vrf,
		String format,
		String state,
		boolean dryRun,
		Instant started,
		double seconds,
		long bytes,
		OptionalLong totalBytes,
		Optional<Double> percent,
		long records,
		long routes,
		Optional<String> failure,
		Optional<ReplaceResultDto> result) {}
