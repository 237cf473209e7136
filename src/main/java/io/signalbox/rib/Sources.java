package io.signalbox.rib;

import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The sources that the RIB knows, by number; a source that came once stays. One thread. */
final class Sources {
	/** Numbers are stored as shorts. */
	private static final int MAX = Short.MAX_VALUE;

	private final List<RouteSource> sources = new ArrayList<>();
	private final List<Long> versions = new ArrayList<>();
	private final Map<String, Integer> numbers = new HashMap<>();

	private long lastVersion;

	Sources() {
		number(RouteSource.CONNECTED);
		number(RouteSource.STATIC);
	}

	/** The number of a source, new where it was not known; a known one keeps its distance. */
	int number(RouteSource source) {
		Integer known = numbers.get(source.name());
		if (known != null) {
			return known;
		}
		if (sources.size() == MAX) {
			throw new RibFullException("no more than " + MAX + " route sources");
		}
		numbers.put(source.name(), sources.size());
		sources.add(source);
		versions.add(nextVersion());
		return sources.size() - 1;
	}

	OptionalInt find(String name) {
		Integer known = numbers.get(name);
		return known == null ? OptionalInt.empty() : OptionalInt.of(known);
	}

	RouteSource get(int number) {
		return sources.get(number);
	}

	void set(int number, RouteSource source) {
		sources.set(number, source);
	}

	/** Another whenever the source's routes or its distance changed; never the same again, also after a restart. */
	long version(int number) {
		return versions.get(number);
	}

	void touch(int number) {
		versions.set(number, nextVersion());
	}

	private long nextVersion() {
		lastVersion = Math.max(lastVersion + 1, System.currentTimeMillis());
		return lastVersion;
	}

	int count() {
		return sources.size();
	}

	/** Forgets the newest sources down to {@code count}: the undo of {@link #number}. */
	void truncate(int count) {
		while (sources.size() > count) {
			numbers.remove(sources.removeLast().name());
			versions.removeLast();
		}
	}
}
