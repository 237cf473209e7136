package io.signalbox.feed.fpm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** On a clock of the test's own. */
class ReplayWatchTest {
	private static final long SECOND = 1_000_000_000;

	private final ReplayWatch watch = new ReplayWatch(Duration.ofSeconds(10), Duration.ofSeconds(300), 0);

	@Test
	void quietIsTheEndWhenMostIsThere() {
		assertFalse(watch.isEnd(SECOND, 950, 50));
		assertFalse(watch.isEnd(10 * SECOND, 950, 50));
		assertTrue(watch.isEnd(11 * SECOND, 950, 50));
	}

	@Test
	void withMuchMissingItTakesTheStaleTime() {
		assertFalse(watch.isEnd(SECOND, 500, 500));
		assertFalse(watch.isEnd(300 * SECOND, 500, 500));
		assertTrue(watch.isEnd(301 * SECOND, 500, 500));
	}

	@Test
	void noTimeRunsWhileThereIsMoreToRead() {
		assertFalse(watch.isEnd(SECOND, 950, 50));
		for (int second = 2; second < 60; second++) {
			watch.unread(second * SECOND);
		}
		assertFalse(watch.isEnd(60 * SECOND, 950, 50));
		assertTrue(watch.isEnd(69 * SECOND, 950, 50));
	}
}
