package io.signalbox.rest.dto;

import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;

/** {@code ReplaceResult} of openapi.yaml; what is optional is about dry runs or MRT files. */
public record ReplaceResultDto(
		long added,
		long changed,
		long removed,
		long unchanged,
		long rejected,
		List<RejectionDto> rejections,
		Optional<List<Difference>> differences,
		Optional<Long> records,
		Optional<List<Skipped>> skipped,
		Optional<RejectionDto> cut,
		long fibGeneration,
		double seconds) {

	/** {@code RouteDifference}. */
	public record Difference(Prefix destinationPrefix, Optional<Said> before, Optional<Said> after) {}

	/** {@code SaidRoute}. */
	public record Said(String type, List<NextHopDto> nextHops, int preference, long metric) {}

	/** {@code SkippedKind}. */
	public record Skipped(String kind, long count) {}
}
