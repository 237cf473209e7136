package io.signalbox.fib;

import io.signalbox.fib.AuditReport.Difference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The differences that one audit has found so far. One thread at a time. */
final class AuditFindings {
	private static final int EXAMPLES = 20;

	private final Map<AuditKind, Difference> differences = new EnumMap<>(AuditKind.class);
	private final List<String> examples = new ArrayList<>();

	void found(AuditKind kind, long count) {
		add(kind, count, 0);
	}

	void healed(AuditKind kind, long count) {
		add(kind, 0, count);
	}

	private void add(AuditKind kind, long found, long healed) {
		if (found > 0 || healed > 0) {
			differences.merge(kind, new Difference(found, healed), (before, more) ->
					new Difference(before.found() + more.found(), before.healed() + more.healed()));
		}
	}

	void example(String sentence) {
		if (examples.size() < EXAMPLES) {
			examples.add(sentence);
		}
	}

	Map<AuditKind, Difference> differences() {
		return differences;
	}

	List<String> examples() {
		return examples;
	}
}
