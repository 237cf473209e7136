package io.signalbox.feed;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a feed says of itself at one moment. Counts are since the start of the box.
 *
 * @param since when it came to this state
 * @param peer whom it hears, while it does
 * @param announced routes that its peer announced
 * @param withdrawn routes that its peer withdrew
 * @param queued changes taken from the peer and not yet in the FIB
 * @param lagMillis how long ago the oldest of those came
 * @param resyncs how often it has begun to take all that the peer has
 * @param errors what went wrong and what was left out, by name
 * @param ready its first end marker has come, or its timeout has passed
 */
public record FeedStatus(
		FeedState state,
		Instant since,
		Optional<String> peer,
		long messages,
		long announced,
		long withdrawn,
		long queued,
		long lagMillis,
		long resyncs,
		Map<String, Long> errors,
		Optional<String> lastError,
		boolean ready) {
	public FeedStatus {
		errors = Map.copyOf(errors);
	}
}
