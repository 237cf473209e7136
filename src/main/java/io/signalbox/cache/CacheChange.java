package io.signalbox.cache;

import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A change to the settings of the route caches; what is empty stays. Its names are those of REST and configuration. */
public record CacheChange(
		Optional<CacheMode> mode,
		Optional<Integer> entriesPerCore,
		Optional<Integer> ways,
		Optional<Integer> maxAgeSeconds,
		Optional<Double> insertProbability,
		Optional<Double> bypassBelowHitRate) {
	public static final CacheChange NOTHING = new CacheChange(
			Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

	private static final int LEAST_ENTRIES = 1 << 10;
	private static final int MOST_ENTRIES = 1 << 20;
	private static final int MOST_WAYS = 8;
	private static final int MOST_SECONDS = 86_400;

	/** What the data plane would refuse: by the name of the member, a sentence each. */
	public Map<String, String> problems() {
		Map<String, String> problems = new LinkedHashMap<>();
		check(problems, "entriesPerCore", entriesPerCore,
				entries -> Integer.bitCount(entries) == 1 && entries >= LEAST_ENTRIES && entries <= MOST_ENTRIES,
				"a power of two from " + LEAST_ENTRIES + " to " + MOST_ENTRIES);
		check(problems, "ways", ways,
				number -> Integer.bitCount(number) == 1 && number >= 1 && number <= MOST_WAYS, "1, 2, 4 or 8");
		check(problems, "maxAgeSeconds", maxAgeSeconds,
				seconds -> seconds >= 1 && seconds <= MOST_SECONDS, "a whole number from 1 to " + MOST_SECONDS);
		check(problems, "insertProbability", insertProbability,
				probability -> probability > 0 && probability <= 1, "a number above 0, at most 1");
		check(problems, "bypassBelowHitRate", bypassBelowHitRate,
				rate -> rate >= 0 && rate <= 1, "a number from 0 to 1");
		return problems;
	}

	private static <T> void check(
			Map<String, String> problems, String name, Optional<T> value, Predicate<T> allowed, String expected) {
		value.filter(allowed.negate())
				.ifPresent(wrong -> problems.put(name, "expected " + expected + ", found " + wrong));
	}

	CacheSettings appliedTo(CacheSettings before) {
		return new CacheSettings(
				mode.orElse(before.mode()),
				entriesPerCore.orElse(before.entries()),
				ways.orElse(before.ways()),
				maxAgeSeconds.orElse(before.maxAgeSeconds()),
				insertProbability.orElse(before.insertProbability()),
				bypassBelowHitRate.orElse(before.bypassBelowHitRate()));
	}
}
