package io.signalbox.rest;

import io.signalbox.route.RouteChanges;

/** What holds for every body of routes that is gathered before any of it is applied. */
final class Staged {
	/** Some 34 bytes each; twice the largest FIB that the data plane's defaults hold. */
	private static final int MOST = 5_000_000;

	private static final double NANOS = 1e9;

	private Staged() {}

	static void checkRoom(RouteChanges changes) {
		if (changes.size() == MOST) {
			throw ProblemException.of(
					ProblemType.TOO_LARGE, "The body has more than the " + MOST + " routes that one request may have");
		}
	}

	static double secondsSince(long nanos) {
		return (System.nanoTime() - nanos) / NANOS;
	}
}
