package io.signalbox.health;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells a worker that stands still from one that was asked twice within a moment: it stands still when its loop counter
 * has been the same for at least the tolerance. Any thread.
 */
final class Heartbeats {
	private final long toleranceNanos;
	private long[] loops = new long[0];
	private long[] movedAt = new long[0];

	Heartbeats(long toleranceNanos) {
		this.toleranceNanos = toleranceNanos;
	}

	/** Takes a reading, one loop counter a worker; returns the workers that stand still. */
	synchronized List<Integer> check(long nowNanos, long[] reading) {
		if (reading.length != loops.length) {
			loops = reading.clone();
			movedAt = new long[reading.length];
			Arrays.fill(movedAt, nowNanos);
			return List.of();
		}
		List<Integer> still = new ArrayList<>();
		for (int worker = 0; worker < reading.length; worker++) {
			if (reading[worker] != loops[worker]) {
				loops[worker] = reading[worker];
				movedAt[worker] = nowNanos;
			} else if (nowNanos - movedAt[worker] >= toleranceNanos) {
				still.add(worker);
			}
		}
		return still;
	}
}
