package io.signalbox.rib;

import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The sources that the RIB knows, by number. A source that came stays known, so that what it says has a version from
 * then on; of more than {@link #KEPT} the ones without routes and with their default distance make room for new ones.
 * One thread.
 */
final class Sources {
	/** Numbers are stored as shorts. */
	private static final int MAX = Short.MAX_VALUE;

	/** So many may come before any is forgotten. */
	static final int KEPT = 1_000;

	private static final int NONE = -1;

	private final List<Known> known = new ArrayList<>();
	private final Map<String, Integer> numbers = new HashMap<>();
	private final IntPredicate saysNothing;

	private long lastVersion;
	/** The number that the last {@link #number} gave to a new source, and whom it took it from. */
	private int newest = NONE;

	private Optional<Known> displaced = Optional.empty();

	private record Known(RouteSource source, long version) {}

	/** @param saysNothing whether the source of a number has no routes */
	Sources(IntPredicate saysNothing) {
		this.saysNothing = saysNothing;
		number(RouteSource.CONNECTED);
		number(RouteSource.STATIC);
	}

	/** The number of a source, new where it was not known; a known one keeps its distance. */
	int number(RouteSource source) {
		newest = NONE;
		displaced = Optional.empty();
		Integer before = numbers.get(source.name());
		if (before != null) {
			return before;
		}
		Known now = new Known(source, nextVersion());
		OptionalInt reused = known.size() < KEPT ? OptionalInt.empty() : forgettable();
		if (reused.isPresent()) {
			newest = reused.getAsInt();
			displaced = Optional.of(known.set(newest, now));
			displaced.ifPresent(old -> numbers.remove(old.source().name()));
		} else {
			if (known.size() == MAX) {
				throw new RibFullException("no more than " + MAX + " route sources");
			}
			newest = known.size();
			known.add(now);
		}
		numbers.put(source.name(), newest);
		return newest;
	}

	/** Whoever changed longest ago among those of whom nothing is lost: a new one of that name is the same again. */
	private OptionalInt forgettable() {
		return IntStream.range(numbers.get(RouteSource.STATIC.name()) + 1, known.size())
				.filter(number -> saysNothing.test(number) && hasDefaultDistance(known.get(number).source()))
				.boxed()
				.min(Comparator.comparingLong(number -> known.get(number).version()))
				.map(OptionalInt::of)
				.orElseGet(OptionalInt::empty);
	}

	private static boolean hasDefaultDistance(RouteSource source) {
		return source.equals(RouteSource.named(source.name()));
	}

	OptionalInt find(String name) {
		Integer number = numbers.get(name);
		return number == null ? OptionalInt.empty() : OptionalInt.of(number);
	}

	RouteSource get(int number) {
		return known.get(number).source();
	}

	void set(int number, RouteSource source) {
		known.set(number, new Known(source, version(number)));
	}

	/** Another whenever the source's routes or its distance changed; never the same again, also after a restart. */
	long version(int number) {
		return known.get(number).version();
	}

	void touch(int number) {
		known.set(number, new Known(get(number), nextVersion()));
	}

	private long nextVersion() {
		lastVersion = Math.max(lastVersion + 1, System.currentTimeMillis());
		return lastVersion;
	}

	int count() {
		return known.size();
	}

	/** The undo of the last {@link #number}: a source that it made known is not, and whom it forgot is. */
	void undo() {
		if (newest == NONE) {
			return;
		}
		numbers.remove(get(newest).name());
		if (displaced.isPresent()) {
			numbers.put(displaced.get().source().name(), newest);
			known.set(newest, displaced.get());
		} else {
			known.removeLast();
		}
		newest = NONE;
	}
}
