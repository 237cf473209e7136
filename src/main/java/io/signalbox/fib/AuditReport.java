package io.signalbox.fib;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one audit looked at and found.
 *
 * @param slots answers of the tables that packets use
 * @param routes that the data plane holds, of all VRFs
 * @param samples addresses looked up
 * @param cacheEntries live ones
 * @param longestHoldMillis that a change of routes would have waited for it at most
 * @param differences of the kinds that were found
 * @param examples one sentence a difference, the first ones
 * @param failure why it ended early; empty when it did not
 */
public record AuditReport(
		Instant started,
		double seconds,
		long routes,
		long slots,
		int samples,
		long cacheEntries,
		double longestHoldMillis,
		Map<AuditKind, Difference> differences,
		List<String> examples,
		Optional<String> failure) {
	public AuditReport {
		differences = differences.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(differences));
		examples = List.copyOf(examples);
	}

	/** How many there were, and how many of them are right now. */
	public record Difference(long found, long healed) {}

	public boolean clean() {
		return differences.isEmpty() && failure.isEmpty();
	}
}
