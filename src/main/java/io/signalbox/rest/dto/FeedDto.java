package io.signalbox.rest.dto;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code Feed} of openapi.yaml. */
public record FeedDto(
		String name,
		String source,
		String state,
		Instant since,
		boolean ready,
		Optional<String> peer,
		long messages,
		long announced,
		long withdrawn,
		long queued,
		long lagMillis,
		long resyncs,
		Map<String, Long> errors,
		Optional<String> lastError) {
	/** {@code FeedList}. */
	public record Many(List<FeedDto> feeds) {}
}
