package io.signalbox.stats;

import io.signalbox.fib.AuditKind;
import io.signalbox.fib.AuditReport.Difference;
import io.signalbox.fib.FibAudit;
import io.signalbox.stats.Families.Labels;
import java.util.Locale;

/** The audits of the FIB for Prometheus; each kind of difference is there from the start. */
final class AuditFamilies {
	private static final String PREFIX = "signalbox_audit_";

	private AuditFamilies() {}

	static void add(Families families, FibAudit audit) {
		FibAudit.Totals totals = audit.totals();
		families.counter(PREFIX + "runs", "Audits of the FIB so far.", Labels.NONE, totals.runs());
		families.counter(PREFIX + "failures", "Audits that ended early.", Labels.NONE, totals.failures());
		families.counter(PREFIX + "seconds", "Seconds that audits took.", Labels.NONE, totals.seconds());
		for (AuditKind kind : AuditKind.values()) {
			Labels labels = Labels.of("kind", kind.name().toLowerCase(Locale.ROOT));
			Difference difference = totals.differences().getOrDefault(kind, new Difference(0, 0));
			families.counter(PREFIX + "differences", "Differences found.", labels, difference.found());
			families.counter(PREFIX + "healed", "Differences put right.", labels, difference.healed());
		}
		if (!audit.reports().isEmpty()) {
			families.gauge(PREFIX + "last_run_timestamp_seconds", "When the last audit began.", Labels.NONE,
					audit.reports().getFirst().started().toEpochMilli() / 1e3);
		}
	}
}
