package io.signalbox.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
	private static final long TOLERANCE = 1_000;

	private final Heartbeats heartbeats = new Heartbeats(TOLERANCE);

	@Test
	void theFirstReadingIsNoEvidence() {
		assertEquals(List.of(), heartbeats.check(0, new long[] {5, 5}));
	}

	@Test
	void aWorkerWhoseLoopsAreTheSameForTheToleranceStandsStill() {
		heartbeats.check(0, new long[] {5, 5});
		assertEquals(List.of(1), heartbeats.check(TOLERANCE, new long[] {6, 5}));
	}

	@Test
	void twoChecksWithinAMomentAreNoEvidence() {
		heartbeats.check(0, new long[] {5});
		assertEquals(List.of(), heartbeats.check(TOLERANCE - 1, new long[] {5}));
		assertEquals(List.of(0), heartbeats.check(TOLERANCE, new long[] {5}));
	}

	@Test
	void oftenAskedIsAsGoodAsSeldomAsked() {
		heartbeats.check(0, new long[] {5});
		for (long now = 100; now < TOLERANCE; now += 100) {
			assertEquals(List.of(), heartbeats.check(now, new long[] {5}));
		}
		assertEquals(List.of(0), heartbeats.check(TOLERANCE, new long[] {5}));
	}

	@Test
	void aWorkerThatTurnsAgainIsAlive() {
		heartbeats.check(0, new long[] {5});
		heartbeats.check(TOLERANCE, new long[] {5});
		assertEquals(List.of(), heartbeats.check(TOLERANCE + 1, new long[] {6}));
	}

	@Test
	void aCounterThatBeganAnewMoves() {
		heartbeats.check(0, new long[] {5});
		assertEquals(List.of(), heartbeats.check(TOLERANCE, new long[] {1}));
	}

	@Test
	void anotherNumberOfWorkersIsAnotherStart() {
		heartbeats.check(0, new long[] {5});
		assertEquals(List.of(), heartbeats.check(TOLERANCE, new long[] {5, 5}));
		assertEquals(List.of(0, 1), heartbeats.check(2 * TOLERANCE, new long[] {5, 5}));
	}
}
