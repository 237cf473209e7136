package io.signalbox.feed.fpm;

import java.time.Duration;

/**
 * Tells when a peer has said again all that it has. FRR says no word at the end of its replay, and may know most of its
 * routes only minutes after it began (its own peers must tell it first); so this watches how many routes are fresh, not
 * the clock of the replay. One thread.
 *
 * <ul>
 * <li>An end marker (NLMSG_DONE) is the end.
 * <li>Else it is the end when, for the quiet time, no routes came to be fresh and nine of ten routes are.
 * <li>Else, with more missing than that, when none came to be fresh for the stale time; never, where that is zero.
 * <li>While there is more to read, or it is being read, neither time runs.
 * </ul>
 */
final class ReplayWatch {
	/** A route in a thousand that is new is the Internet's usual noise, no replay. */
	private static final int NOISE = 1000;

	private final Duration quiet;
	private final Duration stale;
	private long bestFresh;
	private long since;

	ReplayWatch(Duration quiet, Duration stale, long nowNanos) {
		this.quiet = quiet;
		this.stale = stale;
		this.since = nowNanos;
	}

	/** The peer has said more than has been read. */
	void unread(long nowNanos) {
		since = nowNanos;
	}

	/** Takes how many routes have been said in this replay, and how many are still only remembered. */
	boolean isEnd(long nowNanos, long freshRoutes, long staleRoutes) {
		if (freshRoutes > bestFresh + bestFresh / NOISE) {
			bestFresh = freshRoutes;
			since = nowNanos;
		}
		long nothing = nowNanos - since;
		boolean mostThere = freshRoutes > 0 && staleRoutes <= freshRoutes / 9;
		return mostThere
				? nothing >= quiet.toNanos()
				: !stale.isZero() && nothing >= stale.toNanos();
	}
}
