package io.signalbox.rest;

import io.signalbox.route.RouteChanges;

/** What holds for every body of routes that is gathered before any of it is applied. */
final class Staged {
	/** Some 34 bytes each; twice the largest FIB that the data plane's defaults hold. */
	private static final int MOST = 5_000_000;

	/** Some 250 bytes each; twice what the data plane can number. */
	private static final int MOST_NEXTHOPS = 1 << 17;

	/** Some 1,000 bytes each, for an element that stands alone has its own commit and result. */
	private static final int MOST_ALONE = 100_000;

	private static final double NANOS = 1e9;

	private Staged() {}

	static void checkRoom(RouteChanges changes) {
		if (changes.size() == MOST) {
			throw ProblemException.of(
					ProblemType.TOO_LARGE, "The body has more than the " + MOST + " routes that one request may have");
		}
		if (changes.nexthopCount() > MOST_NEXTHOPS) {
			throw ProblemException.of(
					ProblemType.NO_CAPACITY, "The body has more than " + MOST_NEXTHOPS + " different next hops");
		}
	}

	/** {@code elements} are those gathered that stand alone. */
	static void checkRoomAlone(int elements) {
		if (elements == MOST_ALONE) {
			throw ProblemException.of(ProblemType.TOO_LARGE, "The body has more than the " + MOST_ALONE
					+ " elements that one request with atomic=false may have");
		}
	}

	static double secondsSince(long nanos) {
		return (System.nanoTime() - nanos) / NANOS;
	}
}
