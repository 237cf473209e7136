package io.signalbox.feed.bulk;

import java.util.ArrayList;
import java.util.List;

/** What becomes of bad routes: the first one stops the reading, or they are counted and the first of them kept. */
public final class Rejections {
	/** After so many what comes is no body of routes, and reading on would only cost time and memory. */
	private static final int MOST_BAD = 100_000;

	/** How many are kept; all are counted. */
	private final int most;

	private final boolean strict;
	private final List<Rejection> kept = new ArrayList<>();
	private long count;

	/** A bad route and its place: a line of a body, or an element of an array, counted from 0. */
	public record Rejection(long index, BadRouteException problem) {}

	private Rejections(boolean strict, int most) {
		this.strict = strict;
		this.most = most;
	}

	/** Bad routes stop the reading by a {@link RejectedException}. */
	public static Rejections strict() {
		return new Rejections(true, 0);
	}

	public static Rejections keeping(int most) {
		return new Rejections(false, most);
	}

	void add(long index, BadRouteException problem) {
		Rejection rejection = new Rejection(index, problem);
		if (strict) {
			throw new RejectedException(rejection);
		}
		if (count == MOST_BAD) {
			throw new RejectedException(new Rejection(index, BadRouteException.invalid(
					"", "it is bad as were " + MOST_BAD + " before it: the reading ends here")));
		}
		count++;
		if (kept.size() < most) {
			kept.add(rejection);
		}
	}

	public long count() {
		return count;
	}

	public List<Rejection> kept() {
		return List.copyOf(kept);
	}
}
