package io.signalbox.feed.mrt;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was not taken of a file: what is bad, counted and the first of it kept; what is unknown, by name. One thread. */
final class Findings {
	private static final int MOST_KEPT = 100;
	private static final int MOST_NAMES = 100;
	private static final String OTHERS = "others";

	private final List<Finding> kept = new ArrayList<>();
	private final SortedMap<String, Long> skipped = new TreeMap<>();
	private long count;
	private long record;

	/** Of what is added from now on. */
	void record(long number) {
		record = number;
	}

	void add(long offset, String detail) {
		count++;
		if (kept.size() < MOST_KEPT) {
			kept.add(new Finding(record, offset, detail));
		}
	}

	void add(MalformedException malformed) {
		add(malformed.offset(), malformed.getMessage());
	}

	/** Counts something that is passed over because it is of a kind that is not read. */
	void skip(String kind) {
		boolean room = skipped.size() < MOST_NAMES || skipped.containsKey(kind);
		skipped.merge(room ? kind : OTHERS, 1L, Long::sum);
	}

	long count() {
		return count;
	}

	List<Finding> kept() {
		return List.copyOf(kept);
	}

	SortedMap<String, Long> skipped() {
		return skipped;
	}
}
