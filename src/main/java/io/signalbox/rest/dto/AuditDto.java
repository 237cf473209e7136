package io.signalbox.rest.dto;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code Audits} of openapi.yaml. */
public record AuditDto(int intervalSeconds, long runs, List<Report> reports) {
	public AuditDto {
		reports = List.copyOf(reports);
	}

	/** {@code AuditReport}. */
	public record Report(
			Instant started,
			double seconds,
			long routes,
			long slots,
			int samples,
			long cacheEntries,
			double longestHoldMillis,
			List<Difference> differences,
			List<String> examples,
			Optional<String> failure) {
		public Report {
			differences = List.copyOf(differences);
			examples = List.copyOf(examples);
		}
	}

	/** {@code AuditDifference}. */
	public record Difference(String kind, long found, long healed) {}
}
