package io.signalbox.store;

import java.util.Comparator;

/** Which object; ordered as the database orders them. */
public record ObjectKey(Kind kind, String key) implements Comparable<ObjectKey> {
	private static final Comparator<ObjectKey> ORDER =
			Comparator.comparing((ObjectKey object) -> object.kind.toString()).thenComparing(ObjectKey::key);

	@Override
	public int compareTo(ObjectKey other) {
		return ORDER.compare(this, other);
	}

	@Override
	public String toString() {
		return kind + " " + key;
	}
}
